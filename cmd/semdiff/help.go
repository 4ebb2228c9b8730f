package main

import (
	"fmt"
	"io"
	"strings"

	"semdiff/compare/engines"
)

// runHelp prints what there is to say of a topic, or how semdiff is used.
func runHelp(e env, args []string) int {
	topics := map[string]func(io.Writer){"engines": helpEngines}
	switch {
	case len(args) == 0:
		usage(e.stdout)
	case len(args) > 1 || topics[args[0]] == nil:
		return trouble(e, fmt.Errorf("there is no help on %q, but on engines", strings.Join(args, " ")))
	default:
		topics[args[0]](e.stdout)
	}
	return exitSame
}

// helpEngines describes the engines.
func helpEngines(w io.Writer) {
	var t textReport
	for i, g := range engines.All() {
		if i > 0 {
			t.linef("")
		}
		t.linef("%s: %s", g.Name, g.Title)
		t.wrapf(4, "    %s", g.About)
	}
	fmt.Fprint(w, t.sb.String())
}
