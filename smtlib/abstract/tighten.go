package abstract

import (
	"math/big"

	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// rounds is how often the gap below a bound is halved at most.
const rounds = 80

// Tighten lowers the bounds as far as all models of phi, of which the element holds
// all, allow: to the largest value that was seen, to the next step above it, and then
// by bisection. Those whose values are not whole are not bisected.
func (e *Element) Tighten(ask Ask, phi *smtlib.Term) {
	if e.empty {
		return
	}
	live := e.live()
	for round := range rounds {
		lower := map[int]*big.Rat{}
		for _, i := range live {
			if most := e.candidate(i, round); most != nil {
				lower[i] = most
			}
		}
		if round > 2 && len(lower) == 0 || !e.lower(ask, phi, live, lower) {
			break
		}
	}
	e.derive()
}

// candidate is what a bound is lowered to next, if no model forbids it; nil for none.
func (e *Element) candidate(i, round int) *big.Rat {
	b := e.bounds[i]
	if b.seen == nil || b.most != nil && b.seen.Cmp(b.most) >= 0 {
		return nil
	}
	switch step := e.space.above(b.seen); {
	case round == 0:
		return b.seen
	case round < 3 && step != nil && (b.most == nil || step.Cmp(b.most) < 0):
		return step
	case b.most == nil || !e.space.whole[i] || round < 3:
		return nil
	}
	return half(b.seen, b.most, true)
}

// lower lowers the bounds that no model exceeds, and sees the models of the others;
// it is false when the solver does not answer.
func (e *Element) lower(ask Ask, phi *smtlib.Term, live []int, to map[int]*big.Rat) bool {
	c := e.space.ctx
	for len(to) > 0 {
		var some []*smtlib.Term
		for _, i := range live {
			if most := to[i]; most != nil {
				some = append(some, c.Not(e.space.atMost(e.space.Templates[i], most)))
			}
		}
		r := ask(c.And(phi, c.Or(some...)))
		if r.Answer == solver.Unsat {
			for i, most := range to {
				e.bounds[i].most = most
			}
			return true
		}
		p, ok := e.space.read(r.Model)
		if r.Answer != solver.Sat || !ok {
			return false
		}
		before := len(to)
		for _, i := range live {
			e.see(i, p)
			if most := to[i]; most != nil && e.bounds[i].seen.Cmp(most) > 0 {
				delete(to, i)
			}
		}
		if len(to) == before {
			return false
		}
	}
	return true
}
