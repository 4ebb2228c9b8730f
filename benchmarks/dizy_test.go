package benchmarks

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"semdiff/compare/dizy"
	"semdiff/compare/engine"
	"semdiff/internal/enginetest"
	"semdiff/internal/needs"
	"semdiff/moddiff/product"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// delta runs abstract semantic differencing on a pair of suite dizy, and returns what
// it found of the entry.
func delta(t *testing.T, p *pair, o dizy.Options) (engine.Task, *dizy.Result, *dizy.Delta) {
	t.Helper()
	task := taskOf(t, p)
	task.Entry = p.Entry
	return deltaOf(t, task, p, o)
}

// taskOf is the task of comparing the versions of a pair.
func taskOf(t *testing.T, p *pair) engine.Task {
	t.Helper()
	var texts [2]string
	for i, name := range []string{"old.bpl", "new.bpl"} {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	return enginetest.Task(t, texts[0], texts[1])
}

// deltaOf is delta of versions that are read.
func deltaOf(t *testing.T, task engine.Task, p *pair, o dizy.Options) (engine.Task, *dizy.Result, *dizy.Delta) {
	t.Helper()
	r, err := dizy.Run(context.Background(), task, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Deltas {
		if d.Pair.Old.Name == p.Entry {
			return task, r, d
		}
	}
	t.Fatalf("nothing is said of %s", p.Entry)
	return task, nil, nil
}

// same asks whether two conditions are the same, where the second is given as text over
// the inputs of a pair.
func same(t *testing.T, task engine.Task, d *dizy.Delta, got *smtlib.Term, text string) bool {
	t.Helper()
	c := task.Old.Ctx
	scope := smtlib.NewScope()
	vars := map[string]*smtlib.Term{}
	for _, in := range d.Pair.Inputs {
		vars[in.Var.Name()] = in.Var
	}
	want, err := c.ParseTerm(scope.With(vars), text)
	if err != nil {
		t.Fatal(err)
	}
	return task.Solver.Check(context.Background(), []*smtlib.Term{c.Not(c.Eq(got, want))}, false).Answer == solver.Unsat
}

// TestDizyFigures compares the difference that is found for each figure of the paper
// with the inputs on which the versions differ, and with those that may only seem to.
func TestDizyFigures(t *testing.T) {
	needs.Z3(t)
	lockstep := &product.Schedule{Steps: [2]int{1, 1}}
	const n = "(+ (- textLength aCount) aLength)" // the new length in Figure 13
	const length = "(or (> " + n + " 536870912) (< (- 536870912 4294967296) " + n + " 0))"
	const backspace = "(and (= c 8) (not escape) (not caret) (<= ip 0))"
	want := map[string]struct {
		difference, changed string // "" for C where single inputs are in it
		verdict             engine.Verdict
		differ, states      int // at the end
		options             dizy.Options
	}{
		"fig1":  {"(= x 0)", "(= x 0)", engine.Different, 1, 2, dizy.Options{}},
		"fig5":  {"false", "false", engine.Equivalent, 0, 1, dizy.Options{}},
		"fig7":  {"(>= x 1)", "(>= x 1)", engine.Different, 1, 2, dizy.Options{Schedule: lockstep}},
		"fig8":  {"(not (= x 0))", "(not (= x 0))", engine.Different, 2, 3, dizy.Options{}},
		"fig9":  {"(> len max)", "", engine.Different, 2, 3, dizy.Options{}},
		"fig11": {"(<= 55 uaddr_len 56)", "(<= 55 uaddr_len 56)", engine.Different, 2, 3, dizy.Options{}},
		"fig13": {length, length, engine.Different, 2, 3, dizy.Options{}},
		"fig15": {"(and (< width 0) (< (+ ip width) 0))", "(and (< width 0) (< (+ ip width) 0))", engine.Different, 3, 4, dizy.Options{}},
		"fig17": {"(and (< (- currentTime t) 100) (not (= old_value 1)))", "(and (< (- currentTime t) 100) (not (= old_value 1)))", engine.Different, 2, 3, dizy.Options{}},
		"fig19": {"(= slen 0)", "", engine.Different, 2, 3, dizy.Options{}},

		"char_to_clump": {backspace, backspace, engine.Different, 2, 3, dizy.Options{}},
		"bsd_split_3":   {"(= slen 0)", "", engine.Different, 5, 6, dizy.Options{}},
	}
	for _, p := range pairsOf(t, "dizy") {
		t.Run(p.Name, func(t *testing.T) {
			w, ok := want[p.Name]
			if !ok {
				t.Fatal("no truth")
			}
			task, r, d := delta(t, &p, w.options)
			if !same(t, task, d, d.Difference, w.difference) {
				t.Errorf("difference: got %s, want %s", smtlib.Infix(d.Difference), w.difference)
			}
			if got := d.Answer.Summary.Changed; w.changed != "" && !same(t, task, d, got, w.changed) {
				t.Errorf("changed: got %s, want %s", smtlib.Infix(got), w.changed)
			}
			if r.Verdict != w.verdict {
				t.Errorf("verdict %s, want %s", r.Verdict, w.verdict)
			}
			differ := 0
			for _, s := range d.States {
				if s.Differs {
					differ++
				}
			}
			if differ != w.differ || len(d.States) != w.states {
				t.Errorf("%d states, %d of them differ; want %d and %d", len(d.States), differ, w.states, w.differ)
			}
			for _, l := range d.Loops {
				if !l.Proven {
					t.Errorf("what is said of %s is not proven", l.Procs[0].Name)
				}
			}
		})
	}
}

// TestDizyPaths compares the inputs of the states that differ, where these are kept apart
// by paths, with those of Figures 14 and 16.
func TestDizyPaths(t *testing.T) {
	needs.Z3(t)
	const n = "(+ (- textLength aCount) aLength)"
	want := map[string][]string{
		"fig13": {"(> " + n + " 536870912)", "(< (- 536870912 4294967296) " + n + " 0)"},
		"fig15": {
			"(and (= ip 0) (< width 0))", "(and (< ip 0) (< width 0))", "(and (> ip 0) (< (+ ip width) 0))",
		},
	}
	for _, p := range pairsOf(t, "dizy") {
		if want[p.Name] == nil {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			task, _, d := delta(t, &p, dizy.Options{Partition: dizy.Paths, Explain: true})
			found := 0
			for _, s := range d.States {
				if !s.Differs {
					continue
				}
				found++
				inputs := task.Old.Ctx.And(s.Requires...)
				if !slices.ContainsFunc(want[p.Name], func(w string) bool { return same(t, task, d, inputs, w) }) {
					t.Errorf("no such state: %s", smtlib.Infix(inputs))
				}
				if !s.Certain || s.Witness == nil {
					t.Errorf("%s: certain: %t, witness: %v", smtlib.Infix(inputs), s.Certain, s.Witness)
				}
			}
			if found != len(want[p.Name]) {
				t.Errorf("%d states differ, want %d", found, len(want[p.Name]))
			}
		})
	}
}

const wholeCaption = `Whole procedures, by partition and domain: states at the end, those that differ, constraints that describe them, loops
whose states are proven, questions, seconds.
`

// TestDizyWholeReport prints what the whole procedures cost (make bench-tests).
func TestDizyWholeReport(t *testing.T) {
	needBench(t)
	table := reportTable("wwwnnnnnn", "procedure", "partition", "domain", "states", "differ", "constraints", "proven", "questions", "seconds")
	for _, p := range pairsOf(t, "dizy") {
		if p.Name != "char_to_clump" && p.Name != "bsd_split_3" {
			continue
		}
		for _, partition := range dizy.Partitions() {
			for _, domain := range []dizy.Domain{dizy.Intervals, dizy.Octagons} {
				start := time.Now()
				_, r, d := delta(t, &p, dizy.Options{Partition: partition, Domain: domain, Explain: true})
				differ, constraints, proven := 0, 0, 0
				for _, s := range d.States {
					constraints += len(s.Requires) + len(s.Relations) + len(s.Old) + len(s.New)
					if s.Differs {
						differ++
					}
				}
				for _, l := range d.Loops {
					if l.Proven {
						proven++
					}
				}
				row := []string{
					p.Name, string(partition), string(domain), fmt.Sprint(len(d.States)), fmt.Sprint(differ), fmt.Sprint(constraints),
					fmt.Sprintf("%d of %d", proven, len(d.Loops)), fmt.Sprint(r.Stats.Queries), fmt.Sprintf("%.1f", time.Since(start).Seconds()),
				}
				if err := table.Append(row); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	fmt.Print(wholeCaption + "\n")
	if err := table.Render(); err != nil {
		t.Fatal(err)
	}
}

// TestDizyDomains checks that intervals never leave more out of the difference than
// octagons do, with SEMDIFF_BENCH on all pairs of the suite.
func TestDizyDomains(t *testing.T) {
	needs.Z3(t)
	for _, p := range pairsOf(t, "dizy") {
		if p.Name != "fig7" && p.Name != "fig11" && p.Name != "fig15" && os.Getenv("SEMDIFF_BENCH") == "" {
			continue
		}
		task, _, fine := delta(t, &p, dizy.Options{})
		_, _, coarse := deltaOf(t, task, &p, dizy.Options{Domain: dizy.Intervals})
		more := task.Old.Ctx.And(fine.Difference, task.Old.Ctx.Not(coarse.Difference))
		if task.Solver.Check(context.Background(), []*smtlib.Term{more}, false).Answer != solver.Unsat {
			t.Errorf("%s: octagons have more than intervals: %s and %s", p.Name, smtlib.Infix(fine.Difference), smtlib.Infix(coarse.Difference))
		}
	}
}
