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
)

// simplifier shortens conditions with the solver's help, within a budget of
// queries.
type simplifier struct {
	a      *analysis
	budget int
}

// simplify returns a condition equivalent to t as a person would rather write
// it: true or false where it is, conditionals split into cases, cases that
// others cover and parts of a case that the rest implies left out; as a list of
// cases or of exceptions, whichever is shorter.
func (a *analysis) simplify(t *smtlib.Term) *smtlib.Term {
	if t.IsLiteral() || size(t) > maxSimplifyNodes || a.ctx.Err() != nil {
		return t
	}
	s := &simplifier{a: a, budget: maxSimplifyQueries}
	if s.impossible(t) {
		return a.c.False
	}
	if s.impossible(a.c.Not(t)) {
		return a.c.True
	}
	best := t
	for _, r := range []*smtlib.Term{s.cases(t), a.c.Not(s.cases(a.c.Not(t)))} {
		if size(r) < size(best) || best == t && size(r) <= size(t) {
			best = r
		}
	}
	return best
}

// size is the number of nodes that printing t as a tree would show, up to a
// bound.
func size(t *smtlib.Term) int {
	n := 0
	var walk func(*smtlib.Term)
	walk = func(t *smtlib.Term) {
		if n++; n > 2*maxSimplifyNodes {
			return
		}
		for _, x := range t.Args() {
			walk(x)
		}
	}
	walk(t)
	return n
}

// impossible reports that t is proven unsatisfiable; false once the budget is
// spent.
func (s *simplifier) impossible(t *smtlib.Term) bool {
	if t.IsFalse() {
		return true
	}
	if s.budget--; s.budget < 0 {
		return false
	}
	possible := s.a.hint(t)
	if s.a.gaveUp[t] {
		s.budget -= maxSimplifyQueries / 4
	}
	return !possible
}

// cases writes t as a disjunction and drops what is not needed.
func (s *simplifier) cases(t *smtlib.Term) *smtlib.Term {
	c := s.a.c
	cases := s.split(t)
	if len(cases) > maxSimplifyParts {
		return c.Or(cases...)
	}
	outside := c.Not(t)
	for i, k := range cases {
		if k.Op() == smtlib.OpAnd && len(k.Args()) <= maxSimplifyParts {
			cases[i] = s.shorten(k, outside)
		}
	}
	cases = slices.Clone(disjuncts(c.Or(cases...)))
	for i := len(cases) - 1; i >= 0 && len(cases) > 1; i-- {
		others := slices.Delete(slices.Clone(cases), i, i+1)
		if s.impossible(c.And(cases[i], c.Not(c.Or(others...)))) {
			cases = others
		}
	}
	return c.Or(cases...)
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
		if s.budget <= 0 || s.a.ctx.Err() != nil {
			return false
		}
		if t.IsFalse() || given.IsFalse() || s.impossible(c.And(given, t)) {
			return true
		}
		k := condition(t)
		if k == nil {
			out = append(out, disjuncts(c.And(given, t))...)
			return len(out) <= maxSplitCases
		}
		n := c.Not(k)
		yes := c.Substitute(t, map[*smtlib.Term]*smtlib.Term{k: c.True, n: c.False})
		no := c.Substitute(t, map[*smtlib.Term]*smtlib.Term{k: c.False, n: c.True})
		return rec(c.And(given, k), yes) && rec(c.And(given, n), no)
	}
	if s.budget > 0 && rec(c.True, t) {
		return slices.Clone(disjuncts(c.Or(out...)))
	}
	return slices.Clone(disjuncts(t))
}

// condition is the condition of some if-then-else in t that holds none itself.
func condition(t *smtlib.Term) *smtlib.Term {
	var found *smtlib.Term
	smtlib.Visit(t, func(x *smtlib.Term) {
		if found == nil && x.Op() == smtlib.OpIte && !x.Args()[0].HasQuantifier() {
			found = x.Args()[0]
		}
	})
	return found
}

// under simplifies a term for the inputs that satisfy cond: conditionals that
// cond decides are resolved, and abstract applications, which cannot matter
// there, are gone.
func (a *analysis) under(t, cond *smtlib.Term) *smtlib.Term {
	t = a.newDefinedness().term(t).value
	if dagSize(t) > maxSimplifyNodes/10 {
		return t // no one will read it, resolved or not
	}
	s := &simplifier{a: a, budget: maxSimplifyQueries / 4}
	for {
		k := condition(t)
		if k == nil || s.budget <= 0 {
			return t
		}
		n := a.c.Not(k)
		switch {
		case s.impossible(a.c.And(cond, n)):
			t = a.c.Substitute(t, map[*smtlib.Term]*smtlib.Term{k: a.c.True, n: a.c.False})
		case s.impossible(a.c.And(cond, k)):
			t = a.c.Substitute(t, map[*smtlib.Term]*smtlib.Term{k: a.c.False, n: a.c.True})
		default:
			return t
		}
	}
}

// dagSize is the number of different subterms.
func dagSize(t *smtlib.Term) (n int) {
	smtlib.Visit(t, func(*smtlib.Term) { n++ })
	return n
}
