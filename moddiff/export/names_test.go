package export

import (
	"strings"
	"testing"
)

func TestFileNames(t *testing.T) {
	n := newFileNames()
	for _, tt := range []struct{ name, want string }{
		{"main", "main"},
		{"main", "main"}, // the same again
		{"Main", "Main-2"},
		{"p$1.q#", "p_1_q_"},
		{"p/1.q?", "p_1_q_-2"},
		{"../up", "___up"},
		{"first<Option int>", "first_Option_int_"},
		{"größe", "gr__e"},
		{"con", "_con"},
		{"COM1", "_COM1"},
		{"-v", "_-v"},
		{"", "_"},
		{strings.Repeat("x", 300), strings.Repeat("x", maxFileName)},
		{strings.Repeat("x", 299), strings.Repeat("x", maxFileName) + "-2"},
	} {
		if got := n.folder(tt.name); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.name, got, tt.want)
		}
	}
}
