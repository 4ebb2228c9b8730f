// Command semdiff tells what a change to a Boogie program really does.
package main

import (
	"fmt"
	"os"

	"semdiff/internal/limits"
)

// commands are the subcommands, in the order of their use.
func commands() []command {
	return []command{
		diffCommand(),
		exportCommand(),
		verifyCommand(),
		crosscheckCommand(),
		impactCommand(),
		compareCommand(),
		deltaCommand(),
		clientCommand(),
		gitCommand(),
		matchCommand(),
		checkCommand(),
		printCommand(),
		runCommand(),
		versionCommand(),
	}
}

func main() {
	if os.Getenv("GOGC") == "" {
		limits.TuneCollector()
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
	code := execute(e, out, args)
	if err := out.end(); err != nil && code != exitTrouble {
		return trouble(e, err)
	}
	return code
}
