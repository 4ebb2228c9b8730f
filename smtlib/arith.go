package smtlib

import (
	"fmt"
	"math/big"
	"slices"
)

// Arithmetic terms are kept as polynomials in a normal form: a sum of
// monomials (coefficient times a sorted product of other terms) and a
// constant. Sums that are equal as polynomials are one pointer.

type monomial struct {
	coef number
	term *Term // a product without its coefficient
}

type polynomial struct {
	sort  *Sort
	monos []monomial // in the order of their terms, coefficients not 0
	konst number
}

// maxProduct bounds how many monomials multiplying two sums out may give, and
// how many factors a flat product has; larger products stay products.
const maxProduct = 64

func (c *Context) wantArith(ts ...*Term) {
	for _, t := range ts {
		if !t.sort.IsArith() || t.sort != ts[0].sort {
			panic(fmt.Sprintf("smtlib: arithmetic on %s and %s", ts[0].sort, t.sort))
		}
	}
}

func (c *Context) poly(t *Term) polynomial {
	p := polynomial{sort: t.sort}
	addends := []*Term{t}
	if t.op == OpAdd {
		addends = t.args
	}
	for _, a := range addends {
		switch {
		case a.op == OpNumeral:
			p.konst = numberOf(a.num)
		case a.op == OpMul && a.args[0].op == OpNumeral:
			rest := a.args[1]
			if len(a.args) > 2 {
				rest = c.intern(Term{op: OpMul, sort: a.sort, args: a.args[1:]})
			}
			p.monos = append(p.monos, monomial{numberOf(a.args[0].num), rest})
		default:
			p.monos = append(p.monos, monomial{one, a})
		}
	}
	slices.SortFunc(p.monos, func(a, b monomial) int { return Compare(a.term, b.term) })
	return p
}

// plus returns p + k*q.
func (p polynomial) plus(k number, q polynomial) polynomial {
	r := polynomial{sort: p.sort, konst: p.konst.plus(k.times(q.konst))}
	if n := len(p.monos) + len(q.monos); n > 0 {
		r.monos = make([]monomial, 0, n)
	}
	add := func(coef number, t *Term) {
		if coef.sign() != 0 {
			r.monos = append(r.monos, monomial{coef, t})
		}
	}
	i, j := 0, 0
	for i < len(p.monos) || j < len(q.monos) {
		order := 0
		switch {
		case j == len(q.monos):
			order = -1
		case i == len(p.monos):
			order = 1
		default:
			order = Compare(p.monos[i].term, q.monos[j].term)
		}
		switch {
		case order < 0:
			r.monos = append(r.monos, p.monos[i])
			i++
		case order > 0:
			add(k.times(q.monos[j].coef), q.monos[j].term)
			j++
		default:
			add(p.monos[i].coef.plus(k.times(q.monos[j].coef)), p.monos[i].term)
			i, j = i+1, j+1
		}
	}
	return r
}

func (p polynomial) scale(k number) polynomial { return polynomial{sort: p.sort}.plus(k, p) }

// over is p divided by a number that is not 0.
func (p polynomial) over(k number) polynomial {
	if k == one {
		return p
	}
	r := polynomial{sort: p.sort, konst: p.konst.over(k), monos: make([]monomial, len(p.monos))}
	for i, m := range p.monos {
		r.monos[i] = monomial{m.coef.over(k), m.term}
	}
	return r
}

func (c *Context) term(p polynomial) *Term {
	var args []*Term
	for _, m := range p.monos {
		args = append(args, c.monomial(m))
	}
	if p.konst.sign() != 0 || len(args) == 0 {
		args = append(args, c.numeral(p.konst, p.sort))
	}
	if len(args) == 1 {
		return args[0]
	}
	return c.intern(Term{op: OpAdd, sort: p.sort, args: args})
}

func (c *Context) monomial(m monomial) *Term {
	if m.coef == one {
		return m.term
	}
	args := []*Term{c.numeral(m.coef, m.term.sort)}
	if m.term.op == OpMul {
		args = append(args, m.term.args...)
	} else {
		args = append(args, m.term)
	}
	return c.intern(Term{op: OpMul, sort: m.term.sort, args: args})
}

// commonPart splits two sums into what both hold and the rest of each; common is
// nil when that is nothing. Of sums that differ in the constant alone, all of b
// is common.
func (c *Context) commonPart(a, b *Term) (common, restA, restB *Term) {
	p, q := c.poly(a), c.poly(b)
	if d := p.plus(minusOne, q); len(d.monos) == 0 {
		return b, c.numeral(d.konst, a.sort), c.numeral(number{}, a.sort)
	}
	both := polynomial{sort: a.sort}
	j := 0
	for _, m := range p.monos {
		for j < len(q.monos) && Compare(q.monos[j].term, m.term) < 0 {
			j++
		}
		if j < len(q.monos) && q.monos[j].term == m.term && q.monos[j].coef.equals(m.coef) {
			both.monos = append(both.monos, m)
		}
	}
	if len(both.monos) == 0 {
		return nil, nil, nil
	}
	return c.term(both), c.term(p.plus(minusOne, both)), c.term(q.plus(minusOne, both))
}

