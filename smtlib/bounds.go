package smtlib

import (
	"math/big"
	"slices"
)

// interval collects what the conjuncts say about one linear form.
type interval struct {
	lo, hi  limit
	not     []limit
	members int
	merged  bool
}

// limit is a number in a bound; n is nil for none.
type limit struct {
	n    *big.Int
	from *Term // the literal that says this bound and no more; nil for none
}

// form is the linear form that a literal bounds: plus - minus, or plus alone.
// Of the two ways to write a difference the one whose plus comes first is taken.
type form struct{ plus, minus *Term }

func (c *Context) formTerm(f form) *Term {
	if f.minus == nil {
		return f.plus
	}
	return c.Sub(f.plus, f.minus)
}

// bound reads a literal as a bound on a linear form f: f <= n, n <= f, f = n,
// f != n.
func (c *Context) bound(l *Term) (f form, n *big.Int, kind boundKind) {
	neg := l.op == OpNot
	if neg {
		l = l.args[0]
	}
	if l.op != OpLe && l.op != OpEq || len(l.args) != 2 || l.args[0].sort.Kind != IntKind {
		return form{}, nil, 0
	}
	kind = upper
	switch {
	case l.op == OpEq && neg:
		kind = hole
	case l.op == OpEq:
		kind = point
	}
	a, b := l.args[0], l.args[1]
	switch {
	case b.op == OpNumeral:
		return form{plus: a}, b.num.Num(), kind
	case a.op == OpNumeral:
		return form{plus: b}, a.num.Num(), kind.flipped()
	}
	// The normal form has the constant on the right: a <= b + n.
	n = new(big.Int)
	if last := b.args; b.op == OpAdd && last[len(last)-1].op == OpNumeral {
		n = last[len(last)-1].num.Num()
		if len(last) == 2 {
			b = last[0]
		} else {
			b = c.intern(Term{op: OpAdd, sort: b.sort, args: last[: len(last)-1 : len(last)-1]})
		}
	}
	if Compare(a, b) < 0 {
		return form{a, b}, n, kind
	}
	return form{b, a}, new(big.Int).Neg(n), kind.flipped()
}

type boundKind uint8

const (
	upper boundKind = iota + 1
	lower
	point
	hole
)

// flipped is the kind of bound on the negated form.
func (k boundKind) flipped() boundKind {
	switch k {
	case upper:
		return lower
	case lower:
		return upper
	}
	return k
}

// mergeBounds joins the bounds on each linear form into the tightest ones;
// ok is false when they contradict. The result is a sorted set again.
func (c *Context) mergeBounds(flat []*Term) (_ []*Term, ok bool) {
	ranges := map[form]*interval{}
	var order []form
	several := false
	for _, l := range flat {
		t, n, kind := c.bound(l)
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
		r.add(limit{n, l}, kind)
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
		if t, _, kind := c.bound(l); kind == 0 || !ranges[t].merged {
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

// Excludes reports whether two literals contradict each other: where it does, and
// only there, And makes false of them.
func (c *Context) Excludes(a, b *Term) bool {
	if a.IsFalse() || b.IsFalse() || a == c.Not(b) {
		return true
	}
	f, n, kind := c.bound(a)
	g, m, other := c.bound(b)
	if kind == 0 || other == 0 || f != g {
		return false
	}
	r := interval{}
	r.add(limit{n: n}, kind)
	r.add(limit{n: m}, other)
	return !r.tighten()
}

func (r *interval) add(l limit, kind boundKind) {
	if kind == point {
		l.from = nil
	}
	if (kind == upper || kind == point) && (r.hi.n == nil || l.n.Cmp(r.hi.n) < 0) {
		r.hi = l
	}
	if (kind == lower || kind == point) && (r.lo.n == nil || l.n.Cmp(r.lo.n) > 0) {
		r.lo = l
	}
	if kind == hole {
		r.not = append(r.not, l)
	}
}

// tighten moves the ends past holes and drops holes outside; false when empty.
func (r *interval) tighten() bool {
	slices.SortFunc(r.not, func(a, b limit) int { return a.n.Cmp(b.n) })
	one := big.NewInt(1)
	for _, l := range r.not {
		if r.lo.n != nil && l.n.Cmp(r.lo.n) == 0 {
			r.lo = limit{n: new(big.Int).Add(l.n, one)}
		}
	}
	for _, l := range slices.Backward(r.not) {
		if r.hi.n != nil && l.n.Cmp(r.hi.n) == 0 {
			r.hi = limit{n: new(big.Int).Sub(l.n, one)}
		}
	}
	r.not = slices.DeleteFunc(r.not, func(l limit) bool {
		return r.lo.n != nil && l.n.Cmp(r.lo.n) < 0 || r.hi.n != nil && l.n.Cmp(r.hi.n) > 0
	})
	return r.lo.n == nil || r.hi.n == nil || r.lo.n.Cmp(r.hi.n) <= 0
}

// isPoint reports whether r is one number.
func (r *interval) isPoint() bool {
	return r.lo.n != nil && r.hi.n != nil && r.lo.n.Cmp(r.hi.n) == 0
}

// size is how many literals say the same as r.
func (r *interval) size() int {
	n := len(r.not)
	if r.isPoint() {
		return 1
	}
	if r.lo.n != nil {
		n++
	}
	if r.hi.n != nil {
		n++
	}
	return n
}

// literals say of the form f what r does.
func (c *Context) literals(f form, r *interval) []*Term {
	if r.isPoint() {
		return []*Term{c.arithEq(c.formTerm(f), c.BigInt(r.lo.n))}
	}
	var out []*Term
	add := func(l limit, build func(t, n *Term) *Term) {
		switch {
		case l.n == nil:
		case l.from != nil:
			out = append(out, l.from)
		default:
			out = append(out, build(c.formTerm(f), c.BigInt(l.n)))
		}
	}
	add(r.lo, func(t, n *Term) *Term { return c.Le(n, t) })
	add(r.hi, c.Le)
	for _, l := range r.not {
		add(l, func(t, n *Term) *Term { return c.Not(c.arithEq(t, n)) })
	}
	return out
}
