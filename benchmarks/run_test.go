package benchmarks

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"semdiff/boogie/match"
	"semdiff/compare/report"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// Time for one pair: most are done in a small part of a second. On those that
// may stay unknown the analysis would go on for long.
const (
	longTimeout  = 60 * time.Second
	shortTimeout = 3 * time.Second
)

// limit is the time for the analysis of a pair.
func limit(p *pair) time.Duration {
	switch {
	case p.Family != "" && p.MayBeUnknown(): // of suite relational, where a proof needs some time
		return relationalTimeout
	case p.MayBeUnknown():
		return shortTimeout
	}
	return longTimeout
}

// run is one analysis, with what is needed to ask about its answer.
type run struct {
	ctx      *smtlib.Context
	old, new *ir.Program
	solver   solver.Solver
	result   *moddiff.Result
	time     time.Duration // from reading the files to the answer
}

// analyze compares two files as `semdiff diff` does. The caller closes the
// run's solver. A panic is an error of this pair, so that the others still run.
func analyze(oldFile, newFile string, p *pair, mode moddiff.Mode) (*run, error) {
	return analyzeWith(oldFile, newFile, p, moddiff.Options{Mode: mode})
}

// analyzeWith is analyze under options, to which the pair adds its own.
func analyzeWith(oldFile, newFile string, p *pair, opts moddiff.Options) (_ *run, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("panic: %v\n%s", x, debug.Stack())
		}
	}()
	start := time.Now()
	r, own, err := prepare(oldFile, newFile, p)
	if err != nil {
		return nil, err
	}
	opts.Entry, opts.Unwind, opts.Match = own.Entry, own.Unwind, own.Match
	opts.Blocked, opts.IgnoreTermination = own.Blocked, own.IgnoreTermination
	ctx, cancel := context.WithTimeout(context.Background(), limit(p))
	defer cancel()
	if r.result, err = moddiff.Analyze(ctx, r.old, r.new, r.solver, opts); err != nil {
		r.solver.Close()
		return nil, err
	}
	r.time = time.Since(start)
	return r, nil
}

// prepare lowers two files under the flags of a pair. The caller closes the run's
// solver.
func prepare(oldFile, newFile string, p *pair) (_ *run, opts moddiff.Options, err error) {
	var lowering translate.Options
	opts.Entry = p.Entry
	fs := pflag.NewFlagSet(p.Name, pflag.ContinueOnError)
	fs.StringVar((*string)(&lowering.Asserts), "asserts", "outcome", "")
	fs.StringVar((*string)(&lowering.Externals), "externals", "function", "")
	fs.IntVar(&opts.Unwind, "unwind", 5, "")
	fs.StringVar(&lowering.Pure, "pure", "", "")
	fs.StringVar(&lowering.Observe, "observe", "", "")
	fs.StringVar((*string)(&opts.Blocked), "blocked", string(moddiff.BlockedReport), "")
	termination := fs.String("termination", "compare", "")
	matchFile := fs.String("match", "", "")
	if err := fs.Parse(p.Flags); err != nil {
		return nil, opts, err
	}
	opts.IgnoreTermination = *termination == "ignore"
	r := &run{ctx: smtlib.NewContext()}
	if oldFile == newFile { // a version against itself
		*matchFile = ""
	}
	if r.solver, err = solver.New(r.ctx, "z3", solver.Default); err != nil {
		return nil, opts, err
	}
	if err := r.load(oldFile, newFile, p.Dir, *matchFile, lowering, &opts); err != nil {
		r.solver.Close()
		return nil, opts, err
	}
	return r, opts, nil
}

// load lowers both versions, under a matching file of the folder if there is one.
func (r *run) load(oldFile, newFile, dir, matchFile string, opts translate.Options, o *moddiff.Options) error {
	old, err := read(oldFile)
	if err != nil {
		return err
	}
	new, err := read(newFile)
	if err != nil {
		return err
	}
	if matchFile != "" {
		src, err := os.ReadFile(filepath.Join(dir, matchFile))
		if err != nil {
			return err
		}
		f, err := match.Parse(matchFile, src, "old", "new")
		if err != nil {
			return err
		}
		applied, err := match.Apply(f, old, new)
		if err != nil {
			return err
		}
		new = applied.Version
		for _, s := range applied.Procedures {
			o.Match = append(o.Match, moddiff.Matched{Old: s.Old.Name, New: s.New.Name, Params: s.ParamNames()})
		}
	}
	oldSource, newSource := translate.Source(old), translate.Source(new)
	if matchFile == "" { // as a comparison does
		oldSource, newSource, _ = translate.UndoExtraction(oldSource, newSource, []string{o.Entry})
	}
	r.old, r.new, err = translate.LowerPair(r.ctx, oldSource, newSource, opts)
	return err
}

