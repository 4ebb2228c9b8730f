package main

import (
	"fmt"
	"io"
	"strings"

	"semdiff/compare/report"
)

// runHelp prints what there is to say of a topic, or how semdiff is used.
func runHelp(e env, args []string) int {
	topics := map[string]func(io.Writer) error{"engines": report.WriteEngines, "reasons": report.WriteReasons}
	switch {
	case len(args) == 0:
		usage(e.stdout)
	case len(args) > 1 || topics[args[0]] == nil:
		return trouble(e, fmt.Errorf("there is no help on %q, but on engines and reasons", strings.Join(args, " ")))
	default:
		if err := topics[args[0]](e.stdout); err != nil {
			return trouble(e, err)
		}
	}
	return exitSame
}
