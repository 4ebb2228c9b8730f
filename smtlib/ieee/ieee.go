// Package ieee computes with binary floating-point numbers of any format, as
// IEEE 754-2008 and SMT-LIB's theory FloatingPoint define them: correctly
// rounded, and with a single NaN.
//
//	ieee.go     Format, Float, bit patterns
//	round.go    rounding modes, the one place that rounds
//	arith.go    add, mul, div, fma, sqrt, rem
//	convert.go  other formats, integers, rationals, comparison
//	hex.go      Boogie's notation
package ieee

import (
	"fmt"
	"math/big"
)

// Format is a binary format: the bits of its exponent, and of its significand
// with the hidden bit. The formats of C's float and double are {8, 24} and
// {11, 53}.
type Format struct{ Exp, Sig int }

// The limits of a format; exponents must fit an int with room for sums.
const (
	maxExp = 60
	maxSig = 1 << 16
)

// Valid reports whether numbers of the format can be computed with.
func (f Format) Valid() bool { return f.Exp >= 2 && f.Exp <= maxExp && f.Sig >= 2 && f.Sig <= maxSig }

// bias is also the largest exponent.
func (f Format) bias() int { return 1<<(f.Exp-1) - 1 }

// lowest is the exponent of the smallest positive number.
func (f Format) lowest() int { return 1 - f.bias() - (f.Sig - 1) }

// Float is a number of a format. The zero Float is invalid.
type Float struct {
	Format Format
	class  class
	neg    bool     // never of NaN
	mant   *big.Int // of a finite number: mant * 2^exp
	exp    int
}

type class uint8

const (
	finite class = iota
	infinite
	nan
)

// NaN is not a number.
func (f Format) NaN() Float { return Float{Format: f, class: nan} }

// Inf is an infinity.
func (f Format) Inf(neg bool) Float { return Float{Format: f, class: infinite, neg: neg} }

// Zero is +0 or -0.
func (f Format) Zero(neg bool) Float { return Float{Format: f, neg: neg, mant: new(big.Int)} }

// largest is the largest finite number of a sign.
func (f Format) largest(neg bool) Float {
	m := new(big.Int).Lsh(big.NewInt(1), uint(f.Sig))
	return Float{Format: f, neg: neg, mant: m.Sub(m, big.NewInt(1)), exp: f.bias() - f.Sig + 1}
}

// IsNaN reports whether x is NaN.
func (x Float) IsNaN() bool { return x.class == nan }

// IsInf reports whether x is an infinity.
func (x Float) IsInf() bool { return x.class == infinite }

// IsZero reports whether x is +0 or -0.
func (x Float) IsZero() bool { return x.class == finite && x.mant.Sign() == 0 }

// IsNegative reports whether x has a minus sign; NaN has none.
func (x Float) IsNegative() bool { return x.neg }

// IsPositive reports whether x is a number without a minus sign.
func (x Float) IsPositive() bool { return !x.neg && x.class != nan }

// IsSubnormal reports whether x is finite, not zero, and below the range of
// full precision.
func (x Float) IsSubnormal() bool {
	return x.class == finite && x.mant.Sign() != 0 && x.top() <= 1-x.Format.bias()
}

// IsNormal reports whether x is finite and neither zero nor subnormal.
func (x Float) IsNormal() bool {
	return x.class == finite && x.mant.Sign() != 0 && !x.IsSubnormal()
}

// top is the exponent of the first power of 2 above a finite x.
func (x Float) top() int { return x.mant.BitLen() + x.exp }

// Neg is x with the other sign.
func (x Float) Neg() Float {
	x.neg = x.class != nan && !x.neg
	return x
}

// Abs is x without its sign.
func (x Float) Abs() Float {
	x.neg = false
	return x
}

// FromBits reads the bits of IEEE 754's interchange format.
func (f Format) FromBits(bits *big.Int) Float {
	fraction, exponent, neg := f.split(bits)
	switch {
	case exponent == 2*f.bias()+1 && fraction.Sign() != 0:
		return f.NaN()
	case exponent == 2*f.bias()+1:
		return f.Inf(neg)
	case exponent == 0:
		return Float{Format: f, neg: neg, mant: fraction, exp: f.lowest()}
	}
	return Float{Format: f, neg: neg, mant: fraction.SetBit(fraction, f.Sig-1, 1), exp: f.lowest() + exponent - 1}
}

func (f Format) split(bits *big.Int) (fraction *big.Int, exponent int, neg bool) {
	n := uint(f.Sig - 1)
	fraction = new(big.Int).And(bits, ones(n))
	e := new(big.Int).Rsh(bits, n)
	e.And(e, ones(uint(f.Exp)))
	return fraction, int(e.Int64()), bits.Bit(f.Exp+f.Sig-1) == 1
}

func ones(n uint) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), n)
	return m.Sub(m, big.NewInt(1))
}

// Bits is the interchange format of x; that of NaN is positive, with the first
// bit of the fraction alone.
func (x Float) Bits() *big.Int {
	f := x.Format
	fraction, exponent := new(big.Int), 2*f.bias()+1
	switch {
	case x.class == nan:
		fraction.SetBit(fraction, f.Sig-2, 1)
	case x.class == finite:
		exponent = 0
		if x.mant.Sign() != 0 {
			// The last bit that the format has at this size.
			low := max(x.top()-f.Sig, f.lowest())
			fraction.Set(x.mant)
			if x.exp >= low {
				fraction.Lsh(fraction, uint(x.exp-low))
			} else {
				fraction.Rsh(fraction, uint(low-x.exp))
			}
			if fraction.Bit(f.Sig-1) == 1 {
				exponent = low - f.lowest() + 1
				fraction.SetBit(fraction, f.Sig-1, 0)
			}
		}
	}
	r := new(big.Int).SetInt64(int64(exponent))
	if x.neg {
		r.SetBit(r, f.Exp, 1)
	}
	return r.Or(r.Lsh(r, uint(f.Sig-1)), fraction)
}

// Fields are the three parts of Bits as SMT-LIB prints them: sign, exponent,
// fraction.
func (x Float) Fields() (sign, exponent, fraction string) {
	f := x.Format
	fr, e, neg := f.split(x.Bits())
	sign = "0"
	if neg {
		sign = "1"
	}
	return sign, fmt.Sprintf("%0*b", f.Exp, e), fmt.Sprintf("%0*b", f.Sig-1, fr)
}
