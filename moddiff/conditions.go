package moddiff

import (
	"slices"

	"semdiff/moddiff/product"
	"semdiff/moddiff/region"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// What proofs for some of the inputs of a pair may cost: how many are tried, questions for
// all of them, and resource units for each.
const (
	maxConditions      = 4
	conditionQueries   = 160
	conditionResources = 150_000
)

// proveUnderConditions looks for conditions on the inputs under which relations
// between the loops of both versions show that they agree, where these differ on other
// inputs, or nothing is known of them: U grows by regions. Runs of both versions say
// which regions to try; what is proven of one does not depend on them. Loops get none:
// nobody but the procedure around them sees their sets, and its own regions are proven
// by what relates its loops.
func (x *diffSum) proveUnderConditions() {
	c, d := x.Ctx, x.DiffSummary
	left := func() *smtlib.Term { return c.Not(c.Or(d.Changed, d.TerminationChanged, d.Unchanged)) }
	if x.opts.Without.Runs || x.opts.Without.Conditions || x.wanted.fuzz == 0 || x.partial || x.known.Partial || x.before != nil || x.settled() ||
		len(x.pair.Interface) > 0 || x.pair.Old.Kind == ir.Loop && x.pair.New.Kind == ir.Loop || !x.leadsToLoops() || x.Spent() || !x.MaybeSat(left()) {
		return
	}
	s := region.New(x.Analysis, x.pair, x.outputs, x.Differences)
	asked := x.Account.Queries
	for range maxConditions {
		queries := conditionQueries - (x.Account.Queries - asked)
		if queries <= 0 {
			return
		}
		r := s.Next(left())
		if r == nil {
			return
		}
		proof := x.relationProof(product.Input{
			Given: r.Cond, Values: s.InputsIn(r), Queries: queries,
		}, conditionResources)
		if proof == nil {
			continue
		}
		x.restOn(proof)
		x.proofs.Regions = append(x.proofs.Regions, proof)
		x.addProven(proof)
	}
}

// maxLeadsTo is among how many procedures below a pair recursive ones are looked for.
const maxLeadsTo = 40

// leadsToLoops reports whether both versions of the pair lead to recursive procedures.
func (x *diffSum) leadsToLoops() bool {
	for v := range 2 {
		p := x.pair.Proc(v)
		if !slices.ContainsFunc(p.Version.Near(p, maxLeadsTo), p.Version.Recursive) {
			return false
		}
	}
	return true
}
