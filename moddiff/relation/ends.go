package relation

import (
	"slices"

	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/houdini"
	"semdiff/translate/ir"
)

// ProveEnds finds the largest set of proven relations of which it can be said, too,
// that one run ends if the other does, and says so of them (Relation.Ends).
//
// Why it is sound: for one direction, let a run of version v end on inputs that are
// related to those of a run of the other version. The calls that it makes end, and
// are shorter. So by induction on the length of the run of version v alone each
// call of the other version that is related to one of them ends, and so does the
// other run itself if it is related to one of them; the proof gives that no call
// keeps the other run from ending. What it is related to by way of the run of
// version v itself must not be used: that is no shorter.
func (p *Prover) ProveEnds(relations []*Relation) []*Relation {
	list := houdini.LargestInductiveSubset(relations, func(rel *Relation, assumed []*Relation) bool {
		return p.endsAlike(rel, assumed, 0) && p.endsAlike(rel, assumed, 1)
	})
	for _, rel := range list {
		rel.Ends = true
	}
	return list
}

// endsAlike reports whether it is proven that the other version ends if version v
// does, where the assumed relations say so of shorter runs of v.
func (p *Prover) endsAlike(rel *Relation, assumed []*Relation, v int) bool {
	c, product := p.ctx, p.of(rel.Procs)
	other := 1 - v
	calls := product.Calls
	calls[other] = slices.Concat(calls[other], []*vc.Activation{product.Tops[other]})
	ending := []*smtlib.Term{
		p.known(product, p.Proven), All(c, rel.Pre, product.Tops),
		c.Not(product.Tops[v].Ends[ir.Diverges]), product.Tops[other].Ends[ir.Diverges],
	}
	budget := MaxPairs
	for _, known := range assumed {
		whole := calls.each(known.Procs, &budget, func(runs [2]*vc.Activation) {
			ending = append(ending, c.Implies(
				c.And(runs[0].Reached, runs[1].Reached, All(c, known.Pre, runs), c.Not(runs[v].Ends[ir.Diverges])),
				c.Not(runs[other].Ends[ir.Diverges])))
		})
		p.Cut = p.Cut || !whole
	}
	return p.unsat(c.And(ending...))
}
