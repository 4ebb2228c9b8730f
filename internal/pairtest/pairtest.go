// Package pairtest lowers the pairs of programs that tests give as text. It serves tests only.
package pairtest

import (
	"testing"

	"semdiff/smtlib"
	"semdiff/translate"
	"semdiff/translate/ir"
)

// Lower lowers two versions, old.bpl and new.bpl, into one context.
func Lower(t testing.TB, c *smtlib.Context, oldText, newText string) (old, new *ir.Program) {
	t.Helper()
	parse := func(name, text string) translate.Source {
		src, err := translate.Parse(name, []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return src
	}
	old, new, err := translate.LowerPair(c, parse("old.bpl", oldText), parse("new.bpl", newText), translate.Options{})
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, oldText, newText)
	}
	return old, new
}
