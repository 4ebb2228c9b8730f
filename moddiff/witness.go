package moddiff

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"semdiff/moddiff/query"
	"semdiff/moddiff/readable"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// witness finds a concrete input in cond and replays it on both versions. It
// returns nil when there is none, or when the interpreter does not confirm
// that the versions differ there: such a difference is not reported. The
// valuation is the witness's.
func (a *analysis) witness(p *Pair, outputs []Port, pc *piece, cond *smtlib.Term) (*Difference, readable.Valuation) {
	if cond.IsFalse() {
		return nil, nil
	}
	d, err := a.replayed(p, outputs, pc, cond, cond)
	if err != nil {
		// The model may divide by zero in its own way.
		if likeInterpreter := a.divisions(cond); !likeInterpreter.IsTrue() {
			d, err = a.replayed(p, outputs, pc, cond, a.c.And(cond, likeInterpreter))
		}
	}
	if err != nil {
		a.note("%s: a difference was not replayed: %v", p.Name, err)
		a.unshown.add(BecauseOf(ReasonReplay, "", ""))
	}
	if d == nil {
		return nil, nil
	}
	return d, d.values
}

// replayed is a difference under cond with a witness in within, which implies it;
// nil when there is none. The error says why a witness is not confirmed.
func (a *analysis) replayed(p *Pair, outputs []Port, pc *piece, cond, within *smtlib.Term) (*Difference, error) {
	r := a.check(within, query.WithModel)
	if r.Answer != solver.Sat || r.Model == nil {
		return nil, nil
	}
	if ax := a.axioms.Incomplete(cond); ax != nil {
		a.note("%s: a difference is not shown, since it depends on what is said at %s of all types", p.Name, ax.Pos)
		a.unshown.add(BecauseOf(ReasonAxioms, "", fmt.Sprintf("it depends on what is said at %s of all types", ax.Pos)))
		return nil, nil
	}
	d := &Difference{Condition: cond, Termination: pc.termination, seen: sighting{model: r.Model}}
	d.Old, d.New = a.behaviour(p, outputs, pc, pc.old, cond), a.behaviour(p, outputs, pc, pc.new, cond)
	model := a.modelOf(r.Model)
	env, err := a.inputsOf(p, cond, r.Model, model)
	if err != nil {
		return nil, err
	}
	d.Witness = valuesOf(p, env)
	d.Functions = a.functionsOf(cond, r.Model)
	if err := a.replay(p, outputs, d, env, model); err != nil {
		return nil, err
	}
	if !pc.replayedAs(d.Old.End, d.New.End) {
		return nil, fmt.Errorf("the runs end as %s and %s, the paths as %s and %s", d.Old.End, d.New.End, pc.old.End, pc.new.End)
	}
	d.values = interp.Evaluator(a.c, env, model)
	if !d.mayHold(cond) {
		return nil, fmt.Errorf("the condition does not hold on %v", d.Witness)
	}
	return d, nil
}

// divisions says that all divisions by zero in t give what they do in the
// interpreter.
func (a *analysis) divisions(t *smtlib.Term) *smtlib.Term {
	var list []*smtlib.Term
	smtlib.VisitOpen([]*smtlib.Term{t}, func(x *smtlib.Term) {
		if value := interp.ByZero(a.c, x); value != nil {
			divisor := x.Args()[1]
			zero := a.c.Numeral(new(big.Rat), divisor.Sort())
			list = append(list, a.c.Or(a.c.Eq(x, value), a.c.Not(a.c.Eq(divisor, zero))))
		}
	})
	return a.c.And(list...)
}

// maxSeparate is how many cases of one pair of merged paths are told apart.
const maxSeparate = 6

// separate splits a difference into the cases that single runs lead to, each
// with a witness of its own, and a last one with what is left.
func (a *analysis) separate(p *Pair, outputs []Port, pc *piece, sure *smtlib.Term) []*Difference {
	var list []*Difference
	rest := sure
	for !rest.IsFalse() && a.ctx.Err() == nil {
		d, values := a.witness(p, outputs, pc, rest)
		if d == nil {
			break
		}
		list = append(list, d)
		var one *smtlib.Term
		if len(list) <= maxSeparate {
			one = readable.Implicant(a.c, sure, values)
		}
		if one == nil {
			break // d stands for all that is left
		}
		d.Condition = readable.Shorten(a.c, asker{a}, one, a.c.Not(sure))
		rest = a.c.And(rest, a.c.Not(d.Condition))
		if !a.feasible(rest) {
			break
		}
	}
	return list
}

