package solver

import (
	"context"
	"fmt"

	"semdiff/smtlib"
)

// crosscheck is a Solver whose definite answers another one is asked to confirm.
// An answer that the other contradicts, and a model that makes an assertion
// false, is a disagreement. That the other does not know changes nothing.
type crosscheck struct {
	Solver
	checker Solver
	c       *smtlib.Context
	setup   *Setup
}

func (x *crosscheck) Check(ctx context.Context, assertions []*smtlib.Term, wantModel bool) Result {
	list, r, done := trivial(assertions, wantModel)
	if done {
		return r
	}
	return x.confirm(ctx, list, x.Solver.Check(ctx, list, wantModel))
}

func (x *crosscheck) Quick(ctx context.Context, assertions []*smtlib.Term, wantModel bool) Result {
	list, r, done := trivial(assertions, wantModel)
	if done {
		return r
	}
	return x.confirm(ctx, list, x.Solver.Quick(ctx, list, wantModel))
}

func (x *crosscheck) confirm(ctx context.Context, list []*smtlib.Term, r Result) Result {
	if r.Answer == Unknown {
		return r
	}
	if r.Model != nil {
		for _, a := range list {
			if r.Model.Eval(x.c, a).IsFalse() {
				return x.setup.dispute(list, fmt.Sprintf("%s says sat, but its model makes an assertion false", r.By))
			}
		}
	}
	other := unknown(Died, "")
	if x.setup.checkerWorks() {
		other = x.checker.Check(ctx, list, false)
	}
	x.setup.countCheck(r, other)
	if other.Answer == Unknown || other.Answer == r.Answer {
		return r
	}
	return x.setup.dispute(list, fmt.Sprintf("%s says %s, %s says %s", r.By, r.Answer, other.By, other.Answer))
}

func (x *crosscheck) Fork() Solver {
	return &crosscheck{Solver: x.Solver.Fork(), checker: x.checker.Fork(), c: x.c, setup: x.setup}
}

func (x *crosscheck) Reset() {
	x.Solver.Reset()
	x.checker.Reset()
}

func (x *crosscheck) Stats() Stats {
	s, t := x.Solver.Stats(), x.checker.Stats()
	return Stats{Queries: s.Queries, Time: s.Time + t.Time, Restarts: s.Restarts + t.Restarts}
}

func (x *crosscheck) Close() error {
	err := x.Solver.Close()
	if e := x.checker.Close(); err == nil {
		err = e
	}
	return err
}

// Confirmed counts the definite answers that the checking solver confirmed, and
// those that it had no answer to.
func (s *Setup) Confirmed() (confirmed, open int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.confirmed, s.unconfirmed
}

// maxCheckerFaults is how many questions in a row the checker may fail to
// answer, before it has ever answered one, until it is not asked any more.
const maxCheckerFaults = 4

func (s *Setup) checkerWorks() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.checkerFaults < maxCheckerFaults
}

func (s *Setup) countCheck(r, other Result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case other.Answer == r.Answer:
		s.confirmed++
	case other.Answer == Unknown:
		s.unconfirmed++
	}
	switch {
	case other.Answer != Unknown:
		s.checkerFaults = -1 << 30 // it works
	case other.Reason == Died, other.Reason == Garbage, other.Reason == Timeout:
		s.checkerFaults++
	}
}
