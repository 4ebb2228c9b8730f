package report

import (
	"fmt"
	"io"
	"strings"

	"semdiff/compare/engines"
	"semdiff/moddiff"
	"semdiff/moddiff/certificate"
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

// WriteVerdicts lists the verdicts and the other statuses.
func WriteVerdicts(w io.Writer) error {
	var t page
	t.linef("What is said of a program and of its pairs (verdict and status in --format json), the best first:")
	t.linef("")
	for _, v := range moddiff.AllVerdicts() {
		t.row(24, v.Name, v.Means)
	}
	t.linef("")
	t.linef("Pairs may also be:")
	t.linef("")
	for _, s := range moddiff.AllStatuses()[len(moddiff.AllVerdicts()):] {
		t.row(24, string(s.Status), s.Means)
	}
	return t.writeTo(w)
}

// WriteClaims lists the claims of an export and the kinds of their proofs.
func WriteClaims(w io.Writer) error {
	var t page
	t.linef("What the files of semdiff export claim, and what a solver that says unsat shows:")
	t.linef("")
	for _, c := range certificate.AllClaims() {
		t.row(26, c.Shown, c.Means)
	}
	t.linef("")
	t.linef("The kinds of proofs:")
	t.linef("")
	for _, p := range certificate.AllProofs() {
		t.row(26, p.Proof, p.Means)
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
