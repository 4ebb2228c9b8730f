package moddiff

import "testing"

// TestClosedForms compares loops that have closed forms: for all numbers of iterations.
func TestClosedForms(t *testing.T) {
	tests := []struct {
		name, old, new string
		want           Verdict
		changed        string // of main, as SMT-LIB; "" for nothing
	}{
		{"a counter against its value", `
procedure main(x0: int, c0: int) returns (x: int, c: int) { x := x0; c := c0; while (x < 0) { x := x + 1; c := c + 1; } }`, `
procedure main(x0: int, c0: int) returns (x: int, c: int) { x := x0; c := c0; if (x < 0) { c := c - x; x := 0; } }`, Equivalent, ""},
		{"a sum against its value", `
procedure main(n: int) returns (s: int) { var i: int; s := 0; i := 1; while (i <= n) { s := s + i; i := i + 1; } }`, `
procedure main(n: int) returns (s: int) { s := 0; if (n > 0) { s := n * (n + 1) div 2; } }`, Equivalent, ""},
		{"a sum up against one down", `
procedure main(n: int) returns (s: int) { var i: int; s := 0; i := 1; while (i <= n) { s := s + i; i := i + 1; } }`, `
procedure main(n: int) returns (s: int) { var i: int; s := 0; i := n; while (i > 0) { s := s + i; i := i - 1; } }`, Equivalent, ""},
		{"unrolled", `
procedure main(n: int) returns (c: int) { var i: int; c := 0; i := 0; while (i < n) { c := c + 3; i := i + 1; } }`, `
procedure main(n: int) returns (c: int) { var i: int; c := 0; i := 0;
  while (i + 1 < n) { c := c + 6; i := i + 2; } while (i < n) { c := c + 3; i := i + 1; } }`, Equivalent, ""},
		{"the same inputs for ever", `
procedure main(n: int) returns (c: int) { var i: int; c := 0; i := 0; while (i != n) { i := i + 3; c := c + 1; } }`, `
procedure main(n: int) returns (c: int) { c := n div 3; if (n < 0 || n mod 3 != 0) { while (true) { c := 1; } } }`, Equivalent, ""},
		{"an inner loop", `
procedure main(n: int) returns (c: int) { var i, j: int; c := 0; i := 0;
  while (i < n) { j := 0; while (j < 4) { c := c + 1; j := j + 1; } i := i + 1; } }`, `
procedure main(n: int) returns (c: int) { c := 0; if (n > 0) { c := 4 * n; } }`, Equivalent, ""},
		{"an assertion in the loop", `
procedure main(n: int) returns (c: int) { c := 0; while (c < n) { assert c < 100; c := c + 1; } }`, `
procedure main(n: int) returns (c: int) { c := 0; if (n > 0) { c := n; } assert n <= 100; }`, Equivalent, ""},
		{"a difference beyond the bound", `
procedure main(n: int) returns (c: int) { var i: int; c := 0; i := 0; while (i < n) { i := i + 2; c := c + 3; } }`, `
procedure main(n: int) returns (c: int) { var i: int; c := 0; i := 0; while (i < n) { i := i + 2; c := c + 3; } if (c == 300) { c := 0; } }`,
			Different, "(or (= n 199) (= n 200))"},
		{"a counter beside what is not counted", `
procedure main(n: int, a: [int]int) returns (s: int, i: int) { i := 0; s := 0; while (i < n) { s := s + a[i]; i := i + 1; } }`, `
procedure main(n: int, a: [int]int) returns (s: int, i: int) { i := 0; s := 0; while (i < n) { s := s + a[i]; i := i + 1; } if (i != n && n >= 0) { s := 0; } }`,
			Equivalent, ""},
		{"a counter beside choices", `
procedure main(n: int, a: [int]int) returns (s: int, i: int) { i := 0; s := 0; while (i < n) { if (a[i] > s) { s := a[i]; } i := i + 1; } }`, `
procedure main(n: int, a: [int]int) returns (s: int, i: int) { i := 0; s := 0; while (i < n) { if (a[i] > s) { s := a[i]; } i := i + 1; } i := if n > 0 then n else 0; }`,
			Equivalent, ""},
		{"a difference in the counter", `
procedure main(n: int, a: [int]int) returns (s: int, i: int) { i := 0; s := 0; while (i < n) { s := s + a[i]; i := i + 1; } }`, `
procedure main(n: int, a: [int]int) returns (s: int, i: int) { i := 0; s := 0; while (i < n) { s := s + a[i]; i := i + 1; } if (i == 300) { i := 301; } }`,
			Different, "(= n 300)"},
		{"an inner loop that does not end", `
procedure main(n: int, k: int) returns (i: int) { var s: int; i := 0; while (i < n) { s := 0; while (s != k) { s := s + 1; } i := i + 1; } }`, `
procedure main(n: int, k: int) returns (i: int) { i := 0; while (i < n) { i := i + 1; } }`, Different, "false"},
		{"a strict bound", `
procedure main(n: int) returns (c: int) { c := 0; while (c < n) { c := c + 1; } }`, `
procedure main(n: int) returns (c: int) { c := 0; while (c <= n) { c := c + 1; } }`, Different, "(>= n 0)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a, entries, r := run(t, test.old, test.new, Options{Entry: "main"})
			if r.Verdict != test.want {
				t.Errorf("verdict %s, want %s", r.Verdict, test.want)
			}
			if test.changed != "" {
				d := a.State.OfPair(entries[0]).Entry
				means(t, a, entries[0], "C", d.Changed, test.changed)
				if len(d.Differences) == 0 {
					t.Error("no difference was replayed")
				}
			}
		})
	}
}
