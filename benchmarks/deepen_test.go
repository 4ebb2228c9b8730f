package benchmarks

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"semdiff/internal/needs"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// timeToDeepen is the time for one analysis. A deeper one repeats in half of it what
// the other did: compared are those that need a small part of that.
const timeToDeepen = 20 * time.Second

// TestDeeperTellsNoLess checks, of the pairs that stay open under the default
// unwinding bound, that a larger one tells the same and more: the sets that are
// shown grow.
func TestDeeperTellsNoLess(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	needs.Z3(t)
	compared := make(chan string, 1000)
	t.Run("pairs", func(t *testing.T) {
		for _, suite := range suites {
			for _, p := range sample(pairsOf(t, suite), 4) {
				t.Run(p.Dir, func(t *testing.T) {
					t.Parallel()
					if deeperTellsNoLess(t, &p) {
						compared <- p.Dir
					}
				})
			}
		}
	})
	t.Logf("%d pairs stay open and were compared", len(compared))
	if len(compared) == 0 {
		t.Error("no pair stays open: this shows nothing")
	}
}

// deeperTellsNoLess is false where there is nothing to compare.
func deeperTellsNoLess(t *testing.T, p *pair) bool {
	r, opts, err := prepare(filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl"), p)
	if err != nil {
		t.Fatal(err)
	}
	defer r.solver.Close()
	told := func(unwind int) *moddiff.Result {
		ctx, cancel := context.WithTimeout(context.Background(), timeToDeepen)
		defer cancel()
		opts.Mode, opts.Unwind = moddiff.ModDiffRef, unwind
		result, err := moddiff.Analyze(ctx, r.old, r.new, r.solver, opts)
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	shallow := told(5)
	if shallow.Complete || shallow.Stats.Time > timeToDeepen/10 {
		return false
	}
	deep := told(9)
	if deep.CutShort {
		t.Log("the deeper analysis takes too long")
		return false
	}
	for i, q := range shallow.Pairs {
		s, d := q.Summary, deep.Pairs[i].Summary
		if s == nil || d == nil {
			continue
		}
		for _, sets := range [][2]*smtlib.Term{
			{s.Unchanged, d.Unchanged}, {s.Changed, d.Changed}, {s.TerminationChanged, d.TerminationChanged},
		} {
			if r.solver.Check(context.Background(), []*smtlib.Term{sets[0], r.ctx.Not(sets[1])}, false).Answer == solver.Sat {
				t.Errorf("%s: %.300s is told no more: %.300s", q.Name, sets[0], sets[1])
			}
		}
	}
	return true
}
