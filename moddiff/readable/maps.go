package readable

import (
	"slices"

	"semdiff/smtlib"
)

// cellwise writes equalities of maps that differ from one map in some cells as
// equalities of those cells.
func cellwise(c *smtlib.Context, t *smtlib.Term) *smtlib.Term {
	for {
		sub := map[*smtlib.Term]*smtlib.Term{}
		smtlib.VisitOpen([]*smtlib.Term{t}, func(x *smtlib.Term) {
			if x.Op() != smtlib.OpEq || x.Args()[0].Sort().Kind != smtlib.ArrayKind {
				return
			}
			if equal := equalCells(c, x.Args()[0], x.Args()[1]); equal != nil {
				sub[x], sub[c.Not(x)] = equal, c.Not(equal)
			}
		})
		if len(sub) == 0 {
			return t
		}
		t = c.Substitute(t, sub)
	}
}

// maxCellwise is how many cells an equality of maps is written with.
const maxCellwise = 6

// equalCells is the equality of two maps as that of some of their cells; nil
// when they are not the same everywhere else.
func equalCells(c *smtlib.Context, m, n *smtlib.Term) *smtlib.Term {
	if lastShared(m, n) == nil {
		return nil
	}
	indices := Written(m, n)
	if len(indices) > maxCellwise {
		return nil
	}
	var cells []*smtlib.Term
	for _, i := range indices {
		cells = append(cells, c.Eq(read(c, m, i), read(c, n, i)))
	}
	return c.And(cells...)
}

// Written are the indices at which maps are written, last first, but for those
// written to what all share.
func Written(maps ...*smtlib.Term) []*smtlib.Term {
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
func read(c *smtlib.Context, m, i *smtlib.Term) *smtlib.Term {
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
