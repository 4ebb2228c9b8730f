package export_test

import (
	"slices"
	"strings"
	"testing"

	"semdiff/moddiff"
	"semdiff/moddiff/export"
)

// TestSliced checks that the export of slices holds, which claims of it have no query,
// and that none of these can be taken away.
func TestSliced(t *testing.T) {
	const oldText = `
function f(x: int, y: int): int;
procedure g(n: int, x: int) returns (a: int, b: int)
{
  var i: int;
  a, b, i := 2, x, 0;
  while (i < n) { a := f(a, n); b := f(b, i); i := i + 1; }
}
procedure main(n: int, x: int, y: int) returns (r: int, s: int)
{
  var a: int; var b: int;
  s := y;
  call a, b := g(n, x);
  r := if x > 5 then b else a;
}`
	newText := strings.Replace(oldText, "g(n, x);", "g(n, x + 1);", 1)
	dir := exportWith(t, oldText, newText, moddiff.Options{Unwind: 3})
	if r := verify(t, dir, "z3"); r.Outcome() == export.Disagreed || len(r.Problems) > 0 {
		t.Fatalf("the export itself: %s: %v", r.Outcome(), r.Problems)
	}
	x, err := export.ReadIndex(dir)
	if err != nil {
		t.Fatal(err)
	}
	var ids, says []string
	for _, cl := range x.NotExported {
		ids, says = append(ids, cl.ID), append(says, cl.Says)
	}
	for _, want := range []string{"main/same-s", "g/needs-a"} {
		if !slices.Contains(ids, want) {
			t.Errorf("no claim %s among %q", want, ids)
		}
	}
	if !slices.Contains(says, "a depends on no inputs but n") {
		t.Errorf("no claim has the inputs that a shared function takes: %q", says)
	}
	at := slices.IndexFunc(x.Pairs, func(p export.Pair) bool { return p.Name == "main" })
	if p := x.Pairs[at]; !slices.Equal(p.Unimpacted, []string{"s"}) || !slices.Equal(p.Outputs, []string{"r"}) || slices.Contains(p.Inputs, "y") {
		t.Errorf("main has inputs %q, outputs %q, not impacted %q", p.Inputs, p.Outputs, p.Unimpacted)
	}
	for _, id := range []string{"main/same-s", "g/needs-a"} {
		t.Run(id, func(t *testing.T) {
			without := forge(t, dir, func(f *forger) {
				f.NotExported = slices.DeleteFunc(f.NotExported, func(cl export.NotExported) bool { return cl.ID == id })
			})
			if r := verify(t, without, "z3"); r.Outcome() != export.Disagreed {
				t.Errorf("%s without the claim", r.Outcome())
			}
		})
	}
}
