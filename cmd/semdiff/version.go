package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/pflag"

	"semdiff/smtlib/solver"
)

// runVersion prints the versions that an answer depends on.
func runVersion(e env, args []string) int {
	fs := pflag.NewFlagSet("version", pflag.ContinueOnError)
	if code, ok := parseFlags(e, fs, "version", args, 0, 0); !ok {
		return code
	}
	version := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version
	}
	fmt.Fprintf(e.stdout, "semdiff %s\n", version)
	for _, s := range []string{"z3", "cvc5"} {
		v, err := solver.Version(s)
		if err != nil {
			v = "not found"
		}
		fmt.Fprintf(e.stdout, "%s: %s\n", s, v)
	}
	return exitSame
}
