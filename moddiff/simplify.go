package moddiff

import (
	"slices"

	"semdiff/smtlib"
)

// Limits on how much is asked for the sake of a shorter condition.
const (
	maxSimplifyNodes = 4_000
	maxSimplifyParts = 16
)

// simplify shortens a condition with the solver's help: it becomes true or
// false where it is, cases that others cover go, and so do parts of a case
// that the other parts imply. The result is equivalent to t.
func (a *analysis) simplify(t *smtlib.Term) *smtlib.Term {
	c := a.c
	if t.IsLiteral() {
		return t
	}
	nodes := 0
	smtlib.Visit(t, func(*smtlib.Term) { nodes++ })
	if nodes > maxSimplifyNodes || a.ctx.Err() != nil {
		return t
	}
	if !a.feasible(t) {
		return c.False
	}
	if !a.feasible(c.Not(t)) {
		return c.True
	}
	switch t.Op() {
	case smtlib.OpOr:
		return a.simplifyCases(t)
	case smtlib.OpAnd:
		return c.Not(a.simplifyCases(c.Not(t)))
	}
	return t
}

// simplifyCases works on a formula seen as a disjunction of cases.
func (a *analysis) simplifyCases(t *smtlib.Term) *smtlib.Term {
	c := a.c
	cases := []*smtlib.Term{t}
	if t.Op() == smtlib.OpOr {
		cases = slices.Clone(t.Args())
	}
	if len(cases) > maxSimplifyParts {
		return t
	}
	for i := len(cases) - 1; i >= 0 && len(cases) > 1; i-- {
		others := slices.Delete(slices.Clone(cases), i, i+1)
		if !a.feasible(c.And(cases[i], c.Not(c.Or(others...)))) {
			cases = others
		}
	}
	// A part of a case may go when the case without it still implies t.
	outside := c.Not(t)
	for i, k := range cases {
		if k.Op() != smtlib.OpAnd || len(k.Args()) > maxSimplifyParts {
			continue
		}
		parts := slices.Clone(k.Args())
		for j := len(parts) - 1; j >= 0 && len(parts) > 1; j-- {
			fewer := slices.Delete(slices.Clone(parts), j, j+1)
			if !a.feasible(c.And(c.And(fewer...), outside)) {
				parts = fewer
			}
		}
		cases[i] = c.And(parts...)
	}
	return c.Or(cases...)
}
