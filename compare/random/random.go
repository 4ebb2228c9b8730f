// Package random is the least of the engines, and an example of how one is
// written: random testing. Both versions of each pair are run on chosen and random
// inputs; an input on which they differ is changed, all others are unknown.
package random

import (
	"context"
	"slices"
	"time"

	"semdiff/compare/engine"
	"semdiff/moddiff"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/reason"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/symexec"
	"semdiff/smtlib"
)

// Name is the name of the engine.
const Name = "random"

// maxDifferences is how many inputs of one pair are reported.
const maxDifferences = 8

// Engine is random testing as an engine.
type Engine struct{}

// Name implements engine.Engine.
func (Engine) Name() string { return Name }

// Compare implements engine.Engine.
func (Engine) Compare(ctx context.Context, t engine.Task) (*engine.Outcome, error) {
	start := time.Now()
	run, err := kit.NewRun(t.Old, t.New, pairing.Options{Given: t.Match, Entry: t.Entry, Eager: true})
	if err != nil {
		return nil, err
	}
	entries, err := run.Pairing.Entries(t.Entry)
	if err != nil {
		return nil, err
	}
	t.Solver.Reset()
	before := t.Solver.Stats().Time
	a := run.NewAnalysis(ctx, t.Solver, symexec.Options{})
	result := moddiff.NewResult(ctx, run, entries, func(p *pairing.Pair, entry bool) (moddiff.Answer, bool) {
		if !p.Affected { // there is nothing to test
			return moddiff.Answer{Status: moddiff.StatusUnchanged, Verdict: engine.Equivalent}, true
		}
		if ctx.Err() != nil {
			return moddiff.Answer{}, true
		}
		return test(a, p, p.Observed(a.Ctx, entry)), true
	})
	result.Close(ctx, run, a.Account, t.Solver, before, start)
	return &engine.Outcome{Engine: Name, Result: result}, nil
}

// test runs both versions of a pair.
func test(a *kit.Analysis, p *pairing.Pair, outputs []pairing.Port) moddiff.Answer {
	c, start := a.Ctx, time.Now()
	d := &summary.DiffSummary{Changed: c.False, Unchanged: c.False, TerminationChanged: c.False}
	var inputs []*smtlib.Term
	for diff := range a.Runs.Tests(p, outputs) {
		if diff == nil || slices.Contains(inputs, diff.Condition) {
			continue
		}
		inputs = append(inputs, diff.Condition)
		d.Differences = append(d.Differences, diff)
		if len(inputs) == maxDifferences {
			break
		}
	}
	d.Changed = c.Or(inputs...)
	if d.Unknown = c.Not(d.Changed); !d.Unknown.IsFalse() {
		d.Reasons = []reason.Reason{reason.Of(reason.Tests, "", "")}
	}
	d.Time = time.Since(start)
	if len(inputs) > 0 {
		return moddiff.Answer{Verdict: engine.Different, Summary: d}
	}
	return moddiff.Answer{Summary: d}
}
