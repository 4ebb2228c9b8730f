package interp

import (
	"math/big"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// mostCells bounds the range in which piecewise computes each cell.
const mostCells = 4096

// piecewise computes a lambda over numbers that outside of a range is a pointwise one
// (see pointwise), the same on both sides, as a map known in whole: a copy of a range
// of one map into another. ok is false for others. What its conditions say of the
// index changes at some numbers only; the range is where these are.
func (m *Model) piecewise(s *smtlib.Sort, l ir.Lambda, env Env) (v Value, ok bool) {
	c, index := m.Ctx, l.Index[len(l.Index)-1]
	if index.Sort() != c.Int {
		return Value{}, false
	}
	eval := Evaluator(c, env, m)
	var low, high *big.Int
	atoms := map[*smtlib.Term]bool{}
	ok = true
	smtlib.Visit(l.Body, func(t *smtlib.Term) {
		if !ok || t.Op() != smtlib.OpLe && t.Op() != smtlib.OpEq || t.Args()[0].Sort() != c.Int {
			return
		}
		at, mentions := turn(c, index, t)
		if !mentions {
			return
		}
		if at == nil {
			ok = false
			return
		}
		x, err := eval(at)
		if err != nil {
			ok = false
			return
		}
		n, known := x.Integer()
		if ok = known; !known {
			return
		}
		atoms[t] = true
		// The condition may change at n and beside it, not elsewhere.
		if before := new(big.Int).Sub(n, big.NewInt(1)); low == nil || before.Cmp(low) < 0 {
			low = before
		}
		if after := new(big.Int).Add(n, big.NewInt(1)); high == nil || after.Cmp(high) > 0 {
			high = after
		}
	})
	if !ok || low == nil || new(big.Int).Sub(high, low).Cmp(big.NewInt(mostCells)) > 0 {
		return Value{}, false
	}
	below, okBelow := m.outside(l.Body, index, atoms, new(big.Int).Sub(low, big.NewInt(1)), env)
	above, okAbove := m.outside(l.Body, index, atoms, new(big.Int).Add(high, big.NewInt(1)), env)
	if !okBelow || !okAbove || below != above {
		return Value{}, false
	}
	v, ok = m.pointwise(s, ir.Lambda{Captured: l.Captured, Index: l.Index, Body: below}, env)
	for n := low; ok && n.Cmp(high) <= 0; n = new(big.Int).Add(n, big.NewInt(1)) {
		i := Int(c, n)
		x, known := m.at(l.Body, index, i, env)
		if ok = known; !ok {
			break
		}
		y, err := Select(v, i)
		if same, errEqual := Equal(x, y); err != nil || errEqual != nil || !same {
			v = Store(v, i, x)
		}
	}
	return v, ok
}

// at is the value of a body at an index.
func (m *Model) at(body, index *smtlib.Term, i Value, env Env) (Value, bool) {
	inner := Env{index: i}
	for p, v := range env {
		inner[p] = v
	}
	v, err := Eval(m.Ctx, body, inner, m)
	return v, err == nil
}

// outside is a body with the truth that its conditions have at an index.
func (m *Model) outside(body, index *smtlib.Term, conditions map[*smtlib.Term]bool, n *big.Int, env Env) (*smtlib.Term, bool) {
	truth := map[*smtlib.Term]*smtlib.Term{}
	for t := range conditions {
		v, ok := m.at(t, index, Int(m.Ctx, n), env)
		if !ok {
			return nil, false
		}
		truth[t] = m.Ctx.BoolVal(v.IsTrue())
	}
	return m.Ctx.Substitute(body, truth), true
}

// turn is the number at which a comparison that mentions the index changes, nil when
// that is no such number.
func turn(c *smtlib.Context, index, t *smtlib.Term) (at *smtlib.Term, mentions bool) {
	smtlib.Visit(t, func(x *smtlib.Term) { mentions = mentions || x == index })
	if !mentions {
		return nil, false
	}
	sum := c.Sub(t.Args()[0], t.Args()[1])
	for _, x := range []*smtlib.Term{c.Sub(index, sum), c.Add(index, sum)} {
		free := true
		smtlib.Visit(x, func(y *smtlib.Term) { free = free && y != index })
		if free {
			return x, true
		}
	}
	return nil, true
}
