package symdiff

import (
	"fmt"

	"semdiff/compare/engine"
	"semdiff/moddiff"
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
// where a counterexample leans on them.
func (a *Analysis) Check(pair *moddiff.PairResult) (Claims, error) {
	r := a.run
	for _, p := range r.v.Pairs {
		if p.Name != pair.Name || !pair.Compared {
			continue
		}
		return r.claims(p, pair)
	}
	return Claims{}, fmt.Errorf("no pair %s", pair.Name)
}

func (r *run) claims(p *moddiff.Pair, pair *moddiff.PairResult) (Claims, error) {
	c := r.c
	if pair.Summary == nil && pair.Status != moddiff.StatusUnchanged {
		return Claims{}, nil
	}
	if len(p.Inputs) != len(pair.Inputs) {
		return Claims{}, fmt.Errorf("%s has %d inputs here, %d there", p.Name, len(p.Inputs), len(pair.Inputs))
	}
	sub := map[*smtlib.Term]*smtlib.Term{}
	for i, in := range p.Inputs {
		sub[pair.Inputs[i]] = in.Var
	}
	s := r.same()
	if pair.Summary != nil {
		s = pair.Summary
	}
	outputs := r.observedBy(p)
	holds := func(set *smtlib.Term, wrong func(*comparison) *smtlib.Term, refutes func(agree bool) bool) Finding {
		return r.claim(p, outputs, c.Substitute(set, sub), wrong, refutes)
	}
	return Claims{
		Unchanged: holds(s.Unchanged, func(cmp *comparison) *smtlib.Term { return c.Not(cmp.agree()) },
			func(agree bool) bool { return !agree }),
		Changed: holds(s.Changed, func(cmp *comparison) *smtlib.Term { return c.Not(cmp.differ()) },
			func(agree bool) bool { return agree }),
		Termination: holds(s.TerminationChanged, func(cmp *comparison) *smtlib.Term { return cmp.sameEnds },
			func(bool) bool { return true }), // both ended
	}, nil
}

// claim looks for an input of a set on which what is wrong for it happens.
func (r *run) claim(p *moddiff.Pair, outputs []moddiff.Port, set *smtlib.Term, wrong func(*comparison) *smtlib.Term, refutes func(agree bool) bool) Finding {
	if set.IsFalse() {
		return Holds
	}
	e := r.encoder()
	opts := r.opts
	opts.Mode = Refine
	e.opts = &opts
	for range maxRounds {
		e.activations = 0
		cmp := e.compare(p, outputs)
		cond := r.c.And(set, wrong(cmp))
		answer := r.v.Check(r.ctx, cmp.possible(cond), true)
		switch {
		case answer.Answer == solver.Unsat:
			return Holds
		case answer.Answer != solver.Sat || answer.Model == nil:
			return Open
		}
		if agree, ok := r.v.Agree(p, outputs, set, answer.Model); ok && refutes(agree) {
			return Refuted
		}
		if !e.refine(cond, answer.Model) {
			return Open
		}
	}
	return Open
}

// Contradictions says which of the answers for a pair cannot stand together: ours
// and another engine's, with what was found of its sets, and that of Boogie on
// the Eq file.
func Contradictions(ours, other *moddiff.PairResult, found Claims, boogie *BoogieAnswer) (list []string) {
	say := func(wrong bool, format string, args ...any) {
		if wrong {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	say(found.Unchanged == Refuted, "an input of U on which the versions do not agree")
	say(found.Changed == Refuted, "an input of C on which the versions agree")
	say(found.Termination == Refuted, "an input of T on which both versions end")
	differ, ends := differences(other)
	say(atMostTermination(ours.Verdict) && differ, "proven %s, but an input shows a difference", ours.Verdict)
	say(ours.Verdict == engine.Equivalent && ends, "proven equivalent, but only one version ends on an input")
	ourDiffer, _ := differences(ours)
	say(ourDiffer && atMostTermination(other.Verdict), "an input shows a difference, but the sets say %s", other.Verdict)
	if boogie != nil && atMostTermination(boogie.Verdict) {
		say(differ || ourDiffer, "Boogie proves %s, but an input shows a difference", boogie.Verdict)
		say(boogie.Verdict == engine.Equivalent && ends, "Boogie proves equivalence, but only one version ends on an input")
	}
	return list
}

func atMostTermination(v engine.Verdict) bool {
	return v == engine.Equivalent || v == engine.PartiallyEquivalent
}

// differences reports whether a pair has a replayed difference of runs that end,
// and one of which only one does.
func differences(p *moddiff.PairResult) (both, ends bool) {
	if p.Summary == nil {
		return false, false
	}
	for _, d := range p.Summary.Differences {
		both = both || !d.Termination
		ends = ends || d.Termination
	}
	return both, ends
}
