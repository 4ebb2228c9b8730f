package report

import (
	"fmt"
	"io"
	"strings"

	"semdiff/compare/engine"
	"semdiff/moddiff"
	"semdiff/smtlib"
)

// WriteHTML writes the answer as one page without anything from outside, with
// up to traces runs of each pair.
func WriteHTML(w io.Writer, o *engine.Outcome, traces int) error {
	o = sourced(o)
	r := o.Result
	page := htmlReport{
		Old: r.Old, New: r.New, Engine: byEngine(o), Verdict: r.Verdict.String(),
		Headline: overviewOf(o).Headline(),
		Totals:   totals(r), Closing: closing(r),
	}
	for _, row := range overviewOf(o).Rows() {
		h := htmlPairOf(r, row.PairResult, fmt.Sprintf("p%d", len(page.Pairs)+1), traces)
		h.Change, h.Cause = row.Change, row.causeText()
		page.Pairs = append(page.Pairs, h)
	}
	for _, p := range r.Pairs {
		if !isNews(p) && o.Shown(p) {
			page.Unchanged = append(page.Unchanged, title(p))
		}
	}
	return reportTemplate.Execute(w, page)
}

func htmlPairOf(r *moddiff.Result, p *moddiff.PairResult, id string, traces int) htmlPair {
	ins, outs := signature(p)
	h := htmlPair{
		ID: id, Title: title(p), Signature: ins + outs, Place: strings.TrimSpace(place(p)),
		Status: string(p.Status), Kind: p.Kind, Remarks: remarks(p),
	}
	if len(p.Reasons) > 0 {
		h.Because = because(p)
	}
	h.Invariants = invariants(p)
	d := p.Summary
	if d == nil || p.Verdict == moddiff.Equivalent {
		return h
	}
	shown := 0
	for _, diff := range InTextOrder(d.Differences) {
		if !diff.Termination {
			if shown++; shown > maxDifferences {
				h.More++
				continue
			}
		}
		h.Differences = append(h.Differences, htmlDifferenceOf(p, diff))
	}
	if !d.Unchanged.IsFalse() {
		h.Same = "otherwise"
		if len(smtlib.Infix(d.Unchanged)) <= maxSame {
			h.Same = condition(d.Unchanged)
		}
	}
	if !d.Unknown.IsFalse() {
		h.Unknown, h.Partial = condition(d.Unknown), p.Verdict == moddiff.PartiallyEquivalent
	}
	for _, rep := range replays(r, p, traces) {
		h.add(p, rep)
	}
	return h
}

func htmlDifferenceOf(p *moddiff.PairResult, d *moddiff.Difference) htmlDifference {
	h := htmlDifference{What: kindOf(d), Condition: condition(d.Condition), Witness: witness(p, d)}
	if len(p.Inputs) == 0 {
		h.Witness = "any input"
	}
	v, w := oldVersion(d), newVersion(d)
	h.OldRun, h.NewRun = ending(p, d, v), ending(p, d, w)
	if d.Termination {
		h.What = "termination changes"
		return h
	}
	h.OldResult, h.NewResult = symbolic(p, d, v), symbolic(p, d, w)
	matters := relevant(p, d)
	for _, f := range d.Functions {
		if matters.functions[f.Name] && len(h.Functions) < maxFunctions {
			h.Functions = append(h.Functions, cut(f.Head(), maxFunction)+" = "+cut(smtlib.Infix(f.Body), maxFunction))
		}
	}
	return h
}
