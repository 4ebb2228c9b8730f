package benchmarks

import (
	"fmt"
	"testing"
	"time"

	"semdiff/moddiff"
)

const caption = `Verdicts for main, and milliseconds from reading the files to the answer (median of %d runs, one solver process each).
The four columns on the right are the seconds published in the paper (Table 1), measured on another machine: they are
not comparable with ours as such. F: failed there; -: not run there. n/m: pairs decided, of those run.
`

// modes in the order of the table's columns.
var modes = []moddiff.Mode{moddiff.ModDiff, moddiff.ModDiffRef}

// paperTools are the keys of paper_seconds in the order of the table's columns.
var paperTools = []string{"moddiff", "moddiffref", "rvt", "symdiff"}

// TestTable1Report prints Table 1 of the paper with our times (make bench).
func TestTable1Report(t *testing.T) {
	needBench(t)
	const runs = 5
	table := reportTable("wwwnwnnnnn", "pair", "truth", "moddiff", "ms", "moddiffref", "ms", "ModDiff s", "ModDiffRef s", "RVT s", "SymDiff s")
	var ours [2]score
	paper := make([]score, len(paperTools))
	for _, p := range readSuite(t, "table1") {
		row := []string{p.Name, string(p.Truth)}
		for i, mode := range modes {
			verdict, ms := measure(t, &p, mode, runs)
			row = append(row, string(verdict), fmt.Sprintf("%.0f", ms))
			ours[i].add(verdict == p.Truth)
		}
		for i, tool := range paperTools {
			row = append(row, published(&p, tool, &paper[i]))
		}
		if err := table.Append(row); err != nil {
			t.Fatal(err)
		}
	}
	footer := []string{"decided", "", ours[0].String(), "", ours[1].String(), ""}
	for _, s := range paper {
		footer = append(footer, s.String())
	}
	table.Footer(footer)
	fmt.Printf(caption+"\n", runs)
	if err := table.Render(); err != nil {
		t.Fatal(err)
	}
}

// measure returns the verdict and the median time in milliseconds.
func measure(t *testing.T, p *pair, mode moddiff.Mode, runs int) (moddiff.Status, float64) {
	t.Helper()
	var verdict moddiff.Status
	ms := medianOf(runs, func() time.Duration {
		r, err := analyze(p.Dir+"/old.bpl", p.Dir+"/new.bpl", p, mode)
		if err != nil {
			t.Fatalf("%s: %v", p.Dir, err)
		}
		r.solver.Close()
		verdict = r.verdict()
		return r.time
	})
	return verdict, ms
}

// published is the cell of the paper's table for a tool, and counts it.
func published(p *pair, tool string, s *score) string {
	seconds, ran := p.PaperSeconds[tool]
	switch {
	case !ran:
		return "-"
	case seconds == nil:
		s.add(false)
		return "F"
	}
	s.add(true)
	return fmt.Sprintf("%.3f", *seconds)
}

// score counts pairs that were decided.
type score struct{ decided, of int }

func (s *score) add(decided bool) {
	s.of++
	if decided {
		s.decided++
	}
}

func (s score) String() string { return fmt.Sprintf("%d/%d", s.decided, s.of) }
