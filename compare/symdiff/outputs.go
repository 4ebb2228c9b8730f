package symdiff

import (
	"semdiff/compare/engine"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// verdicts are those of single outputs: equivalent where both versions return
// the same whenever both return, different where a run showed otherwise.
func (at *attempt) verdicts() []engine.OutputVerdict {
	var list []engine.OutputVerdict
	for i, port := range at.cond.Outputs {
		v := engine.OutputVerdict{Output: port.Var.Name()}
		if k := port.At[0]; k >= 0 {
			v.Output = at.pair.Procs[0].Outputs[k].Name()
		}
		switch {
		case at.partial || at.provesOutput(i):
			v.Verdict = engine.Equivalent
		case at.differsIn(i):
			v.Verdict = engine.Different
		}
		list = append(list, v)
	}
	return list
}

// differsIn reports whether runs show different values of an output.
func (at *attempt) differsIn(output int) bool {
	wrong := at.cond.DifferIn(output)
	m := at.v.model(at.ctx, wrong)
	if m.Answer != solver.Sat || m.Model == nil {
		return false
	}
	d, err := at.v.replay(at.ctx, at.pair, at.cond.Outputs[output:output+1], wrong, m.Model)
	return err == nil && d.Old.End == ir.Normal && d.New.End == ir.Normal
}
