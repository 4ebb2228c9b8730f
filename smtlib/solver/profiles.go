package solver

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// profile is what is particular to one solver program.
type profile struct {
	prefix string   // of the program's file name
	args   []string // added to the command line unless there already
	// timeoutArg sets the limit per query, in ms for %d. When it is "" the
	// process is killed at the limit. For z3 that is on purpose: with its own
	// :timeout every query takes 0.045 ms longer, half as long again.
	timeoutArg string
	// resources sets the limit on the resource units, %d, of the queries that
	// follow; "" where a solver cannot.
	resources string
}

var profiles = []profile{
	{
		prefix: "z3",
		args:   []string{"-in", "-smt2", "-memory:4096"},

		resources: "(set-option :rlimit %d)\n",
	},
	{
		prefix:     "cvc5",
		args:       []string{"--lang=smt2", "--incremental", "--quiet"},
		timeoutArg: "--tlimit-per=%d",
	},
}

// opening starts every session. Declarations are global, so that popping an
// assertion does not take its symbols away.
const opening = `(set-option :print-success false)
(set-option :produce-models true)
(set-option :global-declarations true)
(set-logic ALL)
`

// profileOf picks the profile of a program; an unknown one gets the plain
// SMT-LIB protocol.
func profileOf(path string) profile {
	base := filepath.Base(path)
	for _, p := range profiles {
		if strings.HasPrefix(base, p.prefix) {
			return p
		}
	}
	return profile{}
}

func (p profile) commandLine(argv []string, timeout time.Duration) []string {
	out := slices.Clone(argv)
	args := slices.Clone(p.args)
	if p.timeoutArg != "" && timeout > 0 {
		args = append(args, fmt.Sprintf(p.timeoutArg, milliseconds(timeout)))
	}
	for _, a := range args {
		if !slices.Contains(argv[1:], a) {
			out = append(out, a)
		}
	}
	return out
}

// limit is the command that sets the resources of the queries that follow.
func (p profile) limit(resources int) string {
	if p.resources == "" {
		return ""
	}
	return fmt.Sprintf(p.resources, resources)
}

// killAfter is when to give up on a query from outside: at the limit, or
// later where the solver keeps it itself. 0 is never.
func (p profile) killAfter(timeout time.Duration) time.Duration {
	if timeout > 0 && p.timeoutArg != "" {
		return timeout + timeout/10 + time.Second
	}
	return timeout
}

func milliseconds(d time.Duration) int64 { return max(1, d.Milliseconds()) }
