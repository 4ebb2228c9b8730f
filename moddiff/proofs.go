package moddiff

import (
	"semdiff/moddiff/product"
	"semdiff/moddiff/query"
	"semdiff/smtlib"
)

// What a proof by relations may cost: questions to the solver, resource units, fewer
// where it is tried first, and terms.
const (
	proofQueries   = 400
	proofResources = 8_000_000
	firstResources = 600_000
	proofTerms     = 400_000
	proofPatience  = 2 // where there are resources for questions that take long
)

// proveFirst looks for such relations before any pair of paths is looked into, where
// paths may differ or bounds leave something open, and no test shows a difference: if
// both versions are shown to be equal for all inputs, paths need not be compared.
func (x *diffSum) proveFirst() *product.Proof {
	if x.opts.Without.Runs || x.evidence != nil || x.known.Equal || x.test != nil || len(x.pieces) == 0 && x.all && !x.uncovered[0] && !x.uncovered[1] {
		return nil
	}
	in := x.onAllInputs()
	in.Horn = "" // it is no cheap source
	proof := x.relationProof(in, firstResources)
	if proof == nil || !proof.Ends {
		return nil
	}
	if x.opts.proven != nil {
		x.opts.proven(proof)
	}
	x.Invariants = proof.Invariants()
	x.partial, x.pieces, x.maybe = true, nil, nil
	return proof
}

// proveByRelations looks, where bounds left something open and no difference is
// known, for relations between the loops of both versions that hold for all
// iterations. It returns the proof, if there is one.
func (x *diffSum) proveByRelations() *product.Proof {
	c, d := x.Ctx, x.DiffSummary
	left := c.Not(c.Or(d.Changed, d.TerminationChanged, d.Unchanged))
	if x.opts.Without.Runs && x.opts.HornSolver == "" || x.partial || x.known.Equal || len(d.Differences) > 0 || !x.MaybeSat(left) {
		return nil
	}
	proof := x.relationProof(x.onAllInputs(), proofResources)
	if proof == nil {
		return nil
	}
	if x.opts.proven != nil {
		x.opts.proven(proof)
	}
	x.partial = true
	d.Invariants = proof.Invariants()
	x.addProven(c.True, proof)
	return proof
}

// onAllInputs asks for a proof for all inputs.
func (x *diffSum) onAllInputs() product.Input {
	return product.Input{Values: x.Runs.Inputs(x.pair), Queries: proofQueries, Horn: x.opts.HornSolver}
}

// addProven adds to U what a proof about the given inputs shows of them.
func (x *diffSum) addProven(given *smtlib.Term, proof *product.Proof) {
	c, d := x.Ctx, x.DiffSummary
	if proof.Ends {
		d.Unchanged = c.Or(d.Unchanged, given)
		return
	}
	x.Analyse(x.pair.Old)
	x.Analyse(x.pair.New)
	bothEnd, neither := x.SameEnding(x.pair)
	d.Unchanged = c.Or(d.Unchanged, c.And(given, bothEnd), neither)
}

// relationProof searches for a proof within a budget of its own.
func (x *diffSum) relationProof(in product.Input, resources int64) *product.Proof {
	most, built, patience, unknown := x.Most, x.Built(), x.Patience, x.Account.Unknown
	x.Allot(proofTerms)
	left := x.AllotResources(resources)
	x.Patience = 0
	if resources >= proofResources {
		x.Patience = proofPatience
	}
	defer func() {
		x.Most = most
		if most < query.Unlimited-x.Built() {
			x.Most += x.Built() - built
		}
		x.AllotResources(left)
		x.Patience, x.Account.Unknown = patience, unknown
	}()
	in.Pair, in.Outputs, in.Model, in.WithoutGuesses = x.pair, x.outputs, x.Finder.Model(), x.opts.Without.Runs
	in.Model.Closed = true
	return product.Prove(x.Analysis.Analysis, in)
}
