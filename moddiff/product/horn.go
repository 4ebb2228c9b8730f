package product

import (
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
func (x *search) attemptHorn(outputs []vc.Port) *Proof {
	if x.horn == "" || x.a.Spent() {
		return nil
	}
	for _, given := range []bool{true, false} {
		if x.proposeHorn(outputs, given) {
			if proof := x.conclude(outputs); proof != nil {
				return proof
			}
		}
	}
	return nil
}

// proposeHorn gives the nodes the relations of a model of the clauses; false when
// there is none.
func (x *search) proposeHorn(outputs []vc.Port, given bool) bool {
	top := vc.PairOf(x.pair)
	top.Outputs = outputs
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
	limits := relation.HornLimits{Command: x.horn, Resources: hornResources, Timeout: hornTimeout}
	found, err := relation.NewProver(x.c, x.unsat, x.product).HornProposals(x.a.Context(), limits, list, wanted)
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
