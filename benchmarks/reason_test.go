package benchmarks

import (
	"context"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"semdiff/internal/needs"
	"semdiff/moddiff"
	"semdiff/moddiff/reason"
	"semdiff/smtlib/solver"
)

// TestReasons analyses all pairs, also with small budgets, and checks that
// whatever is unknown has a reason, and that nothing else has.
func TestReasons(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	needs.Z3(t)
	small := solver.Default
	small.Resources, small.QuickResources = 3_000, 1_000
	budgets := []struct {
		name   string
		unwind int
		mode   moddiff.Mode
		paths  moddiff.Paths
		limits solver.Options
		cut    bool
	}{
		{"one iteration, never refined", 1, moddiff.ModDiff, moddiff.MergePaths, solver.Default, false},
		{"one iteration, every path apart", 1, moddiff.ModDiffRef, moddiff.EnumeratePaths, solver.Default, false},
		{"little for the solver", 2, moddiff.ModDiffRef, moddiff.MergePaths, small, false},
		{"no time", 1, moddiff.ModDiffRef, moddiff.MergePaths, solver.Default, true},
	}
	var mu sync.Mutex
	found := map[moddiff.ReasonID]int{}
	t.Run("pairs", func(t *testing.T) {
		for _, b := range budgets {
			for _, suite := range suites {
				if testing.Short() && suite != "figures" {
					continue
				}
				for _, p := range sample(pairsOf(t, suite), 4) {
					t.Run(b.name+"/"+p.Dir, func(t *testing.T) {
						t.Parallel()
						ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
						defer cancel()
						if b.cut {
							cancel()
						}
						list := reasonsOf(ctx, t, &p, b.limits, moddiff.Options{Mode: b.mode, Unwind: b.unwind, Paths: b.paths})
						mu.Lock()
						defer mu.Unlock()
						for _, why := range list {
							found[why.ID]++
						}
					})
				}
			}
		}
	})
	t.Logf("%v", found)
	if testing.Short() {
		return
	}
	for _, id := range []moddiff.ReasonID{
		reason.NotReached, reason.Unwinding, reason.Callee, reason.Refinement, reason.Solver, reason.Termination,
	} {
		if found[id] == 0 {
			t.Errorf("nothing is unknown because of %s: this shows nothing of it", id)
		}
	}
}

// reasonsOf are the reasons of all pairs of a program: of those that are open, and
// of no others.
func reasonsOf(ctx context.Context, t *testing.T, p *pair, limits solver.Options, how moddiff.Options) (list []moddiff.Reason) {
	r, opts, err := prepare(filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl"), p)
	if err != nil {
		t.Fatal(err)
	}
	defer r.solver.Close()
	s, err := solver.New(r.ctx, "z3", limits)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	opts.Mode, opts.Unwind, opts.Paths = how.Mode, how.Unwind, how.Paths
	result, err := moddiff.Analyze(ctx, r.old, r.new, s, opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range result.Pairs {
		if q.Open() != (len(q.Reasons) > 0) {
			t.Errorf("%s is %s, open %t, reasons %v", q.Name, q.Status, q.Open(), q.Reasons)
		}
		list = append(list, q.Reasons...)
	}
	return list
}
