package dizy

import (
	"semdiff/moddiff/relation"
	"semdiff/smtlib"
)

// proof is what is proven of the nodes: relations in which their states are.
type proof struct {
	relations []*relation.Relation
	proven    map[*node]bool // its states are
}

// prove proves that the states hold of all runs: as relations, by induction on the
// length of runs. What was found before it is not believed.
func (g *program) prove(unsat func(*smtlib.Term) bool) *proof {
	p := &proof{proven: map[*node]bool{}}
	prover := relation.NewProver(g.c, unsat, g.k.Product)
	prover.Lemmas = g.lemmas
	var candidates []*relation.Relation
	of := map[*relation.Relation]*node{}
	for _, n := range g.nodes {
		if len(n.heads.list) == 0 {
			continue
		}
		for _, outcome := range []bool{true, false} {
			rel := g.relation(n)
			rel.Outcome = outcome
			candidates, of[rel] = append(candidates, rel), n
			if closed := g.withoutGhosts(n, rel); closed != nil {
				candidates = append(candidates, closed)
			}
		}
	}
	prover.Proven = prover.Prove(candidates)
	prover.ProveEnds(prover.Proven)
	for _, rel := range prover.Proven {
		if of[rel] != nil {
			p.proven[of[rel]] = true
		}
	}
	p.relations = prover.Proven
	return p
}

// relation says that runs which start in a state of the heads leave in one of its
// exits.
func (g *program) relation(n *node) *relation.Relation {
	c := g.c
	rel := &relation.Relation{Procs: n.Names()}
	for _, t := range smtlib.Conjuncts(n.heads.factored()) {
		rel.Pre = append(rel.Pre, n.heads.predicate(t))
	}
	for i, head := range n.heads.list {
		if post := c.Implies(head.term(n.heads.place), n.exits.term(i)); !post.IsTrue() {
			rel.Post = append(rel.Post, n.exits.predicate(post))
		}
	}
	return rel
}
