package moddiff

import (
	"slices"

	"semdiff/smtlib"
)

// resolver simplifies terms for the inputs that satisfy one condition.
type resolver struct {
	s      *simplifier
	cond   *smtlib.Term
	values valuation // of an input that satisfies cond; nil when there is none
	truth  map[*smtlib.Term]answer
}

// answer is what a condition is wherever the resolver's holds.
type answer uint8

const (
	open answer = iota
	always
	never
)

func (a *analysis) newResolver(cond *smtlib.Term, values valuation) *resolver {
	return &resolver{
		s:    &simplifier{a: a, budget: maxSimplifyQueries / 2},
		cond: cond, values: values, truth: map[*smtlib.Term]answer{},
	}
}

// terms are the ts with the conditionals and the reads of written maps resolved
// that the condition decides; abstract applications, which cannot matter there,
// are gone. All are nil when there was no time for it.
func (r *resolver) terms(ts ...*smtlib.Term) []*smtlib.Term {
	known := r.s.a.newDefinedness()
	out := make([]*smtlib.Term, len(ts))
	var there []*smtlib.Term
	for i, t := range ts {
		if t != nil {
			out[i] = known.term(t).value
			there = append(there, out[i])
		}
	}
	if known.short {
		return make([]*smtlib.Term, len(ts)) // the values need not be those of the ts
	}
	given := assumption(r.s.a.c, r.cond, there...)
	for i, t := range out {
		if t != nil {
			out[i] = r.resolved(given.Apply(t))
		}
	}
	return out
}

// term is terms of one.
func (r *resolver) term(t *smtlib.Term) *smtlib.Term { return r.terms(t)[0] }

// resolved takes steps as long as there are any.
func (r *resolver) resolved(t *smtlib.Term) *smtlib.Term {
	for r.s.budget > 0 && size(t) <= maxSimplifyNodes {
		u := r.step(t)
		if u == t {
			break
		}
		t = u
	}
	return t
}

// step resolves the first conditional or read that the condition decides.
func (r *resolver) step(t *smtlib.Term) *smtlib.Term {
	c := r.s.a.c
	for _, k := range conditions(t) {
		switch r.decide(k) {
		case always:
			return assume(c, t, k)
		case never:
			return assume(c, t, c.Not(k))
		}
	}
	for _, read := range openReads(t) {
		m, i := read.Args()[0], read.Args()[1]
		switch r.decide(c.Eq(m.Args()[1], i)) {
		case always:
			return c.Substitute(t, map[*smtlib.Term]*smtlib.Term{read: m.Args()[2]})
		case never:
			return c.Substitute(t, map[*smtlib.Term]*smtlib.Term{read: c.Select(m.Args()[0], i)})
		}
	}
	return t
}

// openReads are the reads in t of a map just written, maybe elsewhere.
func openReads(t *smtlib.Term) []*smtlib.Term {
	var out []*smtlib.Term
	visitOpen([]*smtlib.Term{t}, func(x *smtlib.Term) {
		if x.Op() == smtlib.OpSelect && x.Args()[0].Op() == smtlib.OpStore {
			out = append(out, x)
		}
	})
	return out
}

// decide asks whether the condition decides k. The values say which answer is
// worth asking for.
func (r *resolver) decide(k *smtlib.Term) answer {
	if known, ok := r.truth[k]; ok {
		return known
	}
	ask := []answer{always, never}
	if r.values != nil {
		if v, err := r.values(k); err == nil && v.IsTrue() {
			ask = []answer{always}
		} else if err == nil {
			ask = []answer{never}
		}
	}
	c := r.s.a.c
	excluded := map[answer]*smtlib.Term{always: c.Not(k), never: k}
	for _, x := range ask {
		if r.s.impossible(c.And(r.cond, excluded[x])) {
			r.truth[k] = x
			return x
		}
	}
	r.truth[k] = open
	return open
}

// cellwise writes equalities of maps that differ from one map in some cells as
// equalities of those cells.
func (a *analysis) cellwise(t *smtlib.Term) *smtlib.Term {
	for {
		sub := map[*smtlib.Term]*smtlib.Term{}
		visitOpen([]*smtlib.Term{t}, func(x *smtlib.Term) {
			if x.Op() != smtlib.OpEq || x.Args()[0].Sort().Kind != smtlib.ArrayKind {
				return
			}
			if equal := a.equalCells(x.Args()[0], x.Args()[1]); equal != nil {
				sub[x], sub[a.c.Not(x)] = equal, a.c.Not(equal)
			}
		})
		if len(sub) == 0 {
			return t
		}
		t = a.c.Substitute(t, sub)
	}
}

