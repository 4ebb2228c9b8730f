package witness

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// replayLimits bound a run that is to end in the given way. One that is proven
// not to end need not be followed for long.
func (a *Finder) replayLimits(end ir.Outcome) interp.Limits {
	limits := interp.DefaultLimits
	limits.Stop = a.Context().Done()
	if end == ir.Diverges {
		limits.Steps /= 20
	}
	return limits
}

// ErrLong is the error of a replay in which a version takes too many steps.
var ErrLong = fmt.Errorf("the run takes more than %d steps", interp.DefaultLimits.Steps)

// Replay runs both versions on the witness and fails unless they differ in the
// way that d says.
func (a *Finder) Replay(p *pairing.Pair, outputs []pairing.Port, d *summary.Difference, env interp.Env, m *interp.Model) error {
	o, oldTrace, err := interp.Trace(p.Old.Version.Prog, p.Old.Name, ArgsOf(p.Old, p, env), m, a.replayLimits(d.Old.End))
	if err != nil {
		return fmt.Errorf("old version: %w", err)
	}
	if o.Outcome == ir.OutOfFuel && !d.Termination {
		return ErrLong
	}
	n, newTrace, err := interp.Trace(p.New.Version.Prog, p.New.Name, ArgsOf(p.New, p, env), m, a.replayLimits(d.New.End))
	if err != nil {
		return fmt.Errorf("new version: %w", err)
	}
	d.Old.Trace, d.New.Trace = oldTrace, newTrace
	d.Old.Reads, d.New.Reads = o.Reads, n.Reads
	if d.Termination {
		if (o.Outcome == ir.OutOfFuel) == (n.Outcome == ir.OutOfFuel) {
			return fmt.Errorf("the old version ends as %s, the new one as %s", o.Outcome, n.Outcome)
		}
	} else if n.Outcome == ir.OutOfFuel {
		return ErrLong
	}
	d.Old.Values, d.New.Values = FinalValues(outputs, o, env, 0), FinalValues(outputs, n, env, 1)
	d.Old.End, d.New.End = endOf(o.Outcome), endOf(n.Outcome)
	same, err := SameEnd(o, n, d.Old.Values, d.New.Values)
	if err == nil && same {
		err = fmt.Errorf("both versions do the same on %v", d.Witness)
	}
	return err
}

// Again finds the witness of a difference again in its model, and replays it.
func (a *Finder) Again(p *pairing.Pair, outputs []pairing.Port, d *summary.Difference) error {
	model := a.ModelOf(d.Model.Model)
	model.Closed = d.Model.Closed
	env, err := a.InputsOf(p, d.Condition, d.Model.Model, model)
	if err != nil {
		return err
	}
	d.Witness, d.Values = ValuesOf(p, env), interp.Evaluator(a.Ctx, env, model)
	return a.Replay(p, outputs, d, env, model)
}

// FinalValues are what is seen of the outputs of a pair after a run of one version on
// env: none unless it ends normally. What the version does not have is as it was.
func FinalValues(outputs []pairing.Port, o interp.Result, env interp.Env, version int) (values []interp.Value) {
	if o.Outcome != ir.Normal {
		return nil
	}
	for _, port := range outputs {
		value := env[port.Var]
		if i := port.Index(version); i >= 0 {
			value = o.Values[i]
		}
		values = append(values, seenOf(port.View, value, env))
	}
	return values
}

// seenOf is what a view shows of a value.
func seenOf(v *pairing.View, value interp.Value, env interp.Env) interp.Value {
	if v == nil {
		return value
	}
	var from *big.Int
	switch {
	case v.From == nil:
	case v.From.Op() == smtlib.OpVar:
		from, _ = env[v.From].Integer()
	default:
		from = v.From.Num().Num()
	}
	return interp.Restored(value, env[v.AtEntry], func(index interp.Value) bool {
		i, ok := index.Integer()
		if !ok {
			return true
		}
		isPrivate := func(c ir.Cells) bool {
			return i.Cmp(big.NewInt(c.From)) >= 0 && i.Cmp(big.NewInt(c.To)) < 0
		}
		return (from == nil || i.Cmp(from) < 0) && !slices.ContainsFunc(v.Private, isPrivate)
	})
}

