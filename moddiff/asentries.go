package moddiff

import (
	"context"
	"slices"

	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// Bounds of comparing procedures as entries.
const (
	mostAsEntries  = 3         // procedures of a run
	asEntrySolver  = 3_000_000 // resource units of the solver for each
	asEntryOfShare = 2         // one part in so many of the time that is left
)

// compareAsEntries asks of edited procedures below the entries, about which nothing is
// shown, how they compare as entries (PairResult.AsEntry): less is observed of these than
// callers see, so that versions may be equal as entries where it is open whether they are
// for callers. The verdicts of the run stay.
func compareAsEntries(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options, r *Result) {
	if !opts.asksAsEntries() {
		return
	}
	one := opts
	one.Until, one.Equal = UntilVerdict, nil
	one.Cache, one.Related, one.Progress = nil, nil, nil
	one.Resources = asEntrySolver
	if opts.Resources > 0 {
		one.Resources = min(one.Resources, opts.Resources)
	}
	left := mostAsEntries
	for _, p := range r.Pairs {
		if left == 0 || ctx.Err() != nil {
			return
		}
		if p.Kind != ir.Procedure.String() || !p.Analysed || p.Verdict != Unknown || slices.Contains(r.Entry, p.Name) || !r.Edited(p) {
			continue
		}
		left--
		one.Entry = p.Name
		part, end := partOf(ctx, asEntryOfShare)
		s.Reset()
		q, err := Analyze(part, old, new, s, one)
		end()
		if err != nil || len(q.Entry) != 1 {
			continue
		}
		p.AsEntry = q.Verdict
		r.Stats.AddWork(q.Stats)
	}
}

// asksAsEntries reports whether undecided procedures below the entries are compared as
// entries: where the answer is to be as complete as it gets.
func (o Options) asksAsEntries() bool {
	return o.Until != UntilVerdict && o.Mode == ModDiffRef && !o.Evidence && !o.SlicesAlone && len(o.Inner) == 0 && o.Propose == nil && !o.brief && !o.unshared
}
