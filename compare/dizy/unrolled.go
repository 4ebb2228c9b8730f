package dizy

import (
	"semdiff/moddiff/relation"
	"semdiff/smtlib"
	"semdiff/translate/interp"
)

// unrollings are how many iterations of each loop are looked at one by one.
var unrollings = []int{4, 16}

// What unrolled loops may cost: activations of both versions with which they may be
// unrolled further, inputs that are run to see whether that is worth while, and questions.
const (
	maxUnrolled       = 24
	maxAgreeing       = 60
	unrolledQueries   = 250
	maxUnrolledOpened = 2
)

// unrolled makes a delta smaller that holds inputs on which the versions agree: those with
// few iterations. States before and after loops are convex, and hold for all iterations;
// here the first iterations are encoded, and states are for what is behind them. Nothing
// else is believed than in the delta given: these are bodies, and relations that are
// proven.
func (x *differ) unrolled(a *attempt, d *Delta) *Delta {
	if len(a.nodes) == 0 {
		return d
	}
	for _, n := range unrollings {
		if x.TimeUp() || !x.someAgree(d) {
			break
		}
		g := *a.program
		product := g.k.Unrolled(n)
		g.pair = &body{tops: product.Tops, product: product}
		s := x.session()
		s.left, s.unknown = unrolledQueries, maxUnrolledOpened
		smaller := g.deltaOf(s.ask, d.Pair, d.Outputs, a.factsBehind(product))
		if !s.over() && !x.MaybeSat(x.Ctx.And(smaller.Difference, x.Ctx.Not(d.Difference))) {
			d = smaller
		}
		if s.over() || len(product.Calls[0])+len(product.Calls[1]) > maxUnrolled {
			break
		}
	}
	return d
}

// factsBehind is what is proven of calls that are left open, and of these and those that
// are unfolded.
func (a *attempt) factsBehind(p *relation.Product) *smtlib.Term {
	c := a.c
	list := []*smtlib.Term{a.initially(), relation.LemmaFacts(c, p.Calls, a.lemmas)}
	for _, calls := range []relation.Calls{{p.Open[0], p.Calls[1]}, {p.Calls[0], p.Open[1]}} {
		facts, _ := relation.Facts(c, calls, a.proof.relations)
		list = append(list, facts)
	}
	return c.And(list...)
}

// someAgree reports whether a run shows that the difference holds an input on which the
// versions agree.
func (x *differ) someAgree(d *Delta) bool {
	if d.Difference.IsFalse() {
		return false
	}
	model := x.Finder.Model()
	model.Closed = true
	next, agree := x.Runs.Inputs(d.Pair), x.Runs.Agreeing(d.Pair, d.Outputs)
	for i := range maxAgreeing {
		env := next(i)
		if v, err := interp.Eval(x.Ctx, d.Difference, env, model); err != nil || !v.IsTrue() {
			continue
		}
		if same, decided := agree(env); same && decided {
			return true
		}
	}
	return false
}
