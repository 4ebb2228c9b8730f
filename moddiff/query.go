package moddiff

import (
	"context"
	"slices"
	"time"

	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// check asks whether t is satisfiable together with the axioms that speak of
// its functions. Definite answers without a model are remembered.
func (a *analysis) check(ctx context.Context, t *smtlib.Term, wantModel bool) solver.Result {
	if !wantModel {
		if ans, ok := a.answers[t]; ok {
			return solver.Result{Answer: ans}
		}
	}
	if t.IsFalse() {
		return solver.Result{Answer: solver.Unsat}
	}
	if ctx.Err() != nil {
		return solver.Result{Answer: solver.Unknown, Reason: solver.Cancelled}
	}
	if a.faults >= maxFaults {
		return solver.Result{Answer: solver.Unknown, Reason: solver.Died}
	}
	r := a.ask(ctx, t, wantModel)
	switch {
	case r.Answer != solver.Unknown:
		a.answers[t] = r.Answer
	case ctx == a.ctx && ctx.Err() == nil: // not a hint, and time is not up
		a.stats.Unknown++
	}
	return r
}

// ask asks the solver. Where the axioms are quantified, it is first asked for a
// model under a choice of interpretations that makes them hold: a model of
// quantified axioms is hard to find, and that of a condition is what most
// questions are for.
func (a *analysis) ask(ctx context.Context, t *smtlib.Term, wantModel bool) solver.Result {
	axioms := a.axioms.relevant(a, t)
	if left, ok := a.axioms.extended(a, t, axioms); ok {
		if r := a.query(ctx, left, t, wantModel); r.Answer == solver.Sat {
			return r
		}
	}
	r := a.query(ctx, axioms, t, wantModel)
	if r.Answer == solver.Unsat && a.axioms.used(a, t) && !a.axioms.consistent(a, axioms) {
		return solver.Result{Answer: solver.Unknown, Reason: solver.Incomplete, Detail: "the axioms contradict each other"}
	}
	return r
}

func (a *analysis) query(ctx context.Context, axioms []*smtlib.Term, t *smtlib.Term, wantModel bool) solver.Result {
	parts := []*smtlib.Term{t}
	if t.Op() == smtlib.OpAnd {
		parts = t.Args()
	}
	r := a.solver.Check(ctx, append(slices.Clone(axioms), parts...), wantModel)
	a.stats.Queries++
	a.countFaults(r)
	return r
}

// maxFaults is how many questions in a row a solver may fail to answer, before
// it has ever answered one, until it is not asked any more.
const maxFaults = 4

func (a *analysis) countFaults(r solver.Result) {
	switch {
	case r.Answer != solver.Unknown:
		a.faults = -1 << 30 // it works
	case r.Reason == solver.Died || r.Reason == solver.Garbage || r.Reason == solver.Timeout:
		if a.faults++; a.faults == maxFaults {
			a.note("the solver was given up: it answered none of its first %d questions (%s)", maxFaults, r.Reason)
		}
	}
}

// feasible is false only when t is proven unsatisfiable.
func (a *analysis) feasible(t *smtlib.Term) bool {
	return t.IsTrue() || a.check(a.ctx, t, false).Answer != solver.Unsat
}

// hintTime bounds a question whose answer only saves work or shortens text; to
// go without it is always sound.
const hintTime = 250 * time.Millisecond

// hint is feasible for questions that may be given up early.
func (a *analysis) hint(t *smtlib.Term) bool {
	if ans, ok := a.answers[t]; ok || t.IsLiteral() {
		return ans != solver.Unsat && !t.IsFalse()
	}
	if a.gaveUp[t] {
		return true
	}
	ctx, cancel := context.WithTimeout(a.ctx, hintTime)
	defer cancel()
	r := a.check(ctx, t, false)
	if r.Answer == solver.Unknown {
		a.gaveUp[t] = true
	}
	return r.Answer != solver.Unsat
}
