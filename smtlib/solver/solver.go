// Package solver answers satisfiability queries over smtlib terms with SMT-LIB
// solvers in processes of their own.
//
//	answer.go    Answer, Reason, Result
//	solver.go    Solver, New
//	profiles.go  what is particular to z3 and cvc5, as data
//	process.go   a warm process as a Solver, its faults
//	ask.go       one query to a process
//	pipe.go      the process itself: deadlines, floods, killing
//	model.go     reading models
//	eval.go      evaluating terms in models
//	script.go    script files, one process each
package solver

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
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
	Quick(ctx context.Context, assertions []*smtlib.Term) Result
	// Reset forgets all that was asked, so that answers do not depend on it.
	Reset()
	// Fork is another Solver like this one, for another goroutine.
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
}

// Options are the limits of a Solver. Resources are units that z3 counts
// (rlimit), about half a million a second: what they stop, they stop at the same
// place in every run. Other solvers have limits of time alone.
type Options struct {
	Timeout   time.Duration // per query; none when 0
	Resources int           // per query; no limit when 0

	QuickTimeout   time.Duration // of Quick, where the solver counts no resources
	QuickResources int           // of Quick
}

// Default are the limits that serve most programs.
var Default = Options{
	Timeout: 10 * time.Second, Resources: 3_000_000,
	QuickTimeout: 250 * time.Millisecond, QuickResources: 150_000,
}

// New returns a Solver that runs command: "z3", "cvc5", or the command line of
// any incremental SMT-LIB solver that reads standard input. It is an error when
// the program is not found; the process itself starts with the first query.
func New(c *smtlib.Context, command string, opts Options) (Solver, error) {
	p, argv, err := resolve(command)
	if err != nil {
		return nil, err
	}
	return newProcess(c, p, argv, opts), nil
}

// Version is the first line that command prints for --version.
func Version(command string) (string, error) {
	_, argv, err := resolve(command)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, argv[0], "--version").Output()
	if err != nil {
		return "", fmt.Errorf("solver: %s --version: %w", argv[0], err)
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(line), nil
}

// resolve finds the profile and the program of a command line.
func resolve(command string) (profile, []string, error) {
	argv, err := splitCommand(command)
	if err != nil {
		return profile{}, nil, fmt.Errorf("solver: %w in %q", err, command)
	}
	if len(argv) == 0 {
		return profile{}, nil, errors.New("solver: empty command")
	}
	path, err := exec.LookPath(argv[0])
	if err != nil {
		return profile{}, nil, fmt.Errorf("solver: %w", err)
	}
	argv[0] = path
	return profileOf(path), argv, nil
}

// splitCommand splits a command line at blanks, as a shell does; quotes and
// backslashes keep blanks.
func splitCommand(s string) ([]string, error) {
	var out []string
	var word strings.Builder
	inWord, quote := false, byte(0)
	for i := 0; i < len(s); i++ {
		switch b := s[i]; {
		case quote != 0 && b == quote:
			quote = 0
		case b == '\\' && quote != '\'' && i+1 < len(s):
			i++
			word.WriteByte(s[i])
			inWord = true
		case quote != 0:
			word.WriteByte(b)
		case b == '\'' || b == '"':
			quote, inWord = b, true
		case b == ' ' || b == '\t' || b == '\n':
			if inWord {
				out = append(out, word.String())
				word.Reset()
			}
			inWord = false
		default:
			word.WriteByte(b)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, errors.New("unclosed quote")
	}
	if inWord {
		out = append(out, word.String())
	}
	return out, nil
}
