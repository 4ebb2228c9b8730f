package symdiff

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"semdiff/compare/engine"
	"semdiff/moddiff"
	"semdiff/smtlib"
)

// Mode says what becomes of calls.
type Mode string

// The modes of the paper's section 2, and refinement.
const (
	Modular      Mode = "modular"      // they stay uninterpreted functions
	Inline       Mode = "inline"       // every callee is inlined
	Unproven     Mode = "unproven"     // callees not proven equal are
	Differential Mode = "differential" // only what these do where they differ is
	Refine       Mode = "refine"       // only the callees that a counterexample leans on are
)

// Modes lists all modes.
func Modes() []Mode { return []Mode{Modular, Inline, Unproven, Differential, Refine} }

// Options are the choices of a run.
type Options struct {
	Mode Mode // "" means Modular
	// Unroll is the depth to which loops, and in the inlining modes recursive
	// procedures, are inlined; 0 leaves them procedures. Iterations that the
	// conditions so far force are free.
	Unroll int
	// AssumeEqual names procedures of either version that are taken as equal.
	AssumeEqual []string
	// SplitOutputs asks for a verdict for each output, and lets callers rely on
	// single ones.
	SplitOutputs bool
}

// StatusAssumed is the status of a pair that the user said is equal.
const StatusAssumed moddiff.Status = "assumed-equal"

// Engine is SymDiff as an engine.
type Engine struct{ Options Options }

// Name implements engine.Engine.
func (g Engine) Name() string {
	return map[Mode]string{
		"": engine.SymDiff, Modular: engine.SymDiff, Inline: engine.SymDiffInline, Unproven: engine.SymDiffUnproven,
		Differential: engine.SymDiffDifferential, Refine: engine.SymDiffRefine,
	}[g.Options.Mode]
}

// Compare implements engine.Engine.
func (g Engine) Compare(ctx context.Context, t engine.Task) (*engine.Outcome, error) {
	a, err := Prove(ctx, t, g.Options)
	if err != nil {
		return nil, err
	}
	return a.Outcome, nil
}

// Analysis is a finished run, which can be asked more.
type Analysis struct {
	Outcome *engine.Outcome
	run     *run
}

// Queries is how many questions the solver was asked so far.
func (a *Analysis) Queries() int { return a.run.v.Queries() }

// run is the state of one comparison.
type run struct {
	ctx     context.Context
	c       *smtlib.Context
	v       *moddiff.Versions
	opts    Options
	entries []*moddiff.Pair
	proofs  map[*moddiff.Pair]*proof
	agree   map[*moddiff.Pair]*smtlib.Term
	symbols map[*smtlib.Func]symbol
	answers map[*moddiff.Pair]moddiff.Answer
	outputs map[string][]engine.OutputVerdict
	cut     bool // a bound left calls abstract
}

// Prove compares two versions: pairs in turn, callees first.
func Prove(ctx context.Context, t engine.Task, opts Options) (*Analysis, error) {
	start := time.Now()
	if opts.Mode == "" {
		opts.Mode = Modular
	}
	v, err := moddiff.NewVersions(t.Old, t.New, t.Solver, t.Match)
	if err != nil {
		return nil, err
	}
	r := &run{
		ctx: ctx, c: v.Ctx, v: v, opts: opts,
		proofs: map[*moddiff.Pair]*proof{}, agree: map[*moddiff.Pair]*smtlib.Term{}, symbols: map[*smtlib.Func]symbol{},
		answers: map[*moddiff.Pair]moddiff.Answer{}, outputs: map[string][]engine.OutputVerdict{},
	}
	if r.entries, err = v.Entries(t.Entry); err != nil {
		return nil, err
	}
	if err := r.assume(); err != nil {
		return nil, err
	}
	for _, g := range v.Groups {
		r.prove(g)
	}
	if names := v.Separated(); len(names) > 0 {
		v.Note("the versions say different things of these functions and constants, which are told apart: %s", strings.Join(names, ", "))
	}
	if r.cut {
		v.Note("calls beyond a depth of %d, or beyond %d activations, were not inlined (--unroll)", max(opts.Unroll, 1), maxActivations)
	}
	out := &engine.Outcome{
		Engine: Engine{opts}.Name(), Result: v.Result(ctx, r.entries, r.answers, start), Outputs: r.outputs,
	}
	return &Analysis{Outcome: out, run: r}, nil
}

// assume marks the pairs that the user says are equal.
func (r *run) assume() error {
	var names []string
	for _, name := range r.opts.AssumeEqual {
		found := false
		for _, p := range r.v.Pairs {
			if p.Proc(0).Name != name && p.Proc(1).Name != name {
				continue
			}
			found = true
			if !p.Sharable() || len(p.Interface) > 0 {
				return fmt.Errorf("%s cannot be assumed equal: the interfaces of the versions differ", name)
			}
			r.proofs[p] = fullProof(p)
			r.proofs[p].assumed = true
		}
		if !found {
			return fmt.Errorf("procedure %s, assumed equal, has no partner or is in neither version", name)
		}
		names = append(names, name)
	}
	if len(names) > 0 {
		slices.Sort(names)
		r.v.Note("the answers rest on the assumption that these are equal: %s", strings.Join(slices.Compact(names), ", "))
	}
	return nil
}

func fullProof(p *moddiff.Pair) *proof {
	pr := partialProof(p)
	pr.ends = true
	return pr
}

func partialProof(p *moddiff.Pair) *proof {
	pr := &proof{kind: true, outputs: map[int]bool{}}
	for _, port := range p.Outputs {
		pr.outputs[port.Old] = true
	}
	return pr
}

// prove answers for the pairs of one recursive group.
func (r *run) prove(group []*moddiff.Pair) {
	if r.ctx.Err() != nil {
		return
	}
	equal := func(p *moddiff.Pair) bool { return r.proofs[p].full(p) }
	// What rests on an assumption is not unchanged.
	proven := func(p *moddiff.Pair) bool { return equal(p) && !r.proofs[p].assumed }
	switch {
	case r.v.Unaffected(group, proven):
		for _, p := range group { // assumptions are not needed here
			r.proofs[p] = fullProof(p)
			r.answers[p] = moddiff.Answer{Status: moddiff.StatusUnchanged, Verdict: engine.Equivalent}
		}
	case r.v.Unaffected(group, equal):
		for _, p := range group {
			if r.proofs[p] == nil {
				r.proofs[p] = fullProof(p)
				r.answers[p] = moddiff.Answer{Verdict: engine.Equivalent, Summary: r.same()}
			}
		}
	default:
		r.proveGroup(group)
	}
	for _, p := range group {
		if r.proofs[p] != nil && r.proofs[p].assumed {
			r.answers[p] = moddiff.Answer{Status: StatusAssumed}
		}
	}
}

// same is the summary of a pair that is proven equal.
func (r *run) same() *moddiff.DiffSummary {
	f := r.c.False
	return &moddiff.DiffSummary{Changed: f, Unchanged: r.c.True, TerminationChanged: f, Unknown: f}
}

// open is the summary of a pair of which nothing is known.
func (r *run) open() *moddiff.DiffSummary {
	f := r.c.False
	return &moddiff.DiffSummary{Changed: f, Unchanged: f, TerminationChanged: f, Unknown: r.c.True}
}

// encoder is a fresh encoder for one pair.
func (r *run) encoder() *encoder {
	return &encoder{
		ctx: r.ctx, c: r.c, v: r.v, opts: &r.opts, proofs: r.proofs, agree: r.agree, symbols: r.symbols,
		wanted: [2]map[string]int{{}, {}},
	}
}
