package vc

import (
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Agreement is what the procedure Eq.f1.f2 (SymDiff, CAV 2012, Figure 2) asserts
// of runs of both versions, in parts.
type Agreement struct {
	Outputs     []Port
	SameEnds    *smtlib.Term // both end or neither does
	BothEnd     *smtlib.Term // both return, fail or are blocked
	SameOutcome *smtlib.Term // if both end, they do so in the same way
	ctx         *smtlib.Context
	returns     *smtlib.Term   // both return
	equal       []*smtlib.Term // if both return, the outputs agree
}

// Agree is about runs of both versions and some outputs of their pair. An output
// that a version lacks has the value of its variable there, which is the one at
// entry.
func Agree(c *smtlib.Context, runs [2]*Activation, outputs []Port) *Agreement {
	o, n := runs[0].Ends, runs[1].Ends
	a := &Agreement{
		ctx: c, Outputs: outputs,
		SameEnds:    c.Eq(o[ir.Diverges], n[ir.Diverges]),
		BothEnd:     c.And(c.Not(o[ir.Diverges]), c.Not(n[ir.Diverges])),
		SameOutcome: c.And(c.Eq(o[ir.Fails], n[ir.Fails]), c.Eq(o[ir.Blocked], n[ir.Blocked])),
	}
	a.returns = c.And(a.BothEnd, c.Not(o[ir.Fails]), c.Not(o[ir.Blocked]), c.Not(n[ir.Fails]), c.Not(n[ir.Blocked]))
	for _, port := range outputs {
		values := [2]*smtlib.Term{port.Var, port.Var}
		for version, run := range runs {
			if k := port.At[version]; k >= 0 {
				values[version] = run.Outputs[k]
			}
		}
		a.equal = append(a.equal, c.Eq(port.View.Of(c, values[0]), port.View.Of(c, values[1])))
	}
	return a
}

// Differ says that both versions end, and disagree.
func (a *Agreement) Differ() *smtlib.Term {
	wrong := a.ctx.And(a.BothEnd, a.ctx.Not(a.SameOutcome))
	for i := range a.equal {
		wrong = a.ctx.Or(wrong, a.DifferIn(i))
	}
	return wrong
}

// DifferIn says that both versions return, with different values of an output.
func (a *Agreement) DifferIn(output int) *smtlib.Term {
	return a.ctx.And(a.returns, a.ctx.Not(a.equal[output]))
}

// Holds says that both versions end and agree, or neither ends.
func (a *Agreement) Holds() *smtlib.Term {
	return a.ctx.And(a.SameEnds, a.ctx.Not(a.Differ()))
}
