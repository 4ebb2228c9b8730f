package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/pflag"

	"semdiff/smtlib/solver"
)

// version is that of the module, which the build writes into the binary.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// runVersion prints the versions that an answer depends on: semdiff's and those of
// the solvers that are there.
func runVersion(e env, args []string) int {
	var extra []string
	fs := pflag.NewFlagSet("version", pflag.ContinueOnError)
	fs.StringArrayVar(&extra, "solver", nil, "show the version of this solver too; may be repeated")
	if code, ok := parseFlags(e, fs, "version", args, 0, 0); !ok {
		return code
	}
	fmt.Fprintf(e.stdout, "semdiff %s\n", version())
	for _, s := range solver.Known() {
		if v, err := solver.Version(s); err == nil {
			fmt.Fprintf(e.stdout, "%s: %s\n", s, v)
		} else if s == "z3" || s == "cvc5" {
			fmt.Fprintf(e.stdout, "%s: not found\n", s)
		}
	}
	for _, s := range extra {
		v, err := solver.Version(s)
		if err != nil {
			return trouble(e, err)
		}
		fmt.Fprintf(e.stdout, "%s: %s\n", s, v)
	}
	return exitSame
}
