package moddiff

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/product"
	"semdiff/moddiff/query"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// What it may cost to look for relations between calls, in the analysis of a group: of
// how many pairs, and for each of them questions to the solver and resource units.
const (
	maxAsked       = 3
	askedQueries   = 250
	askedResources = 600_000
)

// contradictsRelations reports whether a condition, raw with calls as they are in path
// summaries and cond as far as these are known, is proven to hold for no input by what
// relations say of the calls in it: those that are proven, and those of callees that
// are looked for when they are first needed.
func (a *analysis) contradictsRelations(raw, cond *smtlib.Term) bool {
	contradict := func() bool {
		facts := a.Facts(a.Instances(raw))
		return !facts.IsTrue() && a.Check(a.Ctx.And(cond, facts), query.Thorough).Answer == solver.Unsat
	}
	return contradict() || a.relateCalls(raw) && contradict()
}

// related are all such relations.
func (r *comparison) related() (list []*relation.Relation) {
	for _, t := range r.tasks {
		if t.known == nil {
			continue
		}
		for _, rel := range t.known.Relations {
			if !slices.Contains(list, rel.Relation) {
				list = append(list, rel.Relation)
			}
		}
	}
	return list
}

// sayRelations notes that the answer rests on relations of the calls in a condition.
func (x *diffSum) sayRelations(raw *smtlib.Term) {
	for _, at := range x.Instances(raw) {
		inv := product.Invariant(at.Relation)
		if !slices.Contains(x.Invariants, inv) {
			x.Invariants = append(x.Invariants, inv)
		}
	}
}

// relateCalls looks for relations of the pairs that both versions call in raw and that are
// not equal; it reports whether some were found.
func (a *analysis) relateCalls(raw *smtlib.Term) (found bool) {
	calls := a.Calls(raw)
	for _, call := range calls {
		p := call.Proc.Pair
		if p == nil || call.Proc != p.Old || !a.mayRelate(p) {
			continue
		}
		for _, other := range calls {
			if other.Proc == p.New && !a.asked[p] && len(a.asked) < maxAsked {
				a.asked[p] = true
				found = a.relatePair(p) || found
			}
		}
	}
	return found
}

// mayRelate reports whether a relation may tell more of calls of a pair than is known.
func (a *analysis) mayRelate(p *pairing.Pair) bool {
	known := a.State.OfPair(p)
	return !a.opts.Without.Runs && !known.Equal && !known.Partial && len(p.Interface) == 0 && !slices.Contains(a.group, p) &&
		(p.Old.MayEnd.Diverge || p.New.MayEnd.Diverge) &&
		!slices.ContainsFunc(a.State.Relations, func(rel summary.Related) bool {
			return rel.Procs == [2]string{p.Old.Name, p.New.Name}
		})
}

// relatePair looks for what relates the outputs of a pair, and keeps it for this analysis
// and those of its callers.
func (a *analysis) relatePair(p *pairing.Pair) bool {
	if a.Spent() {
		return false
	}
	proof := a.search(product.Relate, product.Input{
		Pair: p, Outputs: p.Observed(a.Ctx, false), Values: a.Runs.Inputs(p), Others: a.Runs.Rows(p), Queries: askedQueries,
	}, askedResources)
	if proof == nil {
		return false
	}
	if a.opts.proven != nil {
		a.opts.proven(proof)
	}
	rel := summary.Related{Relation: proof.Relations[len(proof.Relations)-1]}
	if a.evidence != nil {
		rel.Claim = a.evidence.ShowRelated(p, proof)
	}
	a.State.Relations = append(a.State.Relations, rel)
	return true
}