// guess tries one input on which a piece may show a difference, though calls
// in it are still abstract. When the runs differ there, whatever uninterpreted
// functions mean, that input alone is the condition of the difference.
func (a *analysis) guess(p *Pair, outputs []Port, pc *piece, f finding) *Difference {
	if pc.termination || f.spurious == nil {
		return nil
	}
	r := a.check(f.spurious, query.WithModel)
	if r.Answer != solver.Sat || r.Model == nil {
		return nil
	}
	model := interp.NewModel(a.c, a.sides[0].prog, a.sides[1].prog)
	model.Closed = true
	env, err := a.inputsOf(p, f.spurious, r.Model, model)
	if err != nil {
		return nil
	}
	return a.atInput(p, outputs, env, model)
}

// inputsOf reads the pair's inputs off a solver model of cond; inputs that the
// solver did not mention get a default.
func (a *analysis) inputsOf(p *Pair, cond *smtlib.Term, m *solver.Model, im *interp.Model) (interp.Env, error) {
	for _, f := range smtlib.Funcs(cond) {
		if why, bad := m.Incomplete[f.Name]; bad {
			return nil, fmt.Errorf("meaning of %s: %s", f.Name, why)
		}
	}
	env := interp.Env{}
	for _, in := range p.Inputs {
		env[in.Var] = a.completion(in.Var.Sort(), m, im)
		if t, ok := m.Vars[in.Var]; ok {
			v, err := im.Literal(t)
			if err != nil {
				return nil, err
			}
			env[in.Var] = v
		} else if why, bad := m.Incomplete[in.Var.Name()]; bad {
			return nil, fmt.Errorf("value of %s: %s", in.Var.Name(), why)
		}
	}
	return env, nil
}

// completion is the value of an input that a model leaves open. Of a sort whose number of elements axioms
// limit it is an element that the model has, if it has one.
func (a *analysis) completion(s *smtlib.Sort, m *solver.Model, im *interp.Model) interp.Value {
	switch {
	case s.Kind == smtlib.ArrayKind:
		return interp.Constant(s, a.completion(s.Elem, m, im))
	case s.Kind == smtlib.OpaqueKind && a.axioms.Limited(s):
		if t := m.AnyElement(s); t != nil {
			if v, err := im.Literal(t); err == nil {
				return v
			}
		}
	}
	return interp.Default(s)
}

func valuesOf(p *Pair, env interp.Env) []interp.Value {
	var out []interp.Value
	for _, in := range p.Inputs {
		out = append(out, env[in.Var])
	}
	return out
}

// behaviour is what a path does on a condition. Which values it returns may still
// be open there: that two values differ can be known when neither is.
func (a *analysis) behaviour(p *Pair, outputs []Port, pc *piece, path *PathSummary, cond *smtlib.Term) Behaviour {
	b := Behaviour{End: path.End}
	if path.End != ir.Normal || path.ends {
		return b
	}
	term := oldTerm
	if path == pc.new {
		term = newTerm
	}
	for _, port := range outputs {
		k := a.newDefinedness().term(a.expand(term(p, port, path)))
		if a.feasible(a.c.And(cond, a.c.Not(k.def))) {
			k.value = nil
		}
		b.Terms = append(b.Terms, k.value)
	}
	return b
}

// modelOf is the interpreter's view of a solver model.
func (a *analysis) modelOf(m *solver.Model) *interp.Model {
	out := interp.NewModel(a.c, a.sides[0].prog, a.sides[1].prog)
	for f, d := range m.Funcs {
		if _, abstract := a.meaningOfFunc(f); !abstract {
			out.Defs[f] = interp.Definition{Params: d.Params, Body: d.Body}
		}
	}
	return out
}

