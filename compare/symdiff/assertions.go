package symdiff

import (
	"semdiff/moddiff"
	"semdiff/moddiff/relation"
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

// checkAssertions answers for all pairs (Lahiri, McMillan, Sharma, Hawblitzel:
// Differential assertion checking, FSE 2013).
func (r *run) checkAssertions() map[string]AssertionAnswer {
	r.relations.Renew()
	f := &failures{run: r}
	answers := map[string]AssertionAnswer{}
	for _, g := range r.v.groups {
		f.prove(g)
		for _, p := range g {
			answers[p.Name] = f.answer(p)
		}
	}
	return answers
}

// failures is differential assertion checking.
type failures struct {
	*run
	proven []*relation.Safety
}

// prove proves claims about a group from those that are proven.
func (f *failures) prove(group []*pair) {
	var claims []*relation.Safety
	for _, p := range group {
		if p.hasBodies() {
			claims = append(claims, f.claimsOf(p)...)
		}
	}
	f.proven = append(f.proven, f.relations.ProveSafety(claims, f.proven)...)
}

// claimsOf are the claims to try for a pair: under equal inputs, and under the
// preconditions of its relations.
func (f *failures) claimsOf(p *pair) []*relation.Safety {
	procs := p.names()
	list := []*relation.Safety{{Procs: procs, Pre: relation.EqualInputs(f.c, &p.Pair)}}
	if pre := f.relations.userPrecondition(p); len(pre) > 0 {
		list = append(list, &relation.Safety{Procs: procs, Pre: pre})
	}
	for _, rel := range f.relations.Proven {
		if rel.Procs == procs && len(rel.Pre) > 0 {
			list = append(list, &relation.Safety{Procs: procs, Pre: rel.Pre})
		}
	}
	return list
}

// answer answers for a pair. Callees that a counterexample depends on are
// inlined.
func (f *failures) answer(p *pair) AssertionAnswer {
	proof := f.known.proofs[p]
	switch {
	case proof != nil && proof.assumed, proof == nil && !p.hasBodies():
		return AssertionAnswer{}
	case proof.full(p):
		return AssertionAnswer{Verdict: NoNewFailures}
	}
	c := f.c
	e := f.encoder(f.refining())
	e.record()
	pre := f.relations.userPrecondition(p)
	if len(pre) > 0 && !f.v.satisfiable(f.ctx, relation.All(c, pre, e.both(p))) {
		return AssertionAnswer{Restricted: true} // there may be no such inputs
	}
	out := AssertionAnswer{Restricted: len(pre) > 0}
	for range maxRounds {
		tops := e.both(p)
		allowed := relation.All(c, pre, tops)
		known := c.And(e.given(tops), f.relations.SafetyFacts(e.calls(tops), f.proven), allowed)
		wrong := relation.NewFailure(c, tops)
		answer := f.v.model(f.ctx, c.And(known, wrong))
		if answer.Answer == solver.Unsat {
			forever := c.And(known, tops[1].Ends[ir.Fails], tops[0].Ends[ir.Diverges])
			out.Verdict, out.Partial = NoNewFailures, !f.unsat(forever)
			return out
		}
		if answer.Answer != solver.Sat || answer.Model == nil {
			break
		}
		if d := f.replay(p, c.And(wrong, allowed), answer.Model); d != nil && f.holds(c.Implies(d.Condition, allowed)) {
			out.Verdict, out.Failure = NewFailure, d
			return out
		}
		if !e.refine(wrong, answer.Model) {
			break
		}
	}
	return out
}

// replay runs both versions on the inputs of a model; the answer is nil
// unless the new one fails and the old one ends otherwise.
func (f *failures) replay(p *pair, cond *smtlib.Term, m *solver.Model) *moddiff.Difference {
	d, err := f.v.replay(f.ctx, p, nil, cond, m)
	if err != nil || d.Termination || d.New.End != ir.Fails || d.Old.End != ir.Normal && d.Old.End != ir.Blocked {
		return nil
	}
	return d
}
