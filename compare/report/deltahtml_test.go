package report

import (
	"fmt"
	"strings"
	"testing"
)

// TestLinesAlone checks which lines of two texts stand in one of them alone.
func TestLinesAlone(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{"a b c", "a b c", "... ..."},
		{"a b c", "a c", ".!. .."},
		{"a c", "a b c", ".. .!."},
		{"a b", "b a", "!. .!"},
		{"a x b y", "a b z", ".!.! ..!"},
		{"a", "b", "! !"},
	} {
		alone := linesAlone([2][]string{strings.Fields(tt.old), strings.Fields(tt.new)})
		var got []string
		for _, side := range alone {
			marks := ""
			for _, is := range side {
				marks += map[bool]string{true: "!", false: "."}[is]
			}
			got = append(got, marks)
		}
		if s := fmt.Sprintf("%s %s", got[0], got[1]); s != tt.want {
			t.Errorf("%s and %s: %s, want %s", tt.old, tt.new, s, tt.want)
		}
	}
}

// TestWithContext checks which lines of a long text are shown.
func TestWithContext(t *testing.T) {
	all := make([]deltaLine, 200)
	for i := range all {
		all[i].Number = i + 1
	}
	all[99].Changed = true
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
