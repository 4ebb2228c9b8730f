package moddiff

import (
	"semdiff/moddiff/query"
	"semdiff/moddiff/readable"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// check asks whether t is satisfiable together with the axioms that it is connected
// with.
func (a *analysis) check(t *smtlib.Term, e query.Effort) solver.Result {
	return a.session.Check(a.ctx, t, e)
}

// feasible is false only when t is proven unsatisfiable.
func (a *analysis) feasible(t *smtlib.Term) bool { return a.session.Feasible(a.ctx, t) }

// hint is feasible for questions that may be given up early.
func (a *analysis) hint(t *smtlib.Term) bool { return a.session.MaybeSat(a.ctx, t) }

// simplify writes a condition as a person would rather read it.
func (a *analysis) simplify(t *smtlib.Term) *smtlib.Term {
	return readable.Simplify(a.c, asker{a}, t)
}

// asker answers what package readable asks.
type asker struct{ a *analysis }

// MaybeSat implements readable.Asker.
func (x asker) MaybeSat(t *smtlib.Term) bool { return x.a.hint(t) }

// GaveUp implements readable.Asker.
func (x asker) GaveUp(t *smtlib.Term) bool { return x.a.session.GaveUp(t) }

// HasAxioms implements readable.Asker.
func (x asker) HasAxioms(t *smtlib.Term) bool { return len(x.a.axioms.Relevant(t)) > 0 }

// Spent implements readable.Asker.
func (x asker) Spent() bool { return x.a.spent() }

// Asked implements query.Recorder.
func (n *account) Asked(solver.Result) { n.stats.Queries++ }

// Undecided implements query.Recorder.
func (n *account) Undecided() { n.stats.Unknown++ }

// Hurried implements query.Recorder.
func (n *account) Hurried() { n.hurried = true }

// Note implements query.Recorder.
func (n *account) Note(format string, args ...any) { n.note(format, args...) }
