package dizy

import (
	"semdiff/moddiff/product"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/termination"
)

// Proposer proposes relations between loops for other engines: the states before and
// after them.
type Proposer struct{ Options Options }

// What the search for states may cost for another engine: questions, and those without
// an answer.
const (
	proposalQueries    = 250
	maxProposalUnknown = 1
)

// Propose implements product.Proposer.
func (p Proposer) Propose(a *termination.Analysis, k *product.Correlation, try func([]*relation.Relation) bool) {
	o := p.Options.withDefaults()
	o.WithoutGhosts = true
	for _, schedules := range o.plans(k) {
		use(k, schedules)
		hard := maxProposalUnknown
		s := &session{a, proposalQueries, maxProposalUnknown, &hard}
		g := correlate(a.Ctx, k, k.Lemmas(), o)
		g.solve(s.ask, s.over)
		var list []*relation.Relation
		for _, n := range g.nodes {
			if len(n.heads.list) > 0 {
				rel := g.relation(n)
				rel.Outcome = true
				list = append(list, rel)
			}
		}
		if s.over() || try(list) {
			return
		}
	}
}
