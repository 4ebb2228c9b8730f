package smtlib

import (
	"math"
	"math/big"
)

// number is a rational number that never changes; whole ones of few digits, which
// are most, take no memory. The zero value is 0.
type number struct {
	small int64
	big   *big.Rat // nil when small is the number
}

var (
	one      = number{small: 1}
	minusOne = number{small: -1}
)

func numberOf(r *big.Rat) number {
	if r.IsInt() {
		return wholeNumber(r.Num())
	}
	return number{big: r}
}

func wholeNumber(n *big.Int) number {
	if n.IsInt64() && n.Int64() != math.MinInt64 { // its negation shall be small too
		return number{small: n.Int64()}
	}
	return number{big: new(big.Rat).SetInt(n)}
}

// rat is n to read from.
func (n number) rat() *big.Rat {
	if n.big != nil {
		return n.big
	}
	return new(big.Rat).SetInt64(n.small)
}

func (n number) sign() int {
	switch {
	case n.big != nil:
		return n.big.Sign()
	case n.small < 0:
		return -1
	case n.small > 0:
		return 1
	}
	return 0
}

// equals may compare representations: no number has two.
func (n number) equals(m number) bool {
	if n.big == nil || m.big == nil {
		return n == m
	}
	return n.big.Cmp(m.big) == 0
}

func (n number) isWhole() bool { return n.big == nil || n.big.IsInt() }

func (n number) neg() number {
	if n.big == nil {
		return number{small: -n.small}
	}
	return numberOf(new(big.Rat).Neg(n.big))
}

func (n number) plus(m number) number {
	if n.big == nil && m.big == nil {
		if sum := n.small + m.small; (sum > n.small) == (m.small > 0) && sum != math.MinInt64 {
			return number{small: sum}
		}
	}
	return numberOf(new(big.Rat).Add(n.rat(), m.rat()))
}

func (n number) times(m number) number {
	const half = math.MaxInt32
	if n.big == nil && m.big == nil && -half <= n.small && n.small <= half && -half <= m.small && m.small <= half {
		return number{small: n.small * m.small}
	}
	return numberOf(new(big.Rat).Mul(n.rat(), m.rat()))
}

// over is n divided by m, which is not 0.
func (n number) over(m number) number {
	if n.big == nil && m.big == nil && n.small%m.small == 0 {
		return number{small: n.small / m.small}
	}
	return numberOf(new(big.Rat).Quo(n.rat(), m.rat()))
}

// floor is the largest whole number that is not above n.
func (n number) floor() number {
	if n.isWhole() {
		return n
	}
	return wholeNumber(Floor(n.big))
}

// bits is the size of n.
func (n number) bits() int {
	if n.big == nil {
		return 64
	}
	return max(n.big.Num().BitLen(), n.big.Denom().BitLen())
}

// gcd is the largest number that both are whole multiples of; none of them is
// negative, and one is not 0.
func (n number) gcd(m number) number {
	if n.big == nil && m.big == nil {
		a, b := n.small, m.small
		for b != 0 {
			a, b = b, a%b
		}
		return number{small: a}
	}
	// (a/b, c/d) over the common denominator b*d
	x, y := n.rat(), m.rat()
	a := new(big.Int).Mul(x.Num(), y.Denom())
	b := new(big.Int).Mul(y.Num(), x.Denom())
	return numberOf(new(big.Rat).SetFrac(new(big.Int).GCD(nil, nil, a, b), new(big.Int).Mul(x.Denom(), y.Denom())))
}

func (n number) abs() number {
	if n.sign() < 0 {
		return n.neg()
	}
	return n
}
