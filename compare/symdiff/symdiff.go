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
	// Mutual are mutual summaries to prove and to use, nil for none.
	Mutual *MutualFile
	// Houdini asks for relations between calls to be found.
	Houdini bool
	// Assertions asks which assertions fail in the new version only.
	Assertions bool
}

// StatusAssumed is the status of a pair that the user said is equal.
const StatusAssumed moddiff.Status = "assumed-equal"

// Engine is SymDiff as an engine.
type Engine struct{ Options Options }

// Name implements engine.Engine.
func (g Engine) Name() string { return NameOf(g.Options.Mode) }

// NameOf is the name of the engine in a mode.
func NameOf(m Mode) string {
	if m == "" || m == Modular {
		return "symdiff"
	}
	return "symdiff-" + string(m)
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
	Mutual  []MutualResult
	// Found are the relations that Houdini found, Assertions the answers of
	// differential assertion checking; both by the names of pairs.
	Found      map[string][]string
	Assertions map[string]AssertionAnswer
	run        *run
}

// Queries is how many questions the solver was asked so far.
func (a *Analysis) Queries() int { return a.run.v.Queries() }

// run is the state of one comparison.
type run struct {
	ctx     context.Context
	c       *smtlib.Context
	v       *kitVersions
	opts    Options
	entries []*moddiff.Pair
	proofs  map[*moddiff.Pair]*proof
	agree   map[*moddiff.Pair]*smtlib.Term
	symbols map[*smtlib.Func]symbol
	answers map[*moddiff.Pair]moddiff.Answer
	outputs map[string][]engine.OutputVerdict
	cut     bool // a bound left calls abstract

	// Of mutual summaries:
	summaries       []*summary  // of the file
	proven, untried []*relation // that may be used, that may yet be proven
	levels          *levels
	products        map[[2]string]*product
	cutPairs        bool // a bound left pairs of calls out
}

// Prove compares two versions: pairs in turn, callees first.
func Prove(ctx context.Context, t engine.Task, opts Options) (*Analysis, error) {
	start := time.Now()
	if opts.Mode == "" {
		opts.Mode = Modular
	}
	v, err := newKitVersions(t.Old, t.New, t.Solver, t.Match)
	if err != nil {
		return nil, err
	}
	r := &run{
		ctx: ctx, c: v.Ctx, v: v, opts: opts,
		proofs: map[*moddiff.Pair]*proof{}, agree: map[*moddiff.Pair]*smtlib.Term{}, symbols: map[*smtlib.Func]symbol{},
		answers: map[*moddiff.Pair]moddiff.Answer{}, outputs: map[string][]engine.OutputVerdict{}, levels: newLevels(v),
	}
	if r.entries, err = v.Entries(t.Entry); err != nil {
		return nil, err
	}
	if err := r.assume(); err != nil {
		return nil, err
	}
	if err := r.readMutual(); err != nil {
		return nil, err
	}
	for i, g := range v.Groups {
		r.relate(i)
		r.prove(g)
	}
	r.relate(len(v.Groups))
	a := &Analysis{run: r}
	if opts.Houdini {
		a.Found = r.houdini()
		r.again()
	}
	a.Mutual = r.mutualResults()
	if opts.Assertions {
		a.Assertions = r.checkAssertions()
	}
	if names := v.Separated(); len(names) > 0 {
		v.Note("the versions say different things of these functions and constants, which are told apart: %s", strings.Join(names, ", "))
	}
	if r.cut {
		v.Note("calls beyond a depth of %d, or beyond %d activations, were not inlined (--unroll)", max(opts.Unroll, 1), maxActivations)
	}
	if r.cutPairs {
		v.Note("mutual summaries were used of %d pairs of calls at a time only", maxCallPairs)
	}
	a.Outcome = &engine.Outcome{
		Engine: Engine{opts}.Name(), Result: v.Result(ctx, r.entries, r.answers, start), Outputs: r.outputs,
	}
	return a, nil
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
			if !p.Sharable || len(p.Interface) > 0 {
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
		wanted: [2]map[string]int{{}, {}}, proven: r.proven, records: len(r.proven) > 0,
	}
}
