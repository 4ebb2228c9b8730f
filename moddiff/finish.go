package moddiff

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/readable"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/witness"
	"semdiff/smtlib"
)

// maxSimplified is how many differences of one pair are made readable with
// the solver's help.
const maxSimplified = 6

// finisher makes a difference summary readable.
type finisher struct{ *witness.Finder }

// finish computes the fourth set, Unknown, and makes all four readable. U becomes
// the complement of the other three, which is never more than it was.
func (a finisher) finish(outputs []pairing.Port, d *summary.DiffSummary) {
	c := a.Ctx
	changed, termination := c.Or(casesOf(d.Differences, false)...), c.Or(casesOf(d.Differences, true)...)
	left := a.leftOver(c.Not(d.Unchanged), d.Changed, d.TerminationChanged)
	simple := map[*smtlib.Term]*smtlib.Term{}
	simplify := func(t *smtlib.Term) *smtlib.Term {
		if simple[t] == nil {
			simple[t] = readable.Simplify(a.Ctx, a.Session, t)
		}
		return simple[t]
	}
	for i, diff := range d.Differences {
		if i < maxSimplified {
			if t := simplify(diff.Condition); diff.MayHold(t) {
				diff.Condition = t
			} else {
				a.Note("a condition is shown as it was found: made simpler it would exclude its witness")
			}
			a.Explain(outputs, diff)
		} else {
			diff.Replayed = witness.ConcreteCells(outputs, diff)
			diff.Cells = diff.Replayed
		}
	}
	d.Differences = a.merged(d.Differences)
	slices.SortStableFunc(d.Differences, func(x, y *summary.Difference) int { return x.Rank() - y.Rank() })
	for _, diff := range d.Differences[:min(len(d.Differences), maxSimplified)] {
		a.FindSame(diff)
		if said := readable.Said(c, a.Session, diff.Condition, diff.Values); said != nil {
			diff.Case = a.caseOf(outputs, diff, said)
		}
	}
	d.Changed, d.Witnessed = a.together(d.Changed, changed, d.Differences, false)
	d.TerminationChanged, _ = a.together(d.TerminationChanged, termination, d.Differences, true)
	d.Unknown = simplify(left)
	same := c.Not(c.Or(d.Changed, d.TerminationChanged, d.Unknown))
	d.Unchanged = simplify(same)
	if slices.ContainsFunc(d.Differences, func(diff *summary.Difference) bool { return !diff.MayHold(c.Not(d.Unchanged)) }) {
		d.Unchanged = same
	}
}

// caseOf is the case of a difference that a condition, which implies its own, describes.
func (a finisher) caseOf(outputs []pairing.Port, d *summary.Difference, condition *smtlib.Term) *summary.Difference {
	e := *d
	e.Condition, e.Same = condition, slices.Clone(d.Same)
	a.Explain(outputs, &e)
	a.FindSame(&e)
	return &e
}

// merged joins differences that look the same but for their conditions, where
// these are one case together.
func (a finisher) merged(differences []*summary.Difference) []*summary.Difference {
	var out []*summary.Difference
	jo := readable.NewJoiner(a.Ctx)
	for i, d := range differences {
		into := -1
		if i < maxSimplified {
			into = slices.IndexFunc(out, func(e *summary.Difference) bool { return alike(d, e) && jo.Union(d.Condition, e.Condition) != nil })
		}
		if into < 0 {
			out = append(out, d)
		} else {
			out[into].Condition = jo.Union(d.Condition, out[into].Condition)
		}
	}
	return out
}

// alike reports whether two differences are described by the same terms.
func alike(d, e *summary.Difference) bool {
	sameCell := func(x, y summary.Cell) bool {
		return x.Index != nil && x.Output == y.Output && x.Old == y.Old && x.New == y.New && slices.Equal(x.Index, y.Index)
	}
	return d.Termination == e.Termination && d.Old.End == e.Old.End && d.New.End == e.New.End &&
		slices.Equal(d.Old.Terms, e.Old.Terms) && slices.Equal(d.New.Terms, e.New.Terms) &&
		slices.EqualFunc(d.Cells, e.Cells, sameCell)
}

// casesOf are the cases of the differences of one kind.
func casesOf(differences []*summary.Difference, termination bool) (cases []*smtlib.Term) {
	for _, d := range differences {
		if d.Termination == termination {
			cases = append(cases, readable.Disjuncts(d.Condition)...)
		}
	}
	return cases
}

// together rewrites t, C or T, as the union of the simplified conditions of its
// differences, if it is that union; before is the union of them unsimplified.
func (a finisher) together(t, before *smtlib.Term, differences []*summary.Difference, termination bool) (union *smtlib.Term, isUnion bool) {
	c := a.Ctx
	cases := casesOf(differences, termination)
	if u := c.Or(cases...); u != t && before != t && a.MaybeSat(c.And(t, c.Not(u))) {
		return readable.Simplify(a.Ctx, a.Session, t), false // some of it has no witness
	}
	return readable.Factored(c, readable.NewJoiner(c).Join(readable.Distributed(c, cases))), true
}

// maxLeftOver is how many cases of what may differ are simplified one by one.
const maxLeftOver = 16

// leftOver is maybe without known: the part of what may differ that is not proven
// to.
func (a finisher) leftOver(maybe *smtlib.Term, known ...*smtlib.Term) *smtlib.Term {
	c := a.Ctx
	var sure []*smtlib.Term
	for _, t := range known {
		sure = append(sure, readable.Disjuncts(t)...)
	}
	parts := slices.DeleteFunc(slices.Clone(readable.Disjuncts(maybe)), func(x *smtlib.Term) bool { return slices.Contains(sure, x) })
	others := c.Not(c.Or(sure...))
	if len(parts) > maxLeftOver {
		return c.And(c.Or(parts...), others)
	}
	var left []*smtlib.Term
	for _, x := range parts {
		rest := c.And(x, others)
		switch {
		case !a.MaybeSat(rest):
		case rest != x && !a.MaybeSat(c.And(x, c.Or(sure...))):
			left = append(left, x)
		default:
			left = append(left, rest)
		}
	}
	return c.Or(left...)
}

// oneDifference is the summary of a pair of which one difference is known that is no matter of
// termination.
func (a finisher) oneDifference(outputs []pairing.Port, diff *summary.Difference) *summary.DiffSummary {
	d := &summary.DiffSummary{
		Changed: diff.Condition, TerminationChanged: a.Ctx.False, Unchanged: a.Ctx.False, Unknown: a.Ctx.True,
		Differences: []*summary.Difference{diff},
	}
	a.finish(outputs, d)
	return d
}
