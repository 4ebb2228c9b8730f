package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"semdiff/compare/engine"
	"semdiff/smtlib"
)

// WriteSMTLIB prints the difference summaries of the entries as SMT-LIB: inputs as
// constants, the four sets as Boolean definitions over them.
func WriteSMTLIB(w io.Writer, o *engine.Outcome) error {
	r := o.Result
	type definition struct {
		symbol *smtlib.Func // a new one: no name of the program's
		cond   *smtlib.Term
	}
	var defs []definition
	var inputs, terms []*smtlib.Term // terms: all that needs declarations
	for _, p := range r.Pairs {
		if !slices.Contains(r.Entry, p.Name) {
			continue
		}
		conds := setsOf(r, p)
		inputs = append(inputs, p.Inputs...)
		terms = append(append(terms, p.Inputs...), conds[:]...)
		for i, set := range []string{"changed", "unchanged", "termination_changed", "unknown"} {
			defs = append(defs, definition{&smtlib.Func{Name: p.Name + "." + set, Result: r.Ctx.Bool}, conds[i]})
		}
	}
	var sb strings.Builder
	fmt.Fprintf(&sb, "; semdiff: %s -> %s, verdict %s\n(set-logic ALL)\n", oneLine(r.Old), oneLine(r.New), Headline(r.Verdict.String(), r.Verdict, r.Interface))
	n := smtlib.NewNames()
	for _, v := range inputs { // they have the names that JSON gives them
		n.Var(v)
	}
	for _, line := range n.Declare(smtlib.Collect(terms...)) {
		sb.WriteString(line + "\n")
	}
	for _, d := range defs {
		fmt.Fprintf(&sb, "(define-fun %s () Bool %s)\n", n.Func(d.symbol), n.Term(d.cond))
	}
	_, err := io.WriteString(w, sb.String())
	return err
}

// oneLine keeps a file's name from ending the comment that it is in.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
