package symdiff

import (
	"semdiff/moddiff"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// maxRounds bounds the refinements of one pair.
const maxRounds = 40

// attempt is a comparison of a pair in some of its outputs, and what it found.
type attempt struct {
	*run
	pair    *pair
	cond    *condition
	proof   *proof
	found   *moddiff.Difference
	rounds  int  // refinements
	partial bool // proven: where both end they agree
	// Why there is no proof: the solver gave no answer, a bound left calls
	// abstract, no run confirmed a counterexample.
	unanswered, cut, unconfirmed bool
}

// attempt compares both versions of a pair; known is what is proven already. In
// mode Refine, callees that a spurious counterexample depends on are inlined.
func (r *run) attempt(p *pair, outputs []vc.Port, known *proof) *attempt {
	at := &attempt{run: r, pair: p, proof: &proof{Known: vc.Known{Outputs: map[int]bool{}}}, partial: known.partial(p)}
	if at.partial {
		*at.proof = *known
	}
	e := r.encoder(r.opts)
	for !at.decide(e, outputs) {
		at.rounds++
	}
	at.cut = e.cut
	r.cut, r.cutPairs = r.cut || e.cut, r.cutPairs || e.cutPairs
	if at.partial && !at.proof.Ends {
		at.proof.Ends = at.proves(at.cond.SameEnds)
	}
	if r.opts.SplitOutputs && !at.partial {
		at.splitProof()
	}
	return at
}

// decide encodes both versions and asks the solver; false means that more callees
// are to be inlined.
func (at *attempt) decide(e *encoder, outputs []vc.Port) bool {
	at.cond = e.condition(at.pair, outputs)
	if at.partial {
		return true
	}
	wrong := at.cond.Differ()
	answer := at.v.model(at.ctx, at.cond.possible(wrong))
	switch {
	case answer.Answer == solver.Unsat:
		at.partial = true
		at.proof.Outcome = true
		for _, port := range outputs {
			at.proof.Outputs[port.At[0]] = port.View == nil // callers rely on all of it
		}
		return true
	case answer.Answer != solver.Sat || answer.Model == nil:
		at.unanswered = true
		return true
	}
	d, err := at.counterexample(wrong, answer.Model)
	if err == nil {
		at.found = d
		return true
	}
	if !at.v.isAbstract(wrong) {
		at.v.note("%s: a difference was not replayed: %v", at.pair.Name, err)
		at.unconfirmed = true
	}
	return at.opts.Mode != Refine || at.rounds == maxRounds || !e.refine(wrong, answer.Model)
}

// maxModels is how many models of one condition are replayed.
const maxModels = 3

// counterexample is the difference that both versions show on the inputs of a
// model of wrong. What is inlined later explains a model that shows none; where
// nothing will be, models at other inputs are tried.
func (at *attempt) counterexample(wrong *smtlib.Term, m *solver.Model) (*moddiff.Difference, error) {
	c := at.c
	elsewhere := at.cond.possible(wrong)
	for n := 1; ; n++ {
		d, err := at.v.replay(at.ctx, at.pair, at.cond.Outputs, wrong, m)
		if err == nil || at.opts.Mode == Refine || n == maxModels {
			return d, err
		}
		for _, in := range at.pair.Inputs {
			if v := m.Eval(c, in.Var); v.IsLiteral() {
				elsewhere = c.And(elsewhere, c.Not(c.Eq(in.Var, v)))
			}
		}
		answer := at.v.model(at.ctx, elsewhere)
		if answer.Answer != solver.Sat || answer.Model == nil {
			return nil, err
		}
		m = answer.Model
	}
}

// proves reports whether what is known of the calls implies t.
func (at *attempt) proves(t *smtlib.Term) bool { return at.holds(at.cond.valid(t)) }

// splitProof finds which outputs agree whatever the others do.
func (at *attempt) splitProof() {
	at.proof.Outcome = at.proves(at.c.Or(at.c.Not(at.cond.BothEnd), at.cond.SameOutcome))
	for i, port := range at.cond.Outputs {
		if port.View == nil && at.provesOutput(i) {
			at.proof.Outputs[port.At[0]] = true
		}
	}
	at.proof.Ends = at.proves(at.cond.SameEnds)
}

// provesOutput reports whether both versions are proven to return the same value
// of an output whenever both return.
func (at *attempt) provesOutput(i int) bool { return at.proves(at.c.Not(at.cond.DifferIn(i))) }
