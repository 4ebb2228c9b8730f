package benchmarks

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"semdiff/compare/clever"
	"semdiff/compare/engine"
	"semdiff/internal/needs"
	"semdiff/moddiff"
)

const clientAblationCaption = `What each part of the search adds on suite client, %s for each pair; pairs with flags are left out. boundaries: parts
of clients smaller than these, in which differences stay; tried: regions that were compared.
`

// TestClientAblationReport prints what the parts of the search for boundaries add (make
// bench-tests), and fails where an answer is wrong.
func TestClientAblationReport(t *testing.T) {
	needBench(t)
	t.Parallel()
	needs.Z3(t)
	table := reportTable("wnnnnn", "way", "right", "boundaries", "tried", "queries", "median")
	for _, w := range []struct {
		name string
		clever.Without
	}{
		{"difference summaries alone", clever.Without{Regions: true, Relations: true}},
		{"the same with relations", clever.Without{Regions: true}},
		{"regions alone", clever.Without{Contexts: true, Relations: true, Runs: true}},
		{"+ contexts", clever.Without{Relations: true, Runs: true}},
		{"+ relations", clever.Without{Runs: true}},
		{"+ runs: all", clever.Without{}},
	} {
		right, pairs, boundaries, tried, queries := 0, 0, 0, 0, 0
		var times []time.Duration
		for _, p := range pairsOf(t, "client") {
			if len(p.Flags) > 0 {
				continue
			}
			start := time.Now()
			r := clientOf(t, &p, clever.Options{Summaries: moddiff.Options{Unwind: 5, Blocked: moddiff.BlockedReport}, Without: w.Without})
			times = append(times, time.Since(start))
			if pairs++; moddiff.Status(r.Verdict.String()) == p.Truth {
				right++
			} else if r.Verdict == engine.Equivalent || r.Verdict == engine.Different {
				t.Errorf("%s: %s is %s, and called %s", w.name, p.Dir, p.Truth, r.Verdict)
			}
			for _, b := range r.Clients[0].Boundaries {
				if b.Kind != clever.KindClient {
					boundaries++
				}
			}
			tried += r.Search.Candidates - r.Search.Refuted
			queries += r.Stats.Queries
		}
		slices.Sort(times)
		if err := table.Append([]string{w.name, fmt.Sprintf("%d/%d", right, pairs), fmt.Sprint(boundaries), fmt.Sprint(tried), fmt.Sprint(queries), fmt.Sprintf("%.2f s", times[len(times)/2].Seconds())}); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Printf(clientAblationCaption+"\n", clientTimeout)
	if err := table.Render(); err != nil {
		t.Fatal(err)
	}
}

// clientOf is what the search finds of the client of a pair.
func clientOf(t *testing.T, p *pair, o clever.Options) *clever.Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), clientTimeout)
	defer cancel()
	task := taskOf(t, p)
	defer task.Solver.Close()
	r, err := clever.Run(ctx, task, []string{p.Entry}, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