// Add is the sum of Int or Real terms.
func (c *Context) Add(ts ...*Term) *Term {
	c.wantArith(ts...)
	p := c.poly(ts[0])
	for _, t := range ts[1:] {
		p = p.plus(one, c.poly(t))
	}
	return c.term(p)
}

// Sub is a - b.
func (c *Context) Sub(a, b *Term) *Term {
	c.wantArith(a, b)
	return c.term(c.poly(a).plus(minusOne, c.poly(b)))
}

// Neg is -a.
func (c *Context) Neg(a *Term) *Term {
	c.wantArith(a)
	return c.term(c.poly(a).scale(minusOne))
}

// Mul is the product, multiplied out when that stays small.
func (c *Context) Mul(a, b *Term) *Term {
	c.wantArith(a, b)
	if b.op == OpNumeral {
		a, b = b, a
	}
	p, q := c.poly(a), c.poly(b)
	if p.bits()+q.bits() > maxBits {
		return c.product(a, b)
	}
	if a.op == OpNumeral {
		return c.term(q.scale(numberOf(a.num)))
	}
	size := func(p polynomial) int { return len(p.monos) + abs(p.konst.sign()) }
	if size(p)*size(q) > maxProduct {
		return c.product(a, b)
	}
	sum := polynomial{sort: a.sort, konst: p.konst.times(q.konst)}
	sum = sum.plus(p.konst, polynomial{sort: a.sort, monos: q.monos})
	sum = sum.plus(q.konst, polynomial{sort: a.sort, monos: p.monos})
	for _, m := range p.monos {
		for _, n := range q.monos {
			sum = sum.plus(m.coef.times(n.coef), polynomial{sort: a.sort, monos: []monomial{{one, c.product(m.term, n.term)}}})
		}
	}
	return c.term(sum)
}

// maxBits bounds the numbers that multiplying gives; with larger ones a product
// stays a product, or repeated squaring would fill the memory.
const maxBits = 1 << 14

