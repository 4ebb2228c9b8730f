package constants

import (
	"maps"
	"testing"
)

func TestOf(t *testing.T) {
	for typ, want := range map[string]map[string]string{
		"size": {"small": "0", "large": "1"},
		"name": {"first": "one"},
	} {
		if got := Of(t, "testdata", typ); !maps.Equal(got, want) {
			t.Errorf("%s: %v", typ, got)
		}
	}
}
