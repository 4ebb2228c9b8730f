package main

import (
	"cmp"
	"errors"
	"io"
	"os/exec"
	"time"

	"github.com/spf13/pflag"

	"semdiff/compare/report"
	"semdiff/compare/session"
	"semdiff/moddiff/export"
)

func verifyCommand() command {
	return command{
		name: "verify", args: "DIR", about: "check an export with any number of solvers",
		long: `Checks that the claims of an export are those that its answer needs, and asks solvers for each query.

Exit codes: 0 some solver confirms each query and none contradicts one; 1 a solver contradicts a query, a file was
altered, or answer, claims and queries do not hold together; 2 trouble; 3 some claim has no query, or no solver could
confirm it.

` + export.Unchecked,
		example: `  semdiff verify proof
  semdiff verify proof --solver z3 --solver cvc5 --jobs 2`,
		min: 1, max: 1, partial: true, values: map[string][]string{"format": {"text", "json"}},
		new: newVerify,
	}
}

// newVerify checks an export with solvers.
func newVerify(fs *pflag.FlagSet) action {
	var solvers []string
	var limits export.Limits
	var format, progress string
	var verbose bool
	fs.StringArrayVar(&solvers, "solver", nil, "z3, cvc5, or the command line of a solver that reads standard input; may be repeated (default: all of z3 and cvc5 that are there)")
	fs.IntVar(&limits.Jobs, "jobs", 0, "queries that are checked at once (0: as many as there are processors)")
	fs.DurationVar(&limits.Timeout, "timeout", 10*time.Second, "time of one solver for one query (0: no limit)")
	var bounds limitFlags
	bounds.register(fs)
	fs.StringVar(&format, "format", "text", "text or json")
	fs.StringVar(&progress, "progress", "auto", "auto (a line on a terminal) or never")
	fs.BoolVarP(&verbose, "verbose", "v", false, "list the queries too on which all solvers agree")
	return func(e env, args []string) int {
		write := map[string]func(io.Writer, *export.Report, bool) error{"text": report.WriteVerification, "json": report.WriteVerificationJSON}[format]
		if err := cmp.Or(session.OneOf("format", format, "text", "json"), checkProgress(progress), session.NotNegative("timeout", limits.Timeout), session.NotNegative("jobs", limits.Jobs)); err != nil {
			return trouble(e, err)
		}
		if len(solvers) == 0 {
			solvers = installed()
		}
		if len(solvers) == 0 {
			return trouble(e, errors.New("neither z3 nor cvc5 is there; --solver names another"))
		}
		e, watch, err := bounds.watch(e, args[0])
		if err != nil {
			return trouble(e, err)
		}
		defer watch.Stop()
		line := live(e, progress, "queries")
		if line != nil {
			limits.Progress = func(begun, of int, query string) { line.set(begun, of, 0, query) }
		}
		r, err := export.Verify(e.ctx, args[0], solvers, limits)
		line.end()
		if err != nil {
			return trouble(e, err)
		}
		if err := write(e.stdout, r, verbose); err != nil {
			return trouble(e, err)
		}
		switch r.Outcome() {
		case export.Disagreed:
			return exitDifferent
		case export.Unknown:
			return exitUnknown
		}
		return exitSame
	}
}

func installed() (found []string) {
	for _, s := range []string{"z3", "cvc5"} {
		if _, err := exec.LookPath(s); err == nil {
			found = append(found, s)
		}
	}
	return found
}