// bits is the size of the largest number in p.
func (p polynomial) bits() int {
	n := p.konst.bits()
	for _, m := range p.monos {
		n = max(n, m.coef.bits())
	}
	return n
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// product is the sorted product of two terms without numeric coefficients.
func (c *Context) product(a, b *Term) *Term {
	var fs []*Term
	for _, t := range []*Term{a, b} {
		if t.op == OpMul && t.args[0].op != OpNumeral {
			fs = append(fs, t.args...)
		} else {
			fs = append(fs, t)
		}
	}
	if len(fs) > maxProduct { // repeated squaring would double it again and again
		fs = []*Term{a, b}
	}
	slices.SortStableFunc(fs, Compare)
	return c.intern(Term{op: OpMul, sort: a.sort, args: fs})
}

// EuclidDivMod is SMT-LIB's and Boogie's integer division: a = b*q + r with
// 0 <= r < |b|. It panics when b is 0.
func EuclidDivMod(a, b *big.Int) (q, r *big.Int) {
	return new(big.Int).DivMod(a, b, new(big.Int))
}

// IntDiv is Euclidean division. By zero it is a fixed unknown function, as in
// SMT-LIB; only constants are folded.
func (c *Context) IntDiv(a, b *Term) *Term { return c.euclidean(OpDiv, a, b) }

// Mod is the Euclidean remainder; see IntDiv.
func (c *Context) Mod(a, b *Term) *Term { return c.euclidean(OpMod, a, b) }

func (c *Context) euclidean(op Op, a, b *Term) *Term {
	c.wantArith(a, b)
	if b.op == OpNumeral && b.num.Sign() != 0 {
		switch one := b.num.Cmp(big.NewRat(1, 1)) == 0; {
		case one && op == OpDiv:
			return a
		case one:
			return c.IntVal(0)
		case a.op == OpNumeral:
			quotient, remainder := EuclidDivMod(a.num.Num(), b.num.Num())
			if op == OpDiv {
				return c.BigInt(quotient)
			}
			return c.BigInt(remainder)
		}
	}
	return c.intern(Term{op: op, sort: c.Int, args: []*Term{a, b}})
}

// RealDiv is division of reals; by zero a fixed unknown function.
func (c *Context) RealDiv(a, b *Term) *Term {
	c.wantArith(a, b)
	if b.op == OpNumeral && b.num.Sign() != 0 {
		return c.term(c.poly(a).over(numberOf(b.num)))
	}
	return c.intern(Term{op: OpRealDiv, sort: c.Real, args: []*Term{a, b}})
}

// ToReal embeds an Int.
func (c *Context) ToReal(a *Term) *Term {
	if a.op == OpNumeral {
		return c.Numeral(a.num, c.Real)
	}
	return c.intern(Term{op: OpToReal, sort: c.Real, args: []*Term{a}})
}

// ToInt is the floor of a Real.
func (c *Context) ToInt(a *Term) *Term {
	switch a.op {
	case OpNumeral:
		return c.BigInt(Floor(a.num))
	case OpToReal:
		return a.args[0]
	}
	return c.intern(Term{op: OpToInt, sort: c.Int, args: []*Term{a}})
}

// Floor is the largest integer that is not above r.
func Floor(r *big.Rat) *big.Int {
	q, _ := EuclidDivMod(r.Num(), r.Denom())
	return q
}

// Le is a <= b.
func (c *Context) Le(a, b *Term) *Term { return c.Compare(a, b, false) }

// Lt is a < b.
func (c *Context) Lt(a, b *Term) *Term { return c.Compare(a, b, true) }

// compare normalises a <= b or a < b: monomials with positive coefficients
// stand left, others right, the constant right unless that leaves a side
// empty. Int comparisons are made non-strict and divided by the gcd.
func (c *Context) Compare(a, b *Term, strict bool) *Term {
	c.wantArith(a, b)
	if r := c.compareIte(a, b, strict); r != nil {
		return r
	}
	p := c.poly(a).plus(minusOne, c.poly(b)) // p <= 0 or p < 0
	if a.sort == c.Int && strict {
		p.konst = p.konst.plus(one)
		strict = false
	}
	if len(p.monos) == 0 {
		return c.BoolVal(p.konst.sign() < 0 || p.konst.sign() == 0 && !strict)
	}
	p = p.over(p.content())
	if a.sort == c.Int {
		// sum <= -konst, so the bound may be rounded down.
		p.konst = p.konst.neg().floor().neg()
	}
	left, right := p.sides()
	op := OpLe
	if strict {
		op = OpLt
	}
	l, r := c.term(left), c.term(right)
	if (l.op == OpNumeral || r.op == OpNumeral) && (l != a || r != b) { // an ite may only now stand alone
		if t := c.compareIte(l, r, strict); t != nil {
			return t
		}
	}
	return c.intern(Term{op: op, sort: c.Bool, args: []*Term{l, r}})
}

// compareIte folds a comparison of (ite k x y) with a literal when that
// decides one of the branches.
func (c *Context) compareIte(a, b *Term, strict bool) *Term {
	ite, other, flip := a, b, false
	if a.op != OpIte {
		ite, other, flip = b, a, true
	}
	if ite.op != OpIte || !worthSplitting(ite, other) {
		return nil
	}
	cmp := func(branch *Term) *Term {
		if flip {
			return c.Compare(a, branch, strict)
		}
		return c.Compare(branch, b, strict)
	}
	if x, y := cmp(ite.args[1]), cmp(ite.args[2]); x.IsLiteral() || y.IsLiteral() {
		return c.Ite(ite.args[0], x, y)
	}
	return nil
}

// content is the positive gcd of the coefficients of the monomials.
func (p polynomial) content() number {
	g := p.monos[0].coef.abs()
	for _, m := range p.monos[1:] {
		g = g.gcd(m.coef.abs())
	}
	return g
}

// sides splits p = left - right with positive coefficients on both sides.
func (p polynomial) sides() (left, right polynomial) {
	left, right = polynomial{sort: p.sort}, polynomial{sort: p.sort}
	for _, m := range p.monos {
		if m.coef.sign() > 0 {
			left.monos = append(left.monos, m)
		} else {
			right.monos = append(right.monos, monomial{m.coef.neg(), m.term})
		}
	}
	if len(left.monos) == 0 {
		left.konst = p.konst
	} else {
		right.konst = p.konst.neg()
	}
	return left, right
}

func (c *Context) arithEq(a, b *Term) *Term {
	if r := c.eqIte(a, b); r != nil {
		return r
	}
	if r := c.eqIte(b, a); r != nil {
		return r
	}
	p := c.poly(a).plus(minusOne, c.poly(b))
	if len(p.monos) == 0 {
		return c.BoolVal(p.konst.sign() == 0)
	}
	p = p.over(p.content())
	if a.sort == c.Int && !p.konst.isWhole() {
		return c.False
	}
	if p.monos[0].coef.sign() < 0 {
		p = p.scale(minusOne)
	}
	left, right := p.sides()
	l, r := c.term(left), c.term(right)
	if l.op == OpIte && r.op == OpNumeral && (l != a || r != b) { // an ite may only now stand alone
		return c.arithEq(l, r)
	}
	return c.intern(Term{op: OpEq, sort: c.Bool, args: []*Term{l, r}})
}
