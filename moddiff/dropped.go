package moddiff

import (
	"context"
	"slices"

	"semdiff/moddiff/impact"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/slice"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// compareDropped compares, where slices left an entry open of which both versions end
// alike, slices without what may end a run: what is dropped counts as returning. What is
// in U of these is in U of the whole pair (package slice); of C and T they say nothing.
func (x *subject) compareDropped(ctx context.Context, s solver.Solver, opts Options, a *impact.Analysis, cut *slice.Slices) {
	if ctx.Err() != nil || !slices.ContainsFunc(x.entries, func(p *pairing.Pair) bool { return p.SameEnd && x.isOpen(p) }) {
		return
	}
	less := slice.Make(a, slice.Options{})
	if less.Size() >= cut.Size() {
		return
	}
	y, _ := x.ofSlices(less)
	if y == nil {
		return
	}
	x.seenIn(y)
	y.findImpact(nil) // of runs that whole versions do not have, too
	l := x.newLifting(ctx, s, less, opts.judgement())
	l.dropped = true
	x.settled.dropped = deepen(ctx, y, s, opts)
	state := x.settled.dropped.overview()
	for _, p := range y.Pairing.Pairs {
		w := l.wholeOf(p)
		if w == nil || !w.SameEnd || !x.isOpen(w.Pair) || x.alone(w.Pair, x.isEntry(w.Pair)) != y.alone(p, y.isEntry(p)) {
			continue
		}
		if known := l.grown(x.settled.pairs[w.Pair], state.OfPair(p)); known != nil {
			x.settled.pairs[w.Pair] = known
		}
	}
}

// isOpen reports whether slices left something open of a pair that a change may affect.
func (x *subject) isOpen(p *pairing.Pair) bool {
	known := x.settled.pairs[p]
	return p.Affected && (known == nil || known.Summary != nil && !(known.Summary.Unknown.IsFalse() && known.Entry.Unknown.IsFalse()))
}

// grown is what is known of a pair, nil for nothing, with U of what dropped shows.
func (l *lifting) grown(known, dropped *summary.Pair) *summary.Pair {
	switch {
	case dropped.Equal:
		return allUnchanged(l.x.Pairing)
	case known == nil || dropped.Summary == nil:
		return nil
	}
	q := &summary.Pair{Equality: known.Equality, EntryEquality: known.EntryEquality}
	q.Summary, q.Equal = l.joined(known.Summary, dropped.Summary.Unchanged)
	q.Entry, q.EntryEquality.Equal = q.Summary, q.Equal
	if known.Entry != known.Summary {
		q.Entry, q.EntryEquality.Equal = l.joined(known.Entry, dropped.Entry.Unchanged)
	}
	q.Partial, q.EntryEquality.Partial = q.Partial || q.Equal, q.EntryEquality.Partial || q.EntryEquality.Equal
	return q
}

// joined is a difference summary with more inputs in U, and whether these are all.
func (l *lifting) joined(d *summary.DiffSummary, unchanged *smtlib.Term) (*summary.DiffSummary, bool) {
	c, more := l.x.Pairing.Ctx, *d
	if more.Unknown = c.And(d.Unknown, c.Not(unchanged)); !l.finder.MaybeSat(more.Unknown) {
		more.Unknown, more.Reasons = c.False, nil
	}
	more.Unchanged = c.Not(c.Or(d.Changed, d.TerminationChanged, more.Unknown))
	return &more, more.Unchanged.IsTrue()
}
