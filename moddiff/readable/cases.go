package readable

import (
	"slices"

	"semdiff/smtlib"
)

// Conditions as lists of cases, each a conjunction of literals: what can be
// done about them without the solver.

// maxDistributed is how many cases distributing "and" over "or" may give.
const maxDistributed = 100

// Distributed writes formulas without conditionals, of which one holds, as
// conjunctions of literals; those that would take too many, or are large
// themselves, stay as they are.
func Distributed(c *smtlib.Context, ts []*smtlib.Term) []*smtlib.Term {
	var out []*smtlib.Term
	for _, t := range ts {
		list := []*smtlib.Term{t}
		if Size(t) <= maxSimplifyNodes {
			if l, ok := distribute(c, t); ok && len(out)+len(l) <= maxDistributed {
				list = l
			}
		}
		out = append(out, list...)
	}
	return out
}

func distribute(c *smtlib.Context, t *smtlib.Term) (list []*smtlib.Term, ok bool) {
	switch t.Op() {
	case smtlib.OpOr:
		for _, x := range t.Args() {
			more, ok := distribute(c, x)
			if list = append(list, more...); !ok || len(list) > maxDistributed {
				return nil, false
			}
		}
		return uncoveredCases(list), true
	case smtlib.OpAnd:
		return distributeAnd(c, t.Args())
	}
	return []*smtlib.Term{t}, true
}

// distributeAnd multiplies out, literals first: they exclude many choices.
func distributeAnd(c *smtlib.Context, args []*smtlib.Term) (list []*smtlib.Term, ok bool) {
	var literals, choices []*smtlib.Term
	for _, x := range args {
		if isLiteral(x) {
			literals = append(literals, x)
		} else {
			choices = append(choices, x)
		}
	}
	if len(choices) > maxDistributed {
		return nil, false
	}
	list = []*smtlib.Term{c.And(literals...)}
	for _, x := range choices {
		cases, ok := distribute(c, x)
		if !ok || len(list)*len(cases) > 4*maxDistributed {
			return nil, false
		}
		var longer []*smtlib.Term
		for _, k := range list {
			for _, choice := range cases {
				longer = append(longer, c.And(k, choice))
			}
		}
		if list = uncoveredCases(longer); len(list) > maxDistributed {
			return nil, false
		}
	}
	return uncoveredCases(list), true
}

// uncoveredCases drops cases that are false, or that have all literals of another.
func uncoveredCases(list []*smtlib.Term) []*smtlib.Term {
	var out []*smtlib.Term
	for _, k := range list {
		covers := func(x *smtlib.Term) bool {
			return !slices.ContainsFunc(smtlib.Conjuncts(x), notAmong(smtlib.Conjuncts(k)))
		}
		if k.IsFalse() || slices.ContainsFunc(out, covers) {
			continue
		}
		covered := func(x *smtlib.Term) bool {
			return !slices.ContainsFunc(smtlib.Conjuncts(k), notAmong(smtlib.Conjuncts(x)))
		}
		out = append(slices.DeleteFunc(out, covered), k)
	}
	return out
}

func notAmong(ts []*smtlib.Term) func(*smtlib.Term) bool {
	return func(x *smtlib.Term) bool { return !slices.Contains(ts, x) }
}

// Joiner joins cases; it remembers what it found out about literals.
type Joiner struct {
	c      *smtlib.Context
	bounds map[*smtlib.Term][]*smtlib.Term
	either map[[2]*smtlib.Term]*smtlib.Term
}

// NewJoiner knows nothing yet.
func NewJoiner(c *smtlib.Context) *Joiner {
	return &Joiner{c: c, bounds: map[*smtlib.Term][]*smtlib.Term{}, either: map[[2]*smtlib.Term]*smtlib.Term{}}
}

// Join replaces pairs of cases by one that holds exactly where either does,
// as long as there are any: x < 3 and x == 3, p && q and !p && q.
func (jo *Joiner) Join(cases []*smtlib.Term) []*smtlib.Term {
	for i := 0; i < len(cases); i++ {
		for j := 0; j < i; j++ {
			if u := jo.Union(cases[i], cases[j]); u != nil {
				cases[j] = u
				cases = slices.Delete(cases, i, i+1)
				i = j - 1 // the new one may join with any other
				break
			}
		}
	}
	return cases
}

// maxUnion is how many literals may tell two cases apart that are joined.
const maxUnion = 4

// Union is the one case that holds exactly where a or b does, or nil when there
// is none that is as simple. It multiplies out what is not common to both, as
// bounds merge then: x >= 3 || x <= 4 is true.
func (jo *Joiner) Union(a, b *smtlib.Term) *smtlib.Term {
	onlyA, onlyB, all := compareCases(a, b)
	if len(onlyA) > maxUnion || len(onlyB) > maxUnion {
		return nil
	}
	most := len(all) + len(onlyA) + len(onlyB)
	for _, l := range onlyA {
		for _, m := range onlyB {
			for _, x := range jo.halves(l) {
				for _, y := range jo.halves(m) {
					either := jo.or(x, y)
					if !isLiteral(either) {
						return nil
					}
					all = append(all, either)
				}
			}
		}
	}
	u := jo.c.And(all...)
	if len(smtlib.Conjuncts(u)) > most {
		return nil
	}
	return u
}

