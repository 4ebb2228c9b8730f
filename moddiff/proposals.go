package moddiff

import (
	"slices"

	"semdiff/moddiff/product"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/result"
	"semdiff/moddiff/summary"
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
	var proven []*relation.Relation
	for _, rel := range a.State.Relations {
		if a.isProposed(rel.Relation) {
			proven = append(proven, rel.Relation)
		}
	}
	proof, n := product.ProveRelations(a.Analysis.Analysis, a.group[0], list, proven, proposalQueries)
	if proof == nil {
		return
	}
	var claims []string
	if a.evidence != nil {
		claims = a.evidence.ShowProposed(a.group[0], proof)
	}
	for i, rel := range proof.Relations[:n] {
		known := summary.Related{Relation: rel}
		if claims != nil {
			known.Claim = claims[i]
		}
		a.State.Relations = append(a.State.Relations, known)
	}
	a.SummariesChanged()
}

func (x *subject) isProposed(rel *relation.Relation) bool {
	return slices.ContainsFunc(x.proposals, func(p Proposal) bool { return p.Relation == rel })
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

// judged is what became of the proposals; there is a note of each that is of no use.
func (r *comparison) judged() (list []result.Proposed) {
	for _, p := range r.proposals {
		judged := result.Proposed{Name: p.Name, Unused: p.Refused}
		switch {
		case p.Refused != "":
		case len(p.Post) == 0:
			judged.Unused = "it is a precondition alone"
		case !slices.ContainsFunc(r.tasks, func(t *task) bool {
			return t.known != nil && slices.ContainsFunc(t.known.Relations, func(rel summary.Related) bool { return rel.Relation == p.Relation })
		}):
			judged.Unused = "no proof was found"
		}
		if judged.Unused != "" {
			r.account.Note("%s", judged.Note())
		}
		list = append(list, judged)
	}
	return list
}
