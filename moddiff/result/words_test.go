package result

import (
	"slices"
	"strconv"
	"testing"

	"semdiff/internal/constants"
)

// TestVerdictWords checks that every verdict has words of its own.
func TestVerdictWords(t *testing.T) {
	var known, seen []string
	for _, w := range AllVerdicts() {
		if w.Name == "" || w.Means == "" || slices.Contains(seen, w.Name) || slices.Contains(seen, w.Means) || w.Verdict.String() != w.Name {
			t.Errorf("%+v is not told from others", w)
		}
		seen = append(seen, w.Name, w.Means)
		known = append(known, strconv.Itoa(int(w.Verdict)))
	}
	declared := constants.Of(t, ".", "Verdict")
	for name, value := range declared {
		if !slices.Contains(known, value) {
			t.Errorf("no words for %s", name)
		}
	}
	if len(known) != len(declared) {
		t.Errorf("%d verdicts have words, there are %d", len(known), len(declared))
	}
}

// TestStatusWords checks that every status has words of its own.
func TestStatusWords(t *testing.T) {
	var known, seen []string
	for _, w := range AllStatuses() {
		if w.Means == "" || slices.Contains(known, string(w.Status)) || slices.Contains(seen, w.Means) {
			t.Errorf("%+v is not told from others", w)
		}
		known, seen = append(known, string(w.Status)), append(seen, w.Means)
	}
	declared := constants.Of(t, ".", "Status")
	for name, value := range declared {
		if !slices.Contains(known, value) {
			t.Errorf("no words for %s", name)
		}
	}
	if want := len(AllVerdicts()) + len(declared); len(known) != want {
		t.Errorf("%d statuses have words, there are %d", len(known), want)
	}
}
