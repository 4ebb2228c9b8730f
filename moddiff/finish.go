package moddiff

import (
	"slices"

	"semdiff/smtlib"
)

// maxSimplified is how many differences of one pair are made readable with
// the solver's help.
const maxSimplified = 6

// finish computes what is left over and makes all readable. U is the rest once
// the other three are known: never more than it was.
func (a *analysis) finish(outputs []Port, d *DiffSummary) {
	c := a.c
	simple := map[*smtlib.Term]*smtlib.Term{}
	simplify := func(t *smtlib.Term) *smtlib.Term {
		if simple[t] == nil {
			simple[t] = a.simplify(t)
		}
		return simple[t]
	}
	left := a.leftOver(c.Not(d.Unchanged), d.Changed, d.TerminationChanged)
	d.Changed = simplify(d.Changed)
	d.TerminationChanged = simplify(d.TerminationChanged)
	d.Unknown = simplify(left)
	d.Unchanged = simplify(c.Not(c.Or(d.Changed, d.TerminationChanged, d.Unknown)))
	for i, diff := range d.Differences {
		if i < maxSimplified {
			diff.Condition = simplify(diff.Condition)
			r := a.newResolver(diff.Condition, diff.values)
			for _, b := range []*Behaviour{&diff.Old, &diff.New} {
				for j, t := range b.Terms {
					b.Terms[j] = r.term(t)
				}
			}
			diff.Cells = r.cells(outputs, diff)
		} else {
			diff.Cells = concreteCells(outputs, diff)
		}
	}
}

// maxLeftOver is how many parts of what may differ are looked at one by one.
const maxLeftOver = 16

// leftOver is the part of maybe that is not known to differ.
func (a *analysis) leftOver(maybe *smtlib.Term, known ...*smtlib.Term) *smtlib.Term {
	c := a.c
	var sure []*smtlib.Term
	for _, t := range known {
		sure = append(sure, disjuncts(t)...)
	}
	parts := slices.DeleteFunc(slices.Clone(disjuncts(maybe)), func(x *smtlib.Term) bool { return slices.Contains(sure, x) })
	others := c.Not(c.Or(sure...))
	if len(parts) > maxLeftOver {
		return c.And(c.Or(parts...), others)
	}
	var left []*smtlib.Term
	for _, x := range parts {
		rest := c.And(x, others)
		switch {
		case !a.hint(rest):
		case rest != x && !a.hint(c.And(x, c.Or(sure...))):
			left = append(left, x)
		default:
			left = append(left, rest)
		}
	}
	return c.Or(left...)
}
