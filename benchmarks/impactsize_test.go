package benchmarks

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"semdiff/compare/impact"
	"semdiff/compare/report"
	sets "semdiff/moddiff/impact"
)

const impactSizeLimit = 30 * time.Second

const impactSizeCaption = `Statements of both versions that a change reaches (F), of those in pairs that it may reach, by what counts as the same; less:
how many fewer than by the text alone. s: seconds from lowered versions on, all of a program; solver at most %s a pair.
`

// TestImpactSizeReport prints how many statements are impacted by each level: the
// programs of the Siemens suite in SEMDIFF_SIEMENS, and the samples (make bench-tests).
func TestImpactSizeReport(t *testing.T) {
	needBench(t)
	table := reportTable("wnnnnnnnnn", "program", "pairs", "statements", "text", "terms", "less", "solver", "less", "terms s", "solver s")
	for _, program := range impactSizePrograms(t) {
		total := 0
		var impacted [3]int
		var took [3]time.Duration
		for _, p := range program.pairs {
			for k, by := range sets.Levels() {
				s, d := impactSize(t, p, by)
				impacted[k] += s.Old.Impacted + s.New.Impacted
				took[k] += d
				if k == 0 {
					total += s.Old.Total + s.New.Total
				}
			}
		}
		if impacted[1] > impacted[0] || impacted[2] > impacted[1] {
			t.Errorf("%s: %v statements are impacted by text, terms, solver", program.name, impacted)
		}
		if err := table.Append([]string{
			program.name, fmt.Sprint(len(program.pairs)), fmt.Sprint(total), fmt.Sprint(impacted[0]),
			fmt.Sprint(impacted[1]), less(impacted[1], impacted[0]), fmt.Sprint(impacted[2]), less(impacted[2], impacted[0]),
			seconds(took[1]), seconds(took[2]),
		}); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Printf(impactSizeCaption+"\n", impactSizeLimit)
	if err := table.Render(); err != nil {
		t.Fatal(err)
	}
}

func less(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%d%%", 100*(of-n)/of)
}

// impactSizeProgram is a program with pairs of versions.
type impactSizeProgram struct {
	name  string
	pairs []table3Row
}

func impactSizePrograms(t *testing.T) (list []impactSizeProgram) {
	if folder := os.Getenv("SEMDIFF_SIEMENS"); folder != "" {
		for _, p := range siemensPrograms {
			program := impactSizeProgram{name: p.name}
			for _, file := range versionsOf(t, filepath.Join(folder, p.name)) {
				program.pairs = append(program.pairs, table3Row{&pair{Name: p.name}, filepath.Join(folder, p.name, "source.bpl"), file})
			}
			list = append(list, program)
		}
	}
	found, err := filepath.Glob(filepath.Join(samples, "*", "old.bpl"))
	if err != nil {
		t.Fatal(err)
	}
	if len(found) > 0 {
		program := impactSizeProgram{name: "samples of SMACK"}
		for _, old := range found {
			program.pairs = append(program.pairs, table3Row{&pair{Name: filepath.Dir(old)}, old, filepath.Join(filepath.Dir(old), "new.bpl")})
		}
		list = append(list, program)
	}
	program := impactSizeProgram{name: "suite impact"}
	for _, p := range pairsOf(t, "impact") {
		program.pairs = append(program.pairs, table3Row{&p, p.OldFile(), p.NewFile()})
	}
	return append(list, program)
}

// impactSize counts the statements that are impacted in a pair.
func impactSize(t *testing.T, p table3Row, by sets.Level) (report.ImpactStatements, time.Duration) {
	t.Helper()
	r, o, err := prepare(p.old, p.new, p.pair)
	if err != nil {
		t.Fatal(err)
	}
	defer r.solver.Close()
	ctx, cancel := context.WithTimeout(context.Background(), impactSizeLimit)
	defer cancel()
	start := time.Now()
	found, err := impact.Run(ctx, r.task(o), impact.Options{By: by})
	if err != nil {
		t.Fatal(err)
	}
	return report.NewImpact(found).Stats.Statements, time.Since(start)
}
