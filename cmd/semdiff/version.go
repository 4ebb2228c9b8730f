package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/pflag"

	"semdiff/smtlib/solver"
)

// release is the version of the program: the first one in CHANGELOG.md.
const release = "0.1.0"

// version is the release, and where the build knows it the commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return release
	}
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ", changed"
		}
	}
	if commit == "" {
		return release
	}
	return release + " (" + commit + changed + ")"
}

func versionCommand() command {
	return command{
		name: "version", args: "", about: "print the versions of semdiff and of its solvers",
		min: 0, max: 0,
		new: newVersion,
	}
}

// newVersion prints the versions that an answer depends on: semdiff's and those of
// the solvers that are there.
func newVersion(fs *pflag.FlagSet) action {
	var extra []string
	fs.StringArrayVar(&extra, "solver", nil, "show the version of this solver too; may be repeated")
	return func(e env, args []string) int {
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
}