// compareCases sorts the literals of two cases: of a alone, of b alone, of both.
func compareCases(a, b *smtlib.Term) (onlyA, onlyB, both []*smtlib.Term) {
	as, bs := smtlib.Conjuncts(a), smtlib.Conjuncts(b)
	for _, x := range as {
		if slices.Contains(bs, x) {
			both = append(both, x)
		} else {
			onlyA = append(onlyA, x)
		}
	}
	for _, x := range bs {
		if !slices.Contains(as, x) {
			onlyB = append(onlyB, x)
		}
	}
	return onlyA, onlyB, both
}

// halves writes an equality of integers as two bounds.
func (jo *Joiner) halves(l *smtlib.Term) []*smtlib.Term {
	if l.Op() != smtlib.OpEq || l.Args()[0].Sort() != jo.c.Int {
		return []*smtlib.Term{l}
	}
	if jo.bounds[l] == nil {
		x, y := l.Args()[0], l.Args()[1]
		jo.bounds[l] = []*smtlib.Term{jo.c.Le(x, y), jo.c.Le(y, x)}
	}
	return jo.bounds[l]
}

func (jo *Joiner) or(x, y *smtlib.Term) *smtlib.Term {
	key := [2]*smtlib.Term{x, y}
	if jo.either[key] == nil {
		jo.either[key] = jo.c.Or(x, y)
	}
	return jo.either[key]
}

// Factored is the disjunction of the cases; literals that all of them have are
// factored out where that is shorter.
func Factored(c *smtlib.Context, cases []*smtlib.Term) *smtlib.Term {
	whole := c.Or(cases...)
	if len(cases) < 2 {
		return whole
	}
	common := slices.DeleteFunc(slices.Clone(smtlib.Conjuncts(cases[0])), func(x *smtlib.Term) bool {
		return slices.ContainsFunc(cases[1:], func(k *smtlib.Term) bool { return !slices.Contains(smtlib.Conjuncts(k), x) })
	})
	if len(common) == 0 {
		return whole
	}
	rests := make([]*smtlib.Term, len(cases))
	for i, k := range cases {
		rests[i] = c.And(slices.DeleteFunc(slices.Clone(smtlib.Conjuncts(k)), func(x *smtlib.Term) bool { return slices.Contains(common, x) })...)
	}
	if t := c.And(append(common, c.Or(rests...))...); Size(t) < Size(whole) {
		return t
	}
	return whole
}

// isAtom reports whether t is a formula without connectives.
func isAtom(t *smtlib.Term) bool {
	if t.Sort().Kind != smtlib.BoolKind {
		return false
	}
	switch t.Op() {
	case smtlib.OpTrue, smtlib.OpFalse, smtlib.OpNot, smtlib.OpAnd, smtlib.OpOr, smtlib.OpIte, smtlib.OpForall, smtlib.OpExists:
		return false
	case smtlib.OpEq:
		return t.Args()[0].Sort().Kind != smtlib.BoolKind
	}
	return true
}

// isLiteral reports whether t is true, false, an atom or the negation of one.
func isLiteral(t *smtlib.Term) bool {
	return t.IsLiteral() || isAtom(t) || t.Op() == smtlib.OpNot && isAtom(t.Args()[0])
}

func hasVar(t *smtlib.Term) bool {
	found := false
	smtlib.Visit(t, func(x *smtlib.Term) { found = found || x.Op() == smtlib.OpVar })
	return found
}

// Conditions are the conditions of the if-then-elses in t, innermost first,
// that no quantifier binds.
func Conditions(t *smtlib.Term) []*smtlib.Term {
	var out []*smtlib.Term
	seen := map[*smtlib.Term]bool{}
	smtlib.VisitOpen([]*smtlib.Term{t}, func(x *smtlib.Term) {
		if x.Op() != smtlib.OpIte || x.Args()[0].HasQuantifier() {
			return
		}
		if k := x.Args()[0]; !seen[k] {
			seen[k] = true
			out = append(out, k)
		}
	})
	return out
}

// assume is t where k holds: k's parts, and the atoms that one of them decides,
// are replaced by their truth.
func assume(c *smtlib.Context, t, k *smtlib.Term) *smtlib.Term { return assumption(c, k, t).Apply(t) }

// assumption is assume for several terms.
func assumption(c *smtlib.Context, k *smtlib.Term, ts ...*smtlib.Term) *smtlib.Subst {
	decided := map[*smtlib.Term]*smtlib.Term{k: c.True, c.Not(k): c.False}
	var given []*smtlib.Term
	for _, l := range smtlib.Conjuncts(k) {
		decided[l], decided[c.Not(l)] = c.True, c.False
		if isLiteral(l) && len(given) < maxSimplifyParts {
			given = append(given, l)
		}
	}
	smtlib.VisitOpen(ts, func(x *smtlib.Term) {
		if !isAtom(x) || decided[x] != nil {
			return
		}
		n := c.Not(x)
		for _, l := range given {
			switch {
			case c.Excludes(l, x):
				decided[x], decided[n] = c.False, c.True
				return
			case c.Excludes(l, n):
				decided[x], decided[n] = c.True, c.False
				return
			}
		}
	})
	return c.NewSubst(decided)
}