// SameEnd reports whether two runs ended alike, with the same results.
func SameEnd(o, n interp.Result, old, new []interp.Value) (bool, error) {
	if o.Outcome != n.Outcome {
		return false, nil
	}
	for i := range old {
		if same, err := interp.Equal(old[i], new[i]); err != nil || !same {
			return false, err
		}
	}
	return true, nil
}

// ArgsOf are the inputs of one version's procedure among those of the pair.
func ArgsOf(s *pairing.Proc, p *pairing.Pair, env interp.Env) []interp.Value {
	args := make([]interp.Value, len(s.Inputs))
	for _, in := range p.Inputs {
		if i := in.Index(s.Version.Index); i >= 0 {
			args[i] = env[in.Var]
		}
	}
	return args
}

// endOf is the end of a path as a run showed it; one that took too long is
// taken for one that does not end, which the analysis has proven then.
func endOf(o ir.Outcome) ir.Outcome {
	if o == ir.OutOfFuel {
		return ir.Diverges
	}
	return o
}

// ReplayModel runs both versions of p on the inputs that a model of cond gives, and
// returns the difference in the given outputs that the runs show, whose
// condition is that input. The error says why there is none.
func (a *Finder) ReplayModel(p *pairing.Pair, outputs []pairing.Port, cond *smtlib.Term, m *solver.Model) (*summary.Difference, error) {
	if ax := a.Axioms.Incomplete(cond); ax != nil {
		return nil, fmt.Errorf("it depends on what is said at %s of all types", ax.Pos)
	}
	model := a.boundModel(m)
	env, err := a.InputsOf(p, a.Ctx.True, m, model)
	if err != nil {
		return nil, err
	}
	closed := a.Model()
	closed.Closed = true
	d, err := a.atInput(p, outputs, env, closed)
	if d != nil || errors.Is(err, ErrLong) { // what functions mean does not shorten it
		return d, err
	}
	if d, err = a.atInput(p, outputs, env, model); d == nil {
		return nil, err
	}
	d.Functions = a.FunctionsOf(cond, m)
	return d, nil
}

// boundModel is the interpreter's view of a solver model, in which no function has a
// meaning that axioms might forbid.
func (a *Finder) boundModel(m *solver.Model) *interp.Model {
	out := a.ModelOf(m)
	for _, v := range a.Pairing.Versions {
		for _, ax := range v.Prog.Partial {
			for _, f := range ax.Funcs {
				out.Bound[f] = true
			}
		}
	}
	return out
}

// Agree runs both versions of p on the inputs that a model of a formula gives
// and reports whether they end alike and agree in the given outputs; ok is false
// when that cannot be told, when one does not end soon, or when set does not hold
// there.
func (a *Finder) Agree(p *pairing.Pair, outputs []pairing.Port, set *smtlib.Term, m *solver.Model) (agree, ok bool) {
	model := a.boundModel(m)
	env, err := a.InputsOf(p, a.Ctx.True, m, model)
	if err != nil || a.Axioms.Incomplete(set) != nil {
		return false, false
	}
	if in, err := interp.Eval(a.Ctx, set, env, model); err != nil || !in.IsTrue() {
		return false, false
	}
	limits := interp.DefaultLimits
	limits.Stop = a.Context().Done()
	var ends [2]interp.Result
	var values [2][]interp.Value
	for i := range ends {
		q := p.Proc(i)
		ends[i], err = interp.Run(q.Version.Prog, q.Name, ArgsOf(q, p, env), model, limits)
		if err != nil || ends[i].Outcome == ir.OutOfFuel {
			return false, false
		}
		values[i] = FinalValues(outputs, ends[i], env, i)
	}
	same, err := SameEnd(ends[0], ends[1], values[0], values[1])
	return same, err == nil
}
