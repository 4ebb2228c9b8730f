package main

import (
	"fmt"
	"strings"

	"semdiff/compare/engines"
)

// runHelp prints what there is to say of a topic, or how semdiff is used.
func runHelp(e env, args []string) int {
	topics := map[string]func(*textReport){"engines": helpEngines, "reasons": helpReasons}
	switch {
	case len(args) == 0:
		usage(e.stdout)
	case len(args) > 1 || topics[args[0]] == nil:
		return trouble(e, fmt.Errorf("there is no help on %q, but on engines and reasons", strings.Join(args, " ")))
	default:
		var t textReport
		topics[args[0]](&t)
		fmt.Fprint(e.stdout, t.sb.String())
	}
	return exitSame
}

// helpEngines describes the engines.
func helpEngines(t *textReport) {
	for i, g := range engines.All() {
		if i > 0 {
			t.linef("")
		}
		t.linef("%s: %s", g.Name, g.Title)
		t.wrapf(4, "    %s", g.About)
	}
}
