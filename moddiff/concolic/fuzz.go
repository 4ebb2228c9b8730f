package concolic

import (
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
)

// Bounds of fuzzing one pair.
const (
	maxModels     = 8      // of what is unknown
	maxFuzzedRun  = 20_000 // steps
	stepsPerInput = 40     // that an input costs beside those of its runs
	stepsPerModel = 1_000  // that a model costs beside those
	maxCorpus     = 256    // inputs that are kept
	maxSame       = 2_000  // inputs in a row that cover nothing new
	fuzzedTests   = 64     // of the inputs that Tests begins with
)

// Fuzz looks for an input on which both versions end and differ, where the proofs say
// nothing: on models of what is unknown, on all small numbers, and on inputs made from
// those that took a new pair of paths through the two versions (coverage-guided
// differential fuzzing: Petsios et al., NEZHA, S&P 2017). It takes about the given
// number of steps of both versions, and the same ones each time. The condition of the
// difference is its input; nil is for none.
func (a *Runner) Fuzz(p *pairing.Pair, outputs []pairing.Port, unknown []*smtlib.Term, steps int) *summary.Difference {
	if len(p.Inputs) == 0 || len(p.Interface) > 0 {
		return nil
	}
	f := &fuzzer{Runner: a, p: p, outputs: outputs, tester: a.newTester(a.mayEnter()), mutator: newMutator(a.Ctx, p), seen: map[[2]uint64]bool{}, left: steps}
	f.tester.longest = maxFuzzedRun
	f.tester.covered = newCoverage()
	for _, stage := range []func() *summary.Difference{
		func() *summary.Difference { return f.models(unknown) },
		f.smallNumbers,
		f.tests,
		f.mutants,
	} {
		if d := stage(); d != nil || f.undecided >= maxUndecided {
			return d
		}
	}
	return nil
}

// fuzzer fuzzes one pair.
type fuzzer struct {
	*Runner
	p       *pairing.Pair
	outputs []pairing.Port
	tester  *tester
	mutator *mutator

	corpus    []interp.Env // inputs, each of which took paths that none before took
	seen      map[[2]uint64]bool
	left      int // steps
	undecided int // runs in a row that depend on what is not determined
}

// spent reports whether the budget is used up down to so many steps.
func (f *fuzzer) spent(down int) bool {
	return f.left <= down || f.undecided >= maxUndecided || f.TimeUp()
}

// try runs both versions on an input, and keeps it if their paths are new; news tells
// whether they are.
func (f *fuzzer) try(env interp.Env) (d *summary.Difference, news bool) {
	d, steps, decided := f.tester.run(f.p, f.outputs, env)
	f.left -= steps + stepsPerInput
	if f.undecided++; decided {
		f.undecided = 0
	}
	if traces := f.tester.traces; decided && !f.seen[traces] {
		f.seen[traces], news = true, true
		if len(f.corpus) < maxCorpus {
			f.corpus = append(f.corpus, env)
		}
	}
	return d, news
}

// models tries inputs that the solver finds in each case of what is unknown.
func (f *fuzzer) models(unknown []*smtlib.Term) *summary.Difference {
	c, others := f.Ctx, f.Ctx.True
	asked := 0
	for round := 0; round < maxModels && asked < maxModels; round++ {
		for _, t := range unknown {
			if asked == maxModels || f.spent(0) {
				return nil
			}
			asked++
			f.left -= stepsPerModel
			env := f.model(c.And(t, others))
			if env == nil {
				continue
			}
			if d, _ := f.try(env); d != nil {
				return d
			}
			others = c.And(others, c.Not(f.isInput(env)))
		}
	}
	return nil
}

// model is an input on which t holds, nil where none is found easily.
func (f *fuzzer) model(t *smtlib.Term) interp.Env {
	if f.Check(t, query.Quick).Answer != solver.Sat {
		return nil
	}
	r := f.Check(t, query.WithModel)
	if r.Answer != solver.Sat || r.Model == nil {
		return nil
	}
	env, err := f.InputsOf(f.p, f.Ctx.True, r.Model, f.tester.model)
	if err != nil {
		return nil
	}
	return env
}

// isInput says of the inputs that are numbers, or of the others where there are none,
// that they are those of env.
func (f *fuzzer) isInput(env interp.Env) *smtlib.Term {
	var numbers, all []*smtlib.Term
	for _, in := range f.p.Inputs {
		if v, ok := env[in.Var].Term(f.Ctx); ok {
			all = append(all, f.Ctx.Eq(in.Var, v))
			if in.Var.Sort().Kind != smtlib.ArrayKind {
				numbers = append(numbers, f.Ctx.Eq(in.Var, v))
			}
		}
	}
	if len(numbers) > 0 {
		return f.Ctx.And(numbers...)
	}
	return f.Ctx.And(all...)
}

// smallNumbers tries numbers of growing magnitude, with half of the budget, where there
// are few inputs and nothing but numbers.
func (f *fuzzer) smallNumbers() *summary.Difference {
	grid, ok := newGrid(f.Ctx, f.p)
	if !ok {
		return nil
	}
	for down := f.left / 2; !f.spent(down); {
		env := grid.next()
		if env == nil {
			return nil
		}
		if d, _ := f.try(env); d != nil {
			return d
		}
	}
	return nil
}

// tests tries some of the inputs that are tried before any proof: now they may run for
// longer, and what they cover is noted.
func (f *fuzzer) tests() *summary.Difference {
	inputs := newInputs(f.Ctx, f.p)
	for i := 0; i < fuzzedTests && !f.spent(0); i++ {
		if d, _ := f.try(inputs.next(f.p, i)); d != nil {
			return d
		}
	}
	return nil
}

// mutants tries changed inputs, of which those are changed again that took new paths.
func (f *fuzzer) mutants() *summary.Difference {
	for same := 0; same < maxSame && len(f.corpus) > 0 && !f.spent(0); same++ {
		d, news := f.try(f.mutator.mutant(f.corpus))
		if d != nil {
			return d
		}
		if news {
			same = 0
		}
	}
	return nil
}
