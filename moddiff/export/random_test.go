package export_test

import (
	"context"
	"flag"
	"path/filepath"
	"testing"
	"time"

	"semdiff/internal/needs"
	"semdiff/internal/pairtest"
	"semdiff/internal/randprog"
	"semdiff/moddiff"
	"semdiff/moddiff/certificate"
	"semdiff/moddiff/export"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

var (
	pairsFlag = flag.Int("pairs", 8, "number of random pairs that TestRandomExports takes")
	seedFlag  = flag.Int64("seed", 1, "seed of the first")
)

// TestRandomExports exports random pairs of programs, of which half have loops written
// in two ways: no solver contradicts a claim, whatever the analysis proved it by.
func TestRandomExports(t *testing.T) {
	solvers := []string{"z3", "cvc5"}
	needs.Solvers(t, solvers...)
	queries, confirmed, related := 0, 0, 0
	n := *pairsFlag
	if testing.Short() {
		n = (n + 3) / 4
	}
	for i := range n {
		seed := *seedFlag + int64(i)
		report := exportRandom(t, seed, solvers)
		for _, p := range report.Problems {
			t.Errorf("seed %d: %s", seed, p)
		}
		for _, c := range report.Checked {
			queries++
			if c.Proof == certificate.ByRunInduction {
				related++
			}
			switch c.Outcome() {
			case export.Agreed:
				confirmed++
			case export.Disagreed:
				t.Errorf("seed %d: %s: want %s, answers %v, altered %q", seed, c.File, c.Status, c.Answers, c.Altered)
			}
		}
	}
	t.Logf("%d queries, %d confirmed, %d about relations between loops and lemmas", queries, confirmed, related)
}

func exportRandom(t *testing.T, seed int64, solvers []string) *export.Report {
	t.Helper()
	opts := randprog.Options{Linear: seed%4 != 0, Data: seed%3 == 0}
	if seed%2 == 0 {
		opts = randprog.Options{Linear: seed%8 != 0, TwoWays: true, NoChecks: true}
	}
	oldText, newText := randprog.Pair(seed, opts)
	c := smtlib.NewContext()
	old, new := pairtest.Lower(t, c, oldText, newText)
	s, err := solver.New(c, "z3", solver.Default)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	blocked := []moddiff.Blocked{moddiff.BlockedDiffer, moddiff.BlockedReport, moddiff.BlockedIgnore}[seed%3]
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	r, err := moddiff.Analyze(ctx, old, new, s, moddiff.Options{Unwind: 3, Evidence: true, Blocked: blocked, IgnoreTermination: seed%5 < 2})
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	dir := filepath.Join(t.TempDir(), "export")
	if _, err := export.Write(dir, r); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	report, err := export.Verify(context.Background(), dir, solvers, export.Limits{Timeout: 2 * time.Second})
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	return report
}
