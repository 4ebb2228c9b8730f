package result

import (
	"context"
	"testing"
	"time"
)

// TestNotReached checks that an end of the run is named only where there is one.
func TestNotReached(t *testing.T) {
	interrupted, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancel := context.WithDeadline(context.Background(), time.Time{})
	defer cancel()
	for _, test := range []struct {
		name string
		ctx  context.Context
		want string
	}{
		{"going on", context.Background(), "the analysis did not come to it"},
		{"interrupted", interrupted, "the analysis did not come to it: the run was interrupted"},
		{"late", late, "the analysis did not come to it: time ran out (--timeout)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := notReached(test.ctx); len(got) != 1 || got[0].String() != test.want {
				t.Errorf("got %v, want %q", got, test.want)
			}
		})
	}
}
