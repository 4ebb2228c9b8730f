package witness

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"semdiff/moddiff/abstraction"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/readable"
	"semdiff/moddiff/reason"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Finder finds witnesses for one analysis, and replays them.
type Finder struct {
	*abstraction.Abstraction
	Pairing *pairing.Pairing
	Unshown reason.List // why differences of the pair at hand have no witness
}

// New finds witnesses for the analysis that an abstraction belongs to.
func New(a *abstraction.Abstraction, p *pairing.Pairing) *Finder {
	return &Finder{Abstraction: a, Pairing: p}
}

// Model is the interpreter's view of both programs, in which no function that they
// leave open has a meaning.
func (a *Finder) Model() *interp.Model {
	return interp.NewModel(a.Ctx, a.Pairing.Versions[0].Prog, a.Pairing.Versions[1].Prog)
}

// Guessing is Model where functions without a definition are pseudo-random: what runs
// under it suggest has to be proven of all meanings that they may have.
func (a *Finder) Guessing() *interp.Model {
	m := a.Model()
	m.Seed = 1
	return m
}

// Find finds a concrete input in cond and replays it on both versions. It
// returns nil when there is none, or when the interpreter does not confirm
// that the versions differ there: such a difference is not reported. The
// valuation is the witness's.
func (a *Finder) Find(p *pairing.Pair, outputs []pairing.Port, pc *summary.PathDifference, cond *smtlib.Term) (*summary.Difference, readable.Valuation) {
	if cond.IsFalse() {
		return nil, nil
	}
	d, err := a.replayed(p, outputs, pc, cond, cond)
	if err != nil {
		// The model may divide by zero in its own way.
		if likeInterpreter := a.divisions(cond); !likeInterpreter.IsTrue() {
			d, err = a.replayed(p, outputs, pc, cond, a.Ctx.And(cond, likeInterpreter))
		}
	}
	if err != nil {
		a.Note("%s: a difference was not replayed: %v", p.Name, err)
		a.Unshown.Add(reason.Of(reason.Replay, "", ""))
	}
	if d == nil {
		return nil, nil
	}
	return d, d.Values
}

// replayed is a difference under cond with a witness in within, which implies it;
// nil when there is none. The error says why a witness is not confirmed.
func (a *Finder) replayed(p *pairing.Pair, outputs []pairing.Port, pc *summary.PathDifference, cond, within *smtlib.Term) (*summary.Difference, error) {
	r := a.Check(within, query.WithModel)
	if r.Answer != solver.Sat || r.Model == nil {
		return nil, nil
	}
	if ax := a.Axioms.Incomplete(cond); ax != nil {
		a.Note("%s: a difference is not shown, since it depends on what is said at %s of all types", p.Name, ax.Pos)
		a.Unshown.Add(reason.Of(reason.Axioms, "", fmt.Sprintf("it depends on what is said at %s of all types", ax.Pos)))
		return nil, nil
	}
	d := &summary.Difference{Condition: cond, Termination: pc.Termination, Model: summary.WitnessModel{Model: r.Model}}
	d.Old, d.New = a.behaviour(p, outputs, pc, pc.Old, cond), a.behaviour(p, outputs, pc, pc.New, cond)
	model := a.ModelOf(r.Model)
	env, err := a.InputsOf(p, cond, r.Model, model)
	if err != nil {
		return nil, err
	}
	d.Functions = a.FunctionsOf(cond, r.Model)
	if env, err = a.replaySmaller(p, outputs, d, cond, env, model); err != nil {
		return nil, err
	}
	if !pc.ReplayedAs(d.Old.End, d.New.End) {
		return nil, fmt.Errorf("the runs end as %s and %s, the paths as %s and %s", d.Old.End, d.New.End, pc.Old.End, pc.New.End)
	}
	d.Values = interp.Evaluator(a.Ctx, env, model)
	if !d.MayHold(cond) {
		return nil, fmt.Errorf("the condition does not hold on %v", d.Witness)
	}
	return d, nil
}

