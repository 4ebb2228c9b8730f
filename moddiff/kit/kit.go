// Package kit puts the packages together that engines stand on; it is the place to
// start reading.
//
// A Run is two versions of a program, paired (package pairing), and their axioms. An
// Analysis of a run is a solver session with a table of results of its own, and the
// parts that work on these. Each can be used without those after it:
//
//	query        questions to the solver under the axioms, and what they may cost
//	summary      path summaries, difference summaries, and the table of those found
//	abstraction  calls as uninterpreted functions, replaced by summaries of the callees
//	symexec      path summaries of procedures, up to bounds and on demand
//	termination  for which inputs procedures end
//	closedform   what counted loops do, for all numbers of iterations
//	witness      inputs of differences, replayed
//	concolic     both versions executed on inputs, also symbolically along the run
//
// An engine starts with NewRun, and with NewAnalysis for one group of mutually
// recursive pairs at a time (Pairing.Groups has callees first) or for all pairs.
// Package result makes the answer of what it finds of each pair; reason has the
// words for what stays open. Two examples are package compare/random, which runs
// both versions and nothing else, and package moddiff, which uses all.
//
// Beside these parts, packages vc and relation make verification conditions and
// prove relations between calls; package compare/symdiff is the engine on them, and
// package product guesses relations between loops for package moddiff.
//
// What an Analysis proves is sound by the comments of its parts. An engine has to
// keep three rules: a formula with abstract applications is never reported
// (abstraction), a difference counts after its replay (witness), and two callees
// count as equal only after a proof (summary.Equality).
package kit

import (
	"context"
	"slices"
	"strings"

	"semdiff/moddiff/abstraction"
	"semdiff/moddiff/closedform"
	"semdiff/moddiff/concolic"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/symexec"
	"semdiff/moddiff/termination"
	"semdiff/moddiff/witness"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// Run is two versions of a program, paired, and all that analyses of them share. It
// is safe for concurrent use.
type Run struct {
	Pairing  *pairing.Pairing
	Axioms   *query.Axioms
	Registry *abstraction.Registry
	Health   query.Health
}

// NewRun pairs two versions, lowered in one Context. Functions of which they say
// different things become functions of one version each. The error is about the
// given matching.
func NewRun(old, new *ir.Program, o pairing.Options) (*Run, error) {
	c := old.Ctx
	new = query.Separate(c, old, new)
	p, err := pairing.New(old, new, o)
	if err != nil {
		return nil, err
	}
	return &Run{Pairing: p, Axioms: query.NewAxioms(c, [2]*ir.Program{old, new}), Registry: abstraction.NewRegistry(c, "")}, nil
}

// NewRunOf is NewRun, with the entries that the options ask for.
func NewRunOf(old, new *ir.Program, opts pairing.Options) (r *Run, entries []*pairing.Pair, err error) {
	if r, err = NewRun(old, new, opts); err != nil {
		return nil, nil, err
	}
	entries, err = r.Pairing.Entries(opts.Entry)
	return r, entries, err
}

// Slices is a run of slices of the versions of r (package slice), paired.
func (r *Run) Slices(p *pairing.Pairing) *Run {
	return &Run{Pairing: p, Axioms: r.Axioms, Registry: abstraction.NewRegistry(p.Ctx, "slice:")}
}

// Program is one version (0 old, 1 new).
func (r *Run) Program(version int) *ir.Program { return r.Pairing.Versions[version].Prog }

// Separated names the functions and constants that have a meaning of their own in
// each version, since the versions say different things of them, sorted.
func (r *Run) Separated() []string {
	var names []string
	for _, ax := range r.Program(1).Axioms {
		for _, f := range smtlib.Funcs(ax.Term) {
			if name, ok := strings.CutSuffix(f.Name, ir.NewSuffix); ok && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// Analysis is an analysis of a run, of one group of mutually recursive pairs or of
// any pairs that an engine chooses. It is not safe for concurrent use.
type Analysis struct {
	*termination.Analysis // and with it the explorer, the abstraction and the session
	Finder                *witness.Finder
	Runs                  *concolic.Runner
	Loops                 *closedform.Analysis // what the explorer asks for closed forms
}

// NewAnalysis starts an analysis that asks s, until ctx ends. known is what the
// analyses of the callees found.
func (r *Run) NewAnalysis(ctx context.Context, s solver.Solver, o symexec.Options, known ...*summary.Knowledge) *Analysis {
	session := query.NewSession(ctx, s, r.Axioms, &r.Health)
	abs := abstraction.New(r.Pairing.Ctx.Counting(&session.Work), r.Registry, session, summary.NewTable(summary.Join(known...)))
	explorer := symexec.New(abs, r.Pairing, o)
	loops := closedform.New(explorer)
	finder := witness.New(abs, r.Pairing)
	return &Analysis{Analysis: termination.New(explorer), Finder: finder, Runs: concolic.New(finder, explorer.Load), Loops: loops}
}

// External names the procedures without a body of either version, sorted.
func (r *Run) External() []string {
	var names []string
	for _, v := range r.Pairing.Versions {
		for _, name := range v.Prog.Externals {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// Evaluated names the functions of a translator's prelude of which some value was
// used, sorted.
func (r *Run) Evaluated() []string {
	var names []string
	for _, f := range r.Program(0).Evaluated {
		if f.Used() && !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return names
}

// Unseen is what callers could not see of the entries' outputs, in words, sorted.
func (r *Run) Unseen(entries []string) []string {
	var words []string
	for _, name := range entries {
		if p := r.Pairing.Named(name); p != nil {
			words = append(words, p.Unseen...)
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}
