package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"semdiff/moddiff"
	"semdiff/smtlib"
)

// writeSMT prints the difference summary of the entry as SMT-LIB: inputs as
// constants, the four sets as Boolean definitions over them.
func writeSMT(w io.Writer, r *moddiff.Result) error {
	var sb strings.Builder
	fmt.Fprintf(&sb, "; semdiff: %s -> %s, verdict %s\n(set-logic ALL)\n", r.Old, r.New, r.Verdict)
	n := smtlib.NewNames()
	sets := []string{"changed", "unchanged", "termination_changed", "unknown"}
	for _, p := range r.Pairs {
		if !slices.Contains(r.Entry, p.Name) {
			continue
		}
		d := p.Summary
		conds := []*smtlib.Term{r.Ctx.False, r.Ctx.True, r.Ctx.False, r.Ctx.False}
		if d != nil {
			conds = []*smtlib.Term{d.Changed, d.Unchanged, d.TerminationChanged, d.Unknown}
		} else if p.Status != moddiff.StatusUnchanged {
			conds = []*smtlib.Term{r.Ctx.False, r.Ctx.False, r.Ctx.False, r.Ctx.True}
		}
		for _, line := range n.Declare(smtlib.Collect(append(slices.Clone(conds), p.Inputs...)...)) {
			sb.WriteString(line + "\n")
		}
		for i, t := range conds {
			name := smtlib.QuoteSymbol(p.Name + "." + sets[i])
			fmt.Fprintf(&sb, "(define-fun %s () Bool %s)\n", name, n.Term(t))
		}
	}
	_, err := io.WriteString(w, sb.String())
	return err
}
