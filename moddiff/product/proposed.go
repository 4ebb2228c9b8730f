package product

import (
	"slices"

	"semdiff/moddiff/relation"
	"semdiff/moddiff/termination"
)

// Proposer proposes relations between the loops and recursive procedures of a pair.
type Proposer interface {
	// Propose sets schedules of the nodes, and calls try with a relation of each, until
	// that is true. Nothing that it says is believed.
	Propose(a *termination.Analysis, k *Correlation, try func([]*relation.Relation) bool)
}

// proposedQueries is how many questions proofs from what a Proposer says may ask.
const proposedQueries = 120

// attemptProposed proves the pair from what the Proposer says.
func (x *search) attemptProposed() (proof *Proof) {
	if x.propose == nil || x.a.Spent() || len(x.nodes) == 0 {
		return nil
	}
	x.setSchedules(0)
	k := x.correlation()
	k.proved = true
	x.propose.Propose(x.a, k, func(list []*relation.Relation) bool {
		for _, n := range x.nodes {
			n.rel = &relation.Relation{Procs: n.names(), Outcome: true}
			if i := slices.IndexFunc(list, func(rel *relation.Relation) bool { return rel.Procs == n.names() }); i >= 0 {
				n.rel = list[i]
			}
		}
		x.thorough, x.patience, x.queries = true, maxUnknown, max(x.queries, proposedQueries)
		proof = x.conclude()
		return proof != nil
	})
	return proof
}
