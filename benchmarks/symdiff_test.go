package benchmarks

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"semdiff/compare/engine"
	"semdiff/compare/symdiff"
	"semdiff/moddiff"
	"semdiff/translate/interp"
)

// ways are the choices that SymDiff's engine is run with.
func ways() (list []symdiff.Options) {
	for _, mode := range symdiff.Modes() {
		for _, unroll := range []int{0, 3} {
			list = append(list, symdiff.Options{Mode: mode, Unroll: unroll, SplitOutputs: mode == symdiff.Modular})
		}
	}
	return list
}

// TestSymDiff runs SymDiff's engine in every mode over all pairs: whatever it
// proves or shows must be true.
func TestSymDiff(t *testing.T) {
	needZ3(t)
	for _, suite := range suites {
		for _, p := range readSuite(t, suite) {
			t.Run(p.Dir, func(t *testing.T) {
				t.Parallel()
				var verdicts []string
				for _, opts := range ways() {
					v := checkSymDiff(t, &p, opts)
					verdicts = append(verdicts, fmt.Sprintf("%s/%d %s", opts.Mode, opts.Unroll, v))
				}
				t.Logf("%s is %s: %s", p.Name, p.Truth, strings.Join(verdicts, ", "))
			})
		}
	}
}

func checkSymDiff(t *testing.T, p *pair, opts symdiff.Options) engine.Verdict {
	t.Helper()
	name := fmt.Sprintf("%s, unroll %d", opts.Mode, opts.Unroll)
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
	if v := out.Verdict; v != engine.Unknown && !(v == engine.PartiallyEquivalent && !r.bothEndDiffering(t, p)) && !p.fits(r.verdict()) {
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
		args := make([]interp.Value, len(version.Procs[prog].Inputs))
		for k := range args {
			args[k] = env[q.Inputs[k]]
		}
		out, err := interp.Run(version, prog, args, interp.NewModel(r.ctx, r.old, r.new), interp.DefaultLimits)
		if errors.Is(err, interp.ErrUndetermined) || out.Kind == interp.OutOfFuel {
			return false
		}
	}
	differ, err := r.differOn(q, env)
	return err == nil && differ
}

// TestSymDiffNeedsRefinement checks that proofs of Table 1 that SymDiff failed
// on fail without inlining, and succeed with it.
func TestSymDiffNeedsRefinement(t *testing.T) {
	needZ3(t)
	verdict := func(p *pair, opts symdiff.Options) moddiff.Verdict {
		r, o, err := prepare(filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl"), p)
		if err != nil {
			t.Fatal(err)
		}
		defer r.solver.Close()
		ctx, cancel := context.WithTimeout(context.Background(), longTimeout)
		defer cancel()
		out, err := symdiff.Engine{Options: opts}.Compare(ctx, engine.Task{Old: r.old, New: r.new, Entry: o.Entry, Match: o.Match, Solver: r.solver})
		if err != nil {
			t.Fatal(err)
		}
		return out.Verdict
	}
	for _, p := range readSuite(t, "table1") {
		t.Run(p.Dir, func(t *testing.T) {
			t.Parallel()
			for _, opts := range ways() {
				t.Logf("%s %s %d: %s", p.Truth, opts.Mode, opts.Unroll, verdict(&p, opts))
			}
		})
	}
}
