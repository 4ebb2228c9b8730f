package symdiff

import (
	"semdiff/compare/engine"
	"semdiff/moddiff"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// splitProof finds which outputs agree whatever the others do.
func (r *run) splitProof(at *attempt) {
	c := r.c
	at.proof.kind = r.holds(at.cmp.valid(c.Or(c.Not(at.cmp.bothEnd), at.cmp.sameKind)))
	for i, port := range at.cmp.outputs {
		if r.holds(at.cmp.valid(c.Not(at.cmp.differIn(i)))) {
			at.proof.outputs[port.Old] = true
		}
	}
	at.proof.ends = r.holds(at.cmp.valid(at.cmp.sameEnds))
}

// verdicts are those of single outputs: equivalent where both versions return
// the same whenever both return, different where a run showed otherwise.
func (r *run) verdicts(p *moddiff.Pair, at *attempt) []engine.OutputVerdict {
	var list []engine.OutputVerdict
	for i, port := range at.cmp.outputs {
		v := engine.OutputVerdict{Output: port.Var.Name()}
		if k := port.Old; k >= 0 {
			v.Output = p.Proc(0).Outputs[k].Name()
		}
		switch {
		case at.partial || r.holds(at.cmp.valid(r.c.Not(at.cmp.differIn(i)))):
			v.Verdict = engine.Equivalent
		case r.differsIn(p, at, i):
			v.Verdict = engine.Different
		}
		list = append(list, v)
	}
	return list
}

// differsIn reports whether runs show different values of an output.
func (r *run) differsIn(p *moddiff.Pair, at *attempt, output int) bool {
	cond := at.cmp.differIn(output)
	m := r.v.Check(r.ctx, cond, true)
	if m.Answer != solver.Sat || m.Model == nil {
		return false
	}
	d, err := r.v.Replay(r.ctx, p, at.cmp.outputs[output:output+1], cond, m.Model)
	return err == nil && d.Old.End == ir.Normal && d.New.End == ir.Normal
}
