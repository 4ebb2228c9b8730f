package report

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"semdiff/compare/engine"
	"semdiff/compare/trace"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// WriteHTML writes the answer as one page without anything from outside, with
// up to traces runs of each pair.
func WriteHTML(w io.Writer, o *engine.Outcome, traces int) error {
	o = sourced(o)
	r, view := o.Result, overviewOf(o)
	page := htmlReport{
		Old: r.Old, New: r.New, Engine: byEngine(o), Verdict: r.Verdict.String(),
		Headline: view.Headline(), Advice: view.Advice(),
		Totals: totals(r), Closing: closing(r),
		texts: sourcesOf([2]string{r.Old, r.New}, []*moddiff.Result{r}, trace.Find(r.Text)),
	}
	for _, row := range view.Rows() {
		h := page.pair(r, row.PairResult, fmt.Sprintf("p%d", len(page.Pairs)+1), traces)
		h.Change, h.Cause = row.Change, row.causeText()
		page.Pairs = append(page.Pairs, h)
	}
	for _, p := range r.Pairs {
		if !isNews(p) && o.Shown(p) {
			page.Unchanged = append(page.Unchanged, title(p))
		}
	}
	return page.write(w)
}

func (page *htmlReport) write(w io.Writer) error {
	page.columns()
	page.list()
	return reportTemplate().Execute(w, page)
}

func (page *htmlReport) pair(r *moddiff.Result, p *moddiff.PairResult, id string, traces int) htmlPair {
	head, outs := declaration(p)
	h := htmlPair{
		ID: id, Title: title(p), Signature: head + outs, Places: page.places(p.Places),
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
		number := slices.Index(d.Differences, diff) + 1
		if !diff.Termination {
			if shown++; shown > maxDifferences {
				h.More++
				continue
			}
		}
		said := htmlDifferenceOf(p, diff)
		said.Command = replayCommand(r, p, number)
		h.Differences = append(h.Differences, said)
	}
	same, unknown := shownSets(d)
	h.Same, h.Unknown = htmlSet(d.Unchanged, same), htmlSet(d.Unknown, unknown)
	h.Partial = !d.Unknown.IsFalse() && p.Verdict == moddiff.PartiallyEquivalent
	for _, rep := range replays(r, p, traces) {
		page.add(&h, p, rep)
	}
	return h
}

// replayCommand replays a difference of a procedure, by its number in the JSON answer.
func replayCommand(r *moddiff.Result, p *moddiff.PairResult, number int) string {
	if p.Kind == ir.Loop.String() || filepath.Ext(r.Old) != ".bpl" || filepath.Ext(r.New) != ".bpl" { // piped, or made by a translator
		return ""
	}
	const answer = "answer.json"
	witness := shellWord(fmt.Sprintf("%s#%s:%d", answer, p.Name, number))
	lines := []string{fmt.Sprintf("semdiff diff %s %s --format json -o %s", shellWord(r.Old), shellWord(r.New), answer)}
	for _, program := range []string{r.Old, r.New} {
		lines = append(lines, fmt.Sprintf("semdiff run %s --witness %s", shellWord(program), witness))
	}
	return strings.Join(lines, "\n")
}

// shellWord is a word for a shell.
func shellWord(s string) string {
	if strings.IndexFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("./_-:", r))
	}) < 0 && s != "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func htmlDifferenceOf(p *moddiff.PairResult, d *moddiff.Difference) htmlDifference {
	h := htmlDifference{What: kindOf(d), Condition: htmlConditionOf(d.Condition), Witness: witness(p, d)}
	if whole := h.Condition.Whole; spoken(d) != d {
		h.Condition = htmlCondition{strings.TrimSuffix(conditionOf(d), " ("+jsonHasIt+")"), cmp.Or(whole, h.Condition.Text)}
		d = spoken(d)
	}
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
