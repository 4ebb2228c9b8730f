package solver

import (
	"context"
	"strings"
	"testing"
	"time"

	"semdiff/internal/needs"
	"semdiff/smtlib"
)

// After Reset a solver answers as a new one: with the same models and with the
// same queries left open, whatever came before.
func TestReset(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	for _, command := range []string{"z3", "cvc5", "sh testdata/plain.sh"} {
		t.Run(command, func(t *testing.T) {
			needs.Solvers(t, "z3", strings.Fields(command)[0])
			opts := Options{Timeout: 10 * time.Second, Resources: 60_000, QuickResources: 10_000, QuickTimeout: 10 * time.Millisecond}
			c := smtlib.NewContext()
			open := func() Solver {
				s, err := newSession(c, command, opts)
				if err != nil {
					t.Fatal(err)
				}
				return s
			}
			used := open()
			defer used.Close()
			examples := examples
			if command != "z3" || testing.Short() { // others than z3 are started again
				examples = examples[:10]
			}
			for i, e := range examples {
				list := e.terms(t, c)
				used.Quick(context.Background(), []*smtlib.Term{hard(c)}, false) // leaves something behind
				used.Check(context.Background(), examples[(i+1)%len(examples)].terms(t, c), true)
				used.Reset()
				got := used.Check(context.Background(), list, true)
				fresh := open()
				want := fresh.Check(context.Background(), list, true)
				fresh.Close()
				if got.Answer != want.Answer || got.Reason != want.Reason || got.Detail != want.Detail {
					t.Errorf("%s: %v, a new solver says %v", e.name, got, want)
				}
				if got.Model == nil || want.Model == nil {
					continue
				}
				for x, v := range want.Model.Vars {
					if got.Model.Vars[x] != v {
						t.Errorf("%s: %v = %v, a new solver says %v", e.name, x, got.Model.Vars[x], v)
					}
				}
			}
		})
	}
}
