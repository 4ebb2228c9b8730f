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
	v, err := moddiff.NewVersions(t.Old, t.New, t.Solver, t.Match)
	if err != nil {
		return nil, err
	}
	entries, err := v.Entries(t.Entry)
	if err != nil {
		return nil, err
	}
	answers := map[*moddiff.Pair]moddiff.Answer{}
	for _, group := range v.Groups {
		// No change reaches such pairs: there is nothing to test.
		unaffected := v.Unaffected(group, func(p *moddiff.Pair) bool { return answers[p].Status == moddiff.StatusUnchanged })
		for _, p := range group {
			switch {
			case unaffected:
				answers[p] = moddiff.Answer{Status: moddiff.StatusUnchanged, Verdict: engine.Equivalent}
			case ctx.Err() == nil:
				answers[p] = test(ctx, v, p, slices.Contains(entries, p))
			}
		}
	}
	return &engine.Outcome{Engine: Name, Result: v.Result(ctx, entries, answers, start)}, nil
}

// test runs both versions of a pair.
func test(ctx context.Context, v *moddiff.Versions, p *moddiff.Pair, entry bool) moddiff.Answer {
	c, start := v.Ctx, time.Now()
	d := &moddiff.DiffSummary{Changed: c.False, Unchanged: c.False, TerminationChanged: c.False}
	var inputs []*smtlib.Term
	for diff := range v.Tests(ctx, p, v.Observed(p, entry)) {
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
		d.Reasons = []moddiff.Reason{moddiff.BecauseOf(moddiff.ReasonTests, "", "")}
	}
	d.Time = time.Since(start)
	a := moddiff.Answer{Verdict: engine.Unknown, Summary: d}
	if len(inputs) > 0 {
		a.Verdict = engine.Different
	}
	return a
}
