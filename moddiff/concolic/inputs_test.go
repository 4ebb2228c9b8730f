package concolic

import (
	"testing"

	"semdiff/internal/pairtest"
	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
	"semdiff/translate/interp"
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

// TestRows checks that maps hold equal rows at inputs in some test inputs, longer than one
// cell, and other ones in others.
func TestRows(t *testing.T) {
	c := smtlib.NewContext()
	text := "procedure p(m: [int]int, k: [int]int, a: int, b: int) returns (r: bool) { r := m[a] == k[b]; }"
	old, new := pairtest.Lower(t, c, text, text+"// new")
	pairs, err := pairing.New(old, new, pairing.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := pairs.Named("p")
	in := newInputs(c, p)
	values := make([]interp.Value, 4)
	cell := func(m, i int, offset int64) interp.Value {
		v, err := interp.Select(values[m], in.plus(values[i], offset))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	same, differ := 0, 0
	for i := range 100 {
		env := in.rows(p, i)
		for k := range values {
			values[k] = env[p.Inputs[k].Var]
		}
		for n := int64(0); ; n++ {
			x, y := cell(0, 2, n), cell(1, 3, n)
			if x.String() != y.String() {
				if n > 1 {
					differ++
				}
				break
			}
			if x.String() == "0" {
				if n > 1 {
					same++
				}
				break
			}
		}
	}
	if same < 10 || differ < 5 {
		t.Errorf("%d strings of two characters or more are equal, and %d but for one", same, differ)
	}
}
