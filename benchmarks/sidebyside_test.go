package benchmarks

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"semdiff/compare/engine"
	"semdiff/compare/symdiff"
	"semdiff/internal/needs"
	"semdiff/moddiff"
)

const sideBySideCaption = `Table 1 with SymDiff's engine and Boogie beside ModDiff. Verdicts for main; times are medians of %d runs.
moddiff, modular, refine, inline: ms in this process, collecting garbage as the command does, from reading the files to
the answer for all procedures, the start of a z3 process included. semdiff: ms from start to end of the process of
semdiff diff. Inlining goes to a depth of %d. boogie: ms from start to end of the process of Boogie on EQ_main alone, the
condition of column modular, written before. Ratios: boogie's ms by moddiff's and by semdiff's.
`

const (
	sideBySideRuns = 5
	inlineDepth    = 3
)

// sideBySide are SymDiff's modes in the order of the table's columns.
var sideBySide = []symdiff.Options{{Mode: symdiff.Modular}, {Mode: symdiff.Refine}, {Mode: symdiff.Inline, Unwind: inlineDepth}}

// TestSideBySideReport prints Table 1 with the engines and Boogie side by side
// (make bench-tests), and fails when two of them, or one and the truth, contradict each
// other.
func TestSideBySideReport(t *testing.T) {
	needBench(t)
	boogie, command := needBoogie(t), buildCommand(t)
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	header := []string{"pair", "truth", "moddiff", "ms", "semdiff"}
	for _, o := range sideBySide {
		header = append(header, string(o.Mode), "ms")
	}
	table := reportTable("wwwnnwnwnwnwnnn", append(header, "boogie", "ms", "ratio", "ratio")...)
	decided := make([]score, 2+len(sideBySide))
	times := make([][]float64, len(decided))
	var processes, ratios, processRatios []float64
	for _, p := range pairsOf(t, "table1") {
		cells := []cell{modDiffCell(t, &p)}
		for _, o := range sideBySide {
			cells = append(cells, symDiffCell(t, &p, o))
		}
		cells = append(cells, boogieCell(t, &p, boogie))
		row := []string{p.Name, string(p.Truth)}
		process := processTime(t, &p, command)
		processes = append(processes, process)
		for i, c := range cells {
			row = append(row, string(c.verdict), fmt.Sprintf("%.0f", c.ms))
			if i == 0 {
				row = append(row, fmt.Sprintf("%.0f", process))
			}
			decided[i].add(c.verdict == p.Truth)
			times[i] = append(times[i], c.ms)
			if c.verdict != p.Truth && c.verdict != "unknown" && c.verdict != "partially-equivalent" {
				t.Errorf("%s is %s, and called %s", p.Dir, p.Truth, c.verdict)
			}
		}
		theirs := cells[len(cells)-1].ms
		ratios, processRatios = append(ratios, theirs/cells[0].ms), append(processRatios, theirs/process)
		if err := table.Append(append(row, fmt.Sprintf("%.1f", theirs/cells[0].ms), fmt.Sprintf("%.1f", theirs/process))); err != nil {
			t.Fatal(err)
		}
	}
	footer := []string{"decided, median", ""}
	for i, d := range decided {
		footer = append(footer, d.String(), fmt.Sprintf("%.0f", median(times[i])))
		if i == 0 {
			footer = append(footer, fmt.Sprintf("%.0f", median(processes)))
		}
	}
	table.Footer(append(footer, fmt.Sprintf("%.1f", median(ratios)), fmt.Sprintf("%.1f", median(processRatios))))
	fmt.Printf(sideBySideCaption+"\n", sideBySideRuns, inlineDepth)
	if err := table.Render(); err != nil {
		t.Fatal(err)
	}
}

// cell is what is said of a pair, and the median time it took.
type cell struct {
	verdict moddiff.Status
	ms      float64
}

func modDiffCell(t *testing.T, p *pair) cell {
	t.Helper()
	verdict, ms := measure(t, p, moddiff.ModDiffRef, sideBySideRuns)
	return cell{verdict, ms}
}

// buildCommand builds semdiff.
func buildCommand(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "semdiff")
	if out, err := exec.Command("go", "build", "-o", path, "../cmd/semdiff").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// processTime is how many ms a process of semdiff takes.
