package moddiff

import "testing"

// A difference that no exploration finds within its bounds is found by running
// both versions.
func TestConcreteDifference(t *testing.T) {
	const old = `
procedure main(n: int) returns (r: int)
{
  var i: int;
  i := 0; r := 1;
  while (i < n) { r := (r * r + n * r + 7) mod 1009; i := i + 1; }
}`
	const new = `
procedure main(n: int) returns (r: int)
{
  var i: int;
  i := 0; r := 1;
  while (i < n) { r := (r * r + n * r + 7) mod 1009; i := i + 1; }
  if (n == 42 && r == 742) { r := 0; }
}`
	a, entries, r := run(t, old, new, Options{Mode: ModDiff})
	if r.Verdict != Different {
		t.Fatalf("got %s", r.Verdict)
	}
	means(t, a, entries[0], "C", entries[0].entry.Changed, "(= n 42)")
}

// The same inputs are tried in every run, constants and their neighbours first.
func TestInputs(t *testing.T) {
	a, entries, _ := run(t, "procedure p(x: int) returns (r: int) { r := x; if (x == 1234) { r := 0; } }",
		"procedure p(x: int) returns (r: int) { r := x; if (x == 1235) { r := 0; } }", Options{})
	p := entries[0]
	first, second := newInputs(a.c, p), newInputs(a.c, p)
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
