package smtlib

import (
	"os/exec"
	"strings"
	"testing"

	"semdiff/internal/needs"
)

// TestLogicsAreKnown checks that both solvers take all logics without a word,
// and functions that are defined in each.
func TestLogicsAreKnown(t *testing.T) {
	for _, argv := range [][]string{{"z3", "-in"}, {"cvc5", "--lang=smt2", "--quiet"}} {
		t.Run(argv[0], func(t *testing.T) {
			needs.Solvers(t, argv[0])
			for _, l := range logics {
				cmd := exec.Command(argv[0], argv[1:]...)
				cmd.Stdin = strings.NewReader("(set-logic " + l.name + ")\n(define-fun f ((p Bool)) Bool p)\n(assert (f true))\n(check-sat)\n")
				if out, err := cmd.CombinedOutput(); err != nil || string(out) != "sat\n" {
					t.Errorf("%s: %s %v", l.name, out, err)
				}
			}
		})
	}
}
