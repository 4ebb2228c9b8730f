package moddiff

import "testing"

// TestDivisionByZero checks that witnesses satisfy the conditions that they are
// shown with, as the interpreter divides: 7 mod 0 is 7 there, in models anything.
func TestDivisionByZero(t *testing.T) {
	old := `procedure main(x: int) returns (r: int) {
		r := 0;
		if (7 mod x >= 11) { r := 1; } else if (7 mod x >= 7) { r := 2; }
	}`
	new := `procedure main(x: int) returns (r: int) { r := 0; }`
	for _, opts := range []Options{{}, {Paths: EnumeratePaths}} {
		a, pairs, r := run(t, old, new, opts)
		if r.Verdict != Different {
			t.Errorf("%+v: %s", opts, r.Verdict)
		}
		for _, d := range a.State.OfPair(pairs[0]).Summary.Differences {
			if !d.MayHold(d.Condition) {
				t.Errorf("%s excludes %v", d.Condition, d.Witness)
			}
			if got := d.Old.Values[0].String(); got != "2" {
				t.Errorf("the old version returns %s on %v", got, d.Witness)
			}
		}
	}
}
