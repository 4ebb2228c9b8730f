package main

import (
	"cmp"
	"fmt"
	"os/exec"
	"strings"

	"github.com/spf13/pflag"

	"semdiff"
	"semdiff/compare/session"
	"semdiff/internal/limits"
	"semdiff/smtlib/solver"
	"semdiff/translate"
)

// meaningFlags choose a reading of the input.
type meaningFlags struct{ asserts, externals, pure string }

func (m *meaningFlags) register(fs *pflag.FlagSet) {
	fs.StringVar(&m.asserts, "asserts", "outcome", "a false assertion: outcome (the run fails), assume (it is blocked), ignore")
	fs.StringVar(&m.externals, "externals", "function", "a procedure without a body: function (of its inputs), havoc")
	fs.StringVar(&m.pure, "pure", "", "procedures without a body that have no effects, with commas between them: their results are functions of their inputs, and nothing else changes")
}

func (m *meaningFlags) options() translate.Options {
	return translate.Options{Asserts: translate.Asserts(m.asserts), Externals: translate.Externals(m.externals), Pure: m.pure}
}

// solverFlags say which solvers answer, under which limits.
type solverFlags struct {
	config solver.Config
}

func (f *solverFlags) register(fs *pflag.FlagSet) {
	f.config = semdiff.DefaultSolver()
	fs.StringVar(&f.config.Solver, "solver", f.config.Solver, "z3, cvc5, or the command line of an SMT-LIB solver; several, with commas, are asked at once")
	fs.DurationVar(&f.config.Timeout, "solver-timeout", f.config.Timeout, "time for one query (0: no limit)")
	fs.IntVar(&f.config.Resources, "solver-resources", f.config.Resources, "resource units of z3 or cvc5 for one query: the same in every run, unlike time (0: no limit)")
	fs.IntVar(&f.config.Memory, "solver-memory", f.config.Memory, "memory of a solver process in MB (0: no limit)")
	fs.BoolVar(&f.config.Search, "search", f.config.Search, "answer easy queries by local search and bounds before a solver is asked")
	fs.StringVar(&f.config.CheckWith, "check-with", "", "a solver that must confirm every definite answer")
	fs.StringVar(&f.config.LogDir, "log-queries", "", "write each query to this folder, as a self-contained .smt2 file")
}

// fallBack takes cvc5 where z3, the default, is not there.
func (f *solverFlags) fallBack(e env) {
	here := func(program string) bool { _, err := exec.LookPath(program); return err == nil }
	if f.config.Solver == semdiff.DefaultSolver().Solver && !here(f.config.Solver) && here("cvc5") {
		fmt.Fprintf(e.stderr, "semdiff: %s is not there; cvc5 is used in its place\n", f.config.Solver)
		f.config.Solver = "cvc5"
	}
}

// audit reports what the solvers did that nobody may miss; ok is false
// when the run is in trouble for it.
func (f *solverFlags) audit(e env, confirmed, open int, err error) (ok bool) {
	if f.config.CheckWith != "" {
		fmt.Fprintf(e.stderr, "semdiff: %s confirmed %d answers, and could not tell about %d\n", f.config.CheckWith, confirmed, open)
	}
	if err != nil {
		for line := range strings.Lines(err.Error()) {
			fmt.Fprintf(e.stderr, "semdiff: %s\n", strings.TrimSuffix(line, "\n"))
		}
	}
	return err == nil
}

// limitFlags bound what a run takes itself; solvers have limits of their own.
type limitFlags struct{ limits.Limits }

func (f *limitFlags) register(fs *pflag.FlagSet) {
	fs.IntVar(&f.Memory, "memory", limits.Default(), "memory of semdiff itself in MB (0: no limit)")
	fs.Lookup("memory").DefValue = "three quarters of the machine's"
}

func (f *limitFlags) registerTimeout(fs *pflag.FlagSet, usage string) {
	fs.DurationVar(&f.Timeout, "timeout", 0, usage)
}

// watch starts the watch over a run that reads files, with an environment whose
// context ends at the limits.
func (f *limitFlags) watch(e env, files ...string) (env, *limits.Watch, error) {
	if err := cmp.Or(session.NotNegative("memory", f.Memory), session.NotNegative("timeout", f.Timeout)); err != nil {
		return e, nil, err
	}
	outer := e
	var w *limits.Watch
	e.ctx, w = limits.Start(e.ctx, f.Limits, func(over *limits.Over, analysing bool) {
		during := "while reading " + strings.Join(files, ", ")
		if analysing {
			during = "before there was an answer"
		}
		fmt.Fprintf(outer.stderr, "semdiff: %v, %s\n", over, during)
		if analysing || over.Time {
			outer.exit(exitUnknown)
		}
		outer.exit(exitTrouble)
	})
	return e, w, nil
}
