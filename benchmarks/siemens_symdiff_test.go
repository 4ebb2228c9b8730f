package benchmarks

import (
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"semdiff/compare/engine"
	"semdiff/compare/symdiff"
	"semdiff/compare/trace"
	"semdiff/moddiff"
)

var siemensVersions = flag.Int("versions", 2, "of each program of the Siemens suite, compare this many versions (0: all)")

// siemensPrograms are the programs of Table 1 of the SymDiff paper that are in its
// repository, with the seconds a version that are published there.
var siemensPrograms = []struct {
	name    string
	seconds float64
}{{"tcas", 0.64}, {"print_tokens", 1.30}, {"print_tokens2", 0.90}}

const siemensCaption = `Changed: procedures whose text changed. d/e/u: how many of them are different, (partially) equivalent, unknown.
VC: SymDiff's engine, loops unwound to depth %d, all procedures. boogie: the processes of Boogie on EQ_f of the changed ones,
without unwinding. moddiff: all procedures, stopped after %s. VC and moddiff from reading the files on, with a solver
process each. paper: SymDiff's average for a version on its machine.
`

const (
	siemensUnwind = 2 // as in the paper
	siemensLimit  = 20 * time.Second
	boogieLimit   = 10 * time.Second // for one procedure
)

// TestSiemensReport prints the first rows of Table 1 of the SymDiff paper with our times and
// Boogie's beside the published ones, on the programs in SEMDIFF_SIEMENS (see
// TestTcas). It fails when answers contradict each other.
func TestSiemensReport(t *testing.T) {
	folder := siemens(t)
	boogie := needBoogie(t)
	table := reportTable("wnwnwnwnn", "version", "changed", "VC d/e/u", "s", "boogie e/u", "s", "moddiff d/e/u", "s", "paper s")
	for _, program := range siemensPrograms {
		var sums [3]time.Duration
		list := versionsOf(t, filepath.Join(folder, program.name))
		for _, v := range list {
			row, times := siemensRow(t, boogie, filepath.Join(folder, program.name), v)
			for i, d := range times {
				sums[i] += d
			}
			if err := table.Append(append(row, "")); err != nil {
				t.Fatal(err)
			}
		}
		row := []string{fmt.Sprintf("%s: mean of %d", program.name, len(list)), "", "", "", "", "", "", "", fmt.Sprintf("%.2f", program.seconds)}
		for i, d := range sums {
			row[3+2*i] = seconds(d / time.Duration(len(list)))
		}
		if err := table.Append(row); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Printf(siemensCaption+"\n", siemensUnwind, siemensLimit)
	if err := table.Render(); err != nil {
		t.Fatal(err)
	}
}

// versionsOf lists the versions vN.bpl of a program, up to as many as are wanted.
func versionsOf(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "v*.bpl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no versions in %s: %v", folder, err)
	}
	number := func(file string) int {
		n, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "v"), ".bpl"))
		return n
	}
	slices.SortFunc(files, func(a, b string) int { return number(a) - number(b) })
	if n := *siemensVersions; n > 0 && n < len(files) {
		files = files[:n]
	}
	return files
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()) }

