package report

import (
	"fmt"
	"io"
	"slices"

	"semdiff/compare/engine"
	"semdiff/compare/trace"
	"semdiff/moddiff"
)

// counterexample is an input of a pair on which both versions ran and differ.
type counterexample struct {
	replay
	pair   *moddiff.PairResult // of the engine that found it
	result *moddiff.Result
}

// CrossedTrace is a counterexample in the JSON answer.
type CrossedTrace struct {
	Engine    string           `json:"engine"`
	Witness   map[string]Value `json:"witness"`
	Functions []string         `json:"functions,omitempty"`
	Old       Run              `json:"old"`
	New       Run              `json:"new"`
	TraceOld  []Step           `json:"trace_old"`
	TraceNew  []Step           `json:"trace_new"`
}

// AddTrace adds a counterexample, unless one is there that takes the same path.
func (row *CrossedPair) AddTrace(from *engine.Outcome, p *moddiff.PairResult, d *moddiff.Difference) {
	rep := replayOf(from.Result, p, d)
	path := rep.Path()
	if slices.ContainsFunc(row.runs, func(r counterexample) bool { return r.Path() == path }) {
		return
	}
	row.runs = append(row.runs, counterexample{rep, p, from.Result})
	row.Traces = append(row.Traces, crossedTraceOf(from, p, d))
}

func crossedTraceOf(from *engine.Outcome, p *moddiff.PairResult, d *moddiff.Difference) CrossedTrace {
	c, n := from.Ctx, namesOf(p)
	return CrossedTrace{
		Engine: from.Engine, Witness: witnessOf(c, n, p, d), Functions: functionsOf(n, d),
		Old: runOf(c, n, p, d.Old), New: runOf(c, n, p, d.New),
		TraceOld: stepsOf(c, trace.Lines(d.Old.Trace, from.Old)), TraceNew: stepsOf(c, trace.Lines(d.New.Trace, from.New)),
	}
}

// writeTraces writes the counterexamples of a pair, both runs side by side.
func (row *CrossedPair) writeTraces(w io.Writer, style trace.Style) {
	for _, run := range row.runs {
		fmt.Fprintf(w, "%s: both runs for  %s\n%s\n", row.title(), cut(witness(run.pair, run.of), maxTerm-30), run.Text(wide(style)))
	}
}
