package closedform

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/symexec"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Analysis finds closed forms of loops for one analysis.
type Analysis struct {
	*symexec.Explorer
	// Record, when set, is told why the closed form of a procedure is right: none of the
	// steps has a model. What calls of others do in a loop is no part of that, so
	// loops with such calls have no closed form then.
	Record func(p *pairing.Proc, steps []Step)
	tried  map[*pairing.Proc]bool
}

// New is the analysis for the procedures that an explorer explores; it answers the
// explorer's questions for closed forms.
func New(e *symexec.Explorer) *Analysis {
	a := &Analysis{Explorer: e, tried: map[*pairing.Proc]bool{}}
	e.ClosedForm = func(p *pairing.Proc) *symexec.Closed {
		if a.tried[p] {
			return nil
		}
		a.tried[p] = true
		switch f := a.Find(p); {
		case f == nil:
			return nil
		case f.Complete():
			return &symexec.Closed{Paths: f.Paths(), Linear: f.linear}
		default:
			return &symexec.Closed{Results: f.Results()}
		}
	}
	return a
}

// Form is the closed form of a loop.
type Form struct {
	*loop
	count               // where goesOn holds
	state               // after n iterations
	n      *smtlib.Term // stands for how many iterations there were
	linear bool         // N and the state are linear over the inputs, but for division by numbers
}

// Find is the proven closed form of a procedure; nil when there is none, or none is
// found.
func (a *Analysis) Find(p *pairing.Proc) *Form {
	f := a.guess(p)
	if f == nil || !a.proves(f) {
		return nil
	}
	if a.Record != nil {
		a.Record(p, f.Steps())
	}
	return f
}

// guess is a form that is yet to be proven; nil when the loop is not recognised.
func (a *Analysis) guess(p *pairing.Proc) *Form {
	l := a.loopOf(p)
	if l == nil {
		return nil
	}
	f := &Form{loop: l, n: a.Ctx.Var("closed:n", a.Ctx.Int)}
	var ok bool
	if f.count, ok = l.count(); !ok {
		return nil
	}
	if f.loops == l.goesOn { // an activation that calls itself never returns
		f.linear = true
		return f
	}
	f.state = l.after(f.n)
	if !f.Complete() {
		if a.Record != nil || !slices.ContainsFunc(f.Results(), func(t *smtlib.Term) bool { return t != nil }) {
			return nil
		}
		return f
	}
	f.linear = true
	for _, p := range f.Paths() {
		f.linear = f.linear && isLinear(append([]*smtlib.Term{p.R}, p.T...)...)
	}
	return f
}

// isLinear reports that terms multiply no variables.
func isLinear(terms ...*smtlib.Term) bool {
	linear := true
	smtlib.VisitAll(terms, func(t *smtlib.Term) {
		factors := t.Args()
		if t.Op() == smtlib.OpMul && (len(factors) > 2 || factors[0].Op() != smtlib.OpNumeral) {
			linear = false
		}
	})
	return linear
}

// Complete reports whether the form says all of what the loop does. Else some variables
// are not understood, and it has no Paths.
func (f *Form) Complete() bool {
	if f.state == nil {
		return true
	}
	for _, exit := range f.exits {
		if len(f.exits) > 1 && !within(exit.R, f.state) || slices.ContainsFunc(exit.T, func(t *smtlib.Term) bool { return !within(t, f.state) }) {
			return false
		}
	}
	return true
}

// Results are the outputs of the loop where it returns; nil for those that are not
// understood, or hard for solvers.
func (f *Form) Results() []*smtlib.Term {
	returns := slices.DeleteFunc(slices.Clone(f.exits), func(e *summary.Path) bool { return e.End != ir.Normal })
	results := make([]*smtlib.Term, len(f.proc.Outputs))
	if len(returns) != 1 {
		return results
	}
	last := f.c.NewSubst(f.at(f.times))
	for i, t := range returns[0].T {
		if within(t, f.state) {
			t = f.c.Ite(f.goesOn, last.Apply(t), t)
			if isLinear(t) {
				results[i] = t
			}
		}
	}
	return results
}

// Paths are the path summaries of the loop: those without an iteration, those with
// some, and the one that does not end.
func (f *Form) Paths() (paths []*summary.Path) {
	c := f.c
	paths = append(paths, f.exits...)
	if f.state != nil {
		iterates := c.And(f.goesOn, c.Not(f.loops))
		last := c.NewSubst(f.at(f.times))
		for _, exit := range f.exits {
			path := exit.Over(last)
			if len(f.exits) == 1 {
				path.R = iterates // goesOn fails then, and there is no other exit
			} else {
				path.R = c.And(iterates, path.R)
			}
			if !path.R.IsFalse() {
				paths = append(paths, path)
			}
		}
	}
	if !f.loops.IsFalse() {
		paths = append(paths, &summary.Path{R: f.loops, End: ir.Diverges})
	}
	return paths
}

// at is the state after some iterations, of which there is at least one.
func (f *Form) at(times *smtlib.Term) map[*smtlib.Term]*smtlib.Term {
	s := f.c.NewSubst(map[*smtlib.Term]*smtlib.Term{f.n: times})
	values := map[*smtlib.Term]*smtlib.Term{}
	for v, t := range f.state {
		values[v] = s.Apply(t)
	}
	return values
}
