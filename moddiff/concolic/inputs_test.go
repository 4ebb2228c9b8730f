package concolic

import (
	"testing"

	"semdiff/internal/pairtest"
	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
)

// TestInputs checks that the same inputs are tried in every run, constants of both
// versions and their neighbours first.
func TestInputs(t *testing.T) {
	c := smtlib.NewContext()
	old, new := pairtest.Lower(t, c,
		"procedure p(x: int) returns (r: int) { r := x; if (x == 1234) { r := 0; } }",
		"procedure p(x: int) returns (r: int) { r := x; if (x == 1235) { r := 0; } }")
	pairs, err := pairing.New(old, new, pairing.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := pairs.Named("p")
	first, second := newInputs(c, p), newInputs(c, p)
	seen := map[string]bool{}
	for i := range 40 {
		x, y := first.next(p, i)[p.Inputs[0].Var], second.next(p, i)[p.Inputs[0].Var]
		if x.String() != y.String() {
			t.Fatalf("input %d is %s, then %s", i, x, y)
		}
		seen[x.String()] = true
	}
	for _, want := range []string{"0", "1", "-1", "1233", "1234", "1235", "1236"} {
		if !seen[want] {
			t.Errorf("%s is not tried", want)
		}
	}
}
