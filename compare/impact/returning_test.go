package impact

import (
	"context"
	"strings"
	"testing"

	"semdiff/compare/engine"
	"semdiff/internal/enginetest"
	"semdiff/internal/needs"
	sets "semdiff/moddiff/impact"
)

// TestReturning adds something before an output that reads nothing of it: the output is
// not impacted where that is proven to end, and the outcome neither; and not without a
// solver, unless it is seen to end.
func TestReturning(t *testing.T) {
	needs.Z3(t)
	const procedures = `
procedure dec(i: int) returns (j: int) { j := i - 1; }
procedure even(n: int) returns (b: bool) { if (n <= 0) { b := true; } else { call b := odd(n - 1); } }
procedure odd(n: int) returns (b: bool) { if (n <= 0) { b := false; } else { call b := even(n - 1); } }
procedure sometimes(n: int) { var i: int; i := n; while (i != 0) { i := i - 1; } }
procedure main(x: int, y: int) returns (r: int) { var i, k: int; var b: bool; $ r := x; }`
	for _, test := range []struct {
		name, added  string
		seen, proven bool
	}{
		{"bound that moves with the counter", `i := 0; k := x; while (i < k) { i := i + 2; k := k + 1; }`, true, true},
		{"counter of a callee", `i := x; while (i > 0) { call i := dec(i); }`, false, true},
		{"one of two counters", `i := x; k := y; while (i > 0 && k > 0) { if (i > k) { i := i - k; } else { k := k - i; } }`, false, true},
		{"nested loops", `i := x; while (i > 0) { k := 0; while (k < i) { k := k + 1; } call i := dec(i); }`, false, true},
		{"mutual recursion", `call b := even(x);`, false, true},
		{"no end", `i := x; while (i != 0) { i := i - 1; }`, false, false},
		{"no end in a callee", `if (y > 3) { call sometimes(x); }`, false, false},
		{"end that the other branch prevents", `i := x; while (i > 0) { if (y > 0) { call i := dec(i); } else { call i := dec(i + 1); } }`, false, false},
		{"end that may fail", `i := x; while (i > 0) { call i := dec(i); assert i != 3; }`, false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			task := enginetest.Task(t, strings.ReplaceAll(procedures, "$", ""), strings.ReplaceAll(procedures, "$", test.added))
			task.Entry = "main"
			for _, by := range []sets.Level{sets.Text, sets.Terms} {
				proven := run(t, task, by)
				if proven.Impacted() == test.proven {
					t.Errorf("by %s: impacted: %t", by, !test.proven)
				}
			}
			task.Solver = nil
			if seen := run(t, task, sets.Text); seen.Impacted() == test.seen {
				t.Errorf("without a solver: impacted: %t", !test.seen)
			}
		})
	}
}

func run(t *testing.T, task engine.Task, by sets.Level) *Result {
	t.Helper()
	r, err := Run(context.Background(), task, Options{By: by})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
