package readable

import (
	"slices"

	"semdiff/smtlib"
)

// Resolver simplifies terms for the inputs that satisfy one condition.
type Resolver struct {
	s      *simplifier
	cond   *smtlib.Term
	values Valuation // of an input that satisfies cond; nil when there is none
	truth  map[*smtlib.Term]answer
}

// answer is what a condition is wherever the resolver's holds.
type answer uint8

const (
	open answer = iota
	always
	never
)

// NewResolver resolves where cond holds; values are those of an input on which it
// does, nil when none is known.
func NewResolver(c *smtlib.Context, ask Asker, cond *smtlib.Term, values Valuation) *Resolver {
	return &Resolver{
		s:    &simplifier{c: c, ask: ask, budget: maxSimplifyQueries / 2},
		cond: cond, values: values, truth: map[*smtlib.Term]answer{},
	}
}

// Terms are the ts with the conditionals and the reads of written maps resolved
// that the condition decides, and without conditionals that make no difference.
func (r *Resolver) Terms(ts ...*smtlib.Term) []*smtlib.Term {
	there := slices.DeleteFunc(slices.Clone(ts), func(t *smtlib.Term) bool { return t == nil })
	given := assumption(r.s.c, r.cond, there...)
	out := make([]*smtlib.Term, len(ts))
	for i, t := range ts {
		if t != nil {
			out[i] = r.resolved(given.Apply(t))
		}
	}
	return out
}

// Excludes reports whether t is proven not to hold where the condition does; false
// once the budget of questions is spent.
func (r *Resolver) Excludes(t *smtlib.Term) bool { return r.s.impossible(r.s.c.And(r.cond, t)) }

// resolved takes steps as long as there are any.
func (r *Resolver) resolved(t *smtlib.Term) *smtlib.Term {
	for r.s.budget > 0 && Size(t) <= maxSimplifyNodes {
		u := r.step(t)
		if u == t {
			break
		}
		t = u
	}
	if Size(t) > maxSimplifyNodes {
		return t
	}
	return uniform(r.s.c, t)
}

// step resolves the first conditional or read that the condition decides.
func (r *Resolver) step(t *smtlib.Term) *smtlib.Term {
	c := r.s.c
	for _, k := range Conditions(t) {
		switch r.decide(k) {
		case always:
			return assume(c, t, k)
		case never:
			return assume(c, t, c.Not(k))
		}
	}
	for _, read := range openReads(t) {
		m, i := read.Args()[0], read.Args()[1]
		switch r.decide(c.Eq(m.Args()[1], i)) {
		case always:
			return c.Substitute(t, map[*smtlib.Term]*smtlib.Term{read: m.Args()[2]})
		case never:
			return c.Substitute(t, map[*smtlib.Term]*smtlib.Term{read: c.Select(m.Args()[0], i)})
		}
	}
	return t
}

// openReads are the reads in t of a map just written, maybe elsewhere.
func openReads(t *smtlib.Term) []*smtlib.Term {
	var out []*smtlib.Term
	smtlib.VisitOpen([]*smtlib.Term{t}, func(x *smtlib.Term) {
		if x.Op() == smtlib.OpSelect && x.Args()[0].Op() == smtlib.OpStore {
			out = append(out, x)
		}
	})
	return out
}

// decide asks whether the condition decides k. The values say which answer is
// worth asking for.
func (r *Resolver) decide(k *smtlib.Term) answer {
	if known, ok := r.truth[k]; ok {
		return known
	}
	ask := []answer{always, never}
	if r.values != nil {
		if v, err := r.values(k); err == nil && v.IsTrue() {
			ask = []answer{always}
		} else if err == nil {
			ask = []answer{never}
		}
	}
	c := r.s.c
	excluded := map[answer]*smtlib.Term{always: c.Not(k), never: k}
	for _, x := range ask {
		if r.s.impossible(c.And(r.cond, excluded[x])) {
			r.truth[k] = x
			return x
		}
	}
	r.truth[k] = open
	return open
}
