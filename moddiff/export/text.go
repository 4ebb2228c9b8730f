package export

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"semdiff/internal/lazyregexp"
	"semdiff/smtlib"
)

// queryText is what a file says.
type queryText struct {
	about              string
	rests, with, given []string // claims, by the comments
	logic, source      string
	status             string
	declared           map[string]bool
	endless            map[string]bool // constants of sorts with any number of elements
	sorts              map[string]bool // declared
	defs               []definition
	of                 map[string]*definition
	assertions         []smtlib.Sexpr
	checks             bool // ends with check-sat and exit
	writtenOut         bool // functions stand there at arguments
}

type definition struct {
	name   string
	params []smtlib.Sexpr
	sort   smtlib.Sexpr
	body   smtlib.Sexpr
}

// readText reads a file. It is an error when there are other commands in it, or
// in another order, than semdiff writes: nothing may come between the assertions
// and the answer.
func readText(text string) (*queryText, error) {
	q := &queryText{declared: map[string]bool{}, endless: map[string]bool{}, sorts: map[string]bool{}, of: map[string]*definition{}}
	q.readComments(text)
	commands, err := smtlib.ReadSexprs(text)
	if err != nil {
		return nil, err
	}
	for i := range commands {
		if err := q.command(commands[i]); err != nil {
			return nil, fmt.Errorf("%d:%d: %w", commands[i].Line, commands[i].Col, err)
		}
	}
	for i := range q.defs {
		q.of[q.defs[i].name] = &q.defs[i]
	}
	return q, nil
}

func (q *queryText) readComments(text string) {
	for i, line := range strings.Split(text, "\n") {
		comment, ok := strings.CutPrefix(line, "; ")
		if !ok {
			continue
		}
		if i == 0 {
			q.about = comment
		}
		q.writtenOut = q.writtenOut || comment == atArguments
		for _, c := range []struct {
			prefix string
			ids    *[]string
		}{{"rests on ", &q.rests}, {"holds together with ", &q.with}, {"given ", &q.given}} {
			if id, ok := strings.CutPrefix(comment, c.prefix); ok {
				*c.ids = append(*c.ids, id)
			}
		}
	}
}

func (q *queryText) command(s smtlib.Sexpr) error {
	l := s.List
	head := s.Head()
	wrong := fmt.Errorf("unexpected command %s", head)
	switch {
	case q.checks: // only what ends the file
		if head != "exit" || len(l) != 1 {
			return wrong
		}
	case head == "set-logic" && len(l) == 2 && q.logic == "":
		q.logic = l[1].Text
	case head == "set-info" && len(l) == 3:
		switch l[1].Text {
		case ":source":
			q.source = l[2].Text
		case ":status":
			q.status = l[2].Text
		case ":smt-lib-version":
		default:
			return wrong
		}
	case len(q.assertions) == 0 && head == "declare-sort" && len(l) == 3:
		q.sorts[l[1].Text] = l[1].IsSymbol()
	case len(q.assertions) == 0 && head == "declare-datatypes":
	case len(q.assertions) == 0 && head == "declare-fun" && len(l) == 4:
		q.endless[l[1].Text] = len(l[2].List) == 0 && (l[3].Is("Int") || l[3].Is("Real") || q.sorts[l[3].Text])
		return q.name(l[1])
	case len(q.assertions) == 0 && head == "define-fun" && len(l) == 5:
		q.defs = append(q.defs, definition{l[1].Text, l[2].List, l[3], l[4]})
		return q.name(l[1])
	case head == "assert" && len(l) == 2:
		q.assertions = append(q.assertions, l[1])
	case head == "check-sat" && len(l) == 1:
		q.checks = true
	default:
		return wrong
	}
	return nil
}

func (q *queryText) name(s smtlib.Sexpr) error {
	if !s.IsSymbol() || q.declared[s.Text] {
		return fmt.Errorf("%s is no symbol, or twice there", s)
	}
	q.declared[s.Text] = true
	return nil
}

// asserts reports whether a condition is among the assertions.
func (q *queryText) asserts(symbol string) bool {
	return slices.ContainsFunc(q.assertions, func(s smtlib.Sexpr) bool { return s.IsSymbol() && s.Text == symbol })
}

// condition is the body of a condition that the file defines.
func (q *queryText) condition(symbol string) (smtlib.Sexpr, bool) {
	d := q.of[symbol]
	if d == nil || len(d.params) > 0 || !d.sort.Is("Bool") {
		return smtlib.Sexpr{}, false
	}
	return d.body, true
}

// symbols calls visit for each symbol in s.
func symbols(s smtlib.Sexpr, visit func(string)) {
	if s.IsSymbol() {
		visit(s.Text)
	}
	for _, x := range s.List {
		symbols(x, visit)
	}
}

// suffix tells symbols of one name apart within a file.
var suffix = lazyregexp.New(`![0-9]+$`)

// sameText compares terms of two files, in which symbols of one name may have
// other suffixes.
func sameText(s, t smtlib.Sexpr) bool {
	there, back := map[string]string{}, map[string]string{}
	var same func(s, t smtlib.Sexpr) bool
	same = func(s, t smtlib.Sexpr) bool {
		if s.IsSymbol() && t.IsSymbol() {
			x, known := there[s.Text]
			y, taken := back[t.Text]
			if known || taken {
				return x == t.Text && y == s.Text
			}
			there[s.Text], back[t.Text] = t.Text, s.Text
			return suffix.ReplaceAllString(s.Text, "") == suffix.ReplaceAllString(t.Text, "")
		}
		return s.Kind == t.Kind && s.Text == t.Text && slices.EqualFunc(s.List, t.List, same)
	}
	return same(s, t)
}

// maxInlined is how large a term may become when what its let binds is put in place, in nodes.
const maxInlined = 100_000

// withoutLets puts what let binds in its place, as terms that share parts are written
// with it where they are long, and without it where they are short; false where the term
// becomes too large, or something in it binds variables otherwise.
func withoutLets(s smtlib.Sexpr) (smtlib.Sexpr, bool) {
	left := maxInlined
	var inline func(s smtlib.Sexpr, bound map[string]smtlib.Sexpr) smtlib.Sexpr
	inline = func(s smtlib.Sexpr, bound map[string]smtlib.Sexpr) smtlib.Sexpr {
		left = max(0, left-1)
		value, isBound := bound[s.Text]
		switch {
		case left == 0:
			return s
		case s.IsSymbol() && isBound:
			return inline(value, nil) // nothing bound is left in it
		case len(bound) > 0 && (s.Head() == "forall" || s.Head() == "exists" || s.Head() == "lambda"):
			left = 0 // it may bind what is put in place
			return s
		case s.Head() == "let" && len(s.List) == 3:
			inner := maps.Clone(bound)
			if inner == nil {
				inner = map[string]smtlib.Sexpr{}
			}
			for _, binding := range s.List[1].List {
				if len(binding.List) == 2 {
					inner[binding.List[0].Text] = inline(binding.List[1], bound)
				}
			}
			return inline(s.List[2], inner)
		}
		list := make([]smtlib.Sexpr, len(s.List))
		for i, x := range s.List {
			list[i] = inline(x, bound)
		}
		s.List = list
		return s
	}
	s = inline(s, nil)
	return s, left > 0
}