// replaySmaller replays a witness of cond, first made smaller; it returns the one that shows the
// difference.
func (a *Finder) replaySmaller(p *pairing.Pair, outputs []pairing.Port, d *summary.Difference, cond *smtlib.Term, env interp.Env, model *interp.Model) (interp.Env, error) {
	if a.hasLarge(p, env) {
		small := a.smaller(p, cond, env, model)
		if m := a.withInputs(p, d.Model.Model, small); m != nil {
			e := *d
			e.Witness, e.Model.Model = ValuesOf(p, small), m
			if err := a.Replay(p, outputs, &e, small, model); err == nil && e.Old.End == d.Old.End && e.New.End == d.New.End {
				*d = e
				return small, nil
			}
		}
	}
	d.Witness = ValuesOf(p, env)
	return env, a.Replay(p, outputs, d, env, model)
}

// divisions says that all divisions by zero in t give what they do in the
// interpreter.
func (a *Finder) divisions(t *smtlib.Term) *smtlib.Term {
	var list []*smtlib.Term
	smtlib.VisitOpen([]*smtlib.Term{t}, func(x *smtlib.Term) {
		if value := interp.ByZero(a.Ctx, x); value != nil {
			divisor := x.Args()[1]
			zero := a.Ctx.Numeral(new(big.Rat), divisor.Sort())
			list = append(list, a.Ctx.Or(a.Ctx.Eq(x, value), a.Ctx.Not(a.Ctx.Eq(divisor, zero))))
		}
	})
	return a.Ctx.And(list...)
}

// maxSeparate is how many cases of one pair of merged paths are told apart.
const maxSeparate = 6

// Separate splits a difference into the cases that single runs lead to, each
// with a witness of its own, and a last one with what is left.
func (a *Finder) Separate(p *pairing.Pair, outputs []pairing.Port, pc *summary.PathDifference, sure *smtlib.Term) []*summary.Difference {
	var list []*summary.Difference
	rest := sure
	for !rest.IsFalse() && !a.TimeUp() {
		d, values := a.Find(p, outputs, pc, rest)
		if d == nil {
			break
		}
		list = append(list, d)
		var one *smtlib.Term
		if len(list) <= maxSeparate {
			one = readable.Implicant(a.Ctx, sure, values)
		}
		if one == nil {
			break // d stands for all that is left
		}
		d.Condition = readable.Shorten(a.Ctx, a.Session, one, a.Ctx.Not(sure))
		rest = a.Ctx.And(rest, a.Ctx.Not(d.Condition))
		if !a.Feasible(rest) {
			break
		}
	}
	return list
}

// Guess runs both versions on one input that satisfies the open part of a path
// difference, in which calls are still abstract. When the runs differ, whatever
// uninterpreted functions mean, that input alone is the condition of the difference.
func (a *Finder) Guess(p *pairing.Pair, outputs []pairing.Port, termination bool, open *smtlib.Term) *summary.Difference {
	if termination || open == nil {
		return nil
	}
	r := a.Check(open, query.WithModel)
	if r.Answer != solver.Sat || r.Model == nil {
		return nil
	}
	model := a.Model()
	model.Closed = true
	env, err := a.InputsOf(p, open, r.Model, model)
	if err != nil {
		return nil
	}
	return a.AtInput(p, outputs, env, model)
}

