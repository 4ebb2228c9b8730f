package closedform

import (
	"math/big"

	"semdiff/smtlib"
)

// count is how often a loop goes round, for inputs with which it does at least once.
type count struct {
	loops *smtlib.Term // it never ends; implies goesOn
	times *smtlib.Term // the number of iterations where it ends; nil when it never does
}

// count guesses how often the loop goes round: until the first literal of its condition
// fails. It is false when one is not understood.
func (l *loop) count() (count, bool) {
	c := l.c
	all := count{loops: c.True}
	for _, literal := range smtlib.Conjuncts(l.goesOn) {
		if l.stays(literal) {
			continue
		}
		k, ok := l.until(literal)
		if !ok {
			return count{}, false
		}
		all = first(c, all, k)
	}
	all.loops = c.And(l.goesOn, all.loops)
	return all, true
}

// first is what two literals come to together: the one that fails first counts.
func first(c *smtlib.Context, x, y count) count {
	switch {
	case x.times == nil:
		y.loops = c.And(x.loops, y.loops)
		return y
	case y.times == nil:
		x.loops = c.And(x.loops, y.loops)
		return x
	}
	least := c.Ite(c.Le(x.times, y.times), x.times, y.times)
	return count{loops: c.And(x.loops, y.loops), times: c.Ite(x.loops, y.times, c.Ite(y.loops, x.times, least))}
}

// until counts the iterations until a literal fails that holds at first. With e the
// difference that it compares and k the constant by which e changes:
//
//	literal  k     fails after           never fails where
//	e >= 0   < 0   e div -k + 1          -
//	e >= 0   >= 0  -                     it holds
//	e != 0   < 0   e div -k              e < 0, or -k does not divide e
//	e != 0   > 0   -e div k              e > 0, or k does not divide e
//	e == 0   != 0  1                     -
func (l *loop) until(literal *smtlib.Term) (count, bool) {
	c := l.c
	e, relation := difference(c, literal)
	if e == nil {
		return count{}, false
	}
	change := l.change(e)
	if change.Op() != smtlib.OpNumeral {
		return count{}, false
	}
	k, one, zero := change.Num(), c.IntVal(1), c.IntVal(0)
	stride := c.Numeral(new(big.Rat).Abs(k), c.Int)
	switch {
	case k.Sign() == 0 || relation == atLeastZero && k.Sign() > 0:
		return count{loops: c.True}, true
	case relation == atLeastZero:
		return count{loops: c.False, times: c.Add(c.IntDiv(e, stride), one)}, true
	case relation == isZero:
		return count{loops: c.False, times: one}, true
	}
	if k.Sign() > 0 {
		e = c.Neg(e)
	}
	misses := c.Or(c.Lt(e, zero), c.Not(c.Eq(c.Mod(e, stride), zero)))
	return count{loops: misses, times: c.IntDiv(e, stride)}, true
}

// relation is how a literal compares a difference with 0.
type relation uint8

const (
	atLeastZero relation = iota
	isZero
	notZero
)

// difference writes a literal as a comparison of an integer with 0; nil when it is none.
func difference(c *smtlib.Context, literal *smtlib.Term) (*smtlib.Term, relation) {
	atom, negated := literal, false
	if literal.Op() == smtlib.OpNot {
		atom, negated = literal.Args()[0], true
	}
	if len(atom.Args()) != 2 || atom.Args()[0].Sort() != c.Int {
		return nil, 0
	}
	x, y := atom.Args()[0], atom.Args()[1]
	switch {
	case atom.Op() == smtlib.OpLe && negated:
		return c.Sub(c.Sub(x, y), c.IntVal(1)), atLeastZero
	case atom.Op() == smtlib.OpLe:
		return c.Sub(y, x), atLeastZero
	case atom.Op() == smtlib.OpEq && negated:
		return c.Sub(x, y), notZero
	case atom.Op() == smtlib.OpEq:
		return c.Sub(x, y), isZero
	}
	return nil, 0
}
