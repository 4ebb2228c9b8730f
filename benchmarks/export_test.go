package benchmarks

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"semdiff/internal/needs"
	"semdiff/moddiff"
	"semdiff/moddiff/export"
	"semdiff/smtlib/solver"
)

// exported are the pairs whose exports are checked in every test run: loops
// proven by induction and refined, recursion, termination either way, functions
// and axioms, maps, bit-vectors, runs that fail, the tape, a run that is long.
var exported = []string{
	"fig2", "fig3", "Comp", "UnchLoop", "LoopMult2", "LoopUnrch5", "LoopSub",
	"01-equal-on-other-inputs", "02-rnd-minus-rnd", "02-same-draws", "02-tape-shifts", "04-mutual-recursion", "06-call-of-call", "08-function-changed",
	"08-own-axioms-contradict", "11-callee-fails", "11-vain-assertion", "12-bound", "13-same-nontermination", "13-termination-changes", "15-bitvectors-wrap",
	"15-nonlinear", "17-map-global", "18-closed-form", "22-datatype-polymorphic",
}

// TestExport exports the proofs of pairs and checks them: no solver contradicts
// any, each is confirmed, and few are too hard for one of the solvers.
// SEMDIFF_BENCH takes all pairs, and the samples.
func TestExport(t *testing.T) {
	solvers := []string{"z3", "cvc5"}
	needs.Solvers(t, solvers...)
	all := os.Getenv("SEMDIFF_BENCH") != ""
	exported := exported
	if testing.Short() {
		exported = exported[:5]
	}
	var pairs []pair
	for _, suite := range suites {
		pairs = append(pairs, readSuite(t, suite)...)
	}
	if all {
		found, _ := filepath.Glob(filepath.Join(samples, "*", "old.bpl"))
		for _, f := range found {
			pairs = append(pairs, pair{Name: filepath.Base(filepath.Dir(f)), Dir: filepath.Dir(f), Entry: "main"})
		}
	}
	var mu sync.Mutex
	queries, missing := 0, 0
	unknown := make([]int, len(solvers))
	t.Run("pairs", func(t *testing.T) {
		for _, p := range pairs {
			if !all && !slices.Contains(exported, p.Name) {
				continue
			}
			t.Run(p.Dir, func(t *testing.T) {
				t.Parallel()
				report := exportAndVerify(t, &p, solvers)
				mu.Lock()
				defer mu.Unlock()
				queries += len(report.Checked)
				missing += len(report.Index.NotExported)
				for _, c := range report.Checked {
					for i, a := range c.Answers {
						if a.Answer == solver.Unknown {
							unknown[i]++
							t.Logf("%s: %s: %v", c.File, solvers[i], a)
						}
					}
				}
			})
		}
	})
	t.Logf("%d queries, unknown to %v: %d, %d claims not exported", queries, solvers, unknown, missing)
	for i, n := range unknown {
		if 20*n > queries {
			t.Errorf("%s does not know %d of %d queries", solvers[i], n, queries)
		}
	}
}

// exportAndVerify exports the proofs of a pair and checks them.
func exportAndVerify(t *testing.T, p *pair, solvers []string) *export.Report {
	r, err := analyzeWith(filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl"), p, moddiff.Options{Mode: moddiff.ModDiffRef, Evidence: true})
	if err != nil {
		t.Fatal(err)
	}
	defer r.solver.Close()
	dir := t.TempDir()
	if _, err := export.Write(dir, r.result); err != nil {
		t.Fatal(err)
	}
	report, err := export.Verify(context.Background(), dir, solvers, export.Limits{Jobs: 1, Timeout: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Altered) > 0 {
		t.Errorf("altered: %v", report.Altered)
	}
	for _, p := range report.Problems {
		t.Error(p)
	}
	for _, c := range report.Checked {
		switch c.Outcome() {
		case export.Disagreed:
			t.Errorf("%s: want %s, answers %v, altered %q", c.File, c.Status, c.Answers, c.Altered)
		case export.Unknown:
			t.Logf("%s: nobody confirms %s: %v", c.File, c.Status, c.Answers)
		}
	}
	return report
}

// TestEvidenceChangesNothing checks that an analysis answers the same whether or
// not it collects evidence.
func TestEvidenceChangesNothing(t *testing.T) {
	needs.Z3(t)
	for _, suite := range suites {
		for _, p := range readSuite(t, suite) {
			if !slices.Contains([]string{"fig2", "LoopMult2", "02-tape-shifts", "08-function-changed", "12-bound", "13-termination-changes"}, p.Name) {
				continue
			}
			t.Run(p.Dir, func(t *testing.T) {
				t.Parallel()
				plain := mustAnalyze(t, &p, moddiff.ModDiffRef)
				old, new := filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl")
				with, err := analyzeWith(old, new, &p, moddiff.Options{Mode: moddiff.ModDiffRef, Evidence: true})
				if err != nil {
					t.Fatal(err)
				}
				defer with.solver.Close()
				for i, q := range plain.result.Pairs {
					if w := with.result.Pairs[i]; w.Status != q.Status {
						t.Errorf("%s is %s, with evidence %s", q.Name, q.Status, w.Status)
					}
				}
			})
		}
	}
}
