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
	coef *big.Rat
	term *Term // a product without its coefficient
}

type polynomial struct {
	sort  *Sort
	monos []monomial // sorted by term ID, coefficients nonzero
	konst *big.Rat
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
	p := polynomial{sort: t.sort, konst: new(big.Rat)}
	addends := []*Term{t}
	if t.op == OpAdd {
		addends = t.args
	}
	for _, a := range addends {
		switch {
		case a.op == OpNumeral:
			p.konst = a.num
		case a.op == OpMul && a.args[0].op == OpNumeral:
			rest := a.args[1]
			if len(a.args) > 2 {
				rest = c.intern(Term{op: OpMul, sort: a.sort, args: a.args[1:]})
			}
			p.monos = append(p.monos, monomial{a.args[0].num, rest})
		default:
			p.monos = append(p.monos, monomial{big.NewRat(1, 1), a})
		}
	}
	slices.SortFunc(p.monos, func(a, b monomial) int { return Compare(a.term, b.term) })
	return p
}

// plus returns p + k*q.
func (p polynomial) plus(k *big.Rat, q polynomial) polynomial {
	r := polynomial{sort: p.sort, konst: new(big.Rat).Add(p.konst, new(big.Rat).Mul(k, q.konst))}
	i, j := 0, 0
	for i < len(p.monos) || j < len(q.monos) {
		switch {
		case j == len(q.monos) || i < len(p.monos) && Compare(p.monos[i].term, q.monos[j].term) < 0:
			r.monos = append(r.monos, p.monos[i])
			i++
		case i == len(p.monos) || Compare(q.monos[j].term, p.monos[i].term) < 0:
			if m := new(big.Rat).Mul(k, q.monos[j].coef); m.Sign() != 0 {
				r.monos = append(r.monos, monomial{m, q.monos[j].term})
			}
			j++
		default:
			m := new(big.Rat).Mul(k, q.monos[j].coef)
			if m.Add(m, p.monos[i].coef); m.Sign() != 0 {
				r.monos = append(r.monos, monomial{m, p.monos[i].term})
			}
			i, j = i+1, j+1
		}
	}
	return r
}

func (p polynomial) scale(k *big.Rat) polynomial {
	return polynomial{sort: p.sort, konst: new(big.Rat)}.plus(k, p)
}

func (c *Context) term(p polynomial) *Term {
	var args []*Term
	for _, m := range p.monos {
		args = append(args, c.monomial(m))
	}
	if p.konst.Sign() != 0 || len(args) == 0 {
		args = append(args, c.Numeral(p.konst, p.sort))
	}
	if len(args) == 1 {
		return args[0]
	}
	return c.intern(Term{op: OpAdd, sort: p.sort, args: args})
}

func (c *Context) monomial(m monomial) *Term {
	if m.coef.Cmp(big.NewRat(1, 1)) == 0 {
		return m.term
	}
	args := []*Term{c.Numeral(m.coef, m.term.sort)}
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
	minus := big.NewRat(-1, 1)
	p, q := c.poly(a), c.poly(b)
	if d := p.plus(minus, q); len(d.monos) == 0 {
		return b, c.Numeral(d.konst, a.sort), c.Numeral(new(big.Rat), a.sort)
	}
	both := polynomial{sort: a.sort, konst: new(big.Rat)}
	j := 0
	for _, m := range p.monos {
		for j < len(q.monos) && Compare(q.monos[j].term, m.term) < 0 {
			j++
		}
		if j < len(q.monos) && q.monos[j].term == m.term && q.monos[j].coef.Cmp(m.coef) == 0 {
			both.monos = append(both.monos, m)
		}
	}
	if len(both.monos) == 0 {
		return nil, nil, nil
	}
	return c.term(both), c.term(p.plus(minus, both)), c.term(q.plus(minus, both))
}

// Add is the sum of Int or Real terms.
func (c *Context) Add(ts ...*Term) *Term {
	c.wantArith(ts...)
	p := c.poly(ts[0])
	for _, t := range ts[1:] {
		p = p.plus(big.NewRat(1, 1), c.poly(t))
	}
	return c.term(p)
}

// Sub is a - b.
func (c *Context) Sub(a, b *Term) *Term {
	c.wantArith(a, b)
	return c.term(c.poly(a).plus(big.NewRat(-1, 1), c.poly(b)))
}

// Neg is -a.
func (c *Context) Neg(a *Term) *Term {
	c.wantArith(a)
	return c.term(c.poly(a).scale(big.NewRat(-1, 1)))
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
		return c.term(q.scale(a.num))
	}
	size := func(p polynomial) int { return len(p.monos) + abs(p.konst.Sign()) }
	if size(p)*size(q) > maxProduct {
		return c.product(a, b)
	}
	sum := polynomial{sort: a.sort, konst: new(big.Rat).Mul(p.konst, q.konst)}
	one := big.NewRat(1, 1)
	sum = sum.plus(p.konst, polynomial{sort: a.sort, monos: q.monos, konst: new(big.Rat)})
	sum = sum.plus(q.konst, polynomial{sort: a.sort, monos: p.monos, konst: new(big.Rat)})
	for _, m := range p.monos {
		for _, n := range q.monos {
			t := c.product(m.term, n.term)
			sum = sum.plus(one, polynomial{sort: a.sort, konst: new(big.Rat),
				monos: []monomial{{new(big.Rat).Mul(m.coef, n.coef), t}}})
		}
	}
	return c.term(sum)
}

