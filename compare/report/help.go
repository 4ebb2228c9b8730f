package report

import (
	"fmt"
	"io"
	"strings"

	"semdiff/compare/engines"
	"semdiff/moddiff"
)

// WriteEngines describes the engines.
func WriteEngines(w io.Writer) error {
	var t page
	for i, g := range engines.All() {
		if i > 0 {
			t.linef("")
		}
		t.linef("%s: %s", g.Name, g.Title)
		t.wrapf(4, "    %s", g.About)
	}
	return t.writeTo(w)
}

// WriteReasons lists the kinds of reasons.
func WriteReasons(w io.Writer) error {
	var t page
	t.linef("Why something is unknown, as the field reason of --format json names it, and the flag that may help:")
	t.linef("")
	for _, w := range moddiff.AllReasons() {
		t.linef("%s", strings.TrimRight(fmt.Sprintf("  %-12s  %-62s %s", w.ID, strings.ReplaceAll(w.Text, "%s", "NAME"), w.Flag), " "))
	}
	return t.writeTo(w)
}
