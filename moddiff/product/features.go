package product

import (
	"math/big"
	"slices"

	"semdiff/moddiff/relation"
	"semdiff/smtlib"
	"semdiff/translate/interp"
)

// feature is a condition on the values of one version, with its truth in the samples.
type feature struct {
	cond  *smtlib.Term
	truth []bool
	flag  bool // a truth value of the program
	pair  bool // two integers are equal
}

// maxValues is how many values an integer has at most for which it is asked, one by
// one, whether they mean the same as something in the other version.
const maxValues = 3

// features are the conditions on the columns of a version that are looked at, but for
// those that are always the same in the samples: truth values, and that an integer is
// a constant or one of its few values.
func (g *guesses) features(v int, outputs bool) (list []feature) {
	c := g.x.c
	add := func(f feature) {
		if slices.Contains(f.truth, true) && slices.Contains(f.truth, false) {
			list = append(list, f)
		}
	}
	for _, col := range g.columns {
		if col.slot.Version != v || (col.slot.Kind == relation.Output) != outputs {
			continue
		}
		if col.v.Sort() == c.Bool {
			add(feature{cond: col.v, truth: mapped(col.values, interp.Value.IsTrue), flag: true})
		}
		if col.nums == nil {
			continue
		}
		consts := slices.Clone(g.consts)
		for _, q := range distinct(col.nums, maxValues) {
			if !slices.ContainsFunc(consts, func(r *big.Rat) bool { return r.Cmp(q) == 0 }) {
				consts = append(consts, q)
			}
		}
		for _, k := range consts {
			add(feature{cond: c.Eq(col.v, c.Numeral(k, c.Int)), truth: mapped(col.nums, func(q *big.Rat) bool { return q.Cmp(k) == 0 })})
		}
		for _, other := range g.ints {
			if other.slot.Version != v || other == col {
				continue
			}
			f := feature{cond: c.Eq(col.v, other.v), pair: true}
			for i, q := range col.nums {
				f.truth = append(f.truth, q.Cmp(other.nums[i]) == 0)
			}
			add(f)
		}
	}
	return list
}

func mapped[S any](list []S, f func(S) bool) []bool {
	out := make([]bool, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}

// distinct are the values in a list, nil if there are more than most.
func distinct(nums []*big.Rat, most int) (list []*big.Rat) {
	for _, q := range nums {
		if !slices.ContainsFunc(list, func(r *big.Rat) bool { return r.Cmp(q) == 0 }) {
			list = append(list, q)
		}
		if len(list) > most {
			return nil
		}
	}
	return list
}

// maxEquivalences is with how many conditions of the new version one of the old is
// compared.
const maxEquivalences = 4

// equivalences guesses that a condition on the one version holds exactly when one on
// the other does, or does not.
func (g *guesses) equivalences(outputs bool) {
	c := g.x.c
	news := g.features(1, outputs)
	for _, f := range g.features(0, outputs) {
		found := 0
		for _, h := range news {
			switch {
			case found == maxEquivalences, f.pair && !h.flag, h.pair && !f.flag:
			case slices.Equal(f.truth, h.truth):
				found++
				g.add(c.Eq(f.cond, h.cond))
			case slices.Equal(f.truth, mapped(h.truth, func(b bool) bool { return !b })):
				found++
				g.add(c.Eq(f.cond, c.Not(h.cond)))
			}
		}
	}
}
