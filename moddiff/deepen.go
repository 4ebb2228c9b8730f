package moddiff

import (
	"context"
	"slices"
	"time"

	"semdiff/moddiff/readable"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
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

// deepen compares under smaller unwinding bounds first. A deeper analysis meets
// larger terms, so that it may find out less where the solver gives up; it starts
// from what was shown before, and it is not needed where that was everything. Not
// so for evidence, which rests on the summaries of one analysis.
func deepen(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) (*comparison, error) {
	if opts.Evidence {
		return compare(ctx, old, new, s, opts)
	}
	bounds := smallerBounds(opts.Unwind)
	for i, bound := range bounds {
		shallow := opts
		shallow.Unwind = bound
		share, cancel := shareOf(ctx, len(bounds)-i)
		r, err := compare(share, old, new, s, shallow)
		cancel()
		if err != nil || ctx.Err() != nil || r.result().Complete {
			return r, err
		}
		opts.before, new = r, r.base[1].prog
	}
	return compare(ctx, old, new, s, opts)
}

// shareOf is the time for one of several analyses before the last, which gets half.
func shareOf(ctx context.Context, left int) (context.Context, context.CancelFunc) {
	deadline, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)/time.Duration(2*left))
}

// earlier is the pair as the analysis before this one left it; nil where there was
// none.
func (a *analysis) earlier(p *Pair) *Pair {
	before := a.opts.before
	if before == nil {
		return nil
	}
	for _, t := range before.tasks {
		if t.known != nil && slices.ContainsFunc(t.group, func(q *Pair) bool { return q.Name == p.Name }) {
			return t.known.pairs[p.Name]
		}
	}
	return nil
}

// adoptProofs takes over what was proven of whole pairs.
func (a *analysis) adoptProofs(group []*Pair) {
	for _, p := range group {
		if e := a.earlier(p); e != nil {
			p.state.equal = p.state.equal || e.state.equal
			p.state.partial = p.state.partial || e.state.partial
		}
	}
}

// shownBefore is what was shown of a pair before, with these outputs observed.
func (a *analysis) shownBefore(p *Pair, outputs []Port) (*DiffSummary, pairState) {
	switch e := a.earlier(p); {
	case e == nil || e.summary == nil:
		return nil, pairState{}
	case len(outputs) < len(a.observed(p, false)) || e.entry == e.summary:
		return e.entry, e.entryState
	default:
		return e.summary, e.state
	}
}

// addEarlier adds what was shown before to what is shown now. Each of the sets is
// right whatever the bound, so their unions are.
func (a *analysis) addEarlier(e, d *DiffSummary) {
	c := a.c
	if e == nil {
		return
	}
	// Where what is the same now is too large to be made readable, what was before helps.
	unreadable := readable.Size(d.Unchanged) > maxSharedSize && readable.Size(e.Unchanged) <= maxSharedSize
	if !e.Unchanged.IsFalse() && (unreadable || a.hint(c.And(e.Unchanged, c.Not(d.Unchanged)))) {
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
		if !a.hint(c.And(diff.Condition, c.Not(*set))) {
			continue
		}
		again := *diff
		d.Differences = append(d.Differences, &again)
		*set = c.Or(*set, diff.Condition)
	}
}

// rushed reports whether time, or a fault of the solver, had a part in what
// analyses found.
func (r *comparison) rushed() bool {
	return r != nil && (r.cutShort || slices.ContainsFunc(r.tasks, func(t *task) bool { return t.account.hurried }) || r.opts.before.rushed())
}
