package certificate

import (
	"maps"
	"slices"
	"testing"

	"semdiff/internal/constants"
)

// TestWords checks that every claim and every kind of proof has words of its own.
func TestWords(t *testing.T) {
	claims, proofs := map[string]string{}, map[string]string{}
	for _, w := range AllClaims() {
		claims[w.Name] = w.Means
		if w.Shown == "" {
			t.Errorf("nobody knows how %s looks", w.Name)
		}
	}
	for _, w := range AllProofs() {
		proofs[w.Proof] = w.Means
	}
	for typ, words := range map[string]map[string]string{"ClaimName": claims, "ProofName": proofs} {
		declared := slices.Sorted(maps.Values(constants.Of(t, ".", typ)))
		if known := slices.Sorted(maps.Keys(words)); !slices.Equal(known, declared) {
			t.Errorf("%s: words for %q, there are %q", typ, known, declared)
		}
		told := slices.Sorted(maps.Values(words))
		if told[0] == "" || len(slices.Compact(slices.Clone(told))) != len(words) {
			t.Errorf("%s: not told from each other: %q", typ, told)
		}
	}
}
