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
