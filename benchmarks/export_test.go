package benchmarks

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"semdiff/internal/needs"
	"semdiff/moddiff"
	"semdiff/moddiff/certificate"
	"semdiff/moddiff/export"
	"semdiff/smtlib/solver"
)

// exported are the pairs whose exports are checked in every test run: loops
// proven by induction and refined, recursion, termination either way, functions
// and axioms, maps, bit-vectors, runs that fail, the tape, a run that is long; relations
// between loops that differ by an offset or in how they end, and lemmas.
var exported = []string{
	"fig2", "fig3", "Comp", "UnchLoop", "LoopUnrch5", "LoopSub",
	"01-equal-on-other-inputs", "02-rnd-minus-rnd", "02-same-draws", "02-tape-shifts", "04-mutual-recursion", "06-call-of-call", "08-function-changed",
	"08-own-axioms-contradict", "11-callee-fails", "11-vain-assertion", "12-bound", "13-same-nontermination", "13-termination-changes", "15-bitvectors-wrap",
	"15-nonlinear", "17-map-global", "18-closed-form", "22-datatype-polymorphic",
	"LoopMultN", "acc-sum", "exit-return", "halve-step", "nested-closed", "offset-counter",
}

// exportSuites are the suites whose pairs are exported.
func exportSuites() []string { return append(slices.Clone(suites), "relational") }

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
	for _, suite := range exportSuites() {
		pairs = append(pairs, pairsOf(t, suite)...)
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
	inductions := map[string]*inductionCount{}
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
					countInduction(inductions, p.Dir, c)
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
	reportInductions(t, inductions, solvers)
	t.Logf("%d queries, unknown to %v: %d, %d claims not exported", queries, solvers, unknown, missing)
	for i, n := range unknown {
		if 20*n > queries {
			t.Errorf("%s does not know %d of %d queries", solvers[i], n, queries)
		}
	}
}

// inductionCount counts the queries of a pair by which relations between loops are
// shown, and of these the ones that solvers do not know.
type inductionCount struct {
	queries int
	unknown []int // by solver
}

func countInduction(counts map[string]*inductionCount, pair string, c *export.Checked) {
	if c.Proof != certificate.ByRunInduction && c.Proof != certificate.ByRelations {
		return
	}
	n := counts[pair]
	if n == nil {
		n = &inductionCount{unknown: make([]int, len(c.Answers))}
		counts[pair] = n
	}
	n.queries++
	for i, a := range c.Answers {
		if a.Answer == solver.Unknown {
			n.unknown[i]++
		}
	}
}

// reportInductions prints the counts; a tenth of the queries may be too hard for a
// solver.
func reportInductions(t *testing.T, counts map[string]*inductionCount, solvers []string) {
	total := inductionCount{unknown: make([]int, len(solvers))}
	for _, pair := range slices.Sorted(maps.Keys(counts)) {
		n := counts[pair]
		t.Logf("%-32s %3d queries by relations, unknown to %v: %d", pair, n.queries, solvers, n.unknown)
		total.queries += n.queries
		for i, k := range n.unknown {
			total.unknown[i] += k
		}
	}
	t.Logf("%d pairs with relations, %d queries by them, unknown to %v: %d", len(counts), total.queries, solvers, total.unknown)
	if total.queries == 0 && !testing.Short() {
		t.Error("no pair rests on a relation")
	}
	for i, n := range total.unknown {
		if 10*n > total.queries {
			t.Errorf("%s does not know %d of %d queries by relations", solvers[i], n, total.queries)
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
	for _, suite := range exportSuites() {
		for _, p := range pairsOf(t, suite) {
			if !slices.Contains([]string{"fig2", "LoopMult2", "offset-counter", "02-tape-shifts", "08-function-changed", "12-bound", "13-termination-changes"}, p.Name) {
				continue
			}
			t.Run(p.Dir, func(t *testing.T) {
				t.Parallel()
				p.Allowed = nil // neither is to be short of time
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
