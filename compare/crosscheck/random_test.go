package crosscheck

import (
	"context"
	"flag"
	"strings"
	"testing"
	"time"

	"semdiff/compare/symdiff"
	"semdiff/internal/enginetest"
	"semdiff/internal/needs"
	"semdiff/internal/randprog"
	"semdiff/moddiff"
)

var (
	pairsFlag = flag.Int("pairs", 6, "random pairs of programs, of which only callees differ, to hold the engines against each other on")
	seedFlag  = flag.Int64("seed", 1, "first seed of the random pairs")
)

// TestRandomClients holds what is said of clients of random libraries, that a change of
// these reaches them or not, against difference summaries and verification conditions.
func TestRandomClients(t *testing.T) {
	needs.Z3(t)
	counts := map[string]int{}
	left := *pairsFlag
	if testing.Short() {
		left = (left + 2) / 3
	}
	for seed := *seedFlag; left > 0; seed++ {
		oldText, newText := randprog.Pair(seed, randprog.Options{Linear: seed%4 != 0, NoChecks: seed%3 == 0, NoHavoc: seed%2 == 0})
		if strings.Contains(newText, "// main:") || !strings.Contains(newText, "// f") {
			continue // what was mutated stands there
		}
		task := enginetest.Open(t, oldText, newText)
		task.Entry = "main"
		ctx, cancel := context.WithTimeout(context.Background(), 4*time.Second)
		r, err := Run(ctx, task, Options{Mode: symdiff.Modular, Unwind: 3, Engines: []string{"clever"}, WithoutImpact: seed%2 == 0})
		cancel()
		task.Solver.Close()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, row := range r.Procedures {
			if row.Name == "main" && row.Engines["clever"] != string(moddiff.StatusUnchanged) { // the change reaches it
				left--
				counts["difference summaries: "+row.ModDiff]++
				counts["verification conditions: "+row.SymDiff]++
				counts["clever: "+row.Engines["clever"]]++
			}
		}
		if r.Contradictions > 0 {
			t.Errorf("seed %d: %d contradictions", seed, r.Contradictions)
		}
	}
	t.Logf("%v", counts)
}