func processTime(t *testing.T, p *pair, command string) float64 {
	t.Helper()
	args := slices.Concat([]string{"diff", "--entry", p.Entry}, p.Flags, []string{filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl")})
	return medianOf(sideBySideRuns, func() time.Duration {
		start := time.Now()
		out, err := exec.Command(command, args...).CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() == 2) {
			t.Fatalf("%s: %v\n%s", p.Dir, err, out)
		}
		return time.Since(start)
	})
}

func symDiffCell(t *testing.T, p *pair, opts symdiff.Options) cell {
	t.Helper()
	var verdict engine.Verdict
	ms := medianOf(sideBySideRuns, func() time.Duration {
		start := time.Now()
		r, o := mustPrepare(t, p)
		defer r.solver.Close()
		ctx, cancel := context.WithTimeout(context.Background(), shortTimeout)
		defer cancel()
		out, err := symdiff.Engine{Options: opts}.Compare(ctx, r.task(o))
		if err != nil {
			t.Fatalf("%s: %v", p.Dir, err)
		}
		verdict = out.Verdict
		return time.Since(start)
	})
	return cell{moddiff.Status(verdict.String()), ms}
}

// boogieCell asks Boogie about the entry, and holds ModDiff, the modular
// conditions and Boogie against each other.
func boogieCell(t *testing.T, p *pair, program string) cell {
	t.Helper()
	r, o := mustPrepare(t, p)
	defer r.solver.Close()
	ctx, cancel := context.WithTimeout(context.Background(), longTimeout)
	defer cancel()
	summaries, err := engine.Summaries{Options: o}.Compare(ctx, r.task(o))
	if err != nil {
		t.Fatal(err)
	}
	proofs, err := symdiff.Prove(ctx, r.task(o), symdiff.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file, path, err := writeEqFile(t, proofs, p.Entry)
	if err != nil {
		t.Fatal(err)
	}
	var answer symdiff.BoogieAnswer
	ms := medianOf(sideBySideRuns, func() time.Duration {
		answer = symdiff.RunBoogie(context.Background(), program, path, file, longTimeout)
		if answer.Reason != "" {
			t.Errorf("%s: Boogie did not answer: %s", p.Dir, answer.Reason)
		}
		return answer.Time
	})
	for _, theirs := range summaries.Pairs {
		if !theirs.Compared {
			continue
		}
		claims, err := proofs.Check(theirs)
		if err != nil {
			t.Fatal(err)
		}
		var asked *symdiff.BoogieAnswer
		if theirs.Name == p.Entry {
			asked = &answer
		}
		for _, c := range symdiff.Contradictions(proofs.Outcome.Counterpart(theirs), theirs, claims, asked) {
			t.Errorf("%s: %s: %s", p.Dir, theirs.Name, c)
		}
	}
	return cell{moddiff.Status(answer.Verdict.String()), ms}
}

// writeEqFile writes the procedure Eq of a pair; the error names what Boogie has
// no words for.
func writeEqFile(t *testing.T, proofs *symdiff.Analysis, pair string) (f *symdiff.EqFile, path string, err error) {
	t.Helper()
	if f, err = proofs.EqFile(pair, [2]string{"v1", "v2"}); err != nil {
		return nil, "", err
	}
	path = filepath.Join(t.TempDir(), "eq.bpl")
	return f, path, os.WriteFile(path, []byte(f.Text), 0o644)
}

func mustPrepare(t *testing.T, p *pair) (*run, moddiff.Options) {
	t.Helper()
	r, o, err := prepare(filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl"), p)
	if err != nil {
		t.Fatalf("%s: %v", p.Dir, err)
	}
	return r, o
}

func (r *run) task(o moddiff.Options) engine.Task {
	return engine.Task{Old: r.old, New: r.new, Entry: o.Entry, Match: o.Match, Solver: r.solver}
}

// needBench skips a report unless it was asked for.
func needBench(t *testing.T) {
	t.Helper()
	if os.Getenv("SEMDIFF_BENCH") == "" {
		t.Skip("set SEMDIFF_BENCH to print the table")
	}
	needs.Z3(t)
}

// needBoogie is the path of Boogie.
func needBoogie(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("boogie")
	if err != nil {
		t.Skip("boogie is not installed, there is nothing to compare with")
	}
	return path
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

// score counts pairs that were decided.
type score struct{ decided, of int }

func (s *score) add(decided bool) {
	s.of++
	if decided {
		s.decided++
	}
}

func (s score) String() string { return fmt.Sprintf("%d/%d", s.decided, s.of) }
