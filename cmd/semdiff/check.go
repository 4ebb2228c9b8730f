package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"semdiff/boogie"
)

// runCheck parses, resolves and type-checks files, each on its own.
func runCheck(e env, args []string) int {
	fs := pflag.NewFlagSet("check", pflag.ContinueOnError)
	if code, ok := parseFlags(e, fs, "check FILE...", args, 1, -1); !ok {
		return code
	}
	code := exitSame
	for _, name := range fs.Args() {
		prog, _, err := loadProgram(e, name)
		if err != nil {
			code = trouble(e, err)
			continue
		}
		fmt.Fprintf(e.stdout, "%s: ok\n", prog.File)
	}
	return code
}

// runPrint pretty-prints a file.
func runPrint(e env, args []string) int {
	fs := pflag.NewFlagSet("print", pflag.ContinueOnError)
	if code, ok := parseFlags(e, fs, "print FILE", args, 1, 1); !ok {
		return code
	}
	shown, src, err := readFile(e, fs.Arg(0))
	if err != nil {
		return trouble(e, err)
	}
	prog, err := boogie.Parse(shown, src)
	if err != nil {
		return trouble(e, err)
	}
	if err := boogie.Print(e.stdout, prog); err != nil {
		return trouble(e, err)
	}
	return exitSame
}
