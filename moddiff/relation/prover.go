package relation

import (
	"slices"

	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/houdini"
	"semdiff/translate/ir"
)

// Prover proves relations, and claims about failures, from each other and from those
// in Proven.
type Prover struct {
	ctx      *smtlib.Context
	unsat    func(*smtlib.Term) bool
	product  func(procs [2]string) *Product
	products map[[2]string]*Product

	Proven []*Relation // that may be used
	Lemmas []*Lemma    // likewise
	Cut    bool        // MaxPairs left pairs of calls out
}

// NewProver makes a Prover. unsat reports whether a condition is proven to have no
// model, product encodes two procedures; its calls may use what is known of the
// callees when it is called.
func NewProver(c *smtlib.Context, unsat func(*smtlib.Term) bool, product func(procs [2]string) *Product) *Prover {
	return &Prover{ctx: c, unsat: unsat, product: product, products: map[[2]string]*Product{}}
}

// Renew encodes products again, since more is known of callees.
func (p *Prover) Renew() { clear(p.products) }

func (p *Prover) of(procs [2]string) *Product {
	if p.products[procs] == nil {
		p.products[procs] = p.product(procs)
	}
	return p.products[procs]
}

// Prove finds the largest set of candidates that is inductive together with what
// is proven; it does not add them to that.
//
// Why it is sound: let all relations that are left be proven from each other, and
// let two runs end on inputs that satisfy the precondition of one. All calls that
// they make end, and are shorter runs. So by induction on the length of both runs
// together the relations hold for each pair of these calls, and for a call and the
// other run, and the proof gives that this one holds. It does not matter which
// calls a product inlines: their own calls are shorter still. Nothing follows for
// runs that do not end; that a relation says that one run ends if the other does
// is taken from ProveEnds alone.
func (p *Prover) Prove(candidates []*Relation) []*Relation {
	p.Renew()
	return houdini.LargestInductiveSubset(candidates, p.inductive)
}

// inductive reports whether a relation is proven when the assumed ones hold of
// all calls, beside those that are proven.
func (p *Prover) inductive(rel *Relation, assumed []*Relation) bool {
	if rel.Ends {
		return false // ProveEnds is for that
	}
	c, product := p.ctx, p.of(rel.Procs)
	return p.unsat(c.And(
		p.known(product, slices.Concat(p.Proven, assumed)), All(c, rel.Pre, product.Tops), bothEnd(c, product.Tops),
		c.Not(rel.conclusion(c, product.Tops))))
}

// known is what relations say of the calls in a product.
func (p *Prover) known(product *Product, relations []*Relation) *smtlib.Term {
	var list []*smtlib.Term
	for _, calls := range product.Shorter() {
		t, whole := Facts(p.ctx, calls, relations)
		p.Cut = p.Cut || !whole
		list = append(list, t)
	}
	return p.ctx.And(append(list, LemmaFacts(p.ctx, product.Calls, p.Lemmas))...)
}

// Safety is the claim that, on inputs of two procedures that satisfy the
// precondition and on which the old one ends, it fails if the new one does.
type Safety struct {
	Procs [2]string
	Pre   []*Predicate
}

// NewFailure says that the new version fails and the old one ends otherwise.
func NewFailure(c *smtlib.Context, runs [2]*vc.Activation) *smtlib.Term {
	o, n := runs[0], runs[1]
	return c.And(o.Reached, n.Reached, n.Ends[ir.Fails], c.Not(o.Ends[ir.Fails]), c.Not(o.Ends[ir.Diverges]))
}

// SafetyFacts are what claims say of all pairs of calls.
func (p *Prover) SafetyFacts(calls Calls, claims []*Safety) *smtlib.Term {
	c := p.ctx
	var list []*smtlib.Term
	budget := MaxPairs
	for _, s := range claims {
		whole := calls.each(s.Procs, &budget, func(runs [2]*vc.Activation) {
			list = append(list, c.Not(c.And(All(c, s.Pre, runs), NewFailure(c, runs))))
		})
		p.Cut = p.Cut || !whole
	}
	return c.And(list...)
}

// ProveSafety finds the largest set of claims that is inductive together with
// those that are proven (Lahiri, McMillan, Sharma, Hawblitzel: Differential
// assertion checking, FSE 2013). That it is sound has the reason of Prove, for
// runs that end in any way.
func (p *Prover) ProveSafety(claims, proven []*Safety) []*Safety {
	return houdini.LargestInductiveSubset(claims, func(s *Safety, assumed []*Safety) bool {
		return p.isSafe(s, slices.Concat(proven, assumed))
	})
}

func (p *Prover) isSafe(s *Safety, assumed []*Safety) bool {
	c, product := p.ctx, p.of(s.Procs)
	wrong := c.And(p.known(product, p.Proven), All(c, s.Pre, product.Tops), NewFailure(c, product.Tops))
	for _, calls := range product.Shorter() {
		wrong = c.And(wrong, p.SafetyFacts(calls, assumed))
	}
	return p.unsat(wrong)
}
