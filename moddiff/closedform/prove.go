package closedform

import (
	"semdiff/moddiff/query"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// Step is a step of an induction: the conjunction of its parts has no model.
type Step struct {
	Says  string
	Parts []*smtlib.Term
}

// Steps are all that has to hold for a form to be right.
func (f *Form) Steps() (steps []Step) {
	c := f.c
	show := func(says string, given, then *smtlib.Term) {
		steps = append(steps, Step{says, []*smtlib.Term{given, c.Not(then)}})
	}
	show("there is no next iteration where all that lead to one share their conditions", f.goesOn, f.callsItself())
	next := func(t *smtlib.Term) *smtlib.Term { return f.step.Apply(t) }
	show("an iteration of a run that is said not to end leads to no other of the kind", f.loops, c.And(f.goesOn, next(f.goesOn), next(f.loops)))
	if f.state == nil {
		return steps
	}
	one := c.IntVal(1)
	left := c.Ite(next(f.goesOn), c.Eq(next(f.times), c.Sub(f.times, one)), c.Eq(f.times, one))
	show("an iteration does not bring the end one nearer", c.And(f.goesOn, c.Not(f.loops)),
		c.And(c.Le(one, f.times), c.Not(next(f.loops)), left))
	once, later := f.at(one), f.at(c.Add(f.n, one))
	for i, v := range f.proc.Inputs {
		if f.state[v] == nil {
			continue
		}
		show("the state after one iteration has another "+v.Name(), c.True, c.Eq(once[v], f.args[i]))
		show("the state after one more iteration has another "+v.Name(), c.Le(one, f.n), c.Eq(next(f.state[v]), later[v]))
	}
	return steps
}

// maxSteps is how many steps may need a solver.
const maxSteps = 24

// proves reports whether every step of a form is proven.
func (a *Analysis) proves(f *Form) bool {
	asked := 0
	for _, s := range f.Steps() {
		refuted := a.Ctx.And(s.Parts...)
		if refuted.IsFalse() {
			continue
		}
		if asked++; asked > maxSteps || a.Spent() || a.Check(refuted, query.Quick).Answer != solver.Unsat {
			return false
		}
	}
	return true
}