// maxBits bounds the numbers that multiplying gives; with larger ones a product
// stays a product, or repeated squaring would fill the memory.
const maxBits = 1 << 14

// bits is the size of the largest number in p.
func (p polynomial) bits() int {
	size := func(r *big.Rat) int { return max(r.Num().BitLen(), r.Denom().BitLen()) }
	n := size(p.konst)
	for _, m := range p.monos {
		n = max(n, size(m.coef))
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
func (c *Context) IntDiv(a, b *Term) *Term {
	c.wantArith(a, b)
	if b.op == OpNumeral && b.num.Sign() != 0 {
		if b.num.Cmp(big.NewRat(1, 1)) == 0 {
			return a
		}
		if a.op == OpNumeral {
			q, _ := EuclidDivMod(a.num.Num(), b.num.Num())
			return c.BigInt(q)
		}
	}
	return c.intern(Term{op: OpDiv, sort: c.Int, args: []*Term{a, b}})
}

// Mod is the Euclidean remainder; see IntDiv.
func (c *Context) Mod(a, b *Term) *Term {
	c.wantArith(a, b)
	if b.op == OpNumeral && b.num.Sign() != 0 {
		if b.num.Cmp(big.NewRat(1, 1)) == 0 {
			return c.IntVal(0)
		}
		if a.op == OpNumeral {
			_, r := EuclidDivMod(a.num.Num(), b.num.Num())
			return c.BigInt(r)
		}
	}
	return c.intern(Term{op: OpMod, sort: c.Int, args: []*Term{a, b}})
}

// RealDiv is division of reals; by zero a fixed unknown function.
func (c *Context) RealDiv(a, b *Term) *Term {
	c.wantArith(a, b)
	if b.op == OpNumeral && b.num.Sign() != 0 {
		return c.term(c.poly(a).scale(new(big.Rat).Inv(b.num)))
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
	p := c.poly(a).plus(big.NewRat(-1, 1), c.poly(b)) // p <= 0 or p < 0
	if a.sort == c.Int && strict {
		p.konst = new(big.Rat).Add(p.konst, big.NewRat(1, 1))
		strict = false
	}
	if len(p.monos) == 0 {
		return c.BoolVal(p.konst.Sign() < 0 || p.konst.Sign() == 0 && !strict)
	}
	g := p.content()
	p = p.scale(new(big.Rat).Inv(g))
	if a.sort == c.Int {
		// sum <= -konst, so the bound may be rounded down.
		p.konst = new(big.Rat).Neg(new(big.Rat).SetInt(Floor(new(big.Rat).Neg(p.konst))))
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
func (p polynomial) content() *big.Rat {
	num, den := new(big.Int), big.NewInt(1)
	for _, m := range p.monos {
		den.Mul(den, new(big.Int).Div(m.coef.Denom(), new(big.Int).GCD(nil, nil, den, m.coef.Denom())))
	}
	for _, m := range p.monos {
		n := new(big.Rat).Mul(m.coef, new(big.Rat).SetInt(den)).Num()
		num.GCD(nil, nil, num, new(big.Int).Abs(n))
	}
	return new(big.Rat).SetFrac(num, den)
}

// sides splits p = left - right with positive coefficients on both sides.
func (p polynomial) sides() (left, right polynomial) {
	left = polynomial{sort: p.sort, konst: new(big.Rat)}
	right = polynomial{sort: p.sort, konst: new(big.Rat)}
	for _, m := range p.monos {
		if m.coef.Sign() > 0 {
			left.monos = append(left.monos, m)
		} else {
			right.monos = append(right.monos, monomial{new(big.Rat).Neg(m.coef), m.term})
		}
	}
	if len(left.monos) == 0 {
		left.konst = p.konst
	} else {
		right.konst = new(big.Rat).Neg(p.konst)
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
	p := c.poly(a).plus(big.NewRat(-1, 1), c.poly(b))
	if len(p.monos) == 0 {
		return c.BoolVal(p.konst.Sign() == 0)
	}
	p = p.scale(new(big.Rat).Inv(p.content()))
	if a.sort == c.Int && !p.konst.IsInt() {
		return c.False
	}
	if p.monos[0].coef.Sign() < 0 {
		p = p.scale(big.NewRat(-1, 1))
	}
	left, right := p.sides()
	l, r := c.term(left), c.term(right)
	if l.op == OpIte && r.op == OpNumeral && (l != a || r != b) { // an ite may only now stand alone
		return c.arithEq(l, r)
	}
	return c.intern(Term{op: OpEq, sort: c.Bool, args: []*Term{l, r}})
}