// maxCellwise is how many cells an equality of maps is written with.
const maxCellwise = 6

// equalCells is the equality of two maps as that of some of their cells; nil
// when they are not the same everywhere else.
func (a *analysis) equalCells(m, n *smtlib.Term) *smtlib.Term {
	if lastShared(m, n) == nil {
		return nil
	}
	indices := written(m, n)
	if len(indices) > maxCellwise {
		return nil
	}
	var cells []*smtlib.Term
	for _, i := range indices {
		cells = append(cells, a.c.Eq(a.read(m, i), a.read(n, i)))
	}
	return a.c.And(cells...)
}

// written are the indices at which maps are written, last first, but for those
// written to what all share.
func written(maps ...*smtlib.Term) []*smtlib.Term {
	before := map[*smtlib.Term]bool{}
	if m := lastShared(maps...); m != nil {
		writes(m, before, func(*smtlib.Term) {})
	}
	var out []*smtlib.Term
	for _, m := range maps {
		writes(m, map[*smtlib.Term]bool{}, func(w *smtlib.Term) {
			if i := w.Args()[1]; !before[w] && !slices.Contains(out, i) {
				out = append(out, i)
			}
		})
	}
	return out
}

// lastShared is the last map that all maps were before, whatever their conditions say;
// nil when there is none.
func lastShared(maps ...*smtlib.Term) *smtlib.Term {
	l := lineage{}
	m := maps[0]
	for _, n := range maps[1:] {
		m = l.common(m, n)
	}
	return m
}

// lineage is the tree of maps in which each stands below the last one that it was
// before, whatever its conditions say.
type lineage map[*smtlib.Term]ancestor

// ancestor is the map above another, nil at a root, and how many are above that.
type ancestor struct {
	m     *smtlib.Term
	depth int
}

func (l lineage) above(m *smtlib.Term) ancestor {
	if up, ok := l[m]; ok {
		return up
	}
	var up ancestor
	switch m.Op() {
	case smtlib.OpStore:
		up.m = m.Args()[0]
	case smtlib.OpIte:
		up.m = l.common(m.Args()[1], m.Args()[2])
	}
	if up.m != nil {
		up.depth = l.above(up.m).depth + 1
	}
	l[m] = up
	return up
}

// common is the nearest map that both were before or are; nil when there is none.
func (l lineage) common(m, n *smtlib.Term) *smtlib.Term {
	for m != n && m != nil && n != nil {
		if up, other := l.above(m), l.above(n); up.depth >= other.depth {
			m = up.m
		} else {
			n = other.m
		}
	}
	if m == n {
		return m
	}
	return nil
}

// writes calls f for the writes that m consists of.
func writes(m *smtlib.Term, seen map[*smtlib.Term]bool, f func(*smtlib.Term)) {
	if seen[m] {
		return
	}
	seen[m] = true
	switch m.Op() {
	case smtlib.OpStore:
		f(m)
		writes(m.Args()[0], seen, f)
	case smtlib.OpIte:
		writes(m.Args()[1], seen, f)
		writes(m.Args()[2], seen, f)
	}
}

// read is what m holds at i, by cases of which write was there.
func (a *analysis) read(m, i *smtlib.Term) *smtlib.Term {
	c := a.c
	memo := map[*smtlib.Term]*smtlib.Term{}
	var read func(m *smtlib.Term) *smtlib.Term
	read = func(m *smtlib.Term) *smtlib.Term {
		if r, ok := memo[m]; ok {
			return r
		}
		var r *smtlib.Term
		switch m.Op() {
		case smtlib.OpStore:
			r = c.Ite(c.Eq(m.Args()[1], i), m.Args()[2], read(m.Args()[0]))
		case smtlib.OpIte:
			r = c.Ite(m.Args()[0], read(m.Args()[1]), read(m.Args()[2]))
		default:
			r = c.Select(m, i)
		}
		memo[m] = r
		return r
	}
	return read(m)
}
