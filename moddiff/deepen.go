package moddiff

import (
	"context"
	"slices"
	"time"

	"semdiff/moddiff/abstraction"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/readable"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// firstUnwind is the bound that deeper analyses start with.
const firstUnwind = 5

// smallerBounds are the bounds that are tried before one. They grow fast, so that
// all together take little longer than the last.
func smallerBounds(unwind int) (bounds []int) {
	for b := firstUnwind; b < unwind; b *= 4 {
		bounds = append(bounds, b)
	}
	return bounds
}

// deepen compares under growing unwinding bounds, until nothing is open. A larger
// bound makes larger terms, on which the solver may give up; so each analysis
// starts from what the one before has proven, and never shows less. Evidence rests
// on the summaries of one analysis, and is made under the last bound alone.
func deepen(ctx context.Context, x *subject, s solver.Solver, opts Options) *comparison {
	if opts.Evidence || x.isSettled() {
		return compare(ctx, x, s, opts, nil)
	}
	var before *comparison
	bounds := smallerBounds(opts.Unwind)
	for i, bound := range bounds {
		shallow := opts
		shallow.Unwind = bound
		share, cancel := shareOf(ctx, len(bounds)-i)
		r := compare(share, x, s, shallow, before)
		cancel()
		if ctx.Err() != nil || r.result().Complete {
			return r
		}
		before = r
	}
	return compare(ctx, x, s, opts, before)
}

// shareOf is the time for the next analysis, when so many are left before the last:
// these have half of the time that is left.
func shareOf(ctx context.Context, left int) (context.Context, context.CancelFunc) {
	return partOf(ctx, 2*left)
}

// partOf is ctx with one of so many parts of the time that is left, if that is limited.
func partOf(ctx context.Context, parts int) (context.Context, context.CancelFunc) {
	deadline, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)/time.Duration(parts))
}

// earlier is what the comparison before this one knew of a pair; nil where there
// was none.
func (a *analysis) earlier(p *pairing.Pair) *summary.Pair {
	if a.before == nil {
		return nil
	}
	for _, t := range a.before.tasks {
		if t.known != nil && slices.Contains(t.group, p) {
			return t.known.Pairs[p]
		}
	}
	return nil
}

// adoptProofs takes over equivalences that were proven under a smaller bound.
func (a *analysis) adoptProofs(group []*pairing.Pair) {
	for _, p := range group {
		if e, known := a.earlier(p), a.State.OfPair(p); e != nil {
			known.Equal = known.Equal || e.Equal
			known.Partial = known.Partial || e.Partial
		}
	}
}

// shownBefore is the summary of a pair under the bound before, with these outputs
// observed.
func (a *analysis) shownBefore(p *pairing.Pair, outputs []pairing.Port) (*summary.DiffSummary, summary.Equality) {
	switch e := a.earlier(p); {
	case e == nil || e.Summary == nil:
		return nil, summary.Equality{}
	case !p.SeenWhole(a.Ctx, outputs) || e.Entry == e.Summary:
		return e.Entry, e.EntryEquality
	default:
		return e.Summary, e.Equality
	}
}

// addEarlier joins the summary d of a pair with e, that under the bound before: line 1
// of Algorithm 2. Each set under-approximates that of Def. 9 whatever the bound, and
// so does a union.
func (a *analysis) addEarlier(e, d *summary.DiffSummary) {
	c := a.Ctx
	if e == nil {
		return
	}
	d.Invariants = e.Invariants
	// A U that is too large to be made readable may get smaller when an earlier U is added.
	unreadable := readable.Size(d.Unchanged) > abstraction.MaxSharedSize && readable.Size(e.Unchanged) <= abstraction.MaxSharedSize
	if !e.Unchanged.IsFalse() && (unreadable || a.MaybeSat(c.And(e.Unchanged, c.Not(d.Unchanged)))) {
		var left []*smtlib.Term
		for _, t := range readable.Disjuncts(c.Not(d.Unchanged)) {
			left = append(left, c.And(t, c.Not(e.Unchanged)))
		}
		d.Unchanged = c.Not(c.Or(left...))
	}
	for _, diff := range e.Differences {
		set := &d.Changed
		if diff.Termination {
			set = &d.TerminationChanged
		}
		if !a.MaybeSat(c.And(diff.Condition, c.Not(*set))) {
			continue
		}
		again := *diff
		d.Differences = append(d.Differences, &again)
		*set = c.Or(*set, diff.Condition)
	}
}
