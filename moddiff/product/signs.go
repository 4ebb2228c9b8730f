package product

import (
	"math/big"
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/relation"
)

// signs guesses how integers change that a procedure is given and returns where another
// one that it is given has one sign: as when what is added is a quotient of that. And that
// it does not return where that one is 0, if it never did.
func (g *guesses) signs(p *pairing.Proc, ins, outs []*column) {
	c := g.x.c
	for _, by := range ins {
		if by.nums == nil || g.sign(by, 1) == 0 || g.sign(by, -1) == 0 {
			continue
		}
		if g.sign(by, 0) == 0 && g.x.isGiven(p, by, 0) {
			g.add(c.Not(c.Eq(by.v, c.IntVal(0))))
		}
		for i, out := range outs {
			k := slices.Index(p.Inputs, p.Outputs[i])
			if k < 0 || out.nums == nil || ins[k].nums == nil || ins[k] == by {
				continue
			}
			in := ins[k]
			for _, sign := range []int{1, -1} {
				where := c.Le(c.IntVal(1), by.v)
				if sign < 0 {
					where = c.Le(by.v, c.IntVal(-1))
				}
				always := func(direction int) bool {
					for n := range out.nums {
						if by.nums[n].Sign() == sign && out.nums[n].Cmp(in.nums[n])*direction < 0 {
							return false
						}
					}
					return true
				}
				if always(1) {
					g.add(c.Implies(where, c.Le(in.v, out.v)))
				}
				if always(-1) {
					g.add(c.Implies(where, c.Le(out.v, in.v)))
				}
			}
		}
	}
}

// sign is how many values have a sign.
func (g *guesses) sign(col *column, sign int) (n int) {
	for _, q := range col.nums {
		if q.Sign() == sign {
			n++
		}
	}
	return n
}

// isGiven reports whether some activation of a procedure has a value, also of those that
// did not return.
func (x *search) isGiven(p *pairing.Proc, col *column, value int64) (found bool) {
	want := big.NewRat(value, 1)
	var visit func(a *activation)
	visit = func(a *activation) {
		if a.proc == p && col.slot.Kind == relation.Input {
			if t, ok := a.in[col.slot.Index].Term(x.c); ok && t.Num() != nil && t.Num().Cmp(want) == 0 {
				found = true
			}
		}
		for _, b := range a.calls {
			if !found {
				visit(b)
			}
		}
	}
	for _, both := range x.runs {
		visit(both[p.Version.Index])
	}
	return found
}
