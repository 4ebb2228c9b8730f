package benchmarks

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"semdiff/compare/engine"
	"semdiff/compare/suite/scaling"
	"semdiff/compare/symdiff"
	"semdiff/internal/needs"
	"semdiff/moddiff"
)

const pathsCaption = `A tokenizer, unrolled. paths: feasible ones of the old version. ms, from reading the files to the answer: moddiff with
every path apart, with joined states, SymDiff's condition; boogie: the process of Boogie on that. -: not decided
within %s and the bounds on paths. paper: seconds of SymDiff, paths of Eq and seconds to enumerate them for
print_tokens2_eK (equal) and _nK (different), on its machine.
`

const pathsLimit = 30 * time.Second

// publishedPaths are the last rows of Table 1 of the SymDiff paper.
var publishedPaths = map[string]string{
	"equal 4": "3.50 / 4200 / 24.02", "equal 6": "32.96 / >10,000 / 150.61",
	"different 4": "1.13 / 7560 / 56.83", "different 6": "1.30 / >10,000 / 160.63",
}

// TestPathsReport prints how the time grows with the number of paths, when they
// are enumerated and when they are not (make bench-tests).
func TestPathsReport(t *testing.T) {
	needBench(t)
	boogie := needBoogie(t)
	table := reportTable("wnnnnnn", "pair", "paths", "enumerate ms", "moddiff ms", "VC ms", "boogie ms", "paper")
	for _, different := range []bool{false, true} {
		for _, unroll := range []int{2, 4, 6} {
			row := pathsRow(t, boogie, unroll, different)
			if err := table.Append(append(row, publishedPaths[row[0]])); err != nil {
				t.Fatal(err)
			}
		}
	}
	fmt.Printf(pathsCaption+"\n", pathsLimit)
	if err := table.Render(); err != nil {
		t.Fatal(err)
	}
}

// tokenizerPair writes the versions of a tokenizer.
func tokenizerPair(t *testing.T, unroll int, different bool) *pair {
	t.Helper()
	p := &pair{Name: fmt.Sprintf("equal %d", unroll), Dir: t.TempDir(), Entry: "main", Truth: "equivalent"}
	if different {
		p.Name, p.Truth = fmt.Sprintf("different %d", unroll), "different"
	}
	old, new := scaling.Tokenizer(unroll, different)
	for name, text := range map[string]string{"old.bpl": old, "new.bpl": new} {
		if err := os.WriteFile(filepath.Join(p.Dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func pathsRow(t *testing.T, boogie string, unroll int, different bool) []string {
	t.Helper()
	p := tokenizerPair(t, unroll, different)
	row := []string{p.Name, fmt.Sprint(scaling.TokenizerPaths(unroll))}
	for _, e := range []engine.Engine{
		engine.Summaries{Options: moddiff.Options{Unwind: 5, Paths: moddiff.EnumeratePaths}},
		engine.Summaries{Options: moddiff.Options{Unwind: 5}},
		symdiff.Engine{},
	} {
		start := time.Now()
		r, o := mustPrepare(t, p)
		ctx, cancel := context.WithTimeout(context.Background(), pathsLimit)
		out, err := e.Compare(ctx, r.task(o))
		cancel()
		r.solver.Close()
		if err != nil {
			t.Fatal(err)
		}
		if out.Verdict != engine.Unknown && !p.Fits(moddiff.Status(out.Verdict.String())) {
			t.Errorf("%s: %s says %s", p.Name, e.Name(), out.Verdict)
		}
		cell := fmt.Sprintf("%d", time.Since(start).Milliseconds())
		if out.Verdict == engine.Unknown {
			cell = "-"
		}
		row = append(row, cell)
	}
	r, o := mustPrepare(t, p)
	defer r.solver.Close()
	ctx, cancel := context.WithTimeout(context.Background(), pathsLimit)
	defer cancel()
	proofs, err := symdiff.Prove(ctx, r.task(o), symdiff.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, path, err := writeEqFile(t, proofs, "main")
	if err != nil {
		t.Fatal(err)
	}
	answer := symdiff.RunBoogie(context.Background(), boogie, path, f, pathsLimit)
	if different && answer.Verdict == engine.Equivalent {
		t.Errorf("%s: Boogie says %s", p.Name, answer.Verdict)
	}
	if answer.Reason != "" {
		return append(row, "-")
	}
	return append(row, fmt.Sprint(answer.Time.Milliseconds()))
}

// TestTokenizerPaths checks the number of paths against their enumeration.
func TestTokenizerPaths(t *testing.T) {
	needs.Z3(t)
	const unroll = 2
	p := tokenizerPair(t, unroll, false)
	r, err := analyzeWith(filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl"), p, moddiff.Options{Mode: moddiff.ModDiffRef, Paths: moddiff.EnumeratePaths, WithoutImpact: true})
	if err != nil {
		t.Fatal(err)
	}
	defer r.solver.Close()
	if r.verdict() != p.Truth {
		t.Errorf("verdict %s", r.verdict())
	}
	if n := r.pair("main").Summary.Paths[0]; n != scaling.TokenizerPaths(unroll) {
		t.Errorf("%d paths, want %d", n, scaling.TokenizerPaths(unroll))
	}
}
