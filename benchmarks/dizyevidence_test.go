package benchmarks

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"semdiff/moddiff/certificate"
	"semdiff/moddiff/export"
	"semdiff/smtlib/solver"
)

// evidenceTimeout is the time of delta, and of each check of what it finds, for a pair.
const evidenceTimeout = 10 * time.Second

// dizyEvidence counts what is checked again of what abstract semantic differencing finds.
type dizyEvidence struct {
	pairs, with      int // pairs of a suite, and those with relations in lockstep
	related, proven  int // relations in lockstep, and those that crosscheck proves
	answers          int // exports that rest on relations
	queries, inducts int // queries of exports, and those of them by which relations are shown
	unknown          [2]int
}

// TestDizyEvidenceReport checks over all suites what abstract semantic differencing finds
// (make bench-tests): crosscheck proves relations of loops in lockstep with an encoding of
// its own, and z3 and cvc5 confirm the proofs that moddiff makes of them alone.
func TestDizyEvidenceReport(t *testing.T) {
	needBench(t)
	command := buildCommand(t)
	table := reportTable("wnnnnnnnnn", "suite", "pairs", "with relations", "relations", "crosscheck", "exports", "queries", "by relations", "z3 open", "cvc5 open")
	var all dizyEvidence
	for _, suite := range allSuites {
		t.Run(suite, func(t *testing.T) {
			var sum dizyEvidence
			for _, p := range everyOf(pairsOf(t, suite), *everyPair) {
				sum.pairs++
				sum.relations(t, &p, command)
				sum.export(t, &p, command)
			}
			if err := table.Append(sum.row(suite)); err != nil {
				t.Fatal(err)
			}
			all.add(&sum)
		})
	}
	if err := table.Append(all.row("all")); err != nil {
		t.Fatal(err)
	}
	if err := table.Render(); err != nil {
		t.Fatal(err)
	}
	for i, name := range evidenceSolvers {
		if 20*all.unknown[i] > all.queries {
			t.Errorf("%s does not know %d of %d queries", name, all.unknown[i], all.queries)
		}
	}
	if all.related > 0 && all.proven == 0 {
		t.Error("crosscheck proves no relation")
	}
}

var evidenceSolvers = [...]string{"z3", "cvc5"}

func (n *dizyEvidence) add(o *dizyEvidence) {
	n.pairs += o.pairs
	n.with += o.with
	n.related += o.related
	n.proven += o.proven
	n.answers += o.answers
	n.queries += o.queries
	n.inducts += o.inducts
	for i := range n.unknown {
		n.unknown[i] += o.unknown[i]
	}
}

func (n *dizyEvidence) row(name string) []string {
	row := []string{name}
	for _, k := range []int{n.pairs, n.with, n.related, n.proven, n.answers, n.queries, n.inducts, n.unknown[0], n.unknown[1]} {
		row = append(row, fmt.Sprint(k))
	}
	return row
}

// relations has crosscheck prove the relations that delta writes of a pair.
func (n *dizyEvidence) relations(t *testing.T, p *pair, command string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "related.bpl")
	if _, ok := runOn(t, p, command, "delta", "--relations", file, "--format", "json"); !ok {
		return
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%s: %v", p.Dir, err)
	}
	if !strings.Contains(string(text), "function") {
		return
	}
	out, ok := runOn(t, p, command, "crosscheck", "--mutual-summaries", file, "--boogie", "never", "--engines", "symdiff", "--save", t.TempDir(), "--format", "json")
	if !ok {
		return
	}
	var answer struct {
		Mutual []struct {
			Name   string
			Proven bool
		} `json:"mutual_summaries"`
		Contradictions int
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		t.Fatalf("%s: %v", p.Dir, err)
	}
	if answer.Contradictions > 0 {
		t.Errorf("%s: %d contradictions", p.Dir, answer.Contradictions)
	}
	n.with++
	for _, m := range answer.Mutual {
		n.related++
		if m.Proven {
			n.proven++
			continue
		}
		t.Logf("%s: crosscheck does not prove %s", p.Dir, m.Name)
	}
}

// export has solvers check the queries of an answer that rests on relations of abstract
// semantic differencing, and on no other proofs of loops.
func (n *dizyEvidence) export(t *testing.T, p *pair, command string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "proof")
	if _, ok := runOn(t, p, command, "export", "--proofs", "off", "--clients", "off", "--relations", "on", "--out", dir); !ok {
		return
	}
	index, err := os.ReadFile(filepath.Join(dir, "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(index), string(certificate.ByRunInduction)) {
		return
	}
	report, err := export.Verify(t.Context(), dir, evidenceSolvers[:], export.Limits{Jobs: 1, Timeout: 2 * evidenceTimeout})
	if err != nil {
		t.Fatalf("%s: %v", p.Dir, err)
	}
	n.answers++
	for _, c := range report.Checked {
		n.queries++
		if c.Proof == certificate.ByRunInduction || c.Proof == certificate.ByRelations {
			n.inducts++
		}
		if c.Outcome() == export.Disagreed {
			t.Errorf("%s: %s: want %s, answers %v", p.Dir, c.File, c.Status, c.Answers)
		}
		for i, a := range c.Answers {
			if a.Answer == solver.Unknown {
				n.unknown[i]++
				t.Logf("%s: %s: %s: %v", p.Dir, c.File, evidenceSolvers[i], a)
			}
		}
	}
}

// runOn runs a command of semdiff on a pair; not where its flags are not for the command.
func runOn(t *testing.T, p *pair, command, name string, flags ...string) ([]byte, bool) {
	t.Helper()
	args := slices.Concat([]string{name, "--timeout", evidenceTimeout.String(), "--entry", p.Entry}, p.Flags, flags)
	for _, file := range []string{p.OldFile(), p.NewFile()} {
		inside, err := filepath.Rel(p.Dir, file)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, inside)
	}
	run := exec.Command(command, args...)
	run.Dir = p.Dir // where files are that flags name
	out, err := run.Output()
	exit := (*exec.ExitError)(nil)
	switch {
	case !errors.As(err, &exit) && err != nil:
		t.Fatalf("%s: %v", p.Dir, err)
	case exit != nil && strings.Contains(string(exit.Stderr), "unknown flag"):
		return nil, false
	case exit != nil && exit.ExitCode() == 2:
		t.Errorf("%s: %v: %s", p.Dir, args, exit.Stderr)
		return nil, false
	}
	return out, true
}
