package impact

import (
	"context"
	"errors"
	"slices"
	"time"

	"semdiff/compare/engine"
	"semdiff/moddiff/impact"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/symexec"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Result is what a change reaches in two versions.
type Result struct {
	Analysis *impact.Analysis
	Pairs    []*impact.Pair // that a change may reach; of a named entry those that it may call
	By       impact.Level
	Old, New string // files
	Entries  []*pairing.Pair
	// Added, Removed and Signatures name the procedures of one version alone, and
	// those with other parameters or results.
	Added, Removed, Signatures []string
	Notes                      []string
	Queries                    int
	Took                       time.Duration
	TimeUp                     bool // the solver was not asked all there was to ask
	// Tests are inputs of procedures, as far as Options asked for them.
	Tests map[*impact.Pair][]Test

	named bool // one entry was asked for
}

// Options say how impact is found, and what beside.
type Options struct {
	By     impact.Level
	Inputs int // how many tests are wanted of a procedure that is impacted
}

// Run finds what a change reaches. The task's solver may be nil but at the level
// Solver: it is asked which loops and recursive procedures end, there also what is
// equal. When ctx ends it is asked no more, and more counts as impacted. The error is
// about the task.
func Run(ctx context.Context, t engine.Task, opts Options) (*Result, error) {
	start := time.Now()
	run, err := kit.NewRun(t.Old, t.New, pairing.Options{Given: t.Match, Entry: t.Entry})
	if err != nil {
		return nil, err
	}
	entries, err := run.Pairing.Entries(t.Entry)
	if err != nil {
		return nil, err
	}
	if opts.By == impact.Solver && t.Solver == nil {
		return nil, errors.New("no solver")
	}
	o := impact.Options{By: opts.By}
	var a *kit.Analysis
	if t.Solver != nil {
		t.Solver.Reset()
		a = run.NewAnalysis(ctx, t.Solver, symexec.Options{Apart: symexec.MaxApart, Unwind: unwind})
		a.Patience = patience
		o.Returns = a.Returning(mostReturning)
		o.Valid = func(claim *smtlib.Term) bool { return !a.Feasible(a.Ctx.Not(claim)) }
	}
	r := &Result{Analysis: impact.Analyse(run.Pairing, o), By: opts.By, Old: t.Old.File, New: t.New.File, Entries: entries, named: t.Entry != ""}
	r.interfaces(run.Pairing)
	for _, p := range r.Analysis.Pairs {
		if r.named && !p.Reachable {
			continue
		}
		r.Pairs = append(r.Pairs, p)
		if p.Opaque != nil {
			r.Notes = append(r.Notes, p.Name+": all of it is impacted, since its body has no meaning: "+p.Opaque.Error())
		}
	}
	if opts.Inputs > 0 {
		r.Tests = (&tester{r: r, a: a}).tests(opts.Inputs)
	}
	if a != nil {
		r.Queries, r.TimeUp = a.Queries, a.TimeUp()
		r.Notes = append(r.Notes, a.Notes...)
	}
	r.Took = time.Since(start)
	return r, nil
}

// unwind is how many activations a path may have that helps to prove that something
// ends.
const unwind = 5

// mostReturning is how many questions may be asked about which procedures end.
const mostReturning = 2_000

// patience is how many questions may remain without an answer before the others are
// asked for a short time only.
const patience = 20

// Impacted reports whether something that can be observed is impacted: outputs and
// outcome of an entry, or, unless one was asked for, which procedures there are. If
// not, the versions are equivalent.
func (r *Result) Impacted() bool {
	if !r.named && len(r.Added)+len(r.Removed)+len(r.Signatures) > 0 {
		return true
	}
	return slices.ContainsFunc(r.Entries, func(p *pairing.Pair) bool {
		q := r.Analysis.Of(p)
		return q != nil && q.Anything(true)
	})
}

// interfaces finds the procedures that are not in both versions alike.
func (r *Result) interfaces(p *pairing.Pairing) {
	partner := map[string]string{}
	taken := map[string]bool{}
	for _, q := range p.Pairs {
		if q.Old.Kind == ir.Procedure {
			old, new := pairing.DeclaredAs(q.Old.Name), pairing.DeclaredAs(q.New.Name)
			partner[old] = new
			taken[new] = true
		}
	}
	declared := [2]map[string]ir.Declared{{}, {}}
	for v, version := range p.Versions {
		for _, d := range version.Prog.Declared {
			declared[v][d.Name] = d
		}
	}
	for _, d := range p.Versions[0].Prog.Declared {
		name := partner[d.Name]
		if _, inNew := declared[1][d.Name]; name == "" && inNew && !taken[d.Name] {
			name = d.Name
		}
		switch n, inNew := declared[1][name]; {
		case !inNew:
			r.Removed = append(r.Removed, d.Name)
		case n.Types != d.Types:
			r.Signatures = append(r.Signatures, d.Name)
		}
		taken[name] = true
	}
	for _, d := range p.Versions[1].Prog.Declared {
		if !taken[d.Name] {
			r.Added = append(r.Added, d.Name)
		}
	}
}
