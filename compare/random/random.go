// Package random is the smallest of the engines, and an example of how one is
// written: random testing (Duran, Ntafos: An Evaluation of Random Testing, IEEE TSE
// 1984). Both versions of each pair are run on chosen and random inputs; an input on
// which they differ is in C (Def. 9 of the ModDiff paper), all others are unknown. So
// it is sound: it claims nothing but what a run has shown, and that pairs which no
// change can affect are equivalent. Start from Engine.
package random

import (
	"context"
	"slices"
	"time"

	"semdiff/compare/engine"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/reason"
	"semdiff/moddiff/result"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/symexec"
	"semdiff/smtlib"
)

// Name is the name of the engine.
const Name = "random"

// maxDifferences is the largest number of inputs that are reported for one pair.
const maxDifferences = 8

// Engine is random testing as an engine.
type Engine struct{}

// Name implements engine.Engine.
func (Engine) Name() string { return Name }

// Compare implements engine.Engine.
func (Engine) Compare(ctx context.Context, t engine.Task) (*engine.Outcome, error) {
	start := time.Now()
	run, entries, err := kit.NewRunOf(t.Old, t.New, pairing.Options{Given: t.Match, Entry: t.Entry, Eager: true})
	if err != nil {
		return nil, err
	}
	t.Solver.Reset()
	before := t.Solver.Stats().Time
	a := run.NewAnalysis(ctx, t.Solver, symexec.Options{})
	r := result.New(ctx, run, entries, func(p *pairing.Pair, entry bool) (result.Answer, bool) {
		if !p.Affected { // no change reaches it
			return result.Answer{Status: result.StatusUnchanged, Verdict: engine.Equivalent}, true
		}
		if ctx.Err() != nil { // not reached in time
			return result.Answer{}, true
		}
		return test(a, p, p.Observed(a.Ctx, entry)), true
	})
	r.Close(ctx, run, a.Account, t.Solver, before, start)
	return &engine.Outcome{Engine: Name, Result: r}, nil
}

// test runs both versions of a pair: its difference summary has a difference for
// each input on which they differ, and is unknown elsewhere.
func test(a *kit.Analysis, p *pairing.Pair, outputs []pairing.Port) result.Answer {
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
		return result.Answer{Verdict: engine.Different, Summary: d}
	}
	return result.Answer{Summary: d}
}
