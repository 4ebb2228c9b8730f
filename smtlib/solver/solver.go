// Package solver answers satisfiability queries over smtlib terms with SMT-LIB
// solvers in processes of their own.
//
//	answer.go    Answer, Reason, Result
//	solver.go    Solver, Stats
//	none.go      None: for runs that ask nothing
//	setup.go     Setup: which solvers answer and how; it opens Solvers
//	profiles.go  what is particular to z3 and cvc5, as data
//	process.go   a warm process as a Solver, its faults
//	ask.go       one query to a process
//	pipe.go      the process itself: deadlines, floods, killing
//	search.go    a Solver that answers easy queries itself and asks another the rest
//	portfolio.go several processes as one Solver
//	crosscheck.go, disagreement.go  a Solver whose answers another confirms
//	log.go       a Solver whose queries become files
//	model.go     reading models
//	eval.go      evaluating terms in models
//	script.go    script files, one process each
//	version.go   the solvers that are installed
package solver

import (
	"context"
	"time"

	"semdiff/smtlib"
)

// Solver decides conjunctions of terms. It is for one goroutine at a time.
type Solver interface {
	// Check asks whether the conjunction of assertions is satisfiable. It is
	// fast when the list shares a long prefix with that of the call before.
	// Whatever goes wrong is an Unknown with a Reason, and later calls work.
	Check(ctx context.Context, assertions []*smtlib.Term, wantModel bool) Result
	// Quick is Check for answers that one can do without: it gives up early.
	Quick(ctx context.Context, assertions []*smtlib.Term, wantModel bool) Result
	// Reset makes the solver forget all that it was asked: later answers are
	// those of a new Solver.
	Reset()
	// Fork is another Solver like this one, for another goroutine, that knows
	// nothing.
	Fork() Solver
	Stats() Stats
	// Close ends the solver's process. Check must not be called after it.
	Close() error
}

// Stats counts the work of a Solver.
type Stats struct {
	Queries  int           // that reached the process
	Time     time.Duration // spent in them
	Restarts int           // of the process, after faults
	// Resources are the units that all queries but the last have used, where the solver
	// tells.
	Resources int64
}
