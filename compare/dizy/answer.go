package dizy

import (
	"errors"
	"strings"
	"time"

	"semdiff/compare/engine"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/reason"
	"semdiff/moddiff/result"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/vc"
	"semdiff/moddiff/witness"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// answer is what the delta of a pair shows: where it has no difference the versions
// agree if both end, and where all of its states differ they differ if both end.
func (x *differ) answer(p *pairing.Pair, outputs []pairing.Port, delta *Delta, entry bool) result.Answer {
	c, start := x.Ctx, time.Now()
	d := &summary.DiffSummary{Changed: c.False, Unchanged: c.False, TerminationChanged: c.False, Unknown: c.True}
	known := &x.State.OfPair(p).Equality
	asCallee := *known
	if delta == nil {
		d.Reasons = []reason.Reason{x.whyNone(p)}
	} else {
		x.Analyse(p.Old)
		x.Analyse(p.New)
		bothEnd, neither := x.SameEnding(p)
		if !delta.Ends {
			d.Unchanged = c.Or(neither, c.And(c.Not(delta.Difference), bothEnd))
		} else {
			d.Unchanged = c.Or(neither, c.Not(delta.Difference))
		}
		if !x.MaybeSat(c.Not(d.Unchanged)) {
			d.Unchanged = c.True
		}
		known.Partial = delta.Difference.IsFalse()
		known.Equal = known.Partial && d.Unchanged.IsTrue()
		if known.Partial {
			d.Reasons = append(d.Reasons, reason.Of(reason.Termination, "", ""))
		} else {
			x.witnesses(p, outputs, delta, x.session(), d, bothEnd)
		}
	}
	x.refute(p, outputs, d)
	d.Unknown = c.Not(c.Or(d.Changed, d.Unchanged, d.TerminationChanged))
	if !x.MaybeSat(d.Unknown) {
		d.Unknown, d.Reasons = c.False, nil
	} else if len(d.Reasons) == 0 {
		d.Reasons = []reason.Reason{reason.Of(reason.Proof, "", "")}
	}
	d.Time = time.Since(start)
	a := result.Answer{Summary: d}
	switch {
	case len(d.Differences) > 0:
		a.Verdict = engine.Different
	case known.Equal:
		a.Verdict = engine.Equivalent
	case known.Partial:
		a.Verdict = engine.PartiallyEquivalent
	}
	if entry {
		*known = asCallee
	}
	return a
}

// whyNone is the reason why a pair has no delta.
func (x *differ) whyNone(p *pairing.Pair) reason.Reason {
	switch {
	case len(p.Interface) > 0:
		return reason.Of(reason.Interface, "", "")
	case x.TimeUp():
		return reason.OfEnd(x.Context())
	case x.TooLarge():
		return reason.Of(reason.Size, "", "")
	}
	return reason.Of(reason.Meaning, "", "")
}

// What the search for witnesses may cost: inputs of one state that are run, states of
// which the solver knows no input, inputs of a pair on which a run takes too long, and
// steps of other runs.
const (
	maxWitnesses = 4
	maxOpen      = 3
	maxLong      = 4
	maxSteps     = 60_000
)

// witnesses looks in the states that differ for inputs on which runs do. A state whose
// inputs are all proven to differ is in C once one of them was replayed.
func (x *differ) witnesses(p *pairing.Pair, outputs []pairing.Port, delta *Delta, s *session, d *summary.DiffSummary, bothEnd *smtlib.Term) {
	c := x.Ctx
	var open []*State
	for _, state := range delta.States {
		if !state.Differs {
			continue
		}
		if region := c.And(state.input, bothEnd); delta.certain(s.ask, vc.PortsOf(outputs), state) {
			if found, _ := x.witness(p, outputs, s, region); found != nil {
				found.Condition = region
				state.Certain = !x.MaybeSat(c.And(state.input, c.Not(region)))
				state.found(c, d, found)
				continue
			}
		}
		open = append(open, state)
	}
	if len(open) > 0 && len(d.Differences) == 0 {
		if found := x.Runs.Fuzz(p, outputs, []*smtlib.Term{delta.Difference}, maxSteps); found != nil {
			d.Changed, d.Differences = found.Condition, []*summary.Difference{found}
			return
		}
	}
	unknown := 0
	for _, state := range open {
		found, answered := x.witness(p, outputs, s, c.And(delta.ending.bound, state.key))
		if found != nil {
			state.found(c, d, found)
		} else if !answered {
			unknown++
		}
		if unknown == maxOpen {
			return
		}
	}
}

// found adds a difference that was replayed.
func (s *State) found(c *smtlib.Context, d *summary.DiffSummary, diff *summary.Difference) {
	s.Witness = diff
	d.Changed = c.Or(d.Changed, diff.Condition)
	d.Differences = append(d.Differences, diff)
}

// witness runs both versions on models of a condition; answered is false when the
// solver does not tell whether there is one.
func (x *differ) witness(p *pairing.Pair, outputs []pairing.Port, s *session, where *smtlib.Term) (found *summary.Difference, answered bool) {
	for i := 0; i < maxWitnesses && x.long < maxLong; i++ {
		r := s.ask(where)
		if r.Answer != solver.Sat {
			return nil, r.Answer == solver.Unsat
		}
		switch found, err := x.Finder.ReplayModel(p, outputs, where, r.Model); {
		case found != nil && !found.Termination:
			return found, true
		case errors.Is(err, witness.ErrLong):
			x.long++
		}
		where = x.Ctx.And(where, x.Ctx.Not(inputsOf(x.Ctx, p, r.Model)))
	}
	return nil, true
}

// inputsOf says that the inputs of a pair are those of a model.
func inputsOf(c *smtlib.Context, p *pairing.Pair, m *solver.Model) *smtlib.Term {
	var list []*smtlib.Term
	for _, in := range p.Inputs {
		if v := m.Vars[in.Var]; v != nil && v.IsLiteral() {
			list = append(list, c.Eq(in.Var, v))
		}
	}
	return c.And(list...)
}

// refute runs both versions where no difference is known and equality is not proven.
func (x *differ) refute(p *pairing.Pair, outputs []pairing.Port, d *summary.DiffSummary) {
	if len(d.Differences) > 0 || d.Unchanged.IsTrue() {
		return
	}
	found, _ := x.Runs.TestConcretely(p, outputs)
	if found == nil {
		return
	}
	d.Differences = []*summary.Difference{found}
	if found.Termination {
		d.TerminationChanged = found.Condition
	} else {
		d.Changed = found.Condition
	}
}

// invariants are the states of loops that are proven, in the words of the report,
// where they were explained.
func (d *Delta) invariants() (list []summary.Invariant) {
	for _, l := range d.Loops {
		if l.Proven && len(l.Heads) > 0 {
			list = append(list, summary.Invariant{Procs: [2]string{l.Procs[0].Name, l.Procs[1].Name}, Says: l.Says(), Steps: l.Steps})
		}
	}
	return list
}

// Says is what holds before each step of a loop.
func (l *Loop) Says() string {
	var states []string
	for _, conj := range l.Heads {
		states = append(states, Words(conj))
	}
	if len(states) == 1 {
		return states[0]
	}
	return "(" + strings.Join(states, ") || (") + ")"
}

// Words is a conjunction as text.
func Words(conj []*smtlib.Term) string {
	if len(conj) == 0 {
		return "true"
	}
	parts := make([]string, len(conj))
	for i, t := range conj {
		parts[i] = smtlib.Infix(t)
		if t.Op() == smtlib.OpOr && len(conj) > 1 {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, " && ")
}
