package outline

import (
	"cmp"
	"slices"
)

// Region is a hammock: the nodes between From and the place To, which is not in it. All
// runs enter it at From, and those that leave it are at To next.
type Region struct{ From, To int }

// Hammock is the region from a node to a place; ok is false when there is none: control
// gets in or out elsewhere, or it has the tail call of a loop, or nothing.
func (g *Graph) Hammock(from, to int) (r Region, ok bool) {
	if to <= from {
		return r, false
	}
	inside := g.inside(Region{from, to})
	for _, n := range inside {
		if c := g.Call(n); c != nil && c.Proc == g.Proc.Name {
			return r, false
		}
		if n > to {
			return r, false
		}
		if n != from && slices.ContainsFunc(g.preds[n], func(p int) bool { return !slices.Contains(inside, p) }) {
			return r, false
		}
		if to != g.End() && slices.Contains(g.succs[n], g.End()) {
			return r, false
		}
	}
	return Region{from, to}, true
}

// inside are the nodes of a region, ascending.
func (g *Graph) inside(r Region) (nodes []int) {
	in := make([]bool, len(g.Nodes)+1)
	in[r.From] = true
	for n := r.From; n < len(g.Nodes); n++ {
		if !in[n] {
			continue
		}
		nodes = append(nodes, n)
		for _, s := range g.succs[n] {
			if s != r.To && s != g.End() {
				in[s] = true
			}
		}
	}
	return nodes
}

// Inside are the nodes of a region, ascending.
func (g *Graph) Inside(r Region) []int { return g.inside(r) }

// Size is how many nodes a region has.
func (g *Graph) Size(r Region) int { return len(g.inside(r)) }

// Laminar are regions of which two are apart or one is in the other: of two that overlap
// otherwise the smallest hammock takes the place that holds both, where there is one, and
// else the larger one is left out. Smaller ones come first.
func (g *Graph) Laminar(list []Region) []Region {
	bySize := func(a, b Region) int {
		return cmp.Or(cmp.Compare(g.Size(a), g.Size(b)), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	}
	list = slices.Clone(list)
	slices.SortFunc(list, bySize)
	list = slices.Compact(list)
	var out []Region
	for len(list) > 0 {
		r := list[0]
		list = list[1:]
		at := slices.IndexFunc(out, func(q Region) bool { return g.overlap(q, r) })
		if at < 0 {
			out = append(out, r)
			continue
		}
		q := out[at]
		if both, ok := g.Hammock(min(q.From, r.From), max(q.To, r.To)); ok && both != r {
			out = slices.Delete(out, at, at+1)
			if !slices.Contains(out, both) && !slices.Contains(list, both) {
				list = append(list, both)
				slices.SortFunc(list, bySize)
			}
		}
	}
	slices.SortFunc(out, bySize)
	return out
}

// overlap reports whether two regions share nodes and neither is in the other.
func (g *Graph) overlap(q, r Region) bool {
	a, b := g.inside(q), g.inside(r)
	shared := 0
	for _, n := range a {
		if slices.Contains(b, n) {
			shared++
		}
	}
	return shared > 0 && shared < len(a) && shared < len(b)
}
