package ieee

import "math/big"

// Add is x + y.
func Add(m Mode, x, y Float) Float {
	switch {
	case x.IsNaN() || y.IsNaN() || x.IsInf() && y.IsInf() && x.neg != y.neg:
		return x.Format.NaN()
	case x.IsInf():
		return x
	case y.IsInf():
		return y
	}
	return x.Format.sum(m, x, y)
}

// Sub is x - y.
func Sub(m Mode, x, y Float) Float { return Add(m, x, y.Neg()) }

// Mul is x * y.
func Mul(m Mode, x, y Float) Float {
	f, neg := x.Format, x.neg != y.neg
	switch {
	case x.IsNaN() || y.IsNaN() || x.IsInf() && y.IsZero() || x.IsZero() && y.IsInf():
		return f.NaN()
	case x.IsInf() || y.IsInf():
		return f.Inf(neg)
	case x.IsZero() || y.IsZero():
		return f.Zero(neg)
	}
	return f.round(m, neg, new(big.Int).Mul(x.mant, y.mant), x.exp+y.exp, false)
}

// Fma is x*y + z, rounded once.
func Fma(m Mode, x, y, z Float) Float {
	f, neg := x.Format, x.neg != y.neg
	switch {
	case x.IsNaN() || y.IsNaN() || z.IsNaN() || x.IsInf() && y.IsZero() || x.IsZero() && y.IsInf():
		return f.NaN()
	case x.IsInf() || y.IsInf():
		return Add(m, f.Inf(neg), z)
	case z.IsInf():
		return z
	}
	// The exact product is no number of the format, but sum takes any.
	product := Float{Format: f, neg: neg, mant: new(big.Int).Mul(x.mant, y.mant), exp: x.exp + y.exp}
	return f.sum(m, product, z)
}

// sum rounds the exact sum of two finite numbers.
func (f Format) sum(m Mode, x, y Float) Float {
	switch {
	case x.IsZero() && y.IsZero() && x.neg == y.neg:
		return f.Zero(x.neg)
	case x.IsZero() && y.IsZero():
		return f.Zero(m == TowardNegative)
	case x.IsZero():
		x, y = y, x
		fallthrough
	case y.IsZero():
		return f.round(m, x.neg, x.mant, x.exp, false)
	}
	if x.top() < y.top() {
		x, y = y, x
	}
	if wide := f.Sig + 4 - x.mant.BitLen(); wide > 0 {
		x.mant, x.exp = new(big.Int).Lsh(x.mant, uint(wide)), x.exp-wide
	}
	if y.top() <= x.exp { // y is less than the last bit of x
		mant := x.mant
		if x.neg != y.neg {
			mant = new(big.Int).Sub(mant, big.NewInt(1))
		}
		return f.round(m, x.neg, mant, x.exp, true)
	}
	exp := min(x.exp, y.exp)
	total := new(big.Int).Add(x.scaled(exp), y.scaled(exp))
	if total.Sign() == 0 {
		return f.Zero(m == TowardNegative)
	}
	return f.round(m, total.Sign() < 0, new(big.Int).Abs(total), exp, false)
}

// scaled is the finite number x in units of 2^exp, which must divide it.
func (x Float) scaled(exp int) *big.Int {
	n := new(big.Int).Lsh(x.mant, uint(x.exp-exp))
	if x.neg {
		n.Neg(n)
	}
	return n
}

// Div is x / y.
func Div(m Mode, x, y Float) Float {
	f, neg := x.Format, x.neg != y.neg
	switch {
	case x.IsNaN() || y.IsNaN() || x.IsInf() && y.IsInf() || x.IsZero() && y.IsZero():
		return f.NaN()
	case x.IsInf() || y.IsZero():
		return f.Inf(neg)
	case y.IsInf() || x.IsZero():
		return f.Zero(neg)
	}
	return f.quotient(m, neg, x.mant, y.mant, x.exp-y.exp)
}

// quotient rounds ±num/den * 2^exp.
func (f Format) quotient(m Mode, neg bool, num, den *big.Int, exp int) Float {
	shift := max(0, f.Sig+3+den.BitLen()-num.BitLen())
	q, r := new(big.Int).QuoRem(new(big.Int).Lsh(num, uint(shift)), den, new(big.Int))
	return f.round(m, neg, q, exp-shift, r.Sign() != 0)
}

// Sqrt is the square root of x.
func Sqrt(m Mode, x Float) Float {
	f := x.Format
	switch {
	case x.IsNaN() || x.IsZero():
		return x
	case x.neg:
		return f.NaN()
	case x.IsInf():
		return x
	}
	shift := max(0, 2*(f.Sig+3)-x.mant.BitLen())
	if (x.exp-shift)%2 != 0 {
		shift++
	}
	n := new(big.Int).Lsh(x.mant, uint(shift))
	root := new(big.Int).Sqrt(n)
	exact := new(big.Int).Mul(root, root).Cmp(n) == 0
	return f.round(m, false, root, (x.exp-shift)/2, !exact)
}

// Rem is x - y*n, where n is the integer nearest to x/y, the even one of two.
func Rem(x, y Float) Float {
	f := x.Format
	switch {
	case x.IsNaN() || y.IsNaN() || x.IsInf() || y.IsZero():
		return f.NaN()
	case y.IsInf() || x.IsZero() || x.top() <= y.top()-2:
		return x
	}
	// Both in units of 2^exp; n matters modulo 2 only.
	exp, divisor := y.exp, y.mant
	rest := new(big.Int)
	if x.exp >= y.exp {
		twice := new(big.Int).Lsh(divisor, 1)
		rest.Exp(big.NewInt(2), big.NewInt(int64(x.exp-y.exp)), twice)
		rest.Mod(rest.Mul(rest, x.mant), twice)
	} else {
		exp = x.exp
		divisor = new(big.Int).Lsh(divisor, uint(y.exp-x.exp))
		rest.Mod(x.mant, new(big.Int).Lsh(divisor, 1))
	}
	odd := rest.Cmp(divisor) >= 0
	if odd {
		rest.Sub(rest, divisor)
	}
	neg := x.neg
	if c := new(big.Int).Lsh(rest, 1).Cmp(divisor); c > 0 || c == 0 && odd {
		rest.Sub(divisor, rest)
		neg = !neg
	}
	if rest.Sign() == 0 {
		return f.Zero(x.neg)
	}
	return f.round(NearestEven, neg, rest, exp, false)
}

// Min is the lesser of x and y, or the number where one is NaN. For zeros of
// different signs SMT-LIB leaves open which it is, and ok is false.
func Min(x, y Float) (r Float, ok bool) { return choose(x, y, -1) }

// Max is the greater of x and y, dual to Min.
func Max(x, y Float) (r Float, ok bool) { return choose(x, y, 1) }

func choose(x, y Float, want int) (Float, bool) {
	c, ordered := Compare(x, y)
	switch {
	case x.IsNaN():
		return y, true
	case y.IsNaN():
		return x, true
	case x.IsZero() && y.IsZero() && x.neg != y.neg:
		return Float{}, false
	case ordered && c == want:
		return x, true
	}
	return y, true
}
