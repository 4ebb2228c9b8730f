package report

import (
	"fmt"
	"strings"
	"testing"
)

// TestWithContext checks which lines of a long text are shown.
func TestWithContext(t *testing.T) {
	all := make([]listedLine, 200)
	for i := range all {
		all[i].Number = i + 1
	}
	all[99].Class = "alone"
	var got []string
	for _, l := range withContext(all) {
		if l.Omitted > 0 {
			got = append(got, fmt.Sprintf("%d left out", l.Omitted))
		} else {
			got = append(got, fmt.Sprint(l.Number))
		}
	}
	if s := strings.Join(got, " "); s != "1 95 left out 97 98 99 100 101 102 103 97 left out" {
		t.Errorf("%s", s)
	}
	if got := withContext(all[:impactContext]); len(got) != impactContext {
		t.Errorf("a short text has %d lines", len(got))
	}
}
