package symdiff

import (
	"slices"

	"semdiff/compare/engine"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// maxRounds bounds the refinements of one pair.
const maxRounds = 40

// attempt is what was found of a pair with a set of observed outputs.
type attempt struct {
	cmp     *comparison
	proof   *proof
	found   *moddiff.Difference
	rounds  int  // refinements
	partial bool // proven: where both end they agree
	// Why there is no proof: the solver gave no answer, a bound left calls
	// abstract, no run confirmed a counterexample.
	unanswered, cut, unconfirmed bool
}

// answer answers for one pair, as callers see it and, for an entry, as it is
// seen from outside.
func (r *run) answer(p *moddiff.Pair) {
	inner := r.v.Observed(p, false)
	at := r.attempt(p, inner, r.proofs[p])
	if len(p.Interface) == 0 {
		r.proofs[p] = r.earned(p, at)
		if !at.proof.ends || !at.partial {
			r.agree[p] = at.cmp.agree()
		}
	}
	if entry := r.v.Observed(p, true); slices.Contains(r.entries, p) && len(entry) < len(inner) && !at.partial {
		at = r.attempt(p, entry, nil)
	}
	r.answers[p] = r.answerOf(p, at)
	if r.opts.SplitOutputs {
		r.outputs[p.Name] = r.verdicts(p, at)
	}
}

// earned is what callers may rely on.
func (r *run) earned(p *moddiff.Pair, at *attempt) *proof {
	if at.partial || r.opts.SplitOutputs {
		return at.proof
	}
	return nil
}

// attempt compares both versions of a pair; known is what is proven already. In
// mode Refine, callees that a spurious counterexample leans on are inlined.
func (r *run) attempt(p *moddiff.Pair, outputs []moddiff.Port, known *proof) *attempt {
	e := r.encoder()
	at := &attempt{proof: &proof{outputs: map[int]bool{}}, partial: known.partial(p)}
	if at.partial {
		*at.proof = *known
	}
	for ; ; at.rounds++ {
		e.activations = 0
		at.cmp = e.compare(p, outputs)
		if at.partial {
			break
		}
		wrong := at.cmp.differ()
		answer := r.v.Check(r.ctx, at.cmp.possible(wrong), true)
		if answer.Answer == solver.Unsat {
			at.partial = true
			at.proof.kind = true
			for _, port := range outputs {
				at.proof.outputs[port.Old] = true
			}
			break
		}
		if answer.Answer != solver.Sat || answer.Model == nil {
			at.unanswered = true
			break
		}
		d, err := r.counterexample(p, outputs, at.cmp, wrong, answer.Model)
		if err == nil {
			at.found = d
			break
		}
		if !r.v.IsAbstract(wrong) {
			r.v.Note("%s: a difference was not replayed: %v", p.Name, err)
			at.unconfirmed = true
		}
		if r.opts.Mode != Refine || at.rounds == maxRounds || !e.refine(wrong, answer.Model) {
			break
		}
	}
	at.cut = e.cut
	r.cut, r.cutPairs = r.cut || e.cut, r.cutPairs || e.cutPairs
	if at.partial && !at.proof.ends {
		at.proof.ends = r.holds(at.cmp.valid(at.cmp.sameEnds))
	}
	if r.opts.SplitOutputs && !at.partial {
		r.splitProof(at)
	}
	return at
}

// maxModels is how many models of one condition are replayed.
const maxModels = 3

// counterexample is the difference that both versions show on the inputs of a
// model of wrong. What is inlined later explains a model that shows none; where
// nothing will be, models at other inputs are tried.
func (r *run) counterexample(p *moddiff.Pair, outputs []moddiff.Port, cmp *comparison, wrong *smtlib.Term, m *solver.Model) (*moddiff.Difference, error) {
	elsewhere := cmp.possible(wrong)
	for n := 1; ; n++ {
		d, err := r.v.Replay(r.ctx, p, outputs, wrong, m)
		if err == nil || r.opts.Mode == Refine || n == maxModels {
			return d, err
		}
		for _, in := range p.Inputs {
			if v := m.Eval(r.c, in.Var); v.IsLiteral() {
				elsewhere = r.c.And(elsewhere, r.c.Not(r.c.Eq(in.Var, v)))
			}
		}
		answer := r.v.Check(r.ctx, elsewhere, true)
		if answer.Answer != solver.Sat || answer.Model == nil {
			return nil, err
		}
		m = answer.Model
	}
}

// holds reports whether t is proven valid.
func (r *run) holds(t *smtlib.Term) bool {
	return r.v.Check(r.ctx, r.c.Not(t), false).Answer == solver.Unsat
}

// answerOf is the answer that an attempt gives. Where no call is left abstract,
// the verification condition says for exactly which inputs the versions differ.
func (r *run) answerOf(p *moddiff.Pair, at *attempt) moddiff.Answer {
	s := r.open()
	verdict := engine.Unknown
	switch {
	case at.found != nil:
		verdict = engine.Different
		s.Differences = []*moddiff.Difference{at.found}
		r.exactSets(s, at, len(p.Interface) == 0)
	case len(p.Interface) > 0: // never equal
	case at.partial && at.proof.ends:
		verdict, s = engine.Equivalent, r.same()
	case at.partial:
		verdict = engine.PartiallyEquivalent
	default:
		r.exactSets(s, at, true)
	}
	s.Refinements = at.rounds
	if !s.Unknown.IsFalse() {
		s.Reasons = r.because(p, at)
	}
	return moddiff.Answer{Verdict: verdict, Summary: s}
}

// exactSets fills the sets of a summary from a comparison without abstract
// calls, unless outputs are missing in it, or from the input of a witness that
// needs no other assumption.
func (r *run) exactSets(s *moddiff.DiffSummary, at *attempt, whole bool) {
	c := r.c
	wrong, agree := at.cmp.differ(), at.cmp.agree()
	switch {
	case whole && !r.v.IsAbstract(wrong) && !r.v.IsAbstract(agree):
		if r.holds(wrong) { // so the axioms say
			wrong, agree = c.True, c.False
		}
		s.Changed, s.Unchanged = wrong, agree
		s.TerminationChanged, s.Unknown = c.Not(at.cmp.sameEnds), c.False
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
