package moddiff

import (
	"slices"
	"strings"
	"testing"

	"semdiff/moddiff/result"
)

// TestProvenBetween checks that an unedited caller, which is equal wherever both versions end, is proven so
// before its path differences are refined to the end: only what is about ends is left open.
func TestProvenBetween(t *testing.T) {
	const program = `
var m: [int]int;
procedure above(p: int, limit: int) returns (n: int)
{
  var q: int;
  q, n := p, 0;
  while (q != 0) { if (m[q] > limit) { $ } q := m[q + 8]; }
}
procedure client(p: int, limit: int) returns (r: int)
{
  var n: int;
  call n := above(p, limit);
  if (n > 0) { r := 1; } else { r := 0; }
}`
	res := analysed(t, strings.Replace(program, "$", "n := n + 1;", 1), strings.Replace(program, "$", "n := 1; return;", 1), Options{Entry: "client", Unwind: 5, Mode: ModDiffRef})
	if res.Verdict != PartiallyEquivalent {
		t.Errorf("the verdict is %s", res.Verdict)
	}
	i := slices.IndexFunc(res.Pairs, func(p *result.PairResult) bool { return p.Name == "client" })
	if p := res.Pairs[i]; p.Summary.Refinements > 2*roundsBefore || len(p.Invariants) == 0 {
		t.Errorf("%d refinements, and %d relations", p.Summary.Refinements, len(p.Invariants))
	}
}
