package moddiff

import (
	"hash/fnv"
	"math/big"
	"math/rand"
	"slices"

	"semdiff/moddiff/query"
	"semdiff/moddiff/readable"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Bounds of the concrete runs of one pair.
const (
	maxTests      = 200
	maxTestSteps  = 40_000 // of all runs together
	maxSingleRun  = 2_000
	maxUndecided  = 8 // runs in a row that depend on what is not determined
	maxTestConsts = 40
	maxTestProcs  = 20 // whose constants are tried
	maxUnaffected = 20 // procedures that no change affects, entered by the runs
)

// tested looks for an input on which the versions differ by running both, before
// any solver is asked: boundary values, the constants of the program and their
// neighbours, and random ones, chosen by the pair's name. It returns nil when
// the runs agree, or depend on functions that nothing defines. The valuation is
// that of the input.
func (a *analysis) tested(p *Pair, outputs []Port) (*Difference, readable.Valuation) {
	inputs, t := newInputs(a.c, p), a.newTester(a.mayEnter())
	steps, undecided := 0, 0
	for i := 0; i < maxTests && steps < maxTestSteps && undecided < maxUndecided && a.ctx.Err() == nil; i++ {
		d, spent, decided := t.run(p, outputs, inputs.next(p, i))
		if d != nil {
			return d, d.values
		}
		steps += spent
		if undecided++; decided {
			undecided = 0
		}
	}
	return nil, nil
}

// tester runs both versions of pairs on inputs, with no function defined that
// the program does not define.
type tester struct {
	a     *analysis
	model *interp.Model
	enter func(procedure string) bool
}

func (a *analysis) newTester(enter func(procedure string) bool) *tester {
	model := interp.NewModel(a.c, a.sides[0].prog, a.sides[1].prog)
	model.Closed = true
	return &tester{a, model, enter}
}

// run runs both versions on an input and returns the difference that this shows,
// nil for none, and how many steps were taken; decided is false when the runs
// depend on what is not determined.
func (t *tester) run(p *Pair, outputs []Port, env interp.Env) (d *Difference, steps int, decided bool) {
	a, limits := t.a, interp.Limits{Steps: maxSingleRun, Depth: 200, Enter: t.enter, Stop: t.a.ctx.Done()}
	o, oSteps, err := interp.Count(p.old.side.prog, p.old.proc.Name, argsOf(p.old, p, env, oldIndex), t.model, limits)
	if err != nil {
		return nil, 0, false
	}
	n, nSteps, err := interp.Count(p.new.side.prog, p.new.proc.Name, argsOf(p.new, p, env, newIndex), t.model, limits)
	steps = oSteps + nSteps
	if err != nil {
		return nil, steps, false
	}
	if o.Outcome == ir.OutOfFuel || n.Outcome == ir.OutOfFuel || o.Outcome == n.Outcome && o.Outcome != ir.Normal {
		return nil, steps, true
	}
	same, err := sameEnd(o, n, finalValues(outputs, o, env, oldIndex), finalValues(outputs, n, env, newIndex))
	if err != nil || same {
		return nil, steps, true
	}
	if d = a.atInput(p, outputs, env, t.model); d != nil && !a.allowed(d.Condition) {
		return nil, steps, false
	}
	return d, steps, true
}

// allowed reports whether the axioms have a model in which t holds.
func (a *analysis) allowed(t *smtlib.Term) bool {
	return len(a.axioms.Relevant(t)) == 0 || a.check(t, query.Thorough).Answer == solver.Sat
}

// mayEnter lets runs enter what a change can affect, and few other procedures:
// these may have to be lowered for it.
func (a *analysis) mayEnter() func(procedure string) bool {
	entered := map[string]bool{}
	return func(name string) bool {
		for _, s := range a.sides {
			if p := s.at(name); p != nil && (p.pair == nil || p.pair.affected) {
				return true
			}
		}
		if !entered[name] && len(entered) < maxUnaffected {
			entered[name] = true
		}
		return entered[name]
	}
}

// likelyFirst puts the pieces first that the input of a difference may be in.
func likelyFirst(pieces []*piece, values readable.Valuation) {
	excluded := func(pc *piece) int {
		for _, r := range []*smtlib.Term{pc.old.R, pc.new.R} {
			if v, err := values(r); err == nil && !v.IsTrue() {
				return 1
			}
		}
		return 0
	}
	slices.SortStableFunc(pieces, func(x, y *piece) int { return excluded(x) - excluded(y) })
}

// atInput is the difference that the runs on one input show, whose condition is
// that input alone; nil when there is none.
func (a *analysis) atInput(p *Pair, outputs []Port, env interp.Env, model *interp.Model) *Difference {
	d := &Difference{Condition: a.c.True, Witness: valuesOf(p, env), values: interp.Evaluator(a.c, env, model)}
	d.seen = sighting{model: &solver.Model{Vars: map[*smtlib.Term]*smtlib.Term{}}, closed: true}
	for i, in := range p.Inputs {
		v, ok := d.Witness[i].Term(a.c)
		if !ok {
			return nil
		}
		d.seen.model.Vars[in.Var] = v
		d.Condition = a.c.And(d.Condition, a.c.Eq(in.Var, v))
	}
	if a.replay(p, outputs, d, env, model) != nil {
		return nil
	}
	for _, b := range []*Behaviour{&d.Old, &d.New} {
		for _, v := range b.Values {
			t, ok := v.Term(a.c)
			if !ok {
				return nil
			}
			b.Terms = append(b.Terms, t)
		}
	}
	return d
}

// inputs makes values of the inputs of a pair.
type inputs struct {
	c      *smtlib.Context
	rand   *rand.Rand
	consts map[*smtlib.Sort][]interp.Value
}

func newInputs(c *smtlib.Context, p *Pair) *inputs {
	h := fnv.New64a()
	h.Write([]byte(p.Name))
	in := &inputs{c: c, rand: rand.New(rand.NewSource(int64(h.Sum64()))), consts: map[*smtlib.Sort][]interp.Value{}}
	for _, n := range []int64{0, 1, -1, 2} {
		in.add(interp.Int(c, big.NewInt(n)))
	}
	for _, s := range []*procState{p.old, p.new} {
		for _, q := range s.side.below(s, maxTestProcs) {
			if q.pair == nil || q.pair.affected { // no other needs to be lowered
				ir.Terms(q.proc, in.neighbours)
			}
		}
	}
	return in
}

// neighbours takes a literal and the values next to it.
func (in *inputs) neighbours(t *smtlib.Term) {
	for _, d := range []int64{0, 1, -1} {
		switch {
		case t.Op() == smtlib.OpNumeral && t.Sort() == in.c.Int:
			in.add(interp.Int(in.c, new(big.Int).Add(t.Num().Num(), big.NewInt(d))))
		case t.Op() == smtlib.OpBVLit:
			in.add(interp.BV(in.c, new(big.Int).Add(t.Bits(), big.NewInt(d)), t.Sort().Width))
		}
	}
}

// add takes a constant unless it is there or there are many.
func (in *inputs) add(v interp.Value) {
	list := in.consts[v.Sort()]
	known := slices.ContainsFunc(list, func(w interp.Value) bool { same, err := interp.Equal(v, w); return same && err == nil })
	if !known && len(list) < maxTestConsts {
		in.consts[v.Sort()] = append(list, v)
	}
}

// next is the i-th input. With one input all constants come first.
func (in *inputs) next(p *Pair, i int) interp.Env {
	env := interp.Env{}
	for _, port := range p.Inputs {
		env[port.Var] = in.value(port.Var.Sort(), i, len(p.Inputs) == 1, 0)
	}
	return env
}

// maxMapsOfMaps is how deep maps to and from maps are filled with values.
const maxMapsOfMaps = 4

// value is a value of s for the i-th input, within so many maps.
func (in *inputs) value(s *smtlib.Sort, i int, inOrder bool, within int) interp.Value {
	c, list := in.c, in.consts[s]
	switch {
	case inOrder && i < len(list):
		return list[i]
	case len(list) > 0 && in.rand.Intn(4) > 0:
		return list[in.rand.Intn(len(list))]
	}
	switch s.Kind {
	case smtlib.BoolKind:
		return interp.Bool(c, in.rand.Intn(2) == 0)
	case smtlib.IntKind:
		return interp.Int(c, big.NewInt(in.rand.Int63n(200)-100))
	case smtlib.BVKind:
		return interp.BV(c, big.NewInt(in.rand.Int63()), s.Width)
	case smtlib.ArrayKind:
		m := interp.Default(s)
		if within == maxMapsOfMaps {
			return m
		}
		for range in.rand.Intn(4) {
			m = interp.Store(m, in.value(s.Index, 0, false, within+1), in.value(s.Elem, 0, false, within+1))
		}
		return m
	}
	return interp.Default(s)
}
