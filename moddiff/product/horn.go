package product

import (
	"context"
	"slices"
	"time"

	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
)

// What a solver of Horn clauses may cost: resource units where it counts them, and
// time in any case.
const (
	hornResources = 4_000_000
	hornTimeout   = 5 * time.Second
)

// attemptHorn proves the pair from relations that a solver of Horn clauses proposes.
// First those of matched loops are to give equal outputs, then any.
func (x *search) attemptHorn() *Proof {
	if x.horn == "" || x.a.Spent() {
		return nil
	}
	for _, given := range []bool{true, false} {
		if x.proposeHorn(given) {
			if proof := x.conclude(); proof != nil {
				return proof
			}
		}
	}
	return nil
}

// proposeHorn gives the nodes the relations of a model of the clauses; false when
// there is none.
func (x *search) proposeHorn(given bool) bool {
	limits := relation.HornLimits{Command: x.horn, Resources: hornResources, Timeout: hornTimeout}
	found, err := x.askHorn(x.a.Context(), limits, given)
	if err != nil || len(found) == 0 {
		return false // without such a solver there is no such proof
	}
	for _, n := range x.nodes {
		i := slices.IndexFunc(found, func(rel *relation.Relation) bool { return rel.Procs == n.names() })
		n.rel = found[i]
		n.rel.Outcome = true
	}
	return true
}

// askHorn asks a solver of Horn clauses for relations of the nodes by which the pair
// is equal where both versions return.
func (x *search) askHorn(ctx context.Context, limits relation.HornLimits, given bool) ([]*relation.Relation, error) {
	top := vc.PairOf(x.pair)
	top.Outputs = x.outputs
	wanted := &relation.Relation{
		Procs: [2]string{top.Procs[0].Name, top.Procs[1].Name},
		Pre:   relation.EqualInputs(x.c, top), Post: relation.EqualOutputs(x.c, top),
	}
	list := []*relation.Relation{wanted}
	for _, n := range x.nodes {
		if n.names() == wanted.Procs {
			continue
		}
		rel := &relation.Relation{Procs: n.names()}
		if p := n.procs[0].Pair; given && p != nil && p.New == n.procs[1] {
			rel.Post = relation.EqualOutputs(x.c, vc.PairOf(p))
		}
		list = append(list, rel)
	}
	return relation.NewProver(x.c, x.unsat, x.product).HornProposals(ctx, limits, list, wanted)
}
