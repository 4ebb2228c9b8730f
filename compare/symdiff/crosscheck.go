package symdiff

import (
	"fmt"
	"slices"

	"semdiff/moddiff"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// Finding is whether a claim about a pair holds.
type Finding uint8

// The findings; the zero value claims nothing.
const (
	Open    Finding = iota // neither
	Holds                  // proven
	Refuted                // a run on an input of the set shows otherwise
)

// String is the finding's name in all outputs.
func (f Finding) String() string { return [...]string{"open", "holds", "refuted"}[f] }

// Claims are what is found of the sets of a difference summary.
type Claims struct {
	Unchanged, Changed, Termination Finding
}

// Check holds the sets of a summary of the named pair, of another engine on the
// same two programs, against the verification condition: under the assumption
// that an input is in U both versions must agree, under the assumption that it is
// in C both must end and differ, in T exactly one must end. Calls are inlined
// where a counterexample depends on them.
func (a *Analysis) Check(pair *moddiff.PairResult) (Claims, error) {
	p, err := a.pair(pair.Name)
	if err == nil && !pair.Compared {
		err = fmt.Errorf("%s was not compared", pair.Name)
	}
	if err != nil {
		return Claims{}, err
	}
	return a.run.claims(p, pair)
}

func (r *run) claims(p *pair, pair *moddiff.PairResult) (Claims, error) {
	c := r.c
	if !p.hasBodies() || pair.Summary == nil && pair.Status != moddiff.StatusUnchanged {
		return Claims{}, nil
	}
	s := same(r.c)
	if pair.Summary != nil {
		s = pair.Summary
	}
	for _, v := range smtlib.Collect(c.And(s.Changed, s.Unchanged, s.TerminationChanged)).Vars {
		if !slices.ContainsFunc(p.Inputs, func(in vc.Port) bool { return in.Var == v }) {
			return Claims{}, nil // these are slices, which lack it
		}
	}
	outputs := r.observed(p)
	holds := func(set *smtlib.Term, wrong func(*condition) *smtlib.Term, refutes func(agree bool) bool) Finding {
		return r.claim(p, outputs, set, wrong, refutes)
	}
	return Claims{
		Unchanged: holds(s.Unchanged, func(cond *condition) *smtlib.Term { return c.Not(cond.Holds()) },
			func(agree bool) bool { return !agree }),
		Changed: holds(s.Changed, func(cond *condition) *smtlib.Term { return c.Not(cond.Differ()) },
			func(agree bool) bool { return agree }),
		Termination: holds(s.TerminationChanged, func(cond *condition) *smtlib.Term { return cond.SameEnds },
			func(bool) bool { return true }), // both ended
	}, nil
}

// claim looks for an input of a set on which what is wrong for it happens.
func (r *run) claim(p *pair, outputs []vc.Port, set *smtlib.Term, wrong func(*condition) *smtlib.Term, refutes func(agree bool) bool) Finding {
	if set.IsFalse() {
		return Holds
	}
	e := r.encoder(r.refining())
	for range maxRounds {
		cond := e.condition(p, outputs)
		against := r.c.And(set, wrong(cond))
		answer := r.v.model(r.ctx, cond.possible(against))
		switch {
		case answer.Answer == solver.Unsat:
			return Holds
		case answer.Answer != solver.Sat || answer.Model == nil:
			return Open
		}
		if agree, ok := r.v.agree(p, outputs, set, answer.Model); ok && refutes(agree) {
			return Refuted
		}
		if !e.refine(against, answer.Model) {
			return Open
		}
	}
	return Open
}
