package moddiff

import (
	"fmt"
	"testing"
)

// TestFuzz checks that differences are found where no proof and no first test input
// shows one: where loops compute a certain number, pointers alias, or runs are longer;
// and the same ones each time.
func TestFuzz(t *testing.T) {
	for _, tc := range []struct{ name, old, new string }{
		{"two numbers", `
procedure main(m: int, n: int) returns (a: int)
  requires m > 0 && n > 0;
{
  var b: int;
  a := m; b := n;
  while (a != b) { if (a > b) { a := a - b; } else { b := b - a; } }
}`, `
procedure main(m: int, n: int) returns (a: int)
  requires m > 0 && n > 0;
{
  var b: int;
  a := m; b := n;
  while (a != b) { if (a > b) { a := a - b; } else { b := b - a; } }
  if (a == 7 && m != 7 && n != 7) { a := 1; }
}`},
		{"pointers", `
procedure main(m: [int]int, p: int, q: int, n: int) returns (r: [int]int)
{
  var i: int;
  i := 0; r := m;
  while (i < n) { r[p] := r[p] + r[q + i]; i := i + 1; }
}`, `
procedure main(m: [int]int, p: int, q: int, n: int) returns (r: [int]int)
{
  var i: int;
  i := 0; r := m;
  while (i < n) { r[p] := r[p] + r[q + i]; i := i + 1; }
  if (p == q + 3 && n > 20) { r[p] := r[p] + r[q + 4]; }
}`},
		{"long run", `
procedure main(n: int) returns (r: int)
{
  var i: int;
  i := 0; r := 0;
  while (i < n) { r := r + i; i := i + 1; }
}`, `
procedure main(n: int) returns (r: int)
{
  var i: int;
  i := 0; r := 0;
  while (i < n) { r := r + i; if (i == 1700) { r := r + 1; } i := i + 1; }
}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var before string
			for range 2 {
				a, entries, r := run(t, tc.old, tc.new, Options{Mode: ModDiff})
				if r.Verdict != Different {
					t.Fatalf("got %s", r.Verdict)
				}
				d := a.State.OfPair(entries[0]).Entry.Differences[0]
				if got := fmt.Sprint(d.Witness); before == "" {
					before = got
				} else if got != before {
					t.Errorf("differs on %s once and on %s then", before, got)
				}
			}
			t.Log(before)
		})
	}
}
