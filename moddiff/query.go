package moddiff

import (
	"slices"
	"sync"

	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// effort is what an answer may cost, and what it is for.
type effort uint8

const (
	quick effort = iota // only saves work or shortens text: to go without it is always sound
	thorough
	withModel
)

// check asks whether t is satisfiable together with the axioms that speak of
// its functions. Definite answers without a model are remembered.
func (a *analysis) check(t *smtlib.Term, e effort) solver.Result {
	if e != withModel {
		if ans, ok := a.answers[t]; ok {
			return solver.Result{Answer: ans}
		}
	}
	if t.IsFalse() {
		return solver.Result{Answer: solver.Unsat}
	}
	if a.ctx.Err() != nil {
		a.hurried = true
		return solver.Result{Answer: solver.Unknown, Reason: solver.Cancelled}
	}
	if a.health.gaveUp() {
		return solver.Result{Answer: solver.Unknown, Reason: solver.Died}
	}
	how := e
	if e == thorough && a.patience == 0 {
		how = quick
	}
	r := a.ask(t, how)
	switch {
	case r.Answer != solver.Unknown:
		a.answers[t] = r.Answer
	case e != quick && a.ctx.Err() == nil:
		a.stats.Unknown++
		if how == thorough {
			a.patience--
		}
	}
	return r
}

// ask asks the solver. Where the axioms are quantified, it is first asked for a
// model under a choice of interpretations that makes them hold: a model of
// quantified axioms is hard to find, and that of a condition is what most
// questions are for.
func (a *analysis) ask(t *smtlib.Term, e effort) solver.Result {
	axioms := a.axioms.relevant(a, t)
	if left, ok := a.axioms.extended(a, t, axioms); ok {
		if r := a.query(left, t, e); r.Answer == solver.Sat {
			return r
		}
	}
	r := a.query(axioms, t, e)
	if r.Answer != solver.Unsat {
		return r
	}
	if a.axioms.used(axioms) && !a.axioms.consistent(a, axioms) {
		return solver.Result{Answer: solver.Unknown, Reason: solver.Incomplete, Detail: "the axioms contradict each other"}
	}
	if rest, ok := a.axioms.withoutLimits(axioms); ok && a.query(rest, t, e).Answer != solver.Unsat {
		a.note("the versions limit a type in different ways: nothing is proven from that")
		return solver.Result{Answer: solver.Unknown, Reason: solver.Incomplete, Detail: "the versions limit a type in different ways"}
	}
	return r
}

func (a *analysis) query(axioms []*smtlib.Term, t *smtlib.Term, e effort) (r solver.Result) {
	assertions := slices.Concat(axioms, smtlib.Conjuncts(t))
	if e == quick {
		r = a.solver.Quick(a.ctx, assertions)
	} else {
		r = a.solver.Check(a.ctx, assertions, e == withModel)
	}
	a.stats.Queries++
	a.hurried = a.hurried || r.Answer == solver.Unknown && !r.Reason.Repeatable()
	a.countFaults(r)
	return r
}

// maxFaults is how many questions in a row a solver may fail to answer, before
// it has ever answered one, until it is not asked any more.
const maxFaults = 4

// health is whether the solver works. It is safe for concurrent use.
type health struct {
	mu     sync.Mutex
	works  bool
	faults int // before the first answer
}

func (h *health) gaveUp() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.faults >= maxFaults
}

func (a *analysis) countFaults(r solver.Result) {
	h := &a.health
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case r.Answer != solver.Unknown:
		h.works = true
	case !h.works && (r.Reason == solver.Died || r.Reason == solver.Garbage || r.Reason == solver.Timeout):
		if h.faults++; h.faults == maxFaults {
			a.note("the solver was given up: it answered none of its first %d questions (%s)", maxFaults, r.Reason)
		}
	}
}

// feasible is false only when t is proven unsatisfiable.
func (a *analysis) feasible(t *smtlib.Term) bool {
	return t.IsTrue() || a.check(t, thorough).Answer != solver.Unsat
}

// hint is feasible for questions that may be given up early.
func (a *analysis) hint(t *smtlib.Term) bool {
	if t.IsTrue() || a.gaveUp[t] {
		return true
	}
	r := a.check(t, quick)
	if r.Answer == solver.Unknown {
		a.gaveUp[t] = true
	}
	return r.Answer != solver.Unsat
}
