package report

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"semdiff/internal/lazyregexp"
	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
)

// ParseValue reads a value of sort s as diff and run print it: in Boogie's notation
// as text has it, with maps as [1 := 2, else 0], or as an SMT-LIB term as JSON has
// it. Any name is an element of an opaque sort.
func ParseValue(c *smtlib.Context, text string, s *smtlib.Sort) (*smtlib.Term, error) {
	r := valueReader{c: c, rest: text}
	t, err := r.value(s)
	if r.skipBlanks(); err == nil && r.rest != "" {
		err = fmt.Errorf("unexpected %q after the value", r.rest)
	}
	return t, err
}

// valueReader reads values off the front of rest.
type valueReader struct {
	c    *smtlib.Context
	rest string
}

func (r *valueReader) value(s *smtlib.Sort) (*smtlib.Term, error) {
	r.skipBlanks()
	switch {
	case strings.HasPrefix(r.rest, "("):
		return r.term(s)
	case s.Kind == smtlib.ArrayKind:
		return r.mapping(s)
	case s.Kind == smtlib.DatatypeKind:
		return r.construct(s)
	}
	word, err := r.word()
	if err != nil {
		return nil, err
	}
	return r.scalar(word, s)
}

func (r *valueReader) skipBlanks() { r.rest = strings.TrimLeft(r.rest, " \t\r\n") }

// accept takes a token off the front, if it is there.
func (r *valueReader) accept(token string) bool {
	r.skipBlanks()
	rest, ok := strings.CutPrefix(r.rest, token)
	if ok {
		r.rest = rest
	}
	return ok
}

func (r *valueReader) expect(token string) error {
	if r.accept(token) {
		return nil
	}
	return fmt.Errorf("%q is missing before %q", token, r.rest)
}

// word takes what stands before a blank, a comma or a closing bracket; bars keep
// these in a name.
func (r *valueReader) word() (string, error) {
	r.skipBlanks()
	if quoted, ok := strings.CutPrefix(r.rest, "|"); ok {
		name, rest, closed := strings.Cut(quoted, "|")
		if !closed {
			return "", fmt.Errorf("no bar ends %q", r.rest)
		}
		r.rest = rest
		return name, nil
	}
	end := strings.IndexAny(r.rest, " \t\r\n,)]")
	if end < 0 {
		end = len(r.rest)
	}
	word := r.rest[:end]
	switch {
	case word == "":
		return "", fmt.Errorf("a value is missing before %q", r.rest)
	case strings.HasSuffix(word, "..."):
		return "", fmt.Errorf("%q was cut short; diff --format json has values in full", word)
	}
	r.rest = r.rest[end:]
	return word, nil
}

// mapping reads [i := x, ..., else d].
func (r *valueReader) mapping(s *smtlib.Sort) (*smtlib.Term, error) {
	if err := r.expect("["); err != nil {
		return nil, fmt.Errorf("a map is [INDEX := VALUE, ..., else VALUE] or an SMT-LIB term: %v", err)
	}
	var cells [][2]*smtlib.Term
	for !r.accept("else ") {
		var cell [2]*smtlib.Term
		var err error
		if cell[0], err = r.value(s.Index); err != nil {
			return nil, err
		}
		if err = r.expect(":="); err != nil {
			return nil, err
		}
		if cell[1], err = r.value(s.Elem); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(cells, func(before [2]*smtlib.Term) bool { return before[0] == cell[0] }) {
			return nil, fmt.Errorf("%s is given a value twice", smtlib.Infix(cell[0]))
		}
		cells = append(cells, cell)
		if err = r.expect(","); err != nil {
			return nil, err
		}
	}
	base, err := r.value(s.Elem)
	if err != nil {
		return nil, err
	}
	m := r.c.ConstArray(s, base)
	for _, cell := range cells {
		m = r.c.Store(m, cell[0], cell[1])
	}
	return m, r.expect("]")
}

// construct reads C(x, y), or C where it has no fields.
func (r *valueReader) construct(s *smtlib.Sort) (*smtlib.Term, error) {
	r.skipBlanks()
	end := strings.IndexAny(r.rest, "(,)]")
	k := r.constructor(s)
	if k == nil {
		name := r.rest
		if end >= 0 {
			name = name[:end]
		}
		return nil, fmt.Errorf("%s has no constructor %s", s.Name, strings.TrimSpace(name))
	}
	r.accept(k.Name)
	if len(k.Fields) == 0 && !r.accept("(") {
		return r.c.Construct(k), nil
	} else if len(k.Fields) > 0 {
		if err := r.expect("("); err != nil {
			return nil, err
		}
	}
	var args []*smtlib.Term
	for !r.accept(")") {
		if len(args) > 0 {
			if err := r.expect(","); err != nil {
				return nil, err
			}
		}
		if len(args) == len(k.Fields) {
			return nil, fmt.Errorf("%s has %d fields, got more", k.Name, len(k.Fields))
		}
		arg, err := r.value(k.Fields[len(args)].Sort)
		if err != nil {
			return nil, err
		}
		args = append(args, arg)
	}
	if len(args) < len(k.Fields) {
		return nil, fmt.Errorf("%s has %d fields, got %d", k.Name, len(k.Fields), len(args))
	}
	return r.c.Construct(k, args...), nil
}

