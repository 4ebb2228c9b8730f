package product

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/termination"
)

// ProveRelations proves the largest inductive set of the given relations, with the help
// of those that are proven, and without guessing any: relations of procedures that a
// user wrote, of which each run makes one step. The pair is one that they are about, or
// that is compared with them. The relations of the proof begin with the set; nil when that
// is empty.
func ProveRelations(a *termination.Analysis, p *pairing.Pair, list, proven []*relation.Relation, queries int) (*Proof, int) {
	x := newSearch(a, Input{Pair: p, Queries: queries})
	x.thorough, x.patience = true, maxUnknown
	for _, rel := range slices.Concat(list, proven) {
		n := &node{rel: rel, schedule: schedule{steps: [2]int{1, 1}}}
		for v, name := range rel.Procs {
			q := a.Pairing.Versions[v].At(name)
			if q == nil || !a.Load(q) || q.Blocks == nil {
				return nil, 0
			}
			n.procs[v] = q
			x.treatments[q] = related
		}
		x.nodes = append(x.nodes, n)
	}
	prover := relation.NewProver(x.c, x.unsat, x.product)
	prover.Proven = proven
	now := prover.Prove(list)
	if len(now) == 0 {
		return nil, 0
	}
	return &Proof{Pair: p, Given: x.given, Relations: slices.Concat(now, proven), nodes: x.copies(), search: x}, len(now)
}
