package moddiff

import (
	"slices"

	"semdiff/moddiff/product"
	"semdiff/moddiff/query"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/termination"
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

	betweenQueries   = 150 // where path differences are refined in any case
	betweenResources = 1_000_000
)

// What a search for a proof costs of the pair's budget for proofs beside the resource
// units that the solver counts: as many for runs and guesses, and for each question.
const (
	searchUnits   = 30_000
	questionUnits = 1_500
)

// proveFirst looks for such relations before any pair of paths is looked into, where
// paths may differ or bounds leave something open, and no test shows a difference: if
// both versions are shown to be equal for all inputs, paths need not be compared.
func (x *diffSum) proveFirst() {
	if x.opts.Without.Runs || x.known.Equal || x.test != nil || len(x.pieces) == 0 && x.all && !x.uncovered[0] && !x.uncovered[1] {
		return
	}
	in := x.onAllInputs()
	in.Horn, in.Propose = "", nil // these are no cheap sources
	proof := x.relationProof(in, firstResources)
	if proof == nil || !proof.Ends {
		return
	}
	x.restOn(proof)
	x.proofs.Whole = proof
	x.partial, x.pieces, x.maybe = true, nil, nil
}

// proveBetween looks for relations with all sources before path differences of a pair that was
// not edited itself are refined any further, where these are open: such a pair is often equal. It reports whether the versions are shown to agree wherever both
// end: then all that could be refined is about their ends.
func (x *diffSum) proveBetween() bool {
	open := false
	for i, pc := range x.pieces {
		open = open || x.findings[i].open() && !pc.Termination
	}
	if !open || x.pair.Edited() || x.opts.Without.Runs || x.known.Equal || x.test != nil || !x.wanted.deep ||
		slices.ContainsFunc(x.differences, func(d *summary.Difference) bool { return d != nil }) {
		return false
	}
	in := x.onAllInputs()
	in.Queries = betweenQueries
	budget := x.analysis.proofs
	proof := x.relationProof(in, betweenResources)
	if proof == nil {
		x.analysis.proofs = budget // what else may show something has as much as without this
		return false
	}
	x.restOn(proof)
	x.proofs.Whole, x.partial = proof, true
	x.Analyse(x.pair.Old)
	x.Analyse(x.pair.New)
	for i, pc := range x.pieces {
		if !pc.Termination {
			x.findings[i] = approximation{must: x.Ctx.False, may: x.Ctx.False}
		}
	}
	if proof.Ends {
		x.pieces, x.findings, x.differences, x.maybe = nil, nil, nil, nil
	}
	return true
}

// restOn notes what the answer rests on.
func (x *diffSum) restOn(proof *product.Proof) {
	if x.opts.proven != nil {
		x.opts.proven(proof)
	}
	for _, inv := range proof.Invariants() {
		if !proof.Given.IsTrue() {
			inv.Given = smtlib.Infix(proof.Given)
		}
		x.Invariants = append(x.Invariants, inv)
	}
}

// proveByRelations looks, where bounds left something open and no difference is
// known, for relations between the loops of both versions that hold for all
// iterations.
func (x *diffSum) proveByRelations() {
	c, d := x.Ctx, x.DiffSummary
	left := c.Not(c.Or(d.Changed, d.TerminationChanged, d.Unchanged))
	if x.proofs.Whole != nil || x.opts.Without.Runs && x.opts.HornSolver == "" && x.opts.Relations == nil || x.partial || x.known.Equal || len(d.Differences) > 0 || !x.MaybeSat(left) {
		return
	}
	proof := x.relationProof(x.onAllInputs(), proofResources)
	if proof == nil {
		return
	}
	d.Invariants = nil // those of a smaller bound
	x.restOn(proof)
	x.proofs.Whole, x.partial = proof, true
	x.addProven(proof)
}

// onAllInputs asks for a proof for all inputs.
func (x *diffSum) onAllInputs() product.Input {
	return product.Input{Values: x.Runs.Inputs(x.pair), Others: x.Runs.Rows(x.pair), Queries: proofQueries, Horn: x.opts.HornSolver, Propose: x.opts.Relations}
}

// addProven adds to U what a proof shows of the inputs that it is about.
func (x *diffSum) addProven(proof *product.Proof) {
	c, d := x.Ctx, x.DiffSummary
	if proof.Ends {
		d.Unchanged = c.Or(d.Unchanged, proof.Given)
		return
	}
	x.Analyse(x.pair.Old)
	x.Analyse(x.pair.New)
	bothEnd, neither := x.SameEnding(x.pair)
	d.Unchanged = c.Or(d.Unchanged, c.And(proof.Given, bothEnd), neither)
}

// relationProof searches for a proof of the pair within a budget of its own.
func (x *diffSum) relationProof(in product.Input, resources int64) *product.Proof {
	in.Pair, in.Outputs = x.pair, x.outputs
	return x.search(product.Prove, in, resources)
}

// search searches for a proof within a budget of its own, which comes out of that of the
// pair at hand for proofs.
func (a *analysis) search(prove func(*termination.Analysis, product.Input) *product.Proof, in product.Input, resources int64) *product.Proof {
	if a.proofs -= searchUnits; a.proofs <= 0 {
		return nil
	}
	allotted := min(resources, a.proofs)
	most, built, patience, account := a.Most, a.Built(), a.Patience, *a.Account
	a.Allot(proofTerms)
	left := a.AllotResources(allotted)
	a.Patience = 0
	if resources >= proofResources {
		a.Patience = proofPatience
	}
	defer func() {
		a.Most = most
		if most < query.Unlimited-a.Built() {
			a.Most += a.Built() - built
		}
		a.proofs -= allotted - a.AllotResources(left) + questionUnits*int64(a.Account.Queries-account.Queries)
		a.Patience, a.Account.Unknown = patience, account.Unknown
	}()
	in.Model, in.WithoutGuesses = a.Finder.Guessing(), a.opts.Without.Runs
	return prove(a.Analysis.Analysis, in)
}
