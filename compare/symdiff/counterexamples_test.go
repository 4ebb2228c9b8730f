package symdiff

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"semdiff/internal/enginetest"
	"semdiff/translate/ir"
)

// TestCounterexamples checks that each counterexample is of another pair of
// paths, that none is missed, and that the runs of all differ.
func TestCounterexamples(t *testing.T) {
	type interval struct{ low, high int }
	const (
		least, most = math.MinInt, math.MaxInt

		classify = `procedure main(x: int) returns (r: int)
{ if (x < 0) { r := 0; } else if (x < 10) { r := 1; } else if (x < 100) { r := 2; } else { r := 3; } }`
		shifted = `procedure main(x: int) returns (r: int)
{ if (x < 0) { r := 1; } else if (x <= 10) { r := 1; } else if (x < 100) { r := 3; } else { r := 3; } }`
		sign      = `procedure sign(x: int) returns (r: int) { if (x > 0) { r := 1; } else { r := -1; } }`
		calls     = `procedure main(x: int) returns (r: int) { call r := sign(x); }` + sign
		doubles   = `procedure main(x: int) returns (r: int) { call r := sign(x); r := r * 2; }` + sign
		identity  = `procedure main(x: int) returns (r: int) { r := x; }`
		increment = `procedure main(x: int) returns (r: int) { r := x + 1; }`
	)
	for _, test := range []struct {
		name, old, new string
		mode           Mode
		n              int
		want           []interval // of x, in order
	}{
		{"arms", classify, shifted, Modular, 9, []interval{{least, -1}, {10, 10}, {11, 99}}},
		{"no more than wanted", classify, shifted, Modular, 1, []interval{{least, 99}}},
		{"same", classify, classify, Modular, 9, nil},
		{"one path", identity, increment, Modular, 9, []interval{{least, most}}},
		{"callee as a function", calls, doubles, Modular, 9, []interval{{least, most}}},
		{"callee inlined", calls, doubles, Inline, 9, []interval{{least, 0}, {1, most}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, err := Prove(context.Background(), enginetest.Task(t, test.old, test.new), Options{Mode: test.mode})
			if err != nil {
				t.Fatal(err)
			}
			list, err := a.Counterexamples("main", test.n)
			if err != nil {
				t.Fatal(err)
			}
			var xs []int
			for _, d := range list {
				if d.Old.End != ir.Normal || d.New.End != ir.Normal || d.Old.Values[0].String() == d.New.Values[0].String() {
					t.Errorf("the versions agree for x = %s", d.Witness[0])
				}
				var x int
				if _, err := fmt.Sscan(d.Witness[0].String(), &x); err != nil {
					t.Fatal(err)
				}
				xs = append(xs, x)
			}
			slices.Sort(xs)
			if !slices.EqualFunc(xs, test.want, func(x int, in interval) bool { return in.low <= x && x <= in.high }) {
				t.Errorf("x = %v, want one in each of %v", xs, test.want)
			}
		})
	}
	a, err := Prove(context.Background(), enginetest.Task(t, classify, shifted), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Counterexamples("nobody", 1); err == nil {
		t.Error("a pair that is not there has counterexamples")
	}
}
