package product

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/termination"
)

// ProveRelations proves the largest inductive set of the given relations, with the help
// of those that are proven, and without guessing any: relations of procedures that a
// user wrote. The pair is one that they are about, or that is compared with them.
func ProveRelations(a *termination.Analysis, p *pairing.Pair, list, proven []*relation.Relation, queries int) []*relation.Relation {
	x := newSearch(a, Input{Pair: p, Queries: queries})
	x.thorough, x.patience = true, maxUnknown
	for _, rel := range slices.Concat(list, proven) {
		n := &node{rel: rel, schedule: schedule{steps: [2]int{1, 1}}}
		for v, name := range rel.Procs {
			q := a.Pairing.Versions[v].At(name)
			if q == nil || !a.Load(q) || q.Blocks == nil {
				return nil
			}
			n.procs[v] = q
			x.treatments[q] = related
		}
		x.nodes = append(x.nodes, n)
	}
	prover := relation.NewProver(x.c, x.unsat, x.product)
	prover.Proven = proven
	return prover.Prove(list)
}