// functionsOf lists the meaning of the uninterpreted functions that cond
// depends on.
func (a *analysis) functionsOf(cond *smtlib.Term, m *solver.Model) []Function {
	var out []Function
	for _, f := range smtlib.Funcs(cond) {
		d, ok := m.Funcs[f]
		if _, abstract := a.meaningOfFunc(f); !ok || abstract {
			continue
		}
		out = append(out, Function{Name: f.Name, Params: d.Params, Body: d.Body})
	}
	slices.SortFunc(out, func(x, y Function) int { return strings.Compare(x.Name, y.Name) })
	return out
}

// replayLimits bound a run that is to end in the given way. One that is proven
// not to end need not be followed for long.
func (a *analysis) replayLimits(end ir.Outcome) interp.Limits {
	limits := interp.DefaultLimits
	limits.Stop = a.ctx.Done()
	if end == ir.Diverges {
		limits.Steps /= 20
	}
	return limits
}

// replay runs both versions on the witness and fails unless they differ in the
// way that d says.
func (a *analysis) replay(p *Pair, outputs []Port, d *Difference, env interp.Env, m *interp.Model) error {
	o, oldTrace, err := interp.Trace(p.old.side.prog, p.old.proc.Name, argsOf(p.old, p, env, oldIndex), m, a.replayLimits(d.Old.End))
	if err != nil {
		return fmt.Errorf("old version: %w", err)
	}
	n, newTrace, err := interp.Trace(p.new.side.prog, p.new.proc.Name, argsOf(p.new, p, env, newIndex), m, a.replayLimits(d.New.End))
	if err != nil {
		return fmt.Errorf("new version: %w", err)
	}
	d.Old.Trace, d.New.Trace = oldTrace, newTrace
	if d.Termination {
		if (o.Outcome == ir.OutOfFuel) == (n.Outcome == ir.OutOfFuel) {
			return fmt.Errorf("the old version ends as %s, the new one as %s", o.Outcome, n.Outcome)
		}
	} else if o.Outcome == ir.OutOfFuel || n.Outcome == ir.OutOfFuel {
		return fmt.Errorf("the run takes more than %d steps", interp.DefaultLimits.Steps)
	}
	d.Old.Values, d.New.Values = finalValues(outputs, o, env, oldIndex), finalValues(outputs, n, env, newIndex)
	d.Old.End, d.New.End = endOf(o.Outcome), endOf(n.Outcome)
	same, err := sameEnd(o, n, d.Old.Values, d.New.Values)
	if err == nil && same {
		err = fmt.Errorf("both versions do the same on %v", d.Witness)
	}
	return err
}

// finalValues are those of the outputs of a pair after a run of one version on
// env: none unless it ends normally. What the version does not have is as it was.
func finalValues(outputs []Port, o interp.Result, env interp.Env, index func(Port) int) (values []interp.Value) {
	if o.Outcome != ir.Normal {
		return nil
	}
	for _, port := range outputs {
		if i := index(port); i >= 0 {
			values = append(values, o.Values[i])
		} else {
			values = append(values, env[port.Var])
		}
	}
	return values
}

// sameEnd reports whether two runs ended alike, with the same results.
func sameEnd(o, n interp.Result, old, new []interp.Value) (bool, error) {
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

func oldIndex(q Port) int { return q.Old }
func newIndex(q Port) int { return q.New }

// argsOf are the inputs of one version's procedure among those of the pair.
func argsOf(s *procState, p *Pair, env interp.Env, index func(Port) int) []interp.Value {
	args := make([]interp.Value, len(s.proc.Inputs))
	for _, in := range p.Inputs {
		if i := index(in); i >= 0 {
			args[i] = env[in.Var]
		}
	}
	return args
}

// endOf is the end of a path as a run showed it; one that took too long is
// taken for one that does not end, which the analysis has proven then.
func endOf(k ir.Outcome) ir.Outcome {
	switch k {
	case ir.Fails:
		return ir.Fails
	case ir.Blocked:
		return ir.Blocked
	case ir.OutOfFuel:
		return ir.Diverges
	}
	return ir.Normal
}
