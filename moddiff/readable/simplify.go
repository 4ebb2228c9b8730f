package readable

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

// Asker answers what the simplifier asks about conditions.
type Asker interface {
	// MaybeSat is false only when t is proven unsatisfiable under the axioms; it may
	// give up early.
	MaybeSat(t *smtlib.Term) bool
	// GaveUp reports whether MaybeSat had no answer for t.
	GaveUp(t *smtlib.Term) bool
	// HasAxioms reports whether axioms say something of what t mentions.
	HasAxioms(t *smtlib.Term) bool
	// Spent reports that there is no more time, or room, for this.
	Spent() bool
}

// simplifier shortens conditions with the solver's help, within a budget of
// queries.
type simplifier struct {
	c      *smtlib.Context
	ask    Asker
	budget int
	joiner *Joiner
}

// Simplify returns a condition equivalent to t as a person would rather write
// it: true or false where it is, maps compared cell by cell, conditionals split
// into cases, cases joined or left out where others cover them, parts of a case
// left out that the rest or the axioms imply; as a list of cases or of
// exceptions, whichever is shorter.
func Simplify(c *smtlib.Context, ask Asker, t *smtlib.Term) *smtlib.Term {
	if t.IsLiteral() || Size(t) > maxSimplifyNodes || ask.Spent() {
		return t
	}
	s := &simplifier{c: c, ask: ask, budget: maxSimplifyQueries, joiner: NewJoiner(c)}
	if s.impossible(t) {
		return c.False
	}
	if s.impossible(c.Not(t)) {
		return c.True
	}
	t = s.knowing(cellwise(c, t))
	best := s.cases(t)
	exceptions := s.joiner.Join(slices.Clone(Disjuncts(c.Not(best))))
	if !isPlain(best) {
		exceptions = []*smtlib.Term{s.cases(c.Not(t))}
	}
	if r := c.Not(Factored(c, exceptions)); Size(r) < Size(best) {
		best = r
	}
	if Size(t) < Size(best) {
		return t
	}
	return best
}

// isPlain reports whether t is a conjunction or a disjunction of literals; so
// is its negation, and asking the solver for its cases would gain nothing.
func isPlain(t *smtlib.Term) bool {
	notLiteral := func(x *smtlib.Term) bool { return !isLiteral(x) }
	return !slices.ContainsFunc(smtlib.Conjuncts(t), notLiteral) || !slices.ContainsFunc(Disjuncts(t), notLiteral)
}

// Size is the number of nodes that printing t as a tree would show, up to a
// bound.
func Size(t *smtlib.Term) int { return min(t.TreeSize(), 2*maxSimplifyNodes) }

// impossible reports that t is proven unsatisfiable; false once the budget is
// spent.
func (s *simplifier) impossible(t *smtlib.Term) bool {
	if t.IsFalse() {
		return true
	}
	if s.budget -= 1 + Size(t)/maxSimplifySize; s.budget < 0 {
		return false
	}
	possible := s.ask.MaybeSat(t)
	if s.ask.GaveUp(t) {
		s.budget -= maxSimplifyQueries / 4
	}
	return !possible
}

// knowing is t with the atoms replaced that the axioms alone decide: those without
// inputs.
func (s *simplifier) knowing(t *smtlib.Term) *smtlib.Term {
	c := s.c
	decided := map[*smtlib.Term]*smtlib.Term{}
	smtlib.VisitOpen([]*smtlib.Term{t}, func(x *smtlib.Term) {
		if !isAtom(x) || !x.HasApps() || hasVar(x) || !s.ask.HasAxioms(x) {
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

// cases writes t as a disjunction, without cases that others cover and parts of cases
// that are not needed.
func (s *simplifier) cases(t *smtlib.Term) *smtlib.Term {
	c := s.c
	cases := s.joiner.Join(Distributed(c, s.split(t)))
	if len(cases) > maxSimplifyParts {
		return Factored(c, cases)
	}
	outside := c.Not(t)
	for i, k := range cases {
		if len(smtlib.Conjuncts(k)) <= maxSimplifyParts || isPlain(k) {
			cases[i] = s.shorten(k, outside)
		}
	}
	cases = s.joiner.Join(slices.Clone(Disjuncts(c.Or(cases...))))
	for i := len(cases) - 1; i >= 0; i-- {
		if s.covered(cases, i) {
			cases = slices.Delete(cases, i, i+1)
		}
	}
	return Factored(c, cases)
}

// covered reports whether the other cases hold wherever the i-th does.
func (s *simplifier) covered(cases []*smtlib.Term, i int) bool {
	c := s.c
	var others []*smtlib.Term
	for j, k := range cases {
		if j != i && !c.And(k, cases[i]).IsFalse() {
			others = append(others, k)
		}
	}
	return len(others) > 0 && s.impossible(c.And(cases[i], c.Not(c.Or(others...))))
}

// Shorten drops parts of a case that may go because the case without them still
// excludes outside.
func Shorten(c *smtlib.Context, ask Asker, k, outside *smtlib.Term) *smtlib.Term {
	s := &simplifier{c: c, ask: ask, budget: maxSimplifyQueries / 4}
	return s.shorten(k, outside)
}

// shorten drops parts of a case that may go because the case without them
// still excludes outside: many at once first, as few matter of a long case.
func (s *simplifier) shorten(k, outside *smtlib.Term) *smtlib.Term {
	if k.Op() != smtlib.OpAnd {
		return k
	}
	return s.c.And(s.needed(k.Args(), outside)...)
}

// needed leaves out parts that may go because the others together still exclude outside,
// the last ones first.
func (s *simplifier) needed(parts []*smtlib.Term, outside *smtlib.Term) []*smtlib.Term {
	c := s.c
	parts = slices.Clone(parts)
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
	return parts
}

// Disjuncts are the cases of t.
func Disjuncts(t *smtlib.Term) []*smtlib.Term {
	if t.Op() == smtlib.OpOr {
		return t.Args()
	}
	return []*smtlib.Term{t}
}

// split is t as a list of disjoint or overlapping cases without conditionals,
// or t's own disjuncts when there would be too many.
func (s *simplifier) split(t *smtlib.Term) []*smtlib.Term {
	c := s.c
	var out []*smtlib.Term
	var rec func(given, t *smtlib.Term) bool
	rec = func(given, t *smtlib.Term) bool {
		if s.budget <= 0 || s.ask.Spent() {
			return false
		}
		if t.IsFalse() || given.IsFalse() || !given.IsTrue() && s.impossible(c.And(given, t)) {
			return true
		}
		ks := Conditions(t)
		if len(ks) == 0 {
			out = append(out, Disjuncts(c.And(given, t))...)
			return len(out) <= maxSplitCases
		}
		k, n := ks[0], c.Not(ks[0])
		return rec(c.And(given, k), assume(c, t, k)) && rec(c.And(given, n), assume(c, t, n))
	}
	if s.budget > 0 && rec(c.True, t) {
		return slices.Clone(Disjuncts(c.Or(out...)))
	}
	return slices.Clone(Disjuncts(t))
}
