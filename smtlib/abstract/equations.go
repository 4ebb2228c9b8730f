package abstract

import (
	"math/big"
	"slices"
)

// equation says that a form has a value.
type equation struct {
	form  Linear
	value *big.Rat
}

// equations are independent affine equations, reduced: the last dimension of each
// has coefficient 1 and is in no other. They describe an affine space that is not
// empty.
type equations []equation

// pointOf is the space that holds one point alone.
func pointOf(point []*big.Rat) (list equations) {
	for i, x := range point {
		list = append(list, equation{Linear{{i, big.NewRat(1, 1)}}, x})
	}
	return list
}

func (eq equation) pivot() int { return eq.form[len(eq.form)-1].Dim }

// minus is eq - k*by.
func (eq equation) minus(k *big.Rat, by equation) equation {
	k = new(big.Rat).Neg(k)
	return equation{eq.form.plus(k, by.form), new(big.Rat).Add(eq.value, new(big.Rat).Mul(k, by.value))}
}

// reduced brings independent equations into the reduced form.
func reduced(list []equation) equations {
	var out equations
	for _, eq := range list {
		for _, row := range out {
			if k := eq.form.coef(row.pivot()); k != nil {
				eq = eq.minus(k, row)
			}
		}
		if len(eq.form) == 0 {
			continue
		}
		k := new(big.Rat).Inv(eq.form[len(eq.form)-1].Coef)
		eq = equation{eq.form.Times(k), new(big.Rat).Mul(eq.value, k)}
		for i, row := range out {
			if k := row.form.coef(eq.pivot()); k != nil {
				out[i] = row.minus(k, eq)
			}
		}
		out = append(out, eq)
	}
	slices.SortFunc(out, func(a, b equation) int { return a.pivot() - b.pivot() })
	return out
}

// join is the smallest affine space that holds a point, too. What a combination of
// equations says of both is kept: of those that the point violates, all but one, each
// minus a multiple of that one.
func (list equations) join(point []*big.Rat) equations {
	var kept []equation
	var out equation
	var by *big.Rat // how far the point is from satisfying out
	for _, eq := range slices.Backward(list) {
		off := new(big.Rat).Sub(eq.form.at(point), eq.value)
		switch {
		case off.Sign() == 0:
			kept = append(kept, eq)
		case by == nil:
			out, by = eq, off
		default:
			kept = append(kept, eq.minus(new(big.Rat).Quo(off, by), out))
		}
	}
	if by == nil {
		return list
	}
	return reduced(kept)
}

// reduce is a form as one that has the same values in the space, less a constant.
func (list equations) reduce(f Linear) (Linear, *big.Rat) {
	left := equation{f, new(big.Rat)}
	for _, eq := range list {
		if k := left.form.coef(eq.pivot()); k != nil {
			left = left.minus(k, eq)
		}
	}
	return left.form, left.value.Neg(left.value)
}
