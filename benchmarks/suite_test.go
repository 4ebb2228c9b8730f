// Package benchmarks holds program pairs with their known truth as data; its
// tests run the analysis over them.
package benchmarks

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"semdiff/internal/needs"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/interp"
)

// TestSuites checks the answers for all pairs against their truth.
func TestSuites(t *testing.T) {
	needs.Z3(t)
	for _, suite := range suites {
		for _, p := range sample(pairsOf(t, suite), 1) {
			t.Run(p.Dir, func(t *testing.T) {
				t.Parallel()
				r := mustAnalyze(t, &p, moddiff.ModDiffRef)
				if !p.Fits(r.verdict()) {
					t.Errorf("verdict %s, truth %s, allowed %s", r.verdict(), p.Truth, p.Allowed)
				}
				checkAnswer(t, &p, r, false)
				if suite != "table1" || p.Truth != "different" {
					return
				}
				// Table 1b: the summary of main is full.
				if d := r.pair(p.Entry).Summary; d == nil || !d.Unknown.IsFalse() {
					t.Errorf("%s is not fully decided: %+v", p.Entry, d)
				}
			})
		}
	}
}

// TestJobs checks that Table 1 is decided as well with several pairs analysed at a
// time.
func TestJobs(t *testing.T) {
	needs.Z3(t)
	for _, p := range pairsOf(t, "table1") {
		t.Run(p.Dir, func(t *testing.T) {
			t.Parallel()
			r, err := analyzeWith(filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl"), &p, moddiff.Options{Mode: moddiff.ModDiffRef, Jobs: 2})
			if err != nil {
				t.Fatal(err)
			}
			defer r.solver.Close()
			if r.verdict() != p.Truth {
				t.Errorf("verdict %s, truth %s", r.verdict(), p.Truth)
			}
		})
	}
}

// TestWithoutRefinement checks that summaries without refinement leave pairs
// undecided, but never lead to a wrong answer.
func TestWithoutRefinement(t *testing.T) {
	needs.Z3(t)
	for _, suite := range suites {
		for _, p := range sample(pairsOf(t, suite), 4) {
			t.Run(p.Dir, func(t *testing.T) {
				t.Parallel()
				r := mustAnalyze(t, &p, moddiff.ModDiff)
				v := r.result.Verdict
				weaker := v == moddiff.Unknown || v == moddiff.PartiallyEquivalent && p.Truth == "equivalent"
				if !weaker && !p.Fits(r.verdict()) {
					t.Errorf("verdict %s, truth %s, allowed %s", v, p.Truth, p.Allowed)
				}
				p.Procedures = nil // they may be undecided too
				checkAnswer(t, &p, r, true)
			})
		}
	}
}

// checkAnswer checks an answer beyond its verdict: the statuses of other
// procedures, that a difference has a witness, and that the known witness is
// in the right set, which with undecided, or when time ran out, may be that of
// the unknown.
func checkAnswer(t *testing.T, p *pair, r *run, undecided bool) {
	t.Helper()
	undecided = undecided || r.result.CutShort
	for name, allowed := range p.Procedures {
		if q := r.pair(name); q == nil {
			t.Errorf("no answer for %s", name)
		} else if !slices.Contains(allowed, q.Status) {
			t.Errorf("%s is %s, allowed %s", name, q.Status, allowed)
		}
	}
	for _, q := range r.result.Pairs {
		r.checkWitnesses(t, q, undecided)
	}
	var found []*moddiff.Difference
	for _, q := range r.entries() {
		if q.Summary != nil {
			found = append(found, q.Summary.Differences...)
		}
	}
	if r.result.Verdict == moddiff.Different && len(found) == 0 {
		t.Error("different, but without a witness")
	}
	if p.Witness == nil || len(r.entries()) != 1 {
		return
	}
	q := r.entries()[0]
	env, err := r.witness(q.Inputs, p.Witness)
	if err != nil {
		t.Fatal(err)
	}
	switch differ, err := r.differOn(q, env); {
	case errors.Is(err, interp.ErrUndetermined): // constants that axioms fix
	case err != nil:
		t.Error(err)
	case !differ:
		t.Errorf("the manifest is wrong: the versions agree on %v", p.Witness)
	}
	if q.Summary == nil {
		if !r.result.CutShort {
			t.Errorf("%s was not analysed, but differs on %v", q.Name, p.Witness)
		}
		return
	}
	holds := func(set *smtlib.Term) bool {
		yes, err := r.holds(set, env)
		if err != nil {
			t.Errorf("%s: %v", smtlib.Infix(set), err)
		}
		return yes
	}
	if holds(q.Summary.Unchanged) {
		t.Errorf("unchanged holds on %v: %s", p.Witness, smtlib.Infix(q.Summary.Unchanged))
	}
	if r.result.Verdict == moddiff.Different && p.Fits(r.verdict()) &&
		!holds(q.Summary.Changed) && !holds(q.Summary.TerminationChanged) && !(undecided && holds(q.Summary.Unknown)) {
		t.Errorf("no difference on %v; changed: %s; unknown: %s", p.Witness, smtlib.Infix(q.Summary.Changed), smtlib.Infix(q.Summary.Unknown))
	}
}

// checkWitnesses checks that every difference of a pair is where its witness is, and
// that the pair's sets say so; with undecided, that they do not say otherwise.
func (r *run) checkWitnesses(t *testing.T, q *moddiff.PairResult, undecided bool) {
	t.Helper()
	if q.Summary == nil {
		return
	}
	for _, d := range q.Summary.Differences {
		env := interp.Env{}
		for i, in := range q.Inputs {
			env[in] = d.Witness[i]
		}
		set := q.Summary.Changed
		if d.Termination {
			set = q.Summary.TerminationChanged
		}
		for i, claim := range []struct {
			name string
			set  *smtlib.Term
			want bool
		}{{"the condition", d.Condition, true}, {"U", q.Summary.Unchanged, false}, {"the union", set, true}, {"what is unknown", q.Summary.Unknown, false}} {
			if claim.set.HasApps() || undecided && i > 1 { // the witness may say what functions mean
				continue
			}
			if got, err := r.holds(claim.set, env); err == nil && got != claim.want {
				t.Errorf("%s: %s is %t on the witness %v: %s", q.Name, claim.name, got, d.Witness, smtlib.Infix(claim.set))
			}
		}
	}
}

// TestSelf checks that no program differs from itself.
func TestSelf(t *testing.T) {
	needs.Z3(t)
	for _, suite := range allSuites {
		for _, p := range sample(pairsOf(t, suite), 4) {
			t.Run(p.Dir, func(t *testing.T) {
				t.Parallel()
				for _, version := range []string{p.OldFile(), p.NewFile()} {
					checkSelf(t, version, &p)
				}
			})
		}
	}
}

func checkSelf(t *testing.T, file string, p *pair) {
	t.Helper()
	r, err := analyze(file, file, p, moddiff.ModDiffRef)
	if err != nil {
		t.Fatal(err)
	}
	defer r.solver.Close()
	if r.result.Verdict != moddiff.Equivalent {
		t.Errorf("%s against itself is %s", file, r.result.Verdict)
	}
	for _, q := range r.result.Pairs {
		if q.Status != moddiff.StatusUnchanged {
			t.Errorf("%s against itself: %s is %s", file, q.Name, q.Status)
		}
	}
}

// TestFigure2 checks the exact sets that the paper gives for p of Figure 2, by
// evaluation and by the solver.
func TestFigure2(t *testing.T) {
	needs.Z3(t)
	p := pair{Name: "fig2", Dir: "figures/fig2", Entry: "p", Truth: "different"}
	r := mustAnalyze(t, &p, moddiff.ModDiffRef)
	q := r.pair("p")
	if q == nil || q.Summary == nil || len(q.Inputs) != 1 {
		t.Fatalf("no summary of p over x: %+v", q)
	}
	c, x := r.ctx, q.Inputs[0]
	is := func(n int64) *smtlib.Term { return c.Eq(x, c.IntVal(n)) }
	sets := []struct {
		name      string
		got, want *smtlib.Term
	}{
		{"changed", q.Summary.Changed, is(4)},
		{"unchanged", q.Summary.Unchanged, c.And(c.Not(is(2)), c.Not(is(4)))},
		{"termination changed", q.Summary.TerminationChanged, is(2)},
		{"unknown", q.Summary.Unknown, c.False},
	}
	for _, s := range sets {
		if !r.equivalent(s.got, s.want) {
			t.Errorf("%s is %s, want %s", s.name, smtlib.Infix(s.got), smtlib.Infix(s.want))
		}
		for n := int64(-20); n <= 20; n++ {
			value, err := interp.NewModel(c).Literal(c.IntVal(n))
			if err != nil {
				t.Fatal(err)
			}
			env := interp.Env{x: value}
			got, err := r.holds(s.got, env)
			if err != nil {
				t.Fatal(err)
			}
			if want, _ := r.holds(s.want, env); got != want {
				t.Errorf("%s is %t for x = %d", s.name, got, n)
			}
		}
	}
}

// samples is where the samples of SMACK are, on machines that have them.
const samples = "../../shared/samples/smack"

// TestSmack runs the samples that SMACK made of C: its prelude and runtime
// come along, some 16,000 lines.
func TestSmack(t *testing.T) {
	needs.Z3(t)
	if _, err := os.Stat(samples); err != nil {
		t.Skipf("the samples are not here: %v", err)
	}
	type statuses = map[string][]moddiff.Status
	same := []moddiff.Status{"equivalent", "partially-equivalent", "unknown", "unchanged"}
	differ := []moddiff.Status{"different"}
	mayDiffer := []moddiff.Status{"different", "unknown"}
	unchanged := []moddiff.Status{"unchanged"}
	for _, p := range []pair{
		{Name: "fig2", Truth: "different", Procedures: statuses{"p": differ}},
		{Name: "fig3", Truth: "equivalent"},
		{Name: "fig3-bv", Truth: "equivalent"},
		{Name: "loopmult5", Truth: "equivalent", Procedures: statuses{"mul": mayDiffer}},
		{Name: "unchloop", Truth: "equivalent", Procedures: statuses{"acc": same}},
		{Name: "deepcall", Truth: "equivalent", Procedures: statuses{
			"clamp": mayDiffer, "scale": mayDiffer, "pick": unchanged, "untouched": unchanged}},
		{Name: "recursion", Truth: "equivalent", Procedures: statuses{"fact": {"equivalent"}}},
		{Name: "heap", Truth: "equivalent", Procedures: statuses{"fee_of": mayDiffer, "charge": mayDiffer}},
		{Name: "primes", Truth: "equivalent", Procedures: statuses{"composite": mayDiffer}},
		{Name: "table", Truth: "equivalent"},
		{Name: "bits", Truth: "equivalent"},
		{Name: "lookup", Truth: "equivalent", Procedures: statuses{"find": mayDiffer}},
		{Name: "text", Entry: "client", Truth: "equivalent", Procedures: statuses{"length": same, "same": same}},
		{Name: "list", Entry: "client", Truth: "equivalent", Allowed: same[:2], Procedures: statuses{"above": mayDiffer}},
	} {
		if (p.Name == "heap" || p.Name == "list") && os.Getenv("SEMDIFF_BENCH") == "" {
			continue // they take as long as all others
		}
		p.Dir = filepath.Join(samples, p.Name)
		if p.Entry == "" {
			p.Entry = "main"
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			r := mustAnalyze(t, &p, moddiff.ModDiffRef)
			if !p.Fits(r.verdict()) {
				t.Errorf("verdict %s, truth %s", r.verdict(), p.Truth)
			}
			checkAnswer(t, &p, r, false)
			for name, allowed := range p.Procedures {
				if q := r.pair(name); q != nil && slices.Equal(allowed, unchanged) && (q.Analysed || q.Summary != nil) {
					t.Errorf("%s was analysed", name)
				}
			}
			if p.Name == "fig2" {
				checkFigure2(t, r)
			}
		})
	}
}

// checkFigure2 looks for the witness x = 4. SMACK's main takes its value from
// a call, so that it is an input of p only.
func checkFigure2(t *testing.T, r *run) {
	t.Helper()
	q := r.pair("p")
	if q == nil || q.Summary == nil {
		t.Fatal("p was not analysed")
	}
	for _, d := range q.Summary.Differences {
		for i, in := range q.Inputs {
			if in.Sort().Kind == smtlib.IntKind && d.Witness[i].String() == "4" && !d.Termination {
				return
			}
		}
	}
	t.Errorf("no witness x = 4 for p: %v", q.Summary.Differences)
}
