package concolic

import (
	"iter"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/readable"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/witness"
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
	// MaxUnaffected is how many procedures that no change affects the runs may enter.
	MaxUnaffected = 20
)

// Runner runs both versions for one analysis.
type Runner struct {
	*witness.Finder
	load func(p *pairing.Proc) bool
}

// New runs both versions for the analysis that a finder belongs to; load makes the
// body of a procedure available.
func New(f *witness.Finder, load func(p *pairing.Proc) bool) *Runner { return &Runner{f, load} }

// Tests runs both versions of p on inputs chosen by its name, boundary values, the
// constants of the versions and their neighbours, and random ones, and yields the
// difference that each run shows, nil for none. The condition of a difference is
// its input. It ends with the session's context, or when enough was run.
func (a *Runner) Tests(p *pairing.Pair, outputs []pairing.Port) iter.Seq[*summary.Difference] {
	return func(yield func(*summary.Difference) bool) {
		inputs, t := newInputs(a.Ctx, p), a.newTester(nil)
		steps := 0
		for i := 0; i < maxTests && steps < maxTestSteps && !a.TimeUp(); i++ {
			d, spent, _ := t.run(p, outputs, inputs.next(p, i))
			steps += spent
			if !yield(d) {
				return
			}
		}
	}
}

// TestConcretely looks for an input on which the versions differ by running both, before
// any solver is asked: boundary values, the constants of the program and their
// neighbours, and random ones, chosen by the pair's name. It returns nil when
// the runs agree, or depend on functions that nothing defines. The valuation is
// that of the input.
func (a *Runner) TestConcretely(p *pairing.Pair, outputs []pairing.Port) (*summary.Difference, readable.Valuation) {
	inputs, t := newInputs(a.Ctx, p), a.newTester(a.mayEnter())
	steps, undecided := 0, 0
	for i := 0; i < maxTests && steps < maxTestSteps && undecided < maxUndecided && !a.TimeUp(); i++ {
		d, spent, decided := t.run(p, outputs, inputs.next(p, i))
		if d != nil {
			return d, d.Values
		}
		steps += spent
		if undecided++; decided {
			undecided = 0
		}
	}
	return nil, nil
}

// Agreeing runs both versions of p on an input, and reports whether no difference shows;
// decided is false where the runs depend on what is not determined.
func (a *Runner) Agreeing(p *pairing.Pair, outputs []pairing.Port) func(env interp.Env) (same, decided bool) {
	t := a.newTester(a.mayEnter())
	return func(env interp.Env) (same, decided bool) {
		d, _, decided := t.run(p, outputs, env)
		return d == nil, decided
	}
}

// tester runs both versions of pairs on inputs, with no function defined that
// the program does not define.
type tester struct {
	a         *Runner
	model     *interp.Model
	functions interp.Functions // under which runs are made; the model by default
	enter     func(procedure string) bool
	longest   int                   // steps of one run
	long      bool                  // one of the last runs took more
	covered   *coverage             // when set, traces are the paths of the last runs
	needless  func(ir.Outcome) bool // when set, after which ends of the old version the new one does not run
	traces    [2]uint64
	taken     [2]conditions
}

func (a *Runner) newTester(enter func(procedure string) bool) *tester {
	model := a.Model()
	model.Closed = true
	return &tester{a: a, model: model, functions: model, enter: enter, longest: maxSingleRun}
}

// run runs both versions on an input and returns the difference that this shows,
// nil for none, and how many steps were taken; decided is false when the runs
// depend on what is not determined.
func (t *tester) run(p *pairing.Pair, outputs []pairing.Port, env interp.Env) (d *summary.Difference, steps int, decided bool) {
	a := t.a
	differ, steps, decided := t.differ(p, outputs, env)
	if !differ {
		return nil, steps, decided
	}
	if d = a.AtInput(p, outputs, env, t.model); d != nil && !a.Allowed(d.Condition) {
		return nil, steps, false
	}
	return d, steps, true
}

// differ reports whether the runs of both versions on an input end and differ.
func (t *tester) differ(p *pairing.Pair, outputs []pairing.Port, env interp.Env) (differ bool, steps int, decided bool) {
	o, oSteps, err := t.end(p.Old, p, env)
	if err != nil {
		return false, oSteps, false
	}
	if t.needless != nil && t.needless(o.Outcome) {
		t.long, t.traces[1], t.taken[1] = o.Outcome == ir.OutOfFuel, 0, t.taken[0]
		return false, oSteps, true
	}
	n, nSteps, err := t.end(p.New, p, env)
	steps = oSteps + nSteps
	if err != nil {
		return false, steps, false
	}
	t.long = o.Outcome == ir.OutOfFuel || n.Outcome == ir.OutOfFuel
	if t.long || o.Outcome == n.Outcome && o.Outcome != ir.Normal {
		return false, steps, true
	}
	same, err := witness.SameEnd(o, n, witness.FinalValues(outputs, o, env, 0), witness.FinalValues(outputs, n, env, 1))
	return err == nil && !same, steps, true
}

// end runs one version.
func (t *tester) end(s *pairing.Proc, p *pairing.Pair, env interp.Env) (interp.Result, int, error) {
	limits := interp.Limits{Steps: t.longest, Depth: t.longest / 10, Enter: t.enter, Stop: t.a.Context().Done()}
	if t.covered != nil {
		t.covered.start()
		limits.Branch = t.covered.branch
	}
	r, steps, err := interp.Count(s.Version.Prog, s.Name, witness.ArgsOf(s, p, env), t.functions, limits)
	if t.covered != nil {
		t.traces[s.Version.Index], t.taken[s.Version.Index] = t.covered.trace(), t.covered.taken
	}
	return r, steps, err
}

// mayEnter lets runs enter what a change can affect, and few other procedures:
// these may have to be lowered for it.
func (a *Runner) mayEnter() func(procedure string) bool {
	entered := map[string]bool{}
	return func(name string) bool {
		for _, s := range a.Pairing.Versions {
			if p := s.At(name); p != nil && (p.Pair == nil || p.Pair.Affected) {
				return true
			}
		}
		if !entered[name] && len(entered) < MaxUnaffected {
			entered[name] = true
		}
		return entered[name]
	}
}
