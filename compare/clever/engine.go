package clever

import (
	"context"
	"time"

	"semdiff/compare/engine"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/reason"
	"semdiff/moddiff/result"
	"semdiff/moddiff/summary"
)

// Engine is the search for impact boundaries as an engine: entries are clients. Of other
// pairs it answers what the search came to know.
type Engine struct{ Options Options }

// Name implements engine.Engine.
func (Engine) Name() string { return Name }

// Compare implements engine.Engine.
func (e Engine) Compare(ctx context.Context, t engine.Task) (*engine.Outcome, error) {
	start := time.Now()
	run, entries, err := kit.NewRunOf(t.Old, t.New, pairing.Options{Given: t.Match, Entry: t.Entry, Eager: true})
	if err != nil {
		return nil, err
	}
	before := t.Solver.Stats().Time
	found, o := &Result{Outcome: newOutcome(t)}, e.Options
	if found.Proposed, err = propose(&o, run); err != nil {
		return nil, err
	}
	for _, p := range entries {
		x, err := newSearch(t, p, o, found)
		if err != nil {
			return nil, err
		}
		c, err := x.search(ctx)
		if err != nil {
			return nil, err
		}
		if c.Row != nil {
			found.Pairs = append(found.Pairs, c.Row)
		}
	}
	c := t.Old.Ctx
	r := result.New(ctx, run, entries, func(p *pairing.Pair, _ bool) (result.Answer, bool) {
		if !p.Affected {
			return result.Answer{Status: result.StatusUnchanged, Verdict: engine.Equivalent}, true
		}
		for _, row := range found.Pairs {
			if row.Name == p.Name && row.Compared {
				return result.Answer{Verdict: row.Verdict, Summary: row.Summary}, true
			}
		}
		return result.Answer{Summary: &summary.DiffSummary{
			Changed: c.False, Unchanged: c.False, TerminationChanged: c.False, Unknown: c.True, Reasons: []reason.Reason{reason.Of(reason.NotReached, "", "")},
		}}, true
	})
	a := run.NewAnalysis(ctx, t.Solver, symexecOptions)
	a.Account.Queries = found.Stats.Queries
	r.Proposed, a.Account.Notes = found.Proposed, unused(found.Proposed)
	r.Close(ctx, run, a.Account, t.Solver, before, start)
	return &engine.Outcome{Engine: Name, Result: r}, nil
}
