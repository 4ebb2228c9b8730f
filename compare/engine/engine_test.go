package engine

import (
	"testing"

	"semdiff/moddiff"
)

func TestContradict(t *testing.T) {
	answer := func(v Verdict, differences ...*moddiff.Difference) *moddiff.PairResult {
		return &moddiff.PairResult{Verdict: v, Summary: &moddiff.DiffSummary{Differences: differences}}
	}
	differs, ends := &moddiff.Difference{}, &moddiff.Difference{Termination: true}
	for _, tt := range []struct {
		name string
		p, q *moddiff.PairResult
		want bool
	}{
		{"proven and seen", answer(Equivalent), answer(Different, differs), true},
		{"proven where both end, and seen", answer(PartiallyEquivalent), answer(Different, differs), true},
		{"one end seen", answer(Equivalent), answer(Different, ends), true},
		{"one end seen, and proven where both end", answer(PartiallyEquivalent), answer(Different, ends), false},
		{"nothing proven", answer(Unknown), answer(Different, differs), false},
		{"nothing seen", answer(Unknown), answer(Equivalent), false},
		{"not analysed", &moddiff.PairResult{Verdict: Equivalent}, &moddiff.PairResult{}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if Contradict(tt.p, tt.q) != tt.want || Contradict(tt.q, tt.p) != tt.want {
				t.Errorf("want %t", tt.want)
			}
		})
	}
}
