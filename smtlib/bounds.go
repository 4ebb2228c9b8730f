package smtlib

import (
	"math/big"
	"slices"
)

// interval collects what the conjuncts say about one integer term.
type interval struct {
	lo, hi  *big.Int
	not     []*big.Int
	members int
	merged  bool
}

// bound reads a literal as a bound on an integer term: t <= n, n <= t, t = n, t != n.
func bound(l *Term) (t *Term, n *big.Int, kind boundKind) {
	neg := l.op == OpNot
	if neg {
		l = l.args[0]
	}
	if l.op != OpLe && l.op != OpEq || len(l.args) != 2 || l.args[0].sort.Kind != IntKind {
		return nil, nil, 0
	}
	a, b := l.args[0], l.args[1]
	switch {
	case l.op == OpLe && b.op == OpNumeral:
		return a, b.num.Num(), upper
	case l.op == OpLe && a.op == OpNumeral:
		return b, a.num.Num(), lower
	case l.op == OpEq && b.op == OpNumeral && neg:
		return a, b.num.Num(), hole
	case l.op == OpEq && a.op == OpNumeral && neg:
		return b, a.num.Num(), hole
	case l.op == OpEq && b.op == OpNumeral:
		return a, b.num.Num(), point
	case l.op == OpEq && a.op == OpNumeral:
		return b, a.num.Num(), point
	}
	return nil, nil, 0
}

type boundKind uint8

const (
	upper boundKind = iota + 1
	lower
	point
	hole
)

// mergeBounds joins the bounds on each integer term into the tightest ones;
// ok is false when they contradict. The result is a sorted set again.
func (c *Context) mergeBounds(flat []*Term) (_ []*Term, ok bool) {
	ranges := map[*Term]*interval{}
	var order []*Term
	several := false
	for _, l := range flat {
		t, n, kind := bound(l)
		if kind == 0 {
			continue
		}
		r := ranges[t]
		if r == nil {
			r = &interval{}
			ranges[t] = r
			order = append(order, t)
		} else {
			several = true
		}
		r.members++
		r.add(n, kind)
	}
	if !several {
		return flat, true
	}
	merged := false
	for _, t := range order {
		r := ranges[t]
		if r.members > 1 && !r.tighten() {
			return nil, false
		}
		// Every merge makes the literals fewer.
		r.merged = r.members > 1 && r.size() < r.members
		merged = merged || r.merged
	}
	if !merged {
		return flat, true
	}
	var out []*Term
	for _, l := range flat {
		if t, _, kind := bound(l); kind == 0 || !ranges[t].merged {
			out = append(out, l)
		}
	}
	for _, t := range order {
		if r := ranges[t]; r.merged {
			out = append(out, c.literals(t, r)...)
		}
	}
	return sortedSet(out), true
}

func (r *interval) add(n *big.Int, kind boundKind) {
	if (kind == upper || kind == point) && (r.hi == nil || n.Cmp(r.hi) < 0) {
		r.hi = n
	}
	if (kind == lower || kind == point) && (r.lo == nil || n.Cmp(r.lo) > 0) {
		r.lo = n
	}
	if kind == hole {
		r.not = append(r.not, n)
	}
}

// tighten moves the ends past holes and drops holes outside; false when empty.
func (r *interval) tighten() bool {
	slices.SortFunc(r.not, (*big.Int).Cmp)
	one := big.NewInt(1)
	for _, n := range r.not {
		if r.lo != nil && n.Cmp(r.lo) == 0 {
			r.lo = new(big.Int).Add(n, one)
		}
	}
	for _, n := range slices.Backward(r.not) {
		if r.hi != nil && n.Cmp(r.hi) == 0 {
			r.hi = new(big.Int).Sub(n, one)
		}
	}
	r.not = slices.DeleteFunc(r.not, func(n *big.Int) bool {
		return r.lo != nil && n.Cmp(r.lo) < 0 || r.hi != nil && n.Cmp(r.hi) > 0
	})
	return r.lo == nil || r.hi == nil || r.lo.Cmp(r.hi) <= 0
}

// size is how many literals say the same as r.
func (r *interval) size() int {
	n := len(r.not)
	if r.lo != nil && r.hi != nil && r.lo.Cmp(r.hi) == 0 {
		return 1
	}
	if r.lo != nil {
		n++
	}
	if r.hi != nil {
		n++
	}
	return n
}

func (c *Context) literals(t *Term, r *interval) []*Term {
	var out []*Term
	if r.lo != nil && r.hi != nil && r.lo.Cmp(r.hi) == 0 {
		return []*Term{c.arithEq(t, c.BigInt(r.lo))}
	}
	if r.lo != nil {
		out = append(out, c.Le(c.BigInt(r.lo), t))
	}
	if r.hi != nil {
		out = append(out, c.Le(t, c.BigInt(r.hi)))
	}
	for _, n := range r.not {
		out = append(out, c.Not(c.arithEq(t, c.BigInt(n))))
	}
	return out
}
