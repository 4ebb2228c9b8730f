package product

import (
	"math/big"

	"semdiff/moddiff/relation"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// maxReads is how many elements of maps are looked at for one node.
const maxReads = 8

// reads guesses that elements of maps which the bodies read are what integers of the
// other version, or elements that it reads, are.
func (g *guesses) reads() {
	c := g.x.c
	var elements []*column
	for v, p := range g.n.procs {
		sub := map[*smtlib.Term]*smtlib.Term{}
		for _, col := range g.columns {
			if col.slot.Version == v && col.slot.Kind == relation.Input {
				sub[p.Inputs[col.slot.Index]] = col.v
			}
		}
		ir.Terms(p.Proc, func(t *smtlib.Term) {
			if t.Op() != smtlib.OpSelect || t.Sort() != c.Int || t.HasQuantifier() || len(elements) == maxReads {
				return
			}
			for _, w := range smtlib.Collect(t).Vars {
				if sub[w] == nil {
					return
				}
			}
			at := c.Substitute(t, sub)
			if g.seen[at] {
				return
			}
			g.seen[at] = true
			if col := g.evaluated(at); col != nil {
				col.slot = relation.Slot{Version: v}
				if col.number(c); col.nums != nil {
					elements = append(elements, col)
				}
			}
		})
	}
	same := func(x, y *big.Rat) bool { return x.Cmp(y) == 0 }
	for i, a := range elements {
		for _, b := range append(elements[i+1:len(elements):len(elements)], g.ints...) {
			if a.slot.Version != b.slot.Version && g.always(a, b, same) {
				g.add(c.Eq(b.v, a.v))
			}
		}
	}
}

// maxExchanged is how many integers each version has at most for which it is asked
// whether the versions hold two of them in another order.
const maxExchanged = 4

// exchanged guesses that two integers of one version are two of the other one, in this
// or in the other order.
func (g *guesses) exchanged() {
	var of [2][]*column
	for _, col := range g.ints {
		of[col.slot.Version] = append(of[col.slot.Version], col)
	}
	if len(of[0]) > maxExchanged || len(of[1]) > maxExchanged {
		return
	}
	for i, a := range of[0] {
		for _, b := range of[0][i+1:] {
			for k, d := range of[1] {
				for _, e := range of[1][k+1:] {
					g.exchange([2]*column{a, b}, [2]*column{d, e})
				}
			}
		}
	}
}

func (g *guesses) exchange(old, new [2]*column) {
	c := g.x.c
	straight, crossed := 0, 0
	for i := range old[0].nums {
		is := func(x, y *column) bool { return x.nums[i].Cmp(y.nums[i]) == 0 }
		switch {
		case is(old[0], new[0]) && is(old[1], new[1]):
			straight++
		case is(old[0], new[1]) && is(old[1], new[0]):
			crossed++
		default:
			return
		}
	}
	if straight > 0 && crossed > 0 {
		g.add(c.Or(
			c.And(c.Eq(old[0].v, new[0].v), c.Eq(old[1].v, new[1].v)),
			c.And(c.Eq(old[0].v, new[1].v), c.Eq(old[1].v, new[0].v))))
	}
}
