package moddiff

import (
	"slices"

	"semdiff/smtlib"
)

// Limits on how much is asked for the sake of a shorter condition.
const (
	maxSimplifyNodes   = 4_000
	maxSimplifyParts   = 16
	maxSimplifyQueries = 80
	maxSplitCases      = 24
	maxSimplifySize    = 400 // nodes that one query may have; larger ones count more
)

// simplifier shortens conditions with the solver's help, within a budget of
// queries.
type simplifier struct {
	a      *analysis
	budget int
	joiner *joiner
}

// simplify returns a condition equivalent to t as a person would rather write
// it: true or false where it is, maps compared cell by cell, conditionals split
// into cases, cases joined or left out where others cover them, parts of a case
// left out that the rest or the axioms imply; as a list of cases or of
// exceptions, whichever is shorter.
func (a *analysis) simplify(t *smtlib.Term) *smtlib.Term {
	if t.IsLiteral() || size(t) > maxSimplifyNodes || a.spent() {
		return t
	}
	s := &simplifier{a: a, budget: maxSimplifyQueries, joiner: newJoiner(a.c)}
	if s.impossible(t) {
		return a.c.False
	}
	if s.impossible(a.c.Not(t)) {
		return a.c.True
	}
	t = s.knowing(a.cellwise(t))
	best := s.cases(t)
	exceptions := s.joiner.join(slices.Clone(disjuncts(a.c.Not(best))))
	if !isPlain(best) {
		exceptions = []*smtlib.Term{s.cases(a.c.Not(t))}
	}
	if r := a.c.Not(factored(a.c, exceptions)); size(r) < size(best) {
		best = r
	}
	if size(t) < size(best) {
		return t
	}
	return best
}

// isPlain reports whether t is a conjunction or a disjunction of literals; so
// is its negation, and asking the solver for its cases would gain nothing.
func isPlain(t *smtlib.Term) bool {
	notLiteral := func(x *smtlib.Term) bool { return !isLiteral(x) }
	return !slices.ContainsFunc(smtlib.Conjuncts(t), notLiteral) || !slices.ContainsFunc(disjuncts(t), notLiteral)
}

// size is the number of nodes that printing t as a tree would show, up to a
// bound.
func size(t *smtlib.Term) int { return min(t.TreeSize(), 2*maxSimplifyNodes) }

// impossible reports that t is proven unsatisfiable; false once the budget is
// spent.
func (s *simplifier) impossible(t *smtlib.Term) bool {
	if t.IsFalse() {
		return true
	}
	if s.budget -= 1 + size(t)/maxSimplifySize; s.budget < 0 {
		return false
	}
	possible := s.a.hint(t)
	if s.a.session.GaveUp(t) {
		s.budget -= maxSimplifyQueries / 4
	}
	return !possible
}

// knowing is t without what the axioms alone decide: atoms without inputs.
func (s *simplifier) knowing(t *smtlib.Term) *smtlib.Term {
	c := s.a.c
	decided := map[*smtlib.Term]*smtlib.Term{}
	visitOpen([]*smtlib.Term{t}, func(x *smtlib.Term) {
		if !isAtom(x) || !x.HasApps() || hasVar(x) || len(s.a.axioms.Relevant(x)) == 0 {
			return
		}
		switch n := c.Not(x); {
		case s.impossible(n):
			decided[x], decided[n] = c.True, c.False
		case s.impossible(x):
			decided[x], decided[n] = c.False, c.True
		}
	})
	return c.Substitute(t, decided)
}

// cases writes t as a disjunction and drops what is not needed.
func (s *simplifier) cases(t *smtlib.Term) *smtlib.Term {
	c := s.a.c
	cases := s.joiner.join(distributed(c, s.split(t)))
	if len(cases) > maxSimplifyParts {
		return factored(c, cases)
	}
	outside := c.Not(t)
	for i, k := range cases {
		if len(smtlib.Conjuncts(k)) <= maxSimplifyParts || isPlain(k) {
			cases[i] = s.shorten(k, outside)
		}
	}
	cases = s.joiner.join(slices.Clone(disjuncts(c.Or(cases...))))
	for i := len(cases) - 1; i >= 0; i-- {
		if s.covered(cases, i) {
			cases = slices.Delete(cases, i, i+1)
		}
	}
	return factored(c, cases)
}

// covered reports whether the other cases hold wherever the i-th does.
func (s *simplifier) covered(cases []*smtlib.Term, i int) bool {
	c := s.a.c
	var others []*smtlib.Term
	for j, k := range cases {
		if j != i && !c.And(k, cases[i]).IsFalse() {
			others = append(others, k)
		}
	}
	return len(others) > 0 && s.impossible(c.And(cases[i], c.Not(c.Or(others...))))
}

// shorten drops parts of a case that may go because the case without them
// still excludes outside: many at once first, as few matter of a long case.
func (s *simplifier) shorten(k, outside *smtlib.Term) *smtlib.Term {
	c := s.a.c
	if k.Op() != smtlib.OpAnd {
		return k
	}
	parts := slices.Clone(k.Args())
	chunk := 1
	for len(parts) > maxSimplifyParts && chunk < len(parts)/4 {
		chunk *= 2
	}
	for ; chunk > 0; chunk /= 2 {
		for end := len(parts); end > 0 && len(parts) > 1; end -= chunk {
			fewer := slices.Delete(slices.Clone(parts), max(end-chunk, 0), end)
			if s.impossible(c.And(c.And(fewer...), outside)) {
				parts = fewer
			}
		}
	}
	return c.And(parts...)
}

func disjuncts(t *smtlib.Term) []*smtlib.Term {
	if t.Op() == smtlib.OpOr {
		return t.Args()
	}
	return []*smtlib.Term{t}
}

// split is t as a list of disjoint or overlapping cases without conditionals,
// or t's own disjuncts when there would be too many.
func (s *simplifier) split(t *smtlib.Term) []*smtlib.Term {
	c := s.a.c
	var out []*smtlib.Term
	var rec func(given, t *smtlib.Term) bool
	rec = func(given, t *smtlib.Term) bool {
		if s.budget <= 0 || s.a.spent() {
			return false
		}
		if t.IsFalse() || given.IsFalse() || !given.IsTrue() && s.impossible(c.And(given, t)) {
			return true
		}
		ks := conditions(t)
		if len(ks) == 0 {
			out = append(out, disjuncts(c.And(given, t))...)
			return len(out) <= maxSplitCases
		}
		k, n := ks[0], c.Not(ks[0])
		return rec(c.And(given, k), assume(c, t, k)) && rec(c.And(given, n), assume(c, t, n))
	}
	if s.budget > 0 && rec(c.True, t) {
		return slices.Clone(disjuncts(c.Or(out...)))
	}
	return slices.Clone(disjuncts(t))
}
