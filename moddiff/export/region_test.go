package export_test

import (
	"testing"

	"semdiff/moddiff/export"
)

// TestRegionForgeries checks that an export of a pair that agrees on some inputs for all
// iterations holds, and that no edit of what it says of these does.
func TestRegionForgeries(t *testing.T) {
	const text = `procedure partial(a: int, m: [int]int, n: int) returns (r: int) { var i: int; i := 0; r := 0; while (i < n) { r := r + `
	dir := exportPair(t, text+`m[i]; i := i + 1; } }`, text+`(if a > 3 then m[i] + 1 else m[i]); i := i + 1; } }`)
	if r := verify(t, dir, "z3"); r.Outcome() != export.Agreed {
		t.Fatalf("the export itself: %s: %v", r.Outcome(), r.Problems)
	}
	refuse(t, dir, []forgery{
		{"a region that is larger", func(f *forger) { f.rewrite("partial/unchanged", "(<= a 3)", "(<= a 4)") },
			[]string{"partial/unchanged: disagreed: its query: partial:region-1:given is another than in partial:region-1/unchanged"}},
		{"a region taken away", func(f *forger) { f.remove("partial:region-1/unchanged") },
			[]string{`partial/unchanged: disagreed: it rests on "partial:region-1/unchanged", which is not there`}},
		{"a region that a claim does not rest on", func(f *forger) { f.query("partial/unchanged").Proof = "summaries" },
			[]string{"partial/unchanged: disagreed: its query: it does not assert that the claim is false"}},
		{"a region taken for all inputs", func(f *forger) {
			q := f.query("partial/cover")
			q.RestsOn = append(q.RestsOn, "partial:region-1/unchanged")
			f.rewrite("partial/cover", "(set-info :status", "; rests on partial:region-1/unchanged\n(set-info :status")
		}, []string{"partial/cover: disagreed: its query: it may not rest on partial:region-1/unchanged"}},
		{"a proof in a region, on all inputs", func(f *forger) {
			f.rewrite("partial:region-1/unchanged", "(assert |partial:region-1:given|)\n", "")
		}, []string{"partial:region-1/unchanged: disagreed: its query: it does not assert that the claim is false"}},
	})
}
