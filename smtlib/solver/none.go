package solver

import (
	"context"

	"semdiff/smtlib"
)

// None is a setup without a solver, for runs that need to ask nothing: whatever is asked
// is unknown.
func None() *Setup { return &Setup{} }

// none answers nothing.
type none struct{}

func (none) Check(context.Context, []*smtlib.Term, bool) Result {
	return Result{Answer: Unknown, Reason: Died, Detail: "there is no solver"}
}
func (n none) Quick(ctx context.Context, assertions []*smtlib.Term, wantModel bool) Result {
	return n.Check(ctx, assertions, wantModel)
}
func (none) Reset()         {}
func (n none) Fork() Solver { return n }
func (none) Stats() Stats   { return Stats{} }
func (none) Close() error   { return nil }
