package moddiff

import (
	"context"
	"slices"

	"semdiff/moddiff/impact"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/slice"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/symexec"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// settled is what is known of pairs before Algorithm 1 comes to them: of which no
// output and no end is impacted, and what the slices of others have shown.
type settled struct {
	pairs   map[*pairing.Pair]*summary.Pair
	idle    map[*pairing.Pair]bool // loops that need no answer: nothing that is open calls them
	by      *comparison            // of the slices; nil when whole versions are compared
	dropped *comparison            // of slices without what may end a run; nil for none
	distant []*pairing.Pair        // of which it is known on which inputs results depend
	account *query.Account         // of what it took to find which loops end
}

// settleByImpact finds what the change reaches (package impact). Callers share what it
// does not, output by output; and pairs are compared as slices without that (package
// slice), which keep all that may end a run: the sets of Def. 9 are those of the whole
// pair then; where that leaves something open, without. What no slice tells of is left
// to Algorithm 1 on the whole versions.
func (x *subject) settleByImpact(ctx context.Context, s solver.Solver, opts Options) {
	a := x.findImpact(x.returning(ctx, s))
	if cut := slice.Make(a, slice.Options{Ends: true}); cut.Smaller() || opts.SlicesAlone {
		x.compareSlices(ctx, s, opts, cut)
		x.compareDropped(ctx, s, opts, a, cut)
	}
	x.settled.idle = x.idleLoops()
}

// What it may cost to prove which loops end, before it is found what the change reaches:
// questions, and resource units.
const (
	mostReturning      = 60
	returningResources = 400_000
)

// returning says which loops and procedures are proven to return.
func (x *subject) returning(ctx context.Context, s solver.Solver) func(version int, name string) bool {
	s.Reset()
	a := x.NewAnalysis(ctx, s, symexec.Options{Apart: symexec.MaxApart, Unwind: firstUnwind})
	a.Patience = innerPatience
	a.AllotResources(returningResources)
	x.settled = &settled{pairs: map[*pairing.Pair]*summary.Pair{}, account: a.Account}
	return a.Returning(mostReturning)
}

// findImpact marks what the change does not reach; returns may be nil.
func (x *subject) findImpact(returns func(version int, name string) bool) *impact.Analysis {
	a := impact.Analyse(x.Pairing, impact.Options{By: impact.Terms, Returns: returns})
	if x.settled == nil {
		x.settled = &settled{pairs: map[*pairing.Pair]*summary.Pair{}}
	}
	x.settleEqual()
	for _, p := range a.Pairs {
		p.MarkSame(func(port int) bool { return !p.Outputs[port] }, !p.Outcome)
		if !p.Anything(false) {
			x.settled.pairs[p.Pair] = allUnchanged(x.Pairing)
		}
	}
	x.settled.distant = a.Distant()
	for _, p := range x.settled.distant {
		p.MarkNeeds(func(out int) []bool { return a.Needs(p, out) })
	}
	return a
}

// settleEqual takes over pairs that are known to be equal.
func (x *subject) settleEqual() {
	if x.settled == nil {
		x.settled = &settled{pairs: map[*pairing.Pair]*summary.Pair{}}
	}
	for _, name := range x.equal {
		if p := x.Pairing.Named(name); p != nil && p.Affected {
			x.settled.pairs[p] = allUnchanged(x.Pairing)
		}
	}
}

// allUnchanged is what is known of a pair that is proven equal.
func allUnchanged(p *pairing.Pairing) *summary.Pair {
	d := summary.AllUnchanged(p.Ctx)
	e := summary.Equality{Equal: true, Partial: true}
	return &summary.Pair{Equality: e, Summary: d, Entry: d, EntryEquality: e}
}

// compareSlices runs Algorithm 1 on slices, and takes over what that shows.
func (x *subject) compareSlices(ctx context.Context, s solver.Solver, opts Options, cut *slice.Slices) {
	y, _ := x.ofSlices(cut)
	if y == nil {
		return
	}
	x.seenIn(y)
	l := x.newLifting(ctx, s, cut, opts.judgement())
	for _, p := range y.Pairing.Pairs {
		w := l.wholeOf(p)
		if w == nil {
			continue
		}
		l.whole[p] = w
		p.Reachable = w.Reachable
		p.MarkSame(func(port int) bool { return w.Outputs[w.outputs[port]].Same }, w.SameEnd)
		if known := x.settled.pairs[w.Pair]; known != nil {
			y.settled.pairs[p] = known
		}
	}
	l.markNeeds(y)
	x.settled.by = deepen(ctx, y, s, opts)
	state := x.settled.by.overview()
	for _, p := range y.Pairing.Pairs {
		w, known := l.whole[p], state.OfPair(p)
		if w == nil || x.settled.pairs[w.Pair] != nil || known.Summary == nil && !known.Equal {
			continue
		}
		if x.alone(w.Pair, x.isEntry(w.Pair)) == y.alone(p, y.isEntry(p)) {
			x.settled.pairs[w.Pair] = l.pair(known, p, w)
		}
	}
}

// ofSlices pairs slices as the whole versions are, which given says; nil when an entry
// has none.
func (x *subject) ofSlices(cut *slice.Slices) (y *subject, given []pairing.Matched) {
	for _, p := range x.Pairing.Pairs {
		m := p.Matched()
		if p.Old.Kind == ir.Procedure && !slices.ContainsFunc(given, func(g pairing.Matched) bool { return g.Old == m.Old }) {
			given = append(given, m)
		}
	}
	p, err := pairing.New(cut.Programs[0], cut.Programs[1], pairing.Options{Given: given})
	if err != nil {
		return nil, nil
	}
	y = &subject{Run: x.Run.Slices(p), named: x.named, inner: x.inner, settled: &settled{pairs: map[*pairing.Pair]*summary.Pair{}}}
	for _, e := range x.entries {
		q := p.Like(e)
		if q == nil {
			return nil, nil
		}
		y.entries = append(y.entries, q)
	}
	p.MarkReachable(y.entries)
	return y, given
}

// seenIn makes callers of the entries of slices see what those of the whole ones do: of
// memory, slices may not know which cells are locals.
func (x *subject) seenIn(y *subject) {
	for i, p := range y.entries {
		y.Pairing.SeeAs(p, x.entries[i])
	}
}

// Sliced are two versions without what the change does not reach, for an engine to
// compare in place of the whole ones: each pair of procedures is in C, U and T on the
// same inputs, as far as it has them.
type Sliced struct {
	Old, New *ir.Program
	Match    []pairing.Matched
	// Same are the observed outputs of each pair, by name, that the change does not
	// reach: they are equal whenever both versions return.
	Same map[string][]string
}

// Slices slices two versions; nil when nothing can be dropped, or when that would change
// which pairs are entries, or how inputs and outputs of a pair correspond. The error is
// about a missing entry, or a matching that does not fit.
func Slices(old, new *ir.Program, match []pairing.Matched, entry string) (*Sliced, error) {
	x, err := pairUp(old, new, Options{Match: match, Entry: entry})
	if err != nil {
		return nil, err
	}
	cut := slice.Make(x.findImpact(nil), slice.Options{Ends: true})
	y, given := x.ofSlices(cut)
	if y == nil || !cut.Smaller() {
		return nil, nil
	}
	if again, err := y.Pairing.Entries(entry); err != nil || !slices.Equal(again, y.entries) {
		return nil, nil
	}
	l := &lifting{x: x, cut: cut}
	for _, p := range y.Pairing.Pairs {
		if q := x.Pairing.Like(p); p.Old.Kind == ir.Procedure && q.Affected && l.wholeOf(p) == nil {
			return nil, nil
		}
	}
	s := &Sliced{Old: cut.Programs[0], New: cut.Programs[1], Match: given, Same: map[string][]string{}}
	for _, p := range x.Pairing.Pairs {
		for _, port := range p.Observed(x.Pairing.Ctx, x.isEntry(p)) {
			if port.Same {
				s.Same[p.Name] = append(s.Same[p.Name], port.Var.Name())
			}
		}
	}
	return s, nil
}

func (x *subject) isEntry(p *pairing.Pair) bool { return slices.Contains(x.entries, p) }

// idleLoops are the loops that have no answer and need none: slices have other ones,
// and those were enough for all that calls them.
func (x *subject) idleLoops() map[*pairing.Pair]bool {
	idle := map[*pairing.Pair]bool{}
	var work []*pairing.Pair
	for _, p := range x.Pairing.Pairs {
		switch {
		case x.settled.pairs[p] != nil || !p.Affected:
		case p.Old.Kind == ir.Loop && !x.isEntry(p):
			idle[p] = true
		default:
			work = append(work, p)
		}
	}
	for ; len(work) > 0; work = work[1:] {
		for _, q := range x.Pairing.CalledBy(work[:1]) {
			if idle[q] {
				delete(idle, q)
				work = append(work, q)
			}
		}
	}
	return idle
}

// isSettledTask reports whether there is nothing to analyse of a group.
func (x *subject) isSettledTask(t *task) bool {
	return x.settled != nil && !slices.ContainsFunc(t.group, func(p *pairing.Pair) bool {
		return p.Affected && x.settled.pairs[p] == nil && !x.settled.idle[p]
	})
}

// isSettled reports whether there is nothing to analyse at all.
func (x *subject) isSettled() bool {
	return x.settled != nil && !slices.ContainsFunc(x.tasks(), func(t *task) bool { return !x.isSettledTask(t) })
}

// comparesWhole reports whether slices were compared before, as far as there are some.
func (x *subject) comparesWhole() bool { return x.settled != nil && x.settled.idle != nil }

// isIdle reports whether p has no answer and needs none.
func (x *subject) isIdle(p *pairing.Pair) bool { return x.settled != nil && x.settled.idle[p] }

// knowledgeOf is what is settled of a group, with what is known of its callees. Pairs of
// which no text changed, and that call equal ones, are unchanged (lines 19-21).
func (x *subject) knowledgeOf(t *task) *summary.Knowledge {
	var callees []*summary.Knowledge
	for _, d := range t.deps {
		if d.known != nil {
			callees = append(callees, d.known)
		}
	}
	known := summary.NewTable(summary.Join(callees...))
	unaffected := pairing.Unaffected(t.group, func(p *pairing.Pair) bool { return known.OfPair(p).Equal })
	for _, p := range t.group {
		switch {
		case unaffected:
			*known.OfPair(p) = summary.Pair{Equality: summary.Equality{Equal: true, Partial: true}}
		case x.settled.pairs[p] != nil:
			*known.OfPair(p) = *x.settled.pairs[p]
		}
	}
	return known.Knowledge()
}

// addSlices adds what comparing slices took, and said.
func (x *subject) addSlices(n *account) {
	if x.settled == nil {
		return
	}
	if x.settled.account != nil {
		n.AddQueries(x.settled.account)
	}
	if x.settled.by == nil {
		return
	}
	n.add(x.settled.by.work())
	for before := x.settled.by.before; before != nil; before = before.before {
		n.addQueries(before.work())
	}
	for dropped := x.settled.dropped; dropped != nil; dropped = dropped.before {
		n.addQueries(dropped.work())
	}
}
