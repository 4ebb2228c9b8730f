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

// TestInputsByZero checks that no test input claims a difference which rests on what
// a division by zero gives: any function will do there, and where it gives 3 the
// versions agree.
func TestInputsByZero(t *testing.T) {
	const program = "procedure main(x: int) returns (r: int) { r := (3 - (4 div x)) * 1; }"
	const negated = "procedure main(x: int) returns (r: int) { r := (3 - (4 div x)) * -1; }"
	a, entries, r := run(t, program, negated, Options{})
	if r.Verdict != Different {
		t.Errorf("the verdict is %s, want different", r.Verdict)
	}
	p := entries[0]
	for d := range a.Runs.Tests(p, p.Observed(a.Ctx, true)) {
		if d == nil {
			continue
		}
		means(t, a, p, d.Condition.String()+" with x == 0", a.Ctx.And(d.Condition, a.Ctx.Eq(p.Inputs[0].Var, a.Ctx.IntVal(0))), "false")
	}
}
