package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
)

var bvLiteral = regexp.MustCompile(`^([0-9]+)bv([0-9]+)$`)

// parseValue reads an SMT-LIB value; -3, 5bv8, 0x1.8e0f24e8 and Cons(1, Nil())
// are read as Boogie has them.
func parseValue(c *smtlib.Context, text string, s *smtlib.Sort) (*smtlib.Term, error) {
	switch {
	case s.Kind == smtlib.OpaqueKind:
		return c.App(c.Func(text, nil, s)), nil
	case s.Kind == smtlib.DatatypeKind && strings.HasSuffix(text, ")") && !strings.HasPrefix(text, "("):
		return parseConstruct(c, text, s)
	}
	t, err := parseScalar(c, text, s)
	if err != nil {
		return nil, err
	}
	if t.Sort() != s {
		return nil, fmt.Errorf("the value is %s, the input %s", t.Sort(), s)
	}
	return t, nil
}

func parseScalar(c *smtlib.Context, text string, s *smtlib.Sort) (*smtlib.Term, error) {
	if s.Kind == smtlib.FloatKind {
		if x, err := ieee.ParseHex(text); err == nil {
			return c.FloatVal(x), nil
		}
	}
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		text = "(- " + rest + ")"
	}
	if m := bvLiteral.FindStringSubmatch(text); m != nil {
		text = fmt.Sprintf("(_ bv%s %s)", m[1], m[2])
	}
	scope := smtlib.NewScope()
	for _, group := range smtlib.DatatypeGroups(s) {
		for _, data := range group {
			scope.Add(data)
		}
	}
	return c.ParseTerm(scope, text)
}

// parseConstruct reads C(x, y).
func parseConstruct(c *smtlib.Context, text string, s *smtlib.Sort) (*smtlib.Term, error) {
	name, rest, _ := strings.Cut(strings.TrimSuffix(text, ")"), "(")
	i := slices.IndexFunc(s.Ctors, func(k *smtlib.Constructor) bool { return k.Name == strings.TrimSpace(name) })
	if i < 0 {
		return nil, fmt.Errorf("%s has no constructor %s", s.Name, name)
	}
	k, parts := s.Ctors[i], arguments(rest)
	if len(parts) != len(k.Fields) {
		return nil, fmt.Errorf("%s has %d fields, got %d", name, len(k.Fields), len(parts))
	}
	args := make([]*smtlib.Term, len(parts))
	for i, part := range parts {
		var err error
		if args[i], err = parseValue(c, strings.TrimSpace(part), k.Fields[i].Sort); err != nil {
			return nil, err
		}
	}
	return c.Construct(k, args...), nil
}

// arguments splits text at the commas outside of parentheses.
func arguments(text string) []string {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	var out []string
	depth, from := 0, 0
	for i, b := range text {
		switch {
		case b == '(':
			depth++
		case b == ')':
			depth--
		case b == ',' && depth == 0:
			out = append(out, text[from:i])
			from = i + 1
		}
	}
	return append(out, text[from:])
}
