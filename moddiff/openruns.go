package moddiff

import (
	"context"
	"math"

	"semdiff/moddiff/concolic"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// compareBesideRuns compares all pairs while both versions of the entries go on running on
// inputs that say what open functions give, until time is up. What settles the verdict
// first ends the other.
func (x *subject) compareBesideRuns(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) *Result {
	comparing, endComparison := context.WithCancel(ctx)
	defer endComparison()
	found, endRuns := beside(ctx, s, func(ctx context.Context, s solver.Solver) *comparison {
		r := fuzzEntries(ctx, old, new, s, opts)
		if r != nil {
			endComparison()
		}
		return r
	})
	defer endRuns()
	answer := x.compareAll(comparing, s, opts)
	if opts.Until != UntilVerdict || answer.Verdict != Unknown {
		endRuns()
	}
	if runs := <-found; runs != nil && (answer.Verdict == Unknown || answer.CutShort) {
		settled := runs.result()
		adopt(settled, answer)
		return settled
	}
	return answer
}

// wholeBesideRuns is whole, while both versions of the edited procedures that earlier looks
// leave unknown go on running on inputs that say what open functions give: their turn in
// the comparison may come too late, and what runs show there is of slices first.
func wholeBesideRuns(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options, earlier []*Result) (*Result, error) {
	found, endRuns := beside(ctx, s, func(ctx context.Context, s solver.Solver) *Result {
		return runEdited(ctx, old, new, s, opts, earlier)
	})
	defer endRuns()
	r, err := whole(ctx, old, new, s, opts)
	endRuns()
	if runs := <-found; err == nil && runs != nil {
		adopt(r, runs)
	}
	return r, err
}

// beside starts runs with a session of the solver for themselves; end tells them to stop,
// and found gives what they show.
func beside[T any](ctx context.Context, s solver.Solver, runs func(context.Context, solver.Solver) T) (found <-chan T, end context.CancelFunc) {
	ctx, end = context.WithCancel(ctx)
	shown := make(chan T, 1)
	go func() {
		session := s.Fork()
		defer session.Close()
		shown <- runs(ctx, session)
	}()
	return shown, end
}

// fuzzEntries runs both versions of each entry as long as time is left, on inputs that say
// what open functions give. It returns the answer when a difference shows.
func fuzzEntries(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) *comparison {
	r := pairAgain(ctx, old, new, opts)
	if r == nil {
		return nil
	}
	for i, p := range r.entries {
		if !p.Affected || len(p.Interface) > 0 {
			continue
		}
		e := r.runsOf(p, s)
		part, end := partOf(ctx, len(r.entries)-i)
		e.Within(part)
		diff, _ := e.fuzzer.Fuzz(math.MaxInt)
		end()
		if e.Within(ctx); diff != nil {
			e.settle(diff)
			r.ctx = context.WithoutCancel(ctx)
			return r
		}
	}
	return nil
}

// runEdited runs both versions of edited procedures that earlier looks leave unknown on
// inputs that say what open functions give, these in turns, as long as there is time and
// more steps make sense. It is nil where the runs show nothing.
func runEdited(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options, earlier []*Result) *Result {
	r := pairAgain(ctx, old, new, opts)
	if r == nil {
		return nil
	}
	known := map[string]bool{}
	for _, r := range earlier {
		for _, p := range r.Pairs {
			known[p.Name] = known[p.Name] || p.Compared && p.Verdict != Unknown
		}
	}
	var open []*pairRuns
	for _, p := range r.Pairing.Pairs {
		if !known[p.Name] && p.Edited() && p.Affected && len(p.Interface) == 0 {
			open = append(open, r.runsOf(p, s))
		}
	}
	shown := false
	for steps := fuzzEdited; len(open) > 0 && ctx.Err() == nil; steps = min(2*steps, fuzzModified) {
		left := open
		open = nil
		for _, e := range left {
			diff, more := e.fuzzer.Fuzz(steps)
			if diff != nil {
				e.settle(diff)
				shown = true
			} else if more {
				open = append(open, e)
			}
		}
	}
	if !shown {
		return nil
	}
	r.ctx = context.WithoutCancel(ctx)
	return settledEarly(r.result())
}

// pairAgain pairs the versions for runs beside a comparison, which changes its subject; nil
// where they do not fit.
func pairAgain(ctx context.Context, old, new *ir.Program, opts Options) *comparison {
	opts.Propose, opts.Progress, opts.Related = nil, nil, nil
	x, err := pairUp(old, new, opts)
	if err != nil {
		return nil
	}
	return &comparison{Run: x.Run, subject: x, ctx: ctx, opts: opts, tasks: x.tasks()}
}

// pairRuns are runs of a pair on inputs that say what open functions give.
type pairRuns struct {
	*analysis
	pair    *pairing.Pair
	outputs []pairing.Port
	fuzzer  *concolic.OpenFuzzer
}

// runsOf begins runs of a pair.
func (r *comparison) runsOf(p *pairing.Pair, s solver.Solver) *pairRuns {
	a := r.newAnalysis([]*pairing.Pair{p}, nil, s)
	outputs := p.Observed(a.Ctx, r.isEntry(p))
	return &pairRuns{a, p, outputs, a.Runs.OpenFuzzer(p, outputs, a.opts.judgement())}
}

// settle makes a difference the answer for the pair.
func (e *pairRuns) settle(diff *summary.Difference) {
	e.comparison.settle(e.pair, e.differentAt(e.outputs, diff), e.analysis)
}
