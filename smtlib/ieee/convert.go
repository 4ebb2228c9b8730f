package ieee

import "math/big"

// Compare orders x and y as numbers, so that +0 equals -0; NaN is not ordered.
func Compare(x, y Float) (c int, ordered bool) {
	if x.IsNaN() || y.IsNaN() {
		return 0, false
	}
	if x.IsZero() && y.IsZero() {
		return 0, true
	}
	if a, b := x.sign(), y.sign(); a != b {
		return sign(a - b), true
	}
	c = magnitude(x, y)
	if x.neg {
		c = -c
	}
	return c, true
}

func (x Float) sign() int {
	switch {
	case x.IsZero():
		return 0
	case x.neg:
		return -1
	}
	return 1
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// magnitude compares absolute values, neither of which is zero.
func magnitude(x, y Float) int {
	switch {
	case x.IsInf() && y.IsInf():
		return 0
	case x.IsInf():
		return 1
	case y.IsInf():
		return -1
	case x.top() != y.top():
		return sign(x.top() - y.top())
	}
	exp := min(x.exp, y.exp)
	return x.Abs().scaled(exp).Cmp(y.Abs().scaled(exp))
}

// Convert is x in another format.
func (f Format) Convert(m Mode, x Float) Float {
	switch {
	case x.IsNaN():
		return f.NaN()
	case x.IsInf():
		return f.Inf(x.neg)
	case x.IsZero():
		return f.Zero(x.neg)
	}
	return f.round(m, x.neg, x.mant, x.exp, false)
}

// FromInt is n in the format.
func (f Format) FromInt(m Mode, n *big.Int) Float {
	if n.Sign() == 0 {
		return f.Zero(false)
	}
	return f.round(m, n.Sign() < 0, new(big.Int).Abs(n), 0, false)
}

// FromRat is r in the format.
func (f Format) FromRat(m Mode, r *big.Rat) Float {
	if r.Sign() == 0 {
		return f.Zero(false)
	}
	return f.quotient(m, r.Sign() < 0, new(big.Int).Abs(r.Num()), r.Denom(), 0)
}

// RoundToIntegral is x rounded to an integer; the sign stays.
func RoundToIntegral(m Mode, x Float) Float {
	if x.class != finite || x.exp >= 0 || x.IsZero() {
		return x
	}
	n := m.shiftRight(x.neg, x.mant, -x.exp, false)
	if n.Sign() == 0 {
		return x.Format.Zero(x.neg)
	}
	return x.Format.round(m, x.neg, n, 0, false)
}

// Int is x rounded to an integer; ok is false when x is no number, or has more
// than width bits.
func (x Float) Int(m Mode, width int) (n *big.Int, ok bool) {
	switch {
	case x.class != finite || !x.IsZero() && x.top() > width+1:
		return nil, false
	case x.exp >= 0:
		n = new(big.Int).Lsh(x.mant, uint(x.exp))
	default:
		n = m.shiftRight(x.neg, x.mant, -x.exp, false)
	}
	if x.neg {
		n.Neg(n)
	}
	return n, n.BitLen() <= width
}

// Rat is the exact value of x; ok is false when x is no number, or would take
// more than limit bits to write down.
func (x Float) Rat(limit int) (r *big.Rat, ok bool) {
	if x.class != finite {
		return nil, false
	}
	if x.IsZero() {
		return new(big.Rat), true
	}
	if x.exp > limit || -x.exp > limit {
		return nil, false
	}
	n, d := new(big.Int).Set(x.mant), big.NewInt(1)
	if x.exp >= 0 {
		n.Lsh(n, uint(x.exp))
	} else {
		d.Lsh(d, uint(-x.exp))
	}
	if x.neg {
		n.Neg(n)
	}
	return new(big.Rat).SetFrac(n, d), true
}
