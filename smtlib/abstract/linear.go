package abstract

import (
	"math/big"
	"slices"
	"strings"

	"semdiff/smtlib"
)

// Linear is a linear form over the dimensions of a Space: a sum of multiples, by
// ascending dimension, without zeros.
type Linear []Monomial

// Monomial is a multiple of a dimension.
type Monomial struct {
	Dim  int
	Coef *big.Rat
}

// Form is the sum of multiples of dimensions.
func Form(coefs map[int]int64) (f Linear) {
	for dim, k := range coefs {
		if k != 0 {
			f = append(f, Monomial{dim, big.NewRat(k, 1)})
		}
	}
	slices.SortFunc(f, func(a, b Monomial) int { return a.Dim - b.Dim })
	return f
}

// plus is f + k*g.
func (f Linear) plus(k *big.Rat, g Linear) (sum Linear) {
	if k.Sign() == 0 {
		return f
	}
	for len(f) > 0 || len(g) > 0 {
		switch {
		case len(g) == 0 || len(f) > 0 && f[0].Dim < g[0].Dim:
			sum, f = append(sum, f[0]), f[1:]
		case len(f) == 0 || g[0].Dim < f[0].Dim:
			sum, g = append(sum, Monomial{g[0].Dim, new(big.Rat).Mul(k, g[0].Coef)}), g[1:]
		default:
			x := new(big.Rat).Mul(k, g[0].Coef)
			if x.Add(x, f[0].Coef).Sign() != 0 {
				sum = append(sum, Monomial{f[0].Dim, x})
			}
			f, g = f[1:], g[1:]
		}
	}
	return sum
}

// Times is k*f.
func (f Linear) Times(k *big.Rat) Linear { return Linear(nil).plus(k, f) }

// at is the value of f in a point.
func (f Linear) at(point []*big.Rat) *big.Rat {
	sum := new(big.Rat)
	for _, m := range f {
		sum.Add(sum, new(big.Rat).Mul(m.Coef, point[m.Dim]))
	}
	return sum
}

// coef is the coefficient of a dimension, nil for zero.
func (f Linear) coef(dim int) *big.Rat {
	for _, m := range f {
		if m.Dim == dim {
			return m.Coef
		}
	}
	return nil
}

// normal is f as a multiple, by factor > 0, of a form whose coefficients are whole
// and have no common divisor.
func (f Linear) normal() (g Linear, factor *big.Rat) {
	if len(f) == 0 {
		return f, big.NewRat(1, 1)
	}
	divisor, multiple := new(big.Int), big.NewInt(1)
	for _, m := range f {
		divisor.GCD(nil, nil, divisor, new(big.Int).Abs(m.Coef.Num()))
		d := m.Coef.Denom()
		multiple.Mul(multiple, new(big.Int).Quo(d, new(big.Int).GCD(nil, nil, multiple, d)))
	}
	factor = new(big.Rat).SetFrac(divisor, multiple)
	return f.Times(new(big.Rat).Inv(factor)), factor
}

// key identifies a form.
func (f Linear) key() string {
	var b strings.Builder
	for _, m := range f {
		b.WriteString(m.Coef.RatString())
		b.WriteByte('x')
		b.WriteString(big.NewInt(int64(m.Dim)).String())
		b.WriteByte(' ')
	}
	return b.String()
}

// FormOf reads a term of sort Int or Real as a linear form over the dimensions plus a
// constant; ok is false where it is none.
func FormOf(t *smtlib.Term, dims []*smtlib.Term) (f Linear, constant *big.Rat, ok bool) {
	if i := slices.Index(dims, t); i >= 0 {
		return Linear{{i, big.NewRat(1, 1)}}, new(big.Rat), true
	}
	switch t.Op() {
	case smtlib.OpNumeral:
		return nil, t.Num(), true
	case smtlib.OpToReal:
		return FormOf(t.Args()[0], dims)
	case smtlib.OpAdd:
		constant = new(big.Rat)
		for _, a := range t.Args() {
			g, k, ok := FormOf(a, dims)
			if !ok {
				return nil, nil, false
			}
			f = f.plus(big.NewRat(1, 1), g)
			constant = new(big.Rat).Add(constant, k)
		}
		return f, constant, true
	case smtlib.OpMul:
		factor := big.NewRat(1, 1)
		var rest *smtlib.Term
		for _, a := range t.Args() {
			switch {
			case a.Op() == smtlib.OpNumeral:
				factor = new(big.Rat).Mul(factor, a.Num())
			case rest != nil:
				return nil, nil, false
			default:
				rest = a
			}
		}
		if rest == nil {
			return nil, factor, true
		}
		g, k, ok := FormOf(rest, dims)
		if !ok {
			return nil, nil, false
		}
		return g.Times(factor), new(big.Rat).Mul(k, factor), true
	}
	return nil, nil, false
}
