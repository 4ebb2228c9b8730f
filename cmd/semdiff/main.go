// Command semdiff tells what a change to a Boogie program really does.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"syscall"

	"semdiff/internal/closest"
	"semdiff/internal/limits"
)

// command is a subcommand.
type command struct {
	name, args, about string
	run               func(env, []string) int
	partial           bool // has an answer to give when it is interrupted
}

func commands() []command {
	return []command{
		{"diff", "OLD NEW", "difference summaries of two versions and the entry's verdict", runDiff, true},
		{"export", "OLD NEW", "the answer and its proofs as SMT-LIB files, for any solver to check", runExport, true},
		{"verify", "DIR", "check an export with any number of solvers", runVerify, true},
		{"crosscheck", "OLD NEW", "difference summaries held against SymDiff's verification conditions", runCrosscheck, true},
		{"impact", "OLD NEW", "which statements and outputs a change can reach", runImpact, true},
		{"compare", "SUITE...", "engines and other tools side by side over suites of pairs", runCompare, true},
		{"delta", "OLD NEW", "relations between the versions for all iterations; the difference, over-approximated", runDelta, true},
		{"git", "[REV [REV]] [PATH...]", "the files that differ in two revisions of a repository, compared", runGit, true},
		{"match", "OLD NEW", "what is matched in two versions, to be edited for diff --match", runMatch, false},
		{"check", "FILE...", "parse, resolve and type-check", runCheck, false},
		{"print", "FILE", "pretty-print; reads back to the same program", runPrint, false},
		{"run", "FILE", "execute a procedure on concrete inputs", runRun, false},
		{"version", "", "print the versions of semdiff and of its solvers", runVersion, false},
	}
}

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // most of what a run allocates lives until its end
	}
	code := run(env{interruptible(exit), os.Stdin, os.Stdout, os.Stderr, exit}, os.Args[1:])
	if err := os.Stdout.Close(); err != nil && code != exitTrouble {
		fmt.Fprintf(os.Stderr, "semdiff: %v\n", err)
		code = exitTrouble
	}
	os.Exit(code)
}

// exit ends the process and those that it started.
func exit(code int) {
	limits.EndChildren()
	os.Exit(code)
}

// run is the whole program; it returns the exit code. An answer that could not be
// written is none.
func run(e env, args []string) int {
	out := &output{Writer: e.stdout}
	e.stdout = out
	code := runCommand(e, args)
	if out.err != nil && code != exitTrouble {
		return trouble(e, out.err)
	}
	return code
}

func runCommand(e env, args []string) int {
	if len(args) == 0 {
		usage(e.stderr)
		return exitTrouble
	}
	switch args[0] {
	case "help", "-h", "--help":
		return runHelp(e, args[1:])
	case "--version":
		args[0] = "version"
	}
	for _, c := range commands() {
		if c.name == args[0] {
			if !c.partial {
				defer context.AfterFunc(e.ctx, func() { e.exit(signalled(syscall.SIGINT)) })()
			}
			return c.run(e, args[1:])
		}
	}
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	fmt.Fprintf(e.stderr, "semdiff: unknown command %q%s; semdiff help lists them\n", args[0], closest.Question(args[0], names))
	return exitTrouble
}

func usage(w io.Writer) {
	fmt.Fprint(w, "semdiff tells what a change to a Boogie program really does.\n\nusage:\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  semdiff %-10s %-24s %s\n", c.name, c.args, c.about)
	}
	fmt.Fprint(w, "\nhelp:\n  semdiff help COMMAND                       what a command does, and its flags\n")
	for _, t := range topics() {
		fmt.Fprintf(w, "  semdiff help %-29s %s\n", t.name, t.about)
	}
	fmt.Fprint(w, `
semdiff COMMAND --help lists the flags of a command. A file named - is standard input.
exit codes: 0 equivalent or partially-equivalent, 1 different, 2 trouble, 3 unknown
(without --entry: 1 too where procedures were added, removed or got another signature)
`)
}
