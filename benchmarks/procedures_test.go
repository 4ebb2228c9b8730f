package benchmarks

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"semdiff/internal/needs"
	"semdiff/moddiff"
	"semdiff/smtlib"
)

// wholeVersions are the options with which every procedure and loop has an answer.
var wholeVersions = moddiff.Options{Mode: moddiff.ModDiffRef, WithoutImpact: true}

// TestTable1Procedures checks what is said of procedures of Table 1 other than main, for
// all inputs.
func TestTable1Procedures(t *testing.T) {
	needs.Z3(t)
	for _, p := range pairsOf(t, "table1") {
		if p.Truth != "equivalent" {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			r, err := analyzeWith(p.Dir+"/old.bpl", p.Dir+"/new.bpl", &p, wholeVersions)
			if err != nil {
				t.Fatal(err)
			}
			defer r.solver.Close()
			foo := r.pair("foo")
			switch {
			case slices.Contains([]string{"Add", "Const", "UnchLoop"}, p.Name):
				if foo.Status != "equivalent" && foo.Status != "unchanged" {
					t.Errorf("foo is %s", foo.Status)
				}
			case strings.HasPrefix(p.Name, "LoopMult"):
				scope := smtlib.NewScope()
				for _, in := range foo.Inputs {
					scope.Vars[in.Name()] = in
				}
				for _, region := range []string{"(= a b)", "(and (< a 1) (< b 1))"} {
					same, err := r.ctx.ParseTerm(scope, region)
					if err != nil {
						t.Fatal(err)
					}
					if !r.equivalent(r.ctx.And(same, foo.Summary.Unchanged), same) {
						t.Errorf("U of foo is %s, want it to hold %s", smtlib.Infix(foo.Summary.Unchanged), region)
					}
				}
				if len(foo.Summary.Differences) == 0 {
					t.Errorf("foo is %s", foo.Status)
				}
			}
		})
	}
}

// maxCell is how much of a condition a cell of the table shows.
const maxCell = 48

// TestProceduresReport prints the sets of all procedures and loops of Table 1 (make
// bench).
func TestProceduresReport(t *testing.T) {
	needBench(t)
	table := reportTable("wwwwwww", "pair", "truth", "procedure", "C", "U", "T", "unknown")
	for _, p := range pairsOf(t, "table1") {
		r, err := analyzeWith(p.Dir+"/old.bpl", p.Dir+"/new.bpl", &p, wholeVersions)
		if err != nil {
			t.Fatalf("%s: %v", p.Dir, err)
		}
		r.solver.Close()
		for _, q := range r.result.Pairs {
			row := []string{p.Name, string(p.Truth), q.Name}
			if d := q.Summary; d == nil {
				row = append(row, "-", "all", "-", "-")
			} else {
				row = append(row, shortly(d.Changed), shortly(d.Unchanged), shortly(d.TerminationChanged), shortly(d.Unknown))
			}
			if err := table.Append(row); err != nil {
				t.Fatal(err)
			}
		}
	}
	fmt.Printf("The sets of each procedure and loop of the pairs of Table 1: inputs that change, stay, change termination, are unknown.\n\n")
	if err := table.Render(); err != nil {
		t.Fatal(err)
	}
}

// shortly is a condition, or its beginning.
func shortly(t *smtlib.Term) string {
	switch {
	case t.IsFalse():
		return "-"
	case t.IsTrue():
		return "all"
	}
	text := smtlib.Infix(t)
	if len(text) > maxCell {
		return text[:maxCell] + "..."
	}
	return text
}
