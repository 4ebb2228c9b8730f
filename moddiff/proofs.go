package moddiff

import (
	"semdiff/moddiff/product"
	"semdiff/moddiff/query"
)

// What a proof by relations may cost: questions to the solver, and terms.
const (
	proofQueries  = 400
	proofTerms    = 400_000
	proofPatience = 2
)

// proveByRelations looks, where bounds left something open and no difference is
// known, for relations between the loops of both versions that hold for all
// iterations.
func (x *diffSum) proveByRelations() {
	c, d := x.Ctx, x.DiffSummary
	left := c.Not(c.Or(d.Changed, d.TerminationChanged, d.Unchanged))
	if x.opts.WithoutRelations || x.evidence != nil || x.partial || x.known.Equal || len(d.Differences) > 0 || !x.MaybeSat(left) {
		return
	}
	proof := x.relationProof()
	if proof == nil {
		return
	}
	x.partial = true
	d.Invariants = proof.Invariants()
	if proof.Ends {
		d.Unchanged = c.True
		return
	}
	x.Analyse(x.pair.Old)
	x.Analyse(x.pair.New)
	bothEnd, neither := x.SameEnding(x.pair)
	d.Unchanged = c.Or(d.Unchanged, bothEnd, neither)
}

// relationProof searches for a proof within a budget of its own.
func (x *diffSum) relationProof() *product.Proof {
	most, built, patience, unknown := x.Most, x.Built(), x.Patience, x.Account.Unknown
	x.Allot(proofTerms)
	x.Patience = proofPatience
	defer func() {
		x.Most = most
		if most < query.Unlimited-x.Built() {
			x.Most += x.Built() - built
		}
		x.Patience, x.Account.Unknown = patience, unknown
	}()
	model := x.Finder.Model()
	model.Closed = true
	return product.Prove(x.Analysis.Analysis, product.Input{
		Pair: x.pair, Outputs: x.outputs, Values: x.Runs.Inputs(x.pair), Model: model, Queries: proofQueries, Horn: x.opts.HornSolver,
	})
}
