package benchmarks

import (
	"context"
	"flag"
	"fmt"
	"testing"
	"time"

	"semdiff/compare/symdiff"
	"semdiff/moddiff"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/product"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/symexec"
	"semdiff/smtlib/horn"
)

var everyPair = flag.Int("every", 5, "report on every N-th pair of each truth of relational, or of each suite")

const ablationCaption = `What each source of proofs adds, on %d pairs of relational (every %d. of each truth), %s for each. equal: shown to be
equivalent, or so wherever both end (of these, partially), of those that are; different: of those that are; wrong: the
verdict contradicts the truth. Spacer: a model of the Horn clauses of the pair in lockstep, which says that both agree
wherever they return; nothing is checked, and other answers of it say nothing.
`

// way is a column of the ablation.
type way struct {
	name    string
	verdict func(t *testing.T, p *pair) (moddiff.Status, time.Duration)
}

// TestAblationReport prints what semdiff diff decides of suite relational with more and
// more sources of proofs, beside Spacer and SymDiff's engine with Houdini (make
// bench-tests), and fails where an engine contradicts the truth.
func TestAblationReport(t *testing.T) {
	needBench(t)
	t.Parallel()
	command := buildCommand(t)
	proofs := func(name, sources string) way {
		return way{name, func(t *testing.T, p *pair) (moddiff.Status, time.Duration) {
			return commandVerdict(t, p, command, "--proofs", sources)
		}}
	}
	spacer := way{"Spacer alone", spacerVerdict}
	ways := []way{
		proofs("none", "off"), proofs("runs", "runs"), proofs("+ Horn", "runs,horn"), proofs("+ closed forms", "runs,horn,closed-forms"),
		proofs("+ conditions: all", "on"), spacer, {"crosscheck --houdini", houdiniVerdict},
	}
	pairs := everyOf(pairsOf(t, "relational"), *everyPair)
	table := reportTable("wnnnnnnn", "proofs", "equal", "partially", "different", "unknown", "wrong", "seconds", "median")
	for _, w := range ways {
		var a ablation
		for _, p := range pairs {
			verdict, took := w.verdict(t, &p)
			a.add(&p, verdict, took)
			if a.contradicts(&p, verdict) {
				t.Errorf("%s: %s is %s, and called %s", w.name, p.Dir, p.Truth, verdict)
			}
		}
		if err := table.Append(a.row(w.name)); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Printf(ablationCaption+"\n", len(pairs), *everyPair, relationalTimeout)
	if err := table.Render(); err != nil {
		t.Fatal(err)
	}
}

// ablation counts what a way says.
type ablation struct {
	equal, different          score
	partially, unknown, wrong int
	seconds                   []float64
}

func (a *ablation) add(p *pair, verdict moddiff.Status, took time.Duration) {
	equal := isEqual(verdict)
	if p.Truth == "different" {
		a.different.add(verdict == "different")
	} else {
		a.equal.add(equal)
	}
	switch {
	case a.contradicts(p, verdict):
		a.wrong++
	case verdict == "partially-equivalent":
		a.partially++
	case !equal && verdict != "different":
		a.unknown++
	}
	a.seconds = append(a.seconds, took.Seconds())
}

// contradicts reports that a verdict is wrong.
func (a *ablation) contradicts(p *pair, verdict moddiff.Status) bool {
	return p.Truth == "different" && isEqual(verdict) || p.Truth != "different" && verdict == "different"
}

func isEqual(verdict moddiff.Status) bool {
	return verdict == "equivalent" || verdict == "partially-equivalent"
}

func (a *ablation) row(name string) []string {
	total := 0.0
	for _, s := range a.seconds {
		total += s
	}
	return []string{
		name, a.equal.String(), fmt.Sprint(a.partially), a.different.String(), fmt.Sprint(a.unknown), fmt.Sprint(a.wrong),
		fmt.Sprintf("%.1f", total), fmt.Sprintf("%.2f", median(a.seconds)),
	}
}

// spacerVerdict is what Spacer says of the Horn clauses of a pair, both versions in
// lockstep.
func spacerVerdict(t *testing.T, p *pair) (moddiff.Status, time.Duration) {
	t.Helper()
	start := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), relationalTimeout)
	defer cancel()
	r, o := mustPrepare(t, p)
	defer r.solver.Close()
	run, err := kit.NewRun(r.old, r.new, pairing.Options{Entry: o.Entry, Given: o.Match})
	if err != nil {
		t.Fatalf("%s: %v", p.Dir, err)
	}
	a := run.NewAnalysis(ctx, r.solver, symexec.Options{Unwind: 1})
	q := run.Pairing.Named(p.Entry)
	k := product.Correlate(a.Analysis, product.Input{Pair: q, Outputs: q.Observed(r.ctx, true), WithoutGuesses: true})
	if k == nil {
		return "unknown", time.Since(start)
	}
	for _, matched := range []bool{true, false} {
		limits := relation.HornLimits{Command: horn.DefaultSolver, Timeout: relationalTimeout - time.Since(start)}
		if limits.Timeout <= 0 {
			break
		}
		model, err := k.Horn(ctx, limits, matched)
		if err != nil {
			t.Logf("%s: %v", p.Dir, err)
		}
		if len(model) > 0 {
			return "partially-equivalent", time.Since(start)
		}
	}
	return "unknown", time.Since(start)
}

// houdiniVerdict is that of SymDiff's engine with relations that Houdini finds.
func houdiniVerdict(t *testing.T, p *pair) (moddiff.Status, time.Duration) {
	t.Helper()
	start := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), relationalTimeout)
	defer cancel()
	r, o := mustPrepare(t, p)
	defer r.solver.Close()
	out, err := symdiff.Engine{Options: symdiff.Options{Houdini: true}}.Compare(ctx, r.task(o))
	if err != nil {
		t.Fatalf("%s: %v", p.Dir, err)
	}
	return moddiff.Status(out.Verdict.String()), time.Since(start)
}
