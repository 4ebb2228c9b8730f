package benchmarks

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"semdiff/compare/dizy"
	"semdiff/internal/enginetest"
	"semdiff/moddiff"
)

// loopPairs are pairs of suite relational with loops that are written in two ways.
var loopPairs = []string{
	"offset-start", "offset-counter", "updown-count", "updown-sum", "bounds-adjusted", "peel-first", "unroll-two", "hoist-expression",
	"exit-break", "exit-return", "nested-outer", "shape-do",
	"offset-doubled", "offset-exit", "updown-last", "updown-weighted", "bounds-unadjusted", "peel-unguarded", "unroll-odd", "hoist-bound",
	"exit-after", "nested-less", "shape-do-unguarded", "flag-one",
}

const loopsCaption = `Loops written in two ways, %s for each pair. moddiff: difference summaries without proofs for all iterations; + states: with
relations from abstract interpretation alone; - states: with all sources but these, as semdiff diff without flags; all:
with all of them.
dizy: abstract semantic differencing alone. Houdini: SymDiff's engine with it. Spacer: a model of the Horn clauses of the
pair in lockstep, which is not checked.
`

// TestDizyLoopsReport prints what engines with and without states decide of loops (make
// bench-tests), and fails where one contradicts the truth.
func TestDizyLoopsReport(t *testing.T) {
	needBench(t)
	command := buildCommand(t)
	diff := func(name string, flags ...string) way {
		return way{name, func(t *testing.T, p *pair) (moddiff.Status, time.Duration) {
			return commandVerdict(t, p, command, flags...)
		}}
	}
	ways := []way{
		diff("moddiff", "--proofs", "off"), diff("+ states", "--proofs", "off", "--relations", "on"), diff("- states"), diff("all", "--relations", "on"),
		diff("dizy", "--engine", "dizy"), {"Houdini", houdiniVerdict}, {"Spacer", spacerVerdict},
	}
	var pairs []pair
	for _, p := range pairsOf(t, "relational") {
		if slices.Contains(loopPairs, p.Name) {
			pairs = append(pairs, p)
		}
	}
	if len(pairs) != len(loopPairs) {
		t.Fatalf("%d pairs, want %d", len(pairs), len(loopPairs))
	}
	for _, p := range pairsOf(t, "table1") {
		if p.Name == "UnchLoop" || p.Name == "LoopSub" {
			pairs = append(pairs, p)
		}
	}
	header := []string{"pair", "truth"}
	for _, w := range ways {
		header = append(header, w.name)
	}
	single, sums := reportTable("wwnnnnnnn", header...), reportTable("wnnnnnnn", "way", "equal", "partially", "different", "unknown", "wrong", "seconds", "median")
	all := make([]ablation, len(ways))
	decided := make([]map[string]time.Duration, len(ways))
	for i := range decided {
		decided[i] = map[string]time.Duration{}
	}
	for _, p := range pairs {
		row := []string{p.Name, string(p.Truth)}
		for i, w := range ways {
			verdict, took := w.verdict(t, &p)
			all[i].add(&p, verdict, took)
			if all[i].contradicts(&p, verdict) {
				t.Errorf("%s: %s is %s, and called %s", w.name, p.Dir, p.Truth, verdict)
			}
			row = append(row, fmt.Sprintf("%s %.1f", shortOf(verdict), took.Seconds()))
			if verdict != "unknown" {
				decided[i][p.Dir] = took
			}
		}
		if err := single.Append(row); err != nil {
			t.Fatal(err)
		}
	}
	for i, w := range ways {
		if err := sums.Append(all[i].row(w.name)); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Printf(loopsCaption+"\n", relationalTimeout)
	for _, render := range []func() error{single.Render, sums.Render} {
		if err := render(); err != nil {
			t.Fatal(err)
		}
	}
	states, spacer := len(ways)-3, len(ways)-1
	both := [2][]float64{}
	for dir, took := range decided[states] {
		if other, ok := decided[spacer][dir]; ok {
			both[0], both[1] = append(both[0], took.Seconds()), append(both[1], other.Seconds())
		}
	}
	if len(both[0]) > 0 {
		fmt.Printf("Of %d pairs that both decide, %s takes %.2f s in the median, %s %.2f s.\n",
			len(both[0]), ways[states].name, median(both[0]), ways[spacer].name, median(both[1]))
	}
}

// shortOf is a verdict in few letters.
func shortOf(v moddiff.Status) string {
	switch v {
	case "equivalent":
		return "="
	case "partially-equivalent":
		return "~"
	case "different":
		return "!="
	}
	return "?"
}

// TestDizyGrowthReport prints how the cost grows with the variables of a loop, of which
// the new version counts one ahead (make bench-tests).
func TestDizyGrowthReport(t *testing.T) {
	needBench(t)
	table := reportTable("nwnnn", "variables", "verdict", "states", "questions", "seconds")
	for _, n := range []int{2, 4, 8, 12} {
		start := time.Now()
		task := enginetest.Task(t, counting(n, 0), counting(n, 1))
		r, err := dizy.Run(context.Background(), task, dizy.Options{})
		if err != nil {
			t.Fatal(err)
		}
		states := 0
		for _, d := range r.Deltas {
			states += len(d.States)
		}
		row := []string{fmt.Sprint(n), r.Verdict.String(), fmt.Sprint(states), fmt.Sprint(r.Stats.Queries), fmt.Sprintf("%.1f", time.Since(start).Seconds())}
		if err := table.Append(row); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Println("Cost of abstract semantic differencing by the variables of a loop, of each version.")
	if err := table.Render(); err != nil {
		t.Fatal(err)
	}
}

// counting is a loop with n variables, a counter from a start among them.
func counting(n, start int) string {
	var vars, init, step []string
	for i := range n - 2 {
		vars = append(vars, fmt.Sprintf("s%d", i))
		init = append(init, fmt.Sprintf("s%d := 0;", i))
		step = append(step, fmt.Sprintf("s%d := s%[1]d + %d;", i, i+1))
	}
	results := ""
	if len(vars) > 0 {
		results = ", " + strings.Join(vars, ", ") + ": int"
	}
	return fmt.Sprintf("procedure main(n: int) returns (i: int%s) { %s i := %d; while (i < n + %[3]d) { %s i := i + 1; } i := i - %[3]d; }",
		results, strings.Join(init, " "), start, strings.Join(step, " "))
}
