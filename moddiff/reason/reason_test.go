package reason

import (
	"slices"
	"testing"

	"semdiff/internal/constants"
)

// TestWords checks that every kind of reason has words of its own.
func TestWords(t *testing.T) {
	var known, seen []string
	for _, w := range All() {
		if w.Text == "" || slices.Contains(known, string(w.ID)) || slices.Contains(seen, w.Text) {
			t.Errorf("%+v is not told from others", w)
		}
		known, seen = append(known, string(w.ID)), append(seen, w.Text)
	}
	for name, value := range constants.Of(t, ".", "ID") {
		if !slices.Contains(known, value) {
			t.Errorf("no words for %s (%s)", name, value)
		}
	}
}

// TestList keeps different reasons, the most telling first.
func TestList(t *testing.T) {
	var l List
	l.Add(Of(Callee, "g", ""), Of(Callee, "f", ""), Of(Time, "", ""), Of(Callee, "g", ""))
	want := "time ran out (--timeout)"
	if got := l.Sorted(); len(got) != 3 || got[0].String() != want || got[1].About != "f" || got[2].About != "g" {
		t.Errorf("got %v", got)
	}
}
