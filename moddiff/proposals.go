package moddiff

import (
	"slices"

	"semdiff/moddiff/product"
	"semdiff/moddiff/query"
	"semdiff/moddiff/relation"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// Proposal is a relation between calls of both versions that somebody proposes: a
// mutual summary of the user's.
type Proposal struct {
	*relation.Relation
	Name    string
	Refused string // why it cannot be used; "" otherwise
}

// propose asks for proposals.
func (x *subject) propose(opts Options) (err error) {
	if opts.Propose != nil {
		x.proposals, err = opts.Propose([2]*ir.Program{x.Program(0), x.Program(1)}, x.Separated())
	}
	return err
}

// proposalQueries is how many questions the proofs of proposals for one group may ask.
const proposalQueries = 200

// proveProposals proves what it can of the proposals about procedures of the group,
// together with those about their callees, which are proven by now.
func (a *analysis) proveProposals() {
	if a.evidence != nil {
		return // no claim says of a relation why it holds
	}
	var list []*relation.Relation
	for _, p := range a.proposals {
		if p.Refused == "" && len(p.Post) > 0 && a.isAboutGroup(p.Relation) {
			list = append(list, p.Relation)
		}
	}
	if len(list) == 0 {
		return
	}
	a.Patience = entryPatience
	a.State.Relations = append(a.State.Relations, product.ProveRelations(a.Analysis.Analysis, a.group[0], list, a.State.Relations, proposalQueries)...)
	a.SummariesChanged()
}

func (a *analysis) isAboutGroup(rel *relation.Relation) bool {
	for v, name := range rel.Procs {
		p := a.Pairing.Versions[v].At(name)
		if p == nil || p.Pair == nil || !slices.Contains(a.group, p.Pair) {
			return false
		}
	}
	return true
}

// noteProposals notes what became of proposals that are of no use.
func (r *comparison) noteProposals() {
	for _, p := range r.proposals {
		why := p.Refused
		switch {
		case why != "":
		case len(p.Post) == 0:
			why = "it is a precondition alone"
		case r.opts.Evidence:
			why = "certificates cannot hold it yet"
		case slices.ContainsFunc(r.tasks, func(t *task) bool { return t.known != nil && slices.Contains(t.known.Relations, p.Relation) }):
			continue
		default:
			why = "no proof was found"
		}
		r.account.Note("mutual summary %s is not used: %s", p.Name, why)
	}
}

// contradictsRelations reports whether a condition is proven to hold for no input by
// what proven relations say of the calls in it.
func (a *analysis) contradictsRelations(cond *smtlib.Term) bool {
	facts := a.Facts(cond)
	return !facts.IsTrue() && a.Check(a.Ctx.And(cond, facts), query.Thorough).Answer == solver.Unsat
}
