package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"semdiff/smtlib/solver"
)

// solverFlags say which solvers answer, under which limits.
type solverFlags struct {
	config solver.Config
}

func (f *solverFlags) register(fs *pflag.FlagSet) {
	f.config = solver.Config{Solver: "z3", Options: solver.Default}
	fs.StringVar(&f.config.Solver, "solver", f.config.Solver, "z3, cvc5, or the command line of an SMT-LIB solver; several, with commas, are asked at once")
	fs.DurationVar(&f.config.Timeout, "solver-timeout", f.config.Timeout, "time for one query (0: no limit)")
	fs.IntVar(&f.config.Resources, "solver-resources", f.config.Resources, "resource units of z3 or cvc5 for one query: the same in every run, unlike time (0: no limit)")
	fs.IntVar(&f.config.Memory, "solver-memory", f.config.Memory, "memory of a solver process in MB (0: no limit)")
	fs.BoolVar(&f.config.Search, "search", true, "answer easy queries by local search and bounds before a solver is asked")
	fs.StringVar(&f.config.CheckWith, "check-with", "", "a solver that must confirm every definite answer")
	fs.StringVar(&f.config.LogDir, "log-queries", "", "write each query to this folder, as a self-contained .smt2 file")
}

// setup finds the solvers.
func (f *solverFlags) setup() (*solver.Setup, error) {
	switch {
	case f.config.Timeout < 0:
		return nil, fmt.Errorf("--solver-timeout must not be negative")
	case f.config.Resources < 0:
		return nil, fmt.Errorf("--solver-resources must not be negative")
	case f.config.Memory < 0:
		return nil, fmt.Errorf("--solver-memory must not be negative")
	}
	return solver.NewSetup(f.config)
}

// audit reports what the solvers did that nobody may miss; ok is false
// when the run is in trouble for it.
func (f *solverFlags) audit(e env, s *solver.Setup) (ok bool) {
	ok = true
	if f.config.CheckWith != "" {
		confirmed, open := s.Confirmed()
		fmt.Fprintf(e.stderr, "semdiff: %s confirmed %d answers, and could not tell about %d\n", f.config.CheckWith, confirmed, open)
	}
	for _, d := range s.Disagreements() {
		fmt.Fprintf(e.stderr, "semdiff: solvers disagree: %v\n", d)
		ok = false
	}
	if err := s.LogError(); err != nil {
		fmt.Fprintf(e.stderr, "semdiff: %v\n", err)
		ok = false
	}
	return ok
}
