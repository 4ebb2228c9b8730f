package symdiff

import (
	"slices"

	"semdiff/compare/engine"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// AssertionVerdict says whether a pair has new failures: inputs on which the new
// version fails an assertion while the old one returns, or is blocked.
type AssertionVerdict uint8

// The verdicts; the zero value claims nothing.
const (
	FailuresUnknown AssertionVerdict = iota
	NoNewFailures                    // proven
	NewFailure                       // both versions were run on such an input
)

// String is the verdict's name in all outputs.
func (v AssertionVerdict) String() string {
	return [...]string{"unknown", "no-new-failures", "new-failure"}[v]
}

// AssertionAnswer is the answer of differential assertion checking for a pair
// under equal inputs that satisfy the precondition of its mutual summary.
type AssertionAnswer struct {
	Verdict AssertionVerdict
	// Partial is set where NoNewFailures is proven for the inputs only on which
	// the old version ends.
	Partial bool
	// Restricted is set where a precondition of the user excludes inputs.
	Restricted bool
	Failure    *moddiff.Difference // of NewFailure
}

// safety is the claim that, on inputs of two procedures that satisfy the
// precondition and on which the old one ends, it fails if the new one does.
type safety struct {
	procs [2]string
	pre   []*predicate
}

// newFailure says that the new version fails and the old one ends otherwise.
func newFailure(c *smtlib.Context, acts [2]*activation) *smtlib.Term {
	o, n := acts[0], acts[1]
	return c.And(o.reached, n.reached, n.ends[fails], c.Not(o.ends[fails]), c.Not(o.ends[diverges]))
}

// safetyFacts are what claims say of all pairs of calls.
func (r *run) safetyFacts(calls [2][]*activation, claims []*safety) *smtlib.Term {
	c := r.c
	var list []*smtlib.Term
	budget := maxCallPairs
	for _, s := range claims {
		whole := eachPair(calls, s.procs, &budget, func(acts [2]*activation) {
			list = append(list, c.Not(c.And(conjunction(c, s.pre, acts), newFailure(c, acts))))
		})
		r.cutPairs = r.cutPairs || !whole
	}
	return c.And(list...)
}

// checkAssertions answers for all pairs (Lahiri, McMillan, Sharma, Hawblitzel:
// Differential assertion checking, FSE 2013).
func (r *run) checkAssertions() map[string]AssertionAnswer {
	r.products = map[[2]string]*product{}
	var proven []*safety
	answers := map[string]AssertionAnswer{}
	for _, g := range r.v.Groups {
		proven = append(proven, r.proveSafety(g, proven)...)
		for _, p := range g {
			answers[p.Name] = r.assertionsOf(p, proven)
		}
	}
	return answers
}

// proveSafety finds the largest inductive set of claims about a group; that it
// is sound has the reason of proveRelations, for runs that end in any way.
func (r *run) proveSafety(group []*moddiff.Pair, proven []*safety) []*safety {
	var claims []*safety
	for _, p := range group {
		if hasBodies(p) {
			claims = append(claims, r.claimsOf(p)...)
		}
	}
	return inductiveSubset(claims, func(s *safety, claims []*safety) bool {
		return r.isSafe(s, slices.Concat(proven, claims))
	})
}

func (r *run) isSafe(s *safety, assumed []*safety) bool {
	c, p := r.c, r.product(s.procs)
	wrong := c.And(r.assuming(p, r.proven), conjunction(c, s.pre, p.tops), newFailure(c, p.tops))
	for _, calls := range p.shorter() {
		wrong = c.And(wrong, r.safetyFacts(calls, assumed))
	}
	return r.v.Check(r.ctx, wrong, false).Answer == solver.Unsat
}

// claimsOf are the claims to try for a pair: under equal inputs, and under the
// preconditions of its relations.
func (r *run) claimsOf(p *moddiff.Pair) []*safety {
	procs := [2]string{p.Proc(0).Name, p.Proc(1).Name}
	list := []*safety{{procs, r.equalInputs(p)}}
	if pre := r.userPrecondition(p); len(pre) > 0 {
		list = append(list, &safety{procs, pre})
	}
	for _, rel := range r.proven {
		if rel.procs == procs && len(rel.pre) > 0 {
			list = append(list, &safety{procs, rel.pre})
		}
	}
	return list
}

// userPrecondition is what the user's file asks of the inputs of a pair.
func (r *run) userPrecondition(p *moddiff.Pair) (pre []*predicate) {
	for _, s := range r.summaries {
		if s.refused == "" && s.procs[0] == p.Proc(0).Name && s.procs[1] == p.Proc(1).Name {
			pre = append(pre, s.pre...)
		}
	}
	return pre
}

func (r *run) equalInputs(p *moddiff.Pair) (list []*predicate) {
	for _, in := range p.Inputs {
		if in.Old < 0 || in.New < 0 {
			continue
		}
		vars := []*smtlib.Term{r.c.Var("old.in", in.Var.Sort()), r.c.Var("new.in", in.Var.Sort())}
		list = append(list, &predicate{body: r.c.Eq(vars[0], vars[1]), vars: vars, slots: []slot{{0, in.Old, input}, {1, in.New, input}}})
	}
	return list
}

// assertionsOf answers for a pair. Callees that a counterexample leans on are
// inlined.
func (r *run) assertionsOf(p *moddiff.Pair, proven []*safety) AssertionAnswer {
	proof := r.proofs[p]
	switch {
	case proof != nil && proof.assumed, proof == nil && !hasBodies(p):
		return AssertionAnswer{}
	case proof.full(p):
		return AssertionAnswer{Verdict: NoNewFailures}
	}
	c := r.c
	e := r.encoder()
	opts := r.opts
	opts.Mode = Refine
	e.opts, e.records = &opts, true
	pre := r.userPrecondition(p)
	if len(pre) > 0 && r.v.Check(r.ctx, conjunction(c, pre, e.both(p)), false).Answer != solver.Sat {
		return AssertionAnswer{Restricted: true} // there may be no such inputs
	}
	out := AssertionAnswer{Restricted: len(pre) > 0}
	for range maxRounds {
		e.activations = 0
		tops := e.both(p)
		allowed := conjunction(c, pre, tops)
		known := c.And(e.given(tops), r.safetyFacts(e.withTops(tops), proven), allowed)
		wrong := newFailure(c, tops)
		answer := r.v.Check(r.ctx, c.And(known, wrong), true)
		if answer.Answer == solver.Unsat {
			forever := c.And(known, tops[1].ends[fails], tops[0].ends[diverges])
			out.Verdict, out.Partial = NoNewFailures, r.v.Check(r.ctx, forever, false).Answer != solver.Unsat
			return out
		}
		if answer.Answer != solver.Sat || answer.Model == nil {
			break
		}
		if d := r.replayFailure(p, c.And(wrong, allowed), answer.Model); d != nil && r.holds(c.Implies(d.Condition, allowed)) {
			out.Verdict, out.Failure = NewFailure, d
			return out
		}
		if !e.refine(wrong, answer.Model) {
			break
		}
	}
	return out
}

// replayFailure runs both versions on the inputs of a model; the answer is nil
// unless the new one fails and the old one ends otherwise.
func (r *run) replayFailure(p *moddiff.Pair, cond *smtlib.Term, m *solver.Model) *moddiff.Difference {
	d, err := r.v.Replay(r.ctx, p, nil, cond, m)
	if err != nil || d.Termination || d.New.End != ir.Fails || d.Old.End != ir.Normal && d.Old.End != ir.Blocked {
		return nil
	}
	return d
}

// AssertionsVerdict is the answer for all pairs as the verdict of a run:
// different where a pair has a new failure, unknown where one may have.
func (a *Analysis) AssertionsVerdict() engine.Verdict {
	v := engine.Equivalent
	for _, answer := range a.Assertions {
		switch {
		case answer.Verdict == NewFailure:
			v = v.Worse(engine.Different)
		case answer.Verdict == FailuresUnknown:
			v = v.Worse(engine.Unknown)
		case answer.Partial:
			v = v.Worse(engine.PartiallyEquivalent)
		}
	}
	return v
}
