package export

import (
	"fmt"
	"strings"

	"semdiff/moddiff/certificate"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// script is an SMT-LIB file: a query, or definitions alone.
type script struct {
	about  []string // lines of comment
	source string
	query  bool
	status solver.Answer // of a query

	inputs     []*smtlib.Term // declared even where nothing mentions them
	defs       []*certificate.Definition
	keep       map[string]bool               // functions whose definitions stay as they are
	calls      map[*smtlib.Func]*smtlib.Term // that definitions stand for
	axioms     []*smtlib.Term
	assertions []*smtlib.Term
}

// print is the text of the file, its logic, and the symbol of a function of
// interest.
func (s *script) print(of *smtlib.Func) (text, logic, symbol string) {
	defined := map[*smtlib.Func]bool{}
	var all, open []*smtlib.Term // terms, and those whose variables are declared
	open = append(open, s.inputs...)
	open = append(append(open, s.axioms...), s.assertions...)
	for _, d := range s.defs {
		defined[d.Func] = true
		all = append(append(all, d.Params...), d.Body)
		if d.Condition {
			open = append(open, d.Body)
		}
	}
	all = append(all, open...)
	logic = smtlib.Logic(func(f *smtlib.Func) bool { return defined[f] }, all...)

	var sb strings.Builder
	for _, line := range s.about {
		sb.WriteString("; " + oneLine(line) + "\n")
	}
	sb.WriteString("(set-info :smt-lib-version 2.6)\n(set-logic " + logic + ")\n")
	if s.query {
		fmt.Fprintf(&sb, "(set-info :source |%s|)\n(set-info :status %s)\n", s.source, s.status)
	}
	decls := smtlib.Collect(all...)
	decls.Vars = smtlib.Collect(open...).Vars
	declared := decls.Funcs[:0]
	for _, f := range decls.Funcs {
		if !defined[f] {
			declared = append(declared, f)
		}
	}
	decls.Funcs = declared
	n := smtlib.NewNames()
	for _, v := range decls.Vars { // what people know gets the plain names
		n.Var(v)
	}
	for _, line := range n.Declare(decls) {
		sb.WriteString(line + "\n")
	}
	for _, d := range s.defs {
		s.define(&sb, n, d)
	}
	assert := func(t *smtlib.Term) {
		sb.WriteString("(assert ")
		n.WriteTerm(&sb, t)
		sb.WriteString(")\n")
	}
	if len(s.axioms) > 0 {
		sb.WriteString("; axioms\n")
		for _, t := range s.axioms {
			assert(t)
		}
	}
	if s.query {
		sb.WriteString("; the claim\n")
		for _, t := range s.assertions {
			assert(t)
		}
		sb.WriteString("(check-sat)\n(exit)\n")
	}
	if of != nil {
		symbol = n.Func(of)
	}
	return sb.String(), logic, symbol
}

// maxCall is how long the text of a call is that a comment shows.
const maxCall = 100

func (s *script) define(sb *strings.Builder, n *smtlib.Names, d *certificate.Definition) {
	if call := s.calls[d.Func]; call != nil {
		var text strings.Builder
		n.WriteTerm(&text, call)
		if text.Len() <= maxCall {
			sb.WriteString("; " + oneLine(text.String()) + "\n")
		}
	}
	for _, id := range d.RestsOn {
		sb.WriteString("; given " + oneLine(id) + "\n")
	}
	params := make([]string, len(d.Params))
	for i, p := range d.Params {
		params[i] = "(" + n.Var(p) + " " + n.Sort(p.Sort()) + ")"
	}
	fmt.Fprintf(sb, "(define-fun %s (%s) %s\n  ", n.Func(d.Func), strings.Join(params, " "), n.Sort(d.Func.Result))
	n.WriteTerm(sb, d.Body)
	sb.WriteString(")\n")
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// quoted is text that may stand between bars.
func quoted(s string) string { return strings.NewReplacer("|", "'", `\`, "/").Replace(s) }
