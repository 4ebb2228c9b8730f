package benchmarks

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"semdiff/compare/engine"
	"semdiff/compare/suite"
	"semdiff/compare/symdiff"
	"semdiff/internal/needs"
	"semdiff/moddiff"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

var allWays = flag.Bool("ways", false, "run SymDiff's engine in every mode, unwound and not, instead of some")

// ways are the choices that SymDiff's engine is run with.
func ways() (list []symdiff.Options) {
	if !*allWays {
		return []symdiff.Options{
			{Mode: symdiff.Modular, SplitOutputs: true}, {Mode: symdiff.Inline, Unwind: 3}, {Mode: symdiff.Differential, Unwind: 3}, {Mode: symdiff.Refine},
		}
	}
	for _, mode := range symdiff.Modes() {
		for _, depth := range []int{0, 3} {
			list = append(list, symdiff.Options{Mode: mode, Unwind: depth, SplitOutputs: mode == symdiff.Modular})
		}
	}
	return list
}

// TestSymDiff runs SymDiff's engine over all pairs: whatever it
// proves or shows must be true.
func TestSymDiff(t *testing.T) {
	needs.Z3(t)
	for _, suite := range suites {
		for _, p := range sample(pairsOf(t, suite), 8) {
			t.Run(p.Dir, func(t *testing.T) {
				t.Parallel()
				if slices.Contains(p.Flags, "--blocked=report") {
					t.Skip("its conditions take blocked runs for differences")
				}
				var verdicts []string
				for _, opts := range ways() {
					v := checkSymDiff(t, &p, opts)
					verdicts = append(verdicts, fmt.Sprintf("%s/%d %s", opts.Mode, opts.Unwind, v))
				}
				t.Logf("%s is %s: %s", p.Name, p.Truth, strings.Join(verdicts, ", "))
			})
		}
	}
}

func checkSymDiff(t *testing.T, p *pair, opts symdiff.Options) engine.Verdict {
	t.Helper()
	name := fmt.Sprintf("%s, unwind %d", opts.Mode, opts.Unwind)
	r, o, err := prepare(filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl"), p)
	if err != nil {
		t.Fatal(err)
	}
	defer r.solver.Close()
	ctx, cancel := context.WithTimeout(context.Background(), shortTimeout)
	defer cancel()
	out, err := symdiff.Engine{Options: opts}.Compare(ctx, engine.Task{Old: r.old, New: r.new, Entry: o.Entry, Match: o.Match, Solver: r.solver})
	if err != nil {
		t.Fatal(err)
	}
	r.result = out.Result
	if v := out.Verdict; v != engine.Unknown && !(v == engine.PartiallyEquivalent && !r.bothEndDiffering(t, p)) && !p.Fits(r.verdict()) {
		t.Errorf("%s: verdict %s, truth %s, allowed %s", name, v, p.Truth, p.Allowed)
	}
	for proc, allowed := range p.Procedures {
		q := r.pair(proc)
		if q != nil && q.Status != "unknown" && q.Status != "partially-equivalent" && !slices.Contains(allowed, q.Status) {
			t.Errorf("%s: %s is %s, allowed %s", name, proc, q.Status, allowed)
		}
	}
	for _, q := range out.Pairs {
		if q.Verdict == engine.Different && len(q.Summary.Differences) == 0 {
			t.Errorf("%s: %s is different, but without a witness", name, q.Name)
		}
	}
	known := *p
	known.Procedures = nil // they may be undecided
	checkAnswer(t, &known, r, true)
	return out.Verdict
}

// bothEndDiffering reports whether both versions end on the pair's witness, and
// differ: then they are not partially equivalent either.
func (r *run) bothEndDiffering(t *testing.T, p *pair) bool {
	if p.Witness == nil || len(r.entries()) != 1 {
		return false
	}
	q := r.entries()[0]
	env, err := r.witness(q.Inputs, p.Witness)
	if err != nil {
		t.Fatal(err)
	}
	for i, prog := range []string{q.Old, q.New} {
		version := r.old
		if i == 1 {
			version = r.new
		}
		args := make([]interp.Value, len(version.Proc(prog).Inputs))
		for k := range args {
			args[k] = env[q.Inputs[k]]
		}
		out, err := interp.Run(version, prog, args, interp.NewModel(r.ctx, r.old, r.new), interp.DefaultLimits)
		if errors.Is(err, interp.ErrUndetermined) || out.Outcome == ir.OutOfFuel {
			return false
		}
	}
	differ, err := r.differOn(q, env)
	return err == nil && differ
}

// TestSymDiffNeedsRefinement checks that the proofs of Table 1 that SymDiff
// failed on fail without inlining, and succeed where calls are refined.
func TestSymDiffNeedsRefinement(t *testing.T) {
	needs.Z3(t)
	for _, p := range pairsOf(t, "table1") {
		seconds, ran := p.PaperSeconds["symdiff"]
		if !ran {
			continue
		}
		t.Run(p.Dir, func(t *testing.T) {
			t.Parallel()
			want := engine.Unknown
			if seconds != suite.Failed {
				want = engine.Equivalent
			}
			if v := symDiff(t, &p, symdiff.Options{}).Outcome.Verdict; v != want {
				t.Errorf("modular: %s, SymDiff was %s", v, want)
			}
			if v := symDiff(t, &p, symdiff.Options{Mode: symdiff.Refine}).Outcome.Verdict; v != engine.Equivalent {
				t.Errorf("refined: %s", v)
			}
		})
	}
}

func symDiff(t *testing.T, p *pair, opts symdiff.Options) *symdiff.Analysis {
	t.Helper()
	r, o, err := prepare(filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl"), p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.solver.Close() })
	ctx, cancel := context.WithTimeout(context.Background(), longTimeout)
	t.Cleanup(cancel)
	a, err := symdiff.Prove(ctx, engine.Task{Old: r.old, New: r.new, Entry: o.Entry, Match: o.Match, Solver: r.solver}, opts)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestCrosscheck holds the difference summaries of all pairs against SymDiff's
// verification conditions: nothing may contradict.
func TestCrosscheck(t *testing.T) {
	needs.Z3(t)
	for _, suite := range suites {
		for _, p := range sample(pairsOf(t, suite), 8) {
			t.Run(p.Dir, func(t *testing.T) {
				t.Parallel()
				crosscheck(t, &p)
			})
		}
	}
}

func crosscheck(t *testing.T, p *pair) {
	t.Helper()
	r, o, err := prepare(filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl"), p)
	if err != nil {
		t.Fatal(err)
	}
	defer r.solver.Close()
	task := engine.Task{Old: r.old, New: r.new, Entry: o.Entry, Match: o.Match, Solver: r.solver}
	ctx, cancel := context.WithTimeout(context.Background(), shortTimeout)
	defer cancel()
	o.Blocked, o.IgnoreTermination = moddiff.BlockedDiffer, false // as SymDiff's conditions have it
	summaries, err := engine.Summaries{Options: o}.Compare(ctx, task)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithTimeout(context.Background(), shortTimeout)
	defer cancel()
	proofs, err := symdiff.Prove(ctx, task, symdiff.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, theirs := range summaries.Pairs {
		ours := proofs.Outcome.Counterpart(theirs)
		if !theirs.Compared {
			continue
		}
		claims, err := proofs.Check(theirs)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %s here, %s there: U %s, C %s, T %s", theirs.Name, theirs.Status, ours.Status, claims.Unchanged, claims.Changed, claims.Termination)
		for _, c := range symdiff.Contradictions(ours, theirs, claims, nil) {
			t.Errorf("%s: %s", theirs.Name, c)
		}
	}
}
