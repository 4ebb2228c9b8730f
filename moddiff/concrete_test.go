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
	means(t, a, entries[0], "C", a.State.OfPair(entries[0]).Entry.Changed, "(= n 42)")
}
