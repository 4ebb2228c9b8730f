package main

import (
	"github.com/spf13/pflag"

	"semdiff/boogie"
)

// runPrint pretty-prints a file.
func runPrint(e env, args []string) int {
	fs := pflag.NewFlagSet("print", pflag.ContinueOnError)
	var bounds limitFlags
	bounds.register(fs)
	if code, ok := parseFlags(e, fs, "print [flags] FILE", args, 1, 1); !ok {
		return code
	}
	e, watch, err := bounds.watch(e, fs.Arg(0))
	if err != nil {
		return trouble(e, err)
	}
	defer watch.Stop()
	file := e.source(fs.Arg(0))
	src, err := file.Read()
	if err != nil {
		return trouble(e, err)
	}
	prog, err := boogie.Parse(file.Name(), src)
	if err != nil {
		return trouble(e, err)
	}
	if err := boogie.Print(e.stdout, prog); err != nil {
		return trouble(e, err)
	}
	return exitSame
}
