package main

import (
	"fmt"
	"io"
	"strings"

	"semdiff/compare/engine"
	"semdiff/compare/trace"
	"semdiff/moddiff"
)

// counterexample is an input of a pair on which both versions ran and differ.
type counterexample struct {
	replay
	pair *moddiff.PairResult // of the engine that found it
}

// crossTrace is a counterexample in the JSON answer.
type crossTrace struct {
	Engine    string            `json:"engine"`
	Witness   map[string]string `json:"witness"`
	Functions []string          `json:"functions,omitempty"`
	Old       jsonOutcome       `json:"old"`
	New       jsonOutcome       `json:"new"`
	TraceOld  []jsonStep        `json:"trace_old"`
	TraceNew  []jsonStep        `json:"trace_new"`
}

// trace fills the row of a pair with up to n counterexamples that take different
// paths: what both analyses have, then others of the verification condition.
func (x *crossing) trace(row *crossed, ours, theirs *moddiff.PairResult, n int) error {
	seen := map[string]bool{}
	add := func(from *engine.Outcome, p *moddiff.PairResult, list []*moddiff.Difference) {
		for _, d := range list {
			if len(row.runs) == n {
				return
			}
			rep := replayOf(from.Result, p, d)
			if path := rep.Path(); !seen[path] {
				seen[path] = true
				row.runs = append(row.runs, counterexample{rep, p})
				row.Traces = append(row.Traces, crossTraceOf(from, p, d))
			}
		}
	}
	for _, found := range []struct {
		from *engine.Outcome
		pair *moddiff.PairResult
	}{{x.proofs.Outcome, ours}, {x.summaries, theirs}} {
		if found.pair.Summary != nil {
			add(found.from, found.pair, inTextOrder(found.pair.Summary.Differences))
		}
	}
	if len(row.runs) == n || row.verdict != moddiff.Different {
		return nil
	}
	more, err := x.proofs.Counterexamples(theirs.Name, n)
	if err != nil {
		return err
	}
	add(x.proofs.Outcome, ours, more)
	return nil
}

func crossTraceOf(from *engine.Outcome, p *moddiff.PairResult, d *moddiff.Difference) crossTrace {
	c, n := from.Ctx, pairNames(p)
	t := crossTrace{
		Engine: from.Engine, Witness: map[string]string{}, Functions: functionsJSON(n, d),
		Old: outcomeJSON(c, n, p, d.Old), New: outcomeJSON(c, n, p, d.New),
		TraceOld: traceJSON(c, d.Old.Trace, from.Old), TraceNew: traceJSON(c, d.New.Trace, from.New),
	}
	for i, v := range p.Inputs {
		t.Witness[n.Name(v)] = valueJSON(c, d.Witness[i])
	}
	return t
}

// writeTraces writes the counterexamples of a pair, both runs side by side.
func (row *crossed) writeTraces(w io.Writer, style trace.Style) {
	for _, run := range row.runs {
		fmt.Fprintf(w, "%s: both runs for  %s\n%s\n", row.title(), cut(witness(run.pair, run.of), maxTerm-30), run.Text(style))
	}
}

// writeHTML writes the counterexamples as a page that shows them in the source,
// with what each analysis says of the pairs.
func (r *crossReport) writeHTML(w io.Writer) error {
	page := htmlReport{
		Old: r.Old, New: r.New, Entry: strings.Join(r.Entry, ", "), Verdict: r.Verdict, Headline: headline(r.Verdict, r.verdict(), r.interfaces), Totals: r.totals(), Closing: strings.Join(r.notes(), " "),
	}
	for i, row := range r.Procedures {
		if row.ModDiff == string(moddiff.StatusUnchanged) && row.SymDiff == row.ModDiff {
			page.Unchanged = append(page.Unchanged, row.title())
			continue
		}
		id := fmt.Sprintf("p%d", i+1)
		h := htmlPair{ID: id, Title: row.title(), Status: row.verdict.String(), Kind: row.Kind, Remarks: row.remarks(r)}
		for k, run := range row.runs {
			h.Runs = append(h.Runs, htmlRuns{
				ID: fmt.Sprintf("%s-run%d", id, k+1), Witness: cut(witness(run.pair, run.of), maxCondition),
				Sides: []htmlSide{htmlSideOf(run.Pair, trace.Old), htmlSideOf(run.Pair, trace.New)},
			})
		}
		page.Pairs = append(page.Pairs, h)
	}
	return reportTemplate.Execute(w, page)
}

// remarks are what the table of the text answer says of a pair, as sentences.
func (row *crossed) remarks(r *crossReport) []string {
	list := []string{"moddiff: " + row.ModDiff, "symdiff " + r.Mode + ": " + row.SymDiff}
	for _, name := range r.Engines {
		if status := row.Engines[name]; status != "" {
			list = append(list, name+": "+status)
		}
	}
	if row.Sets != nil {
		list = append(list, fmt.Sprintf("unchanged %s, changed %s, termination changed %s", row.Sets.Unchanged, row.Sets.Changed, row.Sets.Termination))
	}
	if row.Boogie != nil {
		list = append(list, "boogie: "+row.Boogie.Verdict)
	}
	return append(list, row.more()...)
}
