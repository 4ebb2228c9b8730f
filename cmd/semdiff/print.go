package main

import (
	"github.com/spf13/pflag"

	"semdiff/boogie"
)

func printCommand() command {
	return command{
		name: "print", args: "FILE", about: "pretty-print; reads back to the same program",
		min: 1, max: 1,
		new: newPrint,
	}
}

// newPrint pretty-prints a file.
func newPrint(fs *pflag.FlagSet) action {
	var bounds limitFlags
	bounds.register(fs)
	return func(e env, args []string) int {
		e, watch, err := bounds.watch(e, args[0])
		if err != nil {
			return trouble(e, err)
		}
		defer watch.Stop()
		file := e.source(args[0])
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
}
