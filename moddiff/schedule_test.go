package moddiff

import (
	"context"
	"testing"
	"time"

	"semdiff/internal/pairtest"
	"semdiff/smtlib"
)

// TestShares checks that a pair below the entry has a part of the time, but not in the
// first look at all, in which nothing is to be left open for want of it.
func TestShares(t *testing.T) {
	const program = `
procedure p(x: int) returns (r: int) { r := x; }
procedure main(x: int) returns (r: int) { call r := p(x); }`
	c := smtlib.NewContext()
	old, new := pairtest.Lower(t, c, program, program)
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	end, _ := ctx.Deadline()
	for _, test := range []struct {
		unshared, entry, all bool
	}{{false, false, false}, {false, true, true}, {true, false, true}} {
		opts := Options{unshared: test.unshared}.withDefaults()
		x, err := pairUp(old, new, opts)
		if err != nil {
			t.Fatal(err)
		}
		r := &comparison{Run: x.Run, subject: x, ctx: ctx, opts: opts}
		a := r.newAnalysis(x.entries, nil, undecided{})
		stop := a.startPair(test.entry, 20)
		if at, _ := a.share.Deadline(); at.Equal(end) != test.all {
			t.Errorf("first look %v, entry %v: the time ends %s before that of the run", test.unshared, test.entry, end.Sub(at))
		}
		stop()
	}
}