// siemensRow compares a version in three ways and holds the answers against each other.
func siemensRow(t *testing.T, boogie, folder, version string) (row []string, times [3]time.Duration) {
	t.Helper()
	old := filepath.Join(folder, "source.bpl")
	p := &pair{Name: filepath.Base(version)}
	var opened []*run
	defer func() {
		for _, r := range opened {
			r.solver.Close()
		}
	}()
	// from runs one of the two analyses, which share nothing, from the files on.
	from := func(f func(context.Context, *run, moddiff.Options) error) time.Duration {
		start := time.Now()
		r, o, err := prepare(old, version, p)
		if err != nil {
			t.Fatal(err)
		}
		opened = append(opened, r)
		ctx, cancel := context.WithTimeout(context.Background(), siemensLimit)
		defer cancel()
		if err := f(ctx, r, o); err != nil {
			t.Fatal(err)
		}
		return time.Since(start)
	}
	var proofs *symdiff.Analysis
	times[0] = from(func(ctx context.Context, r *run, o moddiff.Options) (err error) {
		proofs, err = symdiff.Prove(ctx, r.task(o), symdiff.Options{Unwind: siemensUnwind})
		return err
	})
	var summaries *engine.Outcome
	times[2] = from(func(ctx context.Context, r *run, o moddiff.Options) (err error) {
		summaries, err = engine.Summaries{Options: o}.Compare(ctx, r.task(o))
		return err
	})

	changed := 0
	var ours, theirs, asked tally
	for _, s := range summaries.Pairs {
		v := proofs.Outcome.Counterpart(s)
		if !s.Compared || !s.Modified {
			continue
		}
		changed++
		ours.add(v.Verdict)
		theirs.add(s.Verdict)
		answer := symdiff.BoogieAnswer{}
		if f, path, err := writeEqFile(t, proofs, s.Name); err != nil {
			t.Logf("%s: %s: %v", version, s.Name, err)
		} else {
			answer = symdiff.RunBoogie(context.Background(), boogie, path, f, boogieLimit)
			times[1] += answer.Time
		}
		asked.add(answer.Verdict)
		for _, c := range symdiff.Contradictions(v, s, symdiff.Claims{}, &answer) {
			t.Errorf("%s: %s: %s", version, s.Name, c)
		}
	}
	name := filepath.Base(folder) + " " + strings.TrimSuffix(filepath.Base(version), ".bpl")
	return []string{name, strconv.Itoa(changed), ours.String(), seconds(times[0]), fmt.Sprintf("%d/%d", asked.equal, asked.unknown), seconds(times[1]), theirs.String(), seconds(times[2])}, times
}

// tally counts verdicts.
type tally struct{ different, equal, unknown int }

func (n *tally) add(v engine.Verdict) {
	switch v {
	case engine.Different:
		n.different++
	case engine.Equivalent, engine.PartiallyEquivalent:
		n.equal++
	default:
		n.unknown++
	}
}

func (n tally) String() string { return fmt.Sprintf("%d/%d/%d", n.different, n.equal, n.unknown) }

// TestTcasTrace checks that the trace of a fault of tcas is in terms of its C
// source: the line at fault, and the values that HAVOC notes by value_is.
func TestTcasTrace(t *testing.T) {
	folder := filepath.Join(siemens(t), "tcas")
	p := &pair{Name: "v1", Entry: "Non_Crossing_Biased_Climb"}
	r, err := analyze(filepath.Join(folder, "source.bpl"), filepath.Join(folder, "v1.bpl"), p, moddiff.ModDiffRef)
	if err != nil {
		t.Fatal(err)
	}
	defer r.solver.Close()
	q := r.pair(p.Entry)
	if q.Summary == nil || len(q.Summary.Differences) == 0 {
		t.Fatalf("%s is %s, without a difference", p.Entry, q.Status)
	}
	for _, d := range q.Summary.Differences {
		shown := trace.Compare(
			trace.Run{Program: r.result.Old, Lines: trace.Lines(d.Old.Trace, r.result.Old)},
			trace.Run{Program: r.result.New, Lines: trace.Lines(d.New.Trace, r.result.New)},
			nil,
		)
		for i, run := range []trace.Run{shown.Old, shown.New} {
			// The fault: Down_Separation >= ALIM() has become >.
			if !slices.ContainsFunc(run.Lines, func(l trace.Line) bool {
				text, _ := shown.Sources.Line(trace.Version(i), l.File, l.Number)
				return strings.HasSuffix(l.File, `\tcas.c`) && strings.Contains(text, "Down_Separation >") && hasValue(l, "Down_Separation")
			}) {
				t.Errorf("%s: no line at fault with the value of Down_Separation among %v", run.Program, run.Lines)
			}
			if !slices.ContainsFunc(run.Lines, func(l trace.Line) bool { return hasValue(l, "Positive_RA_Alt_Thresh[Alt_Layer_Value]") }) {
				t.Errorf("%s: no value of Positive_RA_Alt_Thresh[Alt_Layer_Value]", run.Program)
			}
		}
	}
}

func hasValue(l trace.Line, name string) bool {
	return slices.ContainsFunc(l.Values, func(v trace.Value) bool { return v.Name == name })
}
