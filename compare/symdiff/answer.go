package symdiff

import (
	"slices"

	"semdiff/compare/engine"
	"semdiff/moddiff"
	"semdiff/smtlib"
)

// answer answers for one pair, as callers see it and, for an entry, as it is
// seen from outside.
func (r *run) answer(p *pair) {
	inner := r.v.observed(p, false)
	at := r.attempt(p, inner, r.known.proofs[p])
	if len(p.differences) == 0 {
		r.known.proofs[p] = at.earned()
		if !at.proof.Ends || !at.partial {
			r.known.agree[p] = at.cond.Holds()
		}
	}
	if entry := r.v.observed(p, true); slices.Contains(r.entries, p) && len(entry) < len(inner) && !at.partial {
		at = r.attempt(p, entry, nil)
	}
	r.answers[p] = at.answer()
	if r.opts.SplitOutputs {
		r.outputs[p.Name] = at.verdicts()
	}
}

// earned is what callers may rely on.
func (at *attempt) earned() *proof {
	if at.partial || at.opts.SplitOutputs {
		return at.proof
	}
	return nil
}

// answer is the answer that an attempt gives. Where no call is left abstract,
// the verification condition says for exactly which inputs the versions differ.
func (at *attempt) answer() moddiff.Answer {
	s := open(at.c)
	verdict := engine.Unknown
	switch {
	case at.found != nil:
		verdict = engine.Different
		s.Differences = []*moddiff.Difference{at.found}
		at.exactSets(s, len(at.pair.differences) == 0)
	case len(at.pair.differences) > 0: // never equal
	case at.partial && at.proof.Ends:
		verdict, s = engine.Equivalent, same(at.c)
	case at.partial:
		verdict = engine.PartiallyEquivalent
	default:
		at.exactSets(s, true)
	}
	s.Refinements = at.rounds
	if !s.Unknown.IsFalse() {
		s.Reasons = at.because()
	}
	return moddiff.Answer{Verdict: verdict, Summary: s}
}

// exactSets fills the sets of a summary from a comparison without abstract
// calls, unless outputs are missing in it, or from the input of a witness that
// needs no other assumption.
func (at *attempt) exactSets(s *moddiff.DiffSummary, whole bool) {
	c := at.c
	wrong, agree := at.cond.Differ(), at.cond.Holds()
	switch {
	case whole && !at.v.isAbstract(wrong) && !at.v.isAbstract(agree):
		if at.holds(wrong) { // so the axioms say
			wrong, agree = c.True, c.False
		}
		s.Changed, s.Unchanged = wrong, agree
		s.TerminationChanged, s.Unknown = c.Not(at.cond.SameEnds), c.False
		if at.found != nil {
			at.found.Condition = wrong
			at.found.Old.Terms, at.found.New.Terms = nil, nil // they hold for the witness only
		} else {
			// No run has shown the difference.
			s.Changed, s.TerminationChanged = c.False, c.False
			s.Unknown = c.Not(agree)
		}
	case at.found != nil && len(at.found.Functions) == 0:
		s.Changed = at.found.Condition
		s.Unknown = c.Not(s.Changed)
	}
}

// same is the summary of a pair that is proven equal.
func same(c *smtlib.Context) *moddiff.DiffSummary {
	f := c.False
	return &moddiff.DiffSummary{Changed: f, Unchanged: c.True, TerminationChanged: f, Unknown: f}
}

// open is the summary of a pair of which nothing is known.
func open(c *smtlib.Context) *moddiff.DiffSummary {
	f := c.False
	return &moddiff.DiffSummary{Changed: f, Unchanged: f, TerminationChanged: f, Unknown: c.True}
}