func read(file string) (v match.Version, err error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return v, err
	}
	checked, err := translate.Parse(file, src)
	return match.Version(checked), err
}

// mustAnalyze compares the two versions of p.
func mustAnalyze(t *testing.T, p *pair, mode moddiff.Mode) *run {
	t.Helper()
	r, err := analyze(filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl"), p, mode)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.solver.Close() })
	return r
}

func (r *run) verdict() moddiff.Status { return moddiff.Status(r.result.Verdict.String()) }

// pair is the answer for the named procedure, nil if there is none.
func (r *run) pair(name string) *moddiff.PairResult {
	for _, p := range r.result.Pairs {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// entries are the answers for the entry pairs.
func (r *run) entries() []*moddiff.PairResult {
	var out []*moddiff.PairResult
	for _, name := range r.result.Entry {
		out = append(out, r.pair(name))
	}
	return out
}

// witness makes values of the named inputs; others get their default.
func (r *run) witness(inputs []*smtlib.Term, texts map[string]string) (interp.Env, error) {
	env := interp.Env{}
	used := 0
	for _, in := range inputs {
		text, ok := texts[in.Name()]
		if !ok {
			env[in] = interp.Default(in.Sort())
			continue
		}
		used++
		v, err := r.value(in.Sort(), text)
		if err != nil {
			return nil, fmt.Errorf("input %s: %w", in.Name(), err)
		}
		env[in] = v
	}
	if used != len(texts) {
		return nil, fmt.Errorf("the witness %v does not fit the inputs %v", texts, inputs)
	}
	return env, nil
}

func (r *run) value(s *smtlib.Sort, text string) (interp.Value, error) {
	if s.Kind == smtlib.ArrayKind || s.Kind == smtlib.BoolKind {
		t, err := report.ParseValue(r.ctx, text, s)
		if err != nil {
			return interp.Value{}, err
		}
		return interp.Eval(r.ctx, t, nil, interp.NewModel(r.ctx))
	}
	digits := text
	if s.Kind == smtlib.BVKind {
		digits, _, _ = strings.Cut(text, "bv")
	}
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		return interp.Value{}, fmt.Errorf("not a number: %q", text)
	}
	switch s.Kind {
	case smtlib.IntKind:
		return interp.Int(r.ctx, n), nil
	case smtlib.RealKind:
		return interp.Real(r.ctx, new(big.Rat).SetInt(n)), nil
	case smtlib.BVKind:
		return interp.BV(r.ctx, n, s.Width), nil
	}
	return interp.Value{}, fmt.Errorf("no values of %s in manifests", s)
}

// holds evaluates a condition of the answer.
func (r *run) holds(t *smtlib.Term, env interp.Env) (bool, error) {
	v, err := interp.Eval(r.ctx, t, env, interp.NewModel(r.ctx, r.old, r.new))
	return err == nil && v.String() == "true", err
}

// equivalent asks the solver whether two conditions mean the same.
func (r *run) equivalent(a, b *smtlib.Term) bool {
	different := r.ctx.Not(r.ctx.Eq(a, b))
	return r.solver.Check(context.Background(), []*smtlib.Term{different}, false).Answer == solver.Unsat
}

// differOn runs both versions of an entry pair on env by the interpreter.
func (r *run) differOn(p *moddiff.PairResult, env interp.Env) (bool, error) {
	model := interp.NewModel(r.ctx, r.old, r.new)
	ends := func(prog *ir.Program, name string) (interp.Result, error) {
		proc := prog.Proc(name)
		args := make([]interp.Value, len(proc.Inputs))
		for i, in := range proc.Inputs {
			v, ok := env[in]
			if !ok && i < len(p.Inputs) { // a formal of another name
				v, ok = env[p.Inputs[i]]
			}
			if !ok {
				return interp.Result{}, fmt.Errorf("no value for %s", in.Name())
			}
			args[i] = v
		}
		return interp.Run(prog, name, args, model, interp.DefaultLimits)
	}
	old, err := ends(r.old, p.Old)
	if err != nil {
		return false, err
	}
	new, err := ends(r.new, p.New)
	if err != nil {
		return false, err
	}
	if old.Outcome != new.Outcome || old.Outcome != ir.Normal {
		return old.Outcome != new.Outcome, nil
	}
	// Results by position, globals by name.
	text := func(values []interp.Value, proc *ir.Proc) string {
		var parts []string
		for i, v := range values {
			name := fmt.Sprint(i)
			if i >= proc.Results {
				name = proc.Outputs[i].Name()
			}
			parts = append(parts, name+" = "+v.String())
		}
		slices.Sort(parts)
		return strings.Join(parts, ", ")
	}
	return text(old.Values, r.old.Proc(p.Old)) != text(new.Values, r.new.Proc(p.New)), nil
}
