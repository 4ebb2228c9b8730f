package symdiff

import (
	"semdiff/moddiff"
	"semdiff/smtlib"
)

// comparison is the assertion of the procedure Eq.f1.f2 in parts, over the
// inputs of the pair.
type comparison struct {
	c        *smtlib.Context
	sameEnds *smtlib.Term   // both end or neither does
	bothEnd  *smtlib.Term   // both return, fail or are blocked
	sameKind *smtlib.Term   // if both end, they do so in the same way
	returns  *smtlib.Term   // both return
	equal    []*smtlib.Term // if both return, the outputs agree; by outputs
	outputs  []moddiff.Port
	given    *smtlib.Term // what mutual summaries say of the calls
}

// both encodes both versions of a pair on the same inputs.
func (e *encoder) both(p *moddiff.Pair) (tops [2]*activation) {
	e.calls = [2][]*activation{}
	for i := range tops {
		proc := p.Proc(i)
		args := make([]*smtlib.Term, len(proc.Inputs))
		for _, in := range p.Inputs {
			if k := place(in, i); k >= 0 {
				args[k] = in.Var
			}
		}
		eff := e.effectOf(&frame{version: i, proc: proc.Proc, args: args, reach: e.c.True})
		tops[i] = &activation{proc: proc.Name, args: args, outputs: eff.outputs, reached: e.c.True, ends: eff.ends}
	}
	return tops
}

// compare encodes the assertion about both versions of a pair. An output that a
// version lacks has its value at entry there.
func (e *encoder) compare(p *moddiff.Pair, outputs []moddiff.Port) *comparison {
	c := e.c
	eff := e.both(p)
	o, n := eff[0].ends, eff[1].ends
	cmp := &comparison{
		c:        c,
		sameEnds: c.Eq(o[diverges], n[diverges]),
		bothEnd:  c.And(c.Not(o[diverges]), c.Not(n[diverges])),
		sameKind: c.And(c.Eq(o[fails], n[fails]), c.Eq(o[blocked], n[blocked])),
		outputs:  outputs,
		given:    e.given(eff),
	}
	cmp.returns = cmp.bothEnd
	for _, ends := range eff {
		cmp.returns = c.And(cmp.returns, c.Not(ends.ends[fails]), c.Not(ends.ends[blocked]))
	}
	for _, port := range outputs {
		x, y := port.Var, port.Var
		if port.Old >= 0 {
			x = eff[0].outputs[port.Old]
		}
		if port.New >= 0 {
			y = eff[1].outputs[port.New]
		}
		cmp.equal = append(cmp.equal, c.Eq(x, y))
	}
	return cmp
}

// place is the index of a port in a version.
func place(port moddiff.Port, version int) int {
	if version == 0 {
		return port.Old
	}
	return port.New
}

// differ says that both versions end, and disagree.
func (cmp *comparison) differ() *smtlib.Term {
	c := cmp.c
	wrong := c.And(cmp.bothEnd, c.Not(cmp.sameKind))
	for i := range cmp.equal {
		wrong = c.Or(wrong, cmp.differIn(i))
	}
	return wrong
}

// possible says that t holds as far as mutual summaries allow, valid that they
// imply t.
func (cmp *comparison) possible(t *smtlib.Term) *smtlib.Term { return cmp.c.And(cmp.given, t) }

func (cmp *comparison) valid(t *smtlib.Term) *smtlib.Term { return cmp.c.Implies(cmp.given, t) }

// differIn says that both versions return, with different values of an output.
func (cmp *comparison) differIn(output int) *smtlib.Term {
	return cmp.c.And(cmp.returns, cmp.c.Not(cmp.equal[output]))
}

// agree says that both versions end and agree, or neither ends.
func (cmp *comparison) agree() *smtlib.Term {
	return cmp.c.And(cmp.sameEnds, cmp.c.Not(cmp.differ()))
}
