package benchmarks

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"semdiff/compare/engine"
	"semdiff/compare/symdiff"
	"semdiff/internal/needs"
	"semdiff/moddiff"
)

// tokenizer is a scanner over the characters of a map, unrolled for so many of
// them: it counts numbers, words, strings and signs, adds up digits and stops at a
// comment. The new version classifies a character before it looks at the state; in
// the different pair it forgets the digit 9.
func tokenizer(unroll int, different bool) (old, new string) {
	const head = `procedure main(text: [int]int, n: int) returns (numbers: int, words: int, strings: int, signs: int, sum: int)
{
  var i, c, state, class: int;
  numbers := 0; words := 0; strings := 0; signs := 0; sum := 0;
  i := 0; state := 0;
`
	const step = `  if (i < n) {
    c := text[i];
    i := i + 1;
    if (state == 3) {
      if (c == 34) { state := 0; }
    } else if (c == 32 || c == 10) {
      state := 0;
    } else if (48 <= c && c <= 57) {
      if (state == 0) { numbers := numbers + 1; state := 1; }
      if (state == 1) { sum := sum + c - 48; }
    } else if (97 <= c && c <= 122) {
      if (state != 2) { words := words + 1; state := 2; }
    } else if (c == 34) {
      strings := strings + 1;
      state := 3;
    } else if (c == 59) {
      i := n;
    } else {
      signs := signs + 1;
      state := 0;
    }
  }
`
	const classified = `  if (n > i) {
    c := text[i];
    i := 1 + i;
    class := 6;
    if (c == 10 || c == 32) { class := 0; }
    if (c >= 48 && c < %d) { class := 1; }
    if (c > 96 && c < 123) { class := 2; }
    if (c == 34) { class := 3; }
    if (c == 59) { class := 4; }
    if (state == 3) {
      if (class == 3) { state := 0; }
    } else {
      if (class == 1 && state == 0) { numbers := numbers + 1; state := 1; }
      if (class == 1 && state != 2) { sum := sum - 48 + c; }
      if (class == 2 && state < 2) { words := words + 1; }
      if (class == 2) { state := 2; }
      if (class == 3) { strings := strings + 1; state := 3; }
      if (class == 4) { i := n; }
      if (class == 6) { signs := signs + 1; }
      if (class == 0 || class == 6) { state := 0; }
    }
  }
`
	end := 58
	if different {
		end = 57
	}
	return head + strings.Repeat(step, unroll) + "}\n", head + strings.Repeat(fmt.Sprintf(classified, end), unroll) + "}\n"
}

// tokenizerPaths is how many feasible paths the old version has. A character
// leads on in one of six ways, of which a comment is the last thing to happen, in a
// string in one of two; or the text ends.
func tokenizerPaths(unroll int) int {
	outside, inString := 1, 1 // from the last step on
	for range unroll {
		outside, inString = 4*outside+inString+2, outside+inString+1
	}
	return outside
}

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
// are enumerated and when they are not (make bench).
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
	old, new := tokenizer(unroll, different)
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
	row := []string{p.Name, fmt.Sprint(tokenizerPaths(unroll))}
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
		if out.Verdict != engine.Unknown && !p.fits(moddiff.Status(out.Verdict.String())) {
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
	r, err := analyzeWith(filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl"), p, moddiff.Options{Mode: moddiff.ModDiffRef, Paths: moddiff.EnumeratePaths})
	if err != nil {
		t.Fatal(err)
	}
	defer r.solver.Close()
	if r.verdict() != p.Truth {
		t.Errorf("verdict %s", r.verdict())
	}
	if n := r.pair("main").Summary.Paths[0]; n != tokenizerPaths(unroll) {
		t.Errorf("%d paths, want %d", n, tokenizerPaths(unroll))
	}
}
