package moddiff

import (
	"context"
	"slices"
	"strings"
	"testing"

	"semdiff/smtlib"
)

// TestComplete checks that an answer is complete exactly when nothing of it is
// open, and that bounds are told of only where they left something out.
func TestComplete(t *testing.T) {
	const loop = `
procedure main(n: int) returns (r: int)
{
  var i: int;
  r := 0;
  i := 0;
  while (i < n) { r := r + STEP; i := i + 1; }
}
`
	bounds := []string{"unwinding stopped", "not all paths", "no definite answer", "conditions grew"}
	ofBounds := func(note string) bool {
		return slices.ContainsFunc(bounds, func(b string) bool { return strings.Contains(note, b) })
	}
	old := strings.Replace(loop, "STEP", "i", 1)
	for _, test := range []struct {
		name, new string
		complete  bool
	}{
		{"rewritten", strings.Replace(loop, "STEP", "2 * i - i", 1), true},
		{"another result after many iterations", strings.Replace(loop, "STEP", "(if i * i < 900000000 then i else 0)", 1), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, _, r := run(t, old, test.new, Options{Unwind: 5})
			open := slices.ContainsFunc(r.Pairs, func(p *PairResult) bool { return p.Verdict == Unknown && p.Analysed })
			if r.Complete != test.complete || open == test.complete {
				t.Errorf("%s, complete %t, open %t", r.Verdict, r.Complete, open)
			}
			if told := slices.ContainsFunc(r.Notes, ofBounds); told == test.complete {
				t.Errorf("notes: %q", r.Notes)
			}
		})
	}
	t.Run("undecided", func(t *testing.T) {
		r := analyze(t, smtlib.NewContext(), context.Background(), old, strings.Replace(loop, "STEP", "(if i < 0 then 7 else i)", 1), Options{Unwind: 5})
		if r.Complete || !slices.ContainsFunc(r.Notes, ofBounds) {
			t.Errorf("%s, complete %t, notes %q", r.Verdict, r.Complete, r.Notes)
		}
	})
}
