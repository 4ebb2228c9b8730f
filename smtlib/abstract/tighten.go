package abstract

import (
	"math/big"

	"semdiff/smtlib"
)

// rounds is how often the gap below a bound is halved at most.
const rounds = 80

// Tighten lowers the bounds as far as all models of phi, of which the element holds
// all, allow: to the largest step, to the largest value that was seen, to the next step
// above it, and then by bisection. Those whose values are not whole are not bisected.
func (e *Element) Tighten(ask Ask, phi *smtlib.Term) (lowered bool) {
	return TightenAll(e.space.ctx, ask, []Target{{phi, e}})
}

// candidates is what bounds are lowered to next, if no model forbids it.
func (e *Element) candidates(round int) map[int]*big.Rat {
	lower := map[int]*big.Rat{}
	for _, i := range e.live() {
		if most := e.candidate(i, round); most != nil {
			lower[i] = most
		}
	}
	return lower
}

func (e *Element) candidate(i, round int) *big.Rat {
	b, last := e.bounds[i], e.space.last()
	if b.seen == nil || b.most != nil && b.seen.Cmp(b.most) >= 0 {
		return nil
	}
	if b.most == nil && last != nil && b.seen.Cmp(last) > 0 { // there is no bound, as far as steps tell
		return nil
	}
	switch step := e.space.above(b.seen); {
	case round == 0: // what has no bound is seen at once
		if last == nil || b.most != nil && b.most.Cmp(last) <= 0 {
			return nil
		}
		return last
	case round == 1:
		return b.seen
	case round < 4 && step != nil && (b.most == nil || step.Cmp(b.most) < 0):
		return step
	case b.most == nil || !e.space.whole[i] || round < 4:
		return nil
	}
	return half(b.seen, b.most)
}

// exceeding says that a template exceeds a candidate for its bound.
func (e *Element) exceeding(to map[int]*big.Rat) *smtlib.Term {
	c := e.space.ctx
	var some []*smtlib.Term
	for _, i := range e.live() {
		if most := to[i]; most != nil {
			some = append(some, c.Not(e.space.atMost(e.space.Templates[i], most)))
		}
	}
	return c.Or(some...)
}

// forget sees a point, and leaves out the candidates that it exceeds; it is false where
// there are none.
func (e *Element) forget(x Point, to map[int]*big.Rat) bool {
	p, ok := e.space.read(x)
	if !ok {
		return false
	}
	before := len(to)
	for _, i := range e.live() {
		e.see(i, p)
		if most := to[i]; most != nil && e.bounds[i].seen.Cmp(most) > 0 {
			delete(to, i)
		}
	}
	return len(to) < before
}

// half is the middle between two numbers, rounded down.
func half(low, high *big.Rat) *big.Rat {
	mid := new(big.Rat).Add(low, high)
	mid.Mul(mid, big.NewRat(1, 2))
	return mid.SetInt(smtlib.Floor(mid))
}