// constructor is the one whose name comes next.
func (r *valueReader) constructor(s *smtlib.Sort) *smtlib.Constructor {
	for _, k := range s.Ctors {
		if rest, ok := strings.CutPrefix(r.rest, k.Name); ok && (rest == "" || strings.ContainsRune(" \t\r\n(,)]", rune(rest[0]))) {
			return k
		}
	}
	return nil
}

var (
	bvLiteral = lazyregexp.New(`^([0-9]+)bv([0-9]+)$`)
	fraction  = lazyregexp.New(`^(-?[0-9]+)\.0/([0-9]+)\.0$`)
)

// scalar reads a word.
func (r *valueReader) scalar(word string, s *smtlib.Sort) (*smtlib.Term, error) {
	switch s.Kind {
	case smtlib.OpaqueKind:
		return r.element(word, s), nil
	case smtlib.FloatKind:
		if x, err := ieee.ParseHex(word); err == nil {
			return fits(r.c.FloatVal(x), s)
		}
	case smtlib.RealKind:
		if m := fraction.FindStringSubmatch(word); m != nil {
			x, ok := new(big.Rat).SetString(m[1] + "/" + m[2])
			if !ok {
				return nil, fmt.Errorf("%s is no number", word)
			}
			return r.c.Numeral(x, s), nil
		}
	}
	if rest, negative := strings.CutPrefix(word, "-"); negative {
		word = "(- " + rest + ")"
	}
	if m := bvLiteral.FindStringSubmatch(word); m != nil {
		word = fmt.Sprintf("(_ bv%s %s)", m[1], m[2])
	}
	t, err := r.c.ParseTerm(smtlib.NewScope(), word)
	if err != nil {
		return nil, err
	}
	return fits(t, s)
}

func fits(t *smtlib.Term, s *smtlib.Sort) (*smtlib.Term, error) {
	if t.Sort() != s {
		return nil, fmt.Errorf("the value is %s, the input %s", t.Sort(), s)
	}
	return t, nil
}

// term reads an SMT-LIB term, up to the bracket that closes it.
func (r *valueReader) term(s *smtlib.Sort) (*smtlib.Term, error) {
	end := bracketEnd(r.rest)
	if end < 0 {
		return nil, fmt.Errorf("no bracket closes %q", r.rest)
	}
	list, err := smtlib.ReadSexprs(r.rest[:end])
	if err != nil {
		return nil, err
	}
	r.rest = r.rest[end:]
	t, err := r.c.ReadTerm(r.scopeOf(s), list[0])
	if err != nil {
		return nil, err
	}
	return fits(t, s)
}

// bracketEnd is where the bracket that text begins with is closed, or -1.
func bracketEnd(text string) int {
	depth, quoted := 0, false
	for i, b := range []byte(text) {
		switch {
		case b == '|':
			quoted = !quoted
		case quoted:
		case b == '(':
			depth++
		case b == ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// scopeOf has the sorts that s is made of. Any other name is an element of the
// opaque one of them, or of the one that the name begins with.
func (r *valueReader) scopeOf(s *smtlib.Sort) *smtlib.Scope {
	scope := smtlib.NewScope()
	for _, group := range smtlib.DatatypeGroups(s) {
		for _, data := range group {
			scope.Add(data)
			for _, k := range data.Ctors { // as terms are printed
				scope.Ctors[smtlib.NewNames().Ctor(k)] = k
			}
		}
	}
	opaque := opaqueSorts(s, map[*smtlib.Sort]bool{}, nil)
	for _, o := range opaque {
		scope.Sorts[o.Name] = o
	}
	scope.Resolve = func(name string, sort *smtlib.Sort, args []*smtlib.Term) (*smtlib.Term, error) {
		switch {
		case len(args) > 0 || len(opaque) == 0:
			return nil, nil
		case sort == nil && len(opaque) == 1:
			sort = opaque[0]
		case sort == nil:
			sort = sortOfElement(name, opaque)
		}
		if !slices.Contains(opaque, sort) {
			return nil, fmt.Errorf("(as %s SORT) says of which sort %s is", name, name)
		}
		return r.element(name, sort), nil
	}
	return scope
}

// element is an element of an opaque sort by its name. SMT-LIB terms have _@x for
// an element that cvc5 calls @x, since names with @ are the solvers' own.
func (r *valueReader) element(name string, s *smtlib.Sort) *smtlib.Term {
	if strings.HasPrefix(name, "_@") {
		name = name[1:]
	}
	return r.c.App(r.c.Func(name, nil, s))
}

// sortOfElement is the sort with the longest name that an element's begins with.
func sortOfElement(element string, sorts []*smtlib.Sort) *smtlib.Sort {
	var best *smtlib.Sort
	element = strings.TrimLeft(element, "_@")
	for _, s := range sorts {
		if strings.HasPrefix(element, strings.TrimLeft(s.Name, "_")) && (best == nil || len(s.Name) > len(best.Name)) {
			best = s
		}
	}
	return best
}

// opaqueSorts adds to list the opaque sorts that s is made of.
func opaqueSorts(s *smtlib.Sort, seen map[*smtlib.Sort]bool, list []*smtlib.Sort) []*smtlib.Sort {
	if s == nil || seen[s] {
		return list
	}
	seen[s] = true
	if s.Kind == smtlib.OpaqueKind {
		return append(list, s)
	}
	list = opaqueSorts(s.Elem, seen, opaqueSorts(s.Index, seen, list))
	for _, k := range s.Ctors {
		for _, f := range k.Fields {
			list = opaqueSorts(f.Sort, seen, list)
		}
	}
	return list
}