// InputsOf reads the pair's inputs off a solver model of cond; inputs that the
// solver did not mention get a default.
func (a *Finder) InputsOf(p *pairing.Pair, cond *smtlib.Term, m *solver.Model, im *interp.Model) (interp.Env, error) {
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

// completion is the value of an input that a model leaves open. Where axioms limit
// the number of elements of its sort, it is an element that the model has, if any.
func (a *Finder) completion(s *smtlib.Sort, m *solver.Model, im *interp.Model) interp.Value {
	switch {
	case s.Kind == smtlib.ArrayKind:
		return interp.Constant(s, a.completion(s.Elem, m, im))
	case s.Kind == smtlib.OpaqueKind && a.Axioms.Limited(s):
		if t := m.AnyElement(s); t != nil {
			if v, err := im.Literal(t); err == nil {
				return v
			}
		}
	}
	return interp.Default(s)
}

func ValuesOf(p *pairing.Pair, env interp.Env) []interp.Value {
	var out []interp.Value
	for _, in := range p.Inputs {
		out = append(out, env[in.Var])
	}
	return out
}

// behaviour is what a path does where a condition holds. The values that it returns
// may be unknown there: two values can be known to differ when neither is known.
func (a *Finder) behaviour(p *pairing.Pair, outputs []pairing.Port, pc *summary.PathDifference, path *summary.Path, cond *smtlib.Term) summary.Behaviour {
	b := summary.Behaviour{End: path.End}
	if path.End != ir.Normal || path.Ends {
		return b
	}
	version := 0
	if path == pc.New {
		version = 1
	}
	for _, port := range outputs {
		value, def := a.NewDefinedness().Value(a.Expand(path.Output(a.Ctx, version, port)))
		if a.Feasible(a.Ctx.And(cond, a.Ctx.Not(def))) {
			value = nil
		}
		b.Terms = append(b.Terms, value)
	}
	return b
}

// ModelOf is the interpreter's view of a solver model.
func (a *Finder) ModelOf(m *solver.Model) *interp.Model {
	out := a.Model()
	for f, d := range m.Funcs {
		if _, abstract := a.Registry.MeaningOf(f); !abstract {
			out.Defs[f] = interp.Definition{Params: d.Params, Body: d.Body}
		}
	}
	return out
}

// FunctionsOf lists the meaning of the uninterpreted functions that cond
// depends on.
func (a *Finder) FunctionsOf(cond *smtlib.Term, m *solver.Model) []summary.Function {
	var out []summary.Function
	for _, f := range smtlib.Funcs(cond) {
		d, ok := m.Funcs[f]
		if _, abstract := a.Registry.MeaningOf(f); !ok || abstract {
			continue
		}
		out = append(out, summary.Function{Name: f.Name, Params: d.Params, Body: d.Body})
	}
	slices.SortFunc(out, func(x, y summary.Function) int { return strings.Compare(x.Name, y.Name) })
	return out
}

// AtInput is the difference that the runs on one input show, whose condition is
// that input alone; nil when there is none.
func (a *Finder) AtInput(p *pairing.Pair, outputs []pairing.Port, env interp.Env, model *interp.Model) *summary.Difference {
	d, _ := a.atInput(p, outputs, env, model)
	return d
}

// errNoTerm is the error of a value that no term stands for.
var errNoTerm = errors.New("no term stands for a value")

// atInput is AtInput with the reason why there is none.
func (a *Finder) atInput(p *pairing.Pair, outputs []pairing.Port, env interp.Env, model *interp.Model) (*summary.Difference, error) {
	d := &summary.Difference{Condition: a.Ctx.True, Witness: ValuesOf(p, env), Values: interp.Evaluator(a.Ctx, env, model)}
	d.Model = summary.WitnessModel{Model: &solver.Model{Vars: map[*smtlib.Term]*smtlib.Term{}}, Closed: true}
	for i, in := range p.Inputs {
		v, ok := d.Witness[i].Term(a.Ctx)
		if !ok {
			return nil, errNoTerm
		}
		d.Model.Vars[in.Var] = v
		d.Condition = a.Ctx.And(d.Condition, a.Ctx.Eq(in.Var, v))
	}
	if err := a.Replay(p, outputs, d, env, model); err != nil {
		return nil, err
	}
	for _, b := range []*summary.Behaviour{&d.Old, &d.New} {
		for _, v := range b.Values {
			t, ok := v.Term(a.Ctx)
			if !ok {
				return nil, errNoTerm
			}
			b.Terms = append(b.Terms, t)
		}
	}
	return d, nil
}

// Allowed reports whether the axioms have a model in which t holds.
func (a *Finder) Allowed(t *smtlib.Term) bool {
	return len(a.Axioms.Relevant(t)) == 0 || a.Check(t, query.Thorough).Answer == solver.Sat
}
