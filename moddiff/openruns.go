package moddiff

import (
	"context"
	"math"

	"semdiff/moddiff/concolic"
	"semdiff/moddiff/pairing"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// compareBesideRuns compares all pairs while both versions of the entries go on running on
// inputs that say what open functions give, until time is up. What settles the verdict
// first ends the other.
func (x *subject) compareBesideRuns(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) *Result {
	comparing, endComparison := context.WithCancel(ctx)
	defer endComparison()
	running, endRuns := context.WithCancel(ctx)
	defer endRuns()
	found := make(chan *comparison, 1)
	go func() {
		session := s.Fork()
		defer session.Close()
		r := fuzzEntries(running, old, new, session, opts)
		if r != nil {
			endComparison()
		}
		found <- r
	}()
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

// fuzzEntries runs both versions of each entry as long as time is left, on inputs that say
// what open functions give. It returns the answer when a difference shows. It pairs the
// versions for itself: a comparison changes its subject.
func fuzzEntries(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) *comparison {
	opts.Propose, opts.Progress, opts.Related = nil, nil, nil
	x, err := pairUp(old, new, opts)
	if err != nil {
		return nil
	}
	r := &comparison{Run: x.Run, subject: x, ctx: ctx, opts: opts, tasks: x.tasks()}
	for i, p := range x.entries {
		if !p.Affected || len(p.Interface) > 0 {
			continue
		}
		a := r.newAnalysis([]*pairing.Pair{p}, nil, s)
		part, end := partOf(ctx, len(x.entries)-i)
		a.Within(part)
		outputs := p.Observed(a.Ctx, true)
		diff := a.Runs.FuzzOpen(p, outputs, math.MaxInt, a.opts.judgement())
		end()
		if a.Within(ctx); diff != nil {
			r.settle(p, a.differentAt(outputs, diff), a)
			r.ctx = context.WithoutCancel(ctx)
			return r
		}
	}
	return nil
}

// wholeBesideRuns is whole, while both versions of the edited procedures that earlier looks
// leave unknown go on running on inputs that say what open functions give: their turn in
// the comparison may come too late, and what runs show there is of slices first.
func wholeBesideRuns(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options, earlier []*Result) (*Result, error) {
	running, endRuns := context.WithCancel(ctx)
	defer endRuns()
	found := make(chan *Result, 1)
	go func() {
		session := s.Fork()
		defer session.Close()
		found <- runEdited(running, old, new, session, opts, earlier)
	}()
	r, err := whole(ctx, old, new, s, opts)
	endRuns()
	if runs := <-found; err == nil && runs != nil {
		adopt(r, runs)
	}
	return r, err
}

// runEdited runs both versions of edited procedures that earlier looks leave unknown on
// inputs that say what open functions give, these in turns, as long as there is time and
// more steps make sense. It pairs the versions for itself. It is nil where the runs show
// nothing.
func runEdited(ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options, earlier []*Result) *Result {
	opts.Propose, opts.Progress, opts.Related = nil, nil, nil
	x, err := pairUp(old, new, opts)
	if err != nil {
		return nil
	}
	known := map[string]bool{}
	for _, r := range earlier {
		for _, p := range r.Pairs {
			known[p.Name] = known[p.Name] || p.Compared && p.Verdict != Unknown
		}
	}
	r := &comparison{Run: x.Run, subject: x, ctx: ctx, opts: opts, tasks: x.tasks()}
	var open []*editedRuns
	for _, p := range x.Pairing.Pairs {
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
				r.settle(e.pair, e.differentAt(e.outputs, diff), e.analysis)
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

// editedRuns are runs of an edited pair.
type editedRuns struct {
	*analysis
	pair    *pairing.Pair
	outputs []pairing.Port
	fuzzer  *concolic.OpenFuzzer
}

// runsOf begins runs of a pair.
func (r *comparison) runsOf(p *pairing.Pair, s solver.Solver) *editedRuns {
	a := r.newAnalysis([]*pairing.Pair{p}, nil, s)
	outputs := p.Observed(a.Ctx, r.isEntry(p))
	return &editedRuns{a, p, outputs, a.Runs.OpenFuzzer(p, outputs, a.opts.judgement())}
}
