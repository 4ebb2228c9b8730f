package solver

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// profile is what is particular to one solver program.
type profile struct {
	prefix string   // of the program's file name
	args   []string // added to the command line unless there already
	// malloc are settings of glibc's allocator. z3 fills 16 MB when it starts, faster on
	// pages of 2 MB: LoopMult5 of Table 1 takes 29 ms instead of 35, tcas 0.37 s instead of 0.38.
	malloc string
	// timeoutArg sets the limit per query, in ms for %d. When it is "" the
	// process is killed at the limit. For z3 that is on purpose: with its own
	// :timeout every query takes 0.045 ms longer, half as long again.
	timeoutArg string
	// memoryArg sets the limit on memory, in MB for %d. When it is "" the
	// operating system limits the address space of the process.
	memoryArg string
	// resources sets the limit on the resource units, %d, of the queries that
	// follow; "" where a solver cannot.
	resources string
	// usage asks how many resource units the process has used since it was started or
	// reset; "" where a solver cannot tell.
	usage string
	// resets says that (reset) brings a process back to its start. After that of
	// cvc5 1.0.3 some models are others than in a new process.
	resets bool
	// degradesAfterLimit says that a query which a limit cut short leaves work behind, so that
	// those after it run out of resources too: the process is then replaced.
	degradesAfterLimit bool
}

var profiles = []profile{
	{
		prefix: "z3",
		args:   []string{"-in", "-smt2"},
		malloc: "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432",

		memoryArg: "-memory:%d",
		resources: "(set-option :rlimit %d)\n",
		usage:     "(get-info :rlimit)\n",
		resets:    true,
	},
	{
		prefix:             "cvc5",
		args:               []string{"--lang=smt2", "--incremental", "--quiet"},
		timeoutArg:         "--tlimit-per=%d",
		resources:          "(set-option :reproducible-resource-limit %d)\n",
		degradesAfterLimit: true,
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

// commandLine is argv with the profile's arguments and the limits; what argv
// says of them itself stands.
func (p profile) commandLine(argv []string, opts Options) []string {
	args := slices.Clone(p.args)
	if p.timeoutArg != "" && opts.Timeout > 0 {
		args = append(args, fmt.Sprintf(p.timeoutArg, milliseconds(opts.Timeout)))
	}
	if p.memoryArg != "" && opts.Memory > 0 {
		args = append(args, fmt.Sprintf(p.memoryArg, opts.Memory))
	}
	out := slices.Clone(argv)
	for _, a := range args {
		if !slices.ContainsFunc(argv[1:], func(b string) bool { return optionName(a) == optionName(b) }) {
			out = append(out, a)
		}
	}
	if p.memoryArg == "" && opts.Memory > 0 {
		out = slices.Concat([]string{"/bin/sh", "-c", limitMemory, "sh", fmt.Sprint(opts.Memory << 10)}, out)
	}
	return out
}

// environment is what the program's environment gets; that of the user stands.
func (p profile) environment() []string {
	if _, set := os.LookupEnv(tunables); set || p.malloc == "" {
		return nil
	}
	return []string{tunables + "=" + p.malloc}
}

// tunables is the variable that glibc reads its settings from.
const tunables = "GLIBC_TUNABLES"

// limitMemory is a shell script that runs a command with at most $1 KB of
// address space. Unlike a limit set on the running process it holds from the
// start, for its children too. Where the shell cannot set it, there is none.
const limitMemory = `ulimit -v "$1" 2>/dev/null; shift; exec "$@"`

// optionName is what stands before the value of an option.
func optionName(arg string) string {
	if i := strings.IndexAny(arg, ":="); i > 0 {
		return arg[:i]
	}
	return arg
}

// limit are the commands around a check that limit its resources.
type limit struct{ set, unset string }

// limit is that of so many resource units; 0 is none.
func (p profile) limit(resources int) limit {
	if p.resources == "" || resources <= 0 {
		return limit{}
	}
	return limit{fmt.Sprintf(p.resources, resources), fmt.Sprintf(p.resources, 0)}
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
