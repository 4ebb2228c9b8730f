package moddiff

import (
	"context"
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// A ClientProver proves that procedures which did not change are equal although what they
// call is not: clients of a library that changed (package compare/clever).
type ClientProver interface {
	// Unaffected reports whether a procedure of both versions is proven to be equal on all
	// inputs, as callers see it who are no part of the program, and where the differences
	// stay. opts are those of the run that asks.
	Unaffected(ctx context.Context, old, new *ir.Program, s solver.Solver, client string, opts Options) (boundaries []Invariant, ok bool)
	// Evidence is an answer with the claims that make it checkable, where that shows that a
	// procedure is equal, and nil otherwise: about versions of which regions are procedures,
	// and by which the versions as they are do the same.
	Evidence(ctx context.Context, old, new *ir.Program, s solver.Solver, client string, opts Options) *Result
}

// clientsAfter is what an entry that did not change may cost before a ClientProver is
// asked, in resource units. Most entries cost less.
const clientsAfter = 1_000_000

// analyseTask analyses a group of pairs. Where it is an entry that a ClientProver may show
// to be equal, that is asked first if the text multiplies or divides what is not constant,
// of which single questions may take long; and else when path summaries have cost much, or
// have left something open and show no difference.
func (r *comparison) analyseTask(t *task, a *analysis, s solver.Solver, w *worklist) *analysis {
	p := r.clientIn(t)
	if p == nil {
		t.account = a.analyseGroup(s, w)
		return a
	}
	first := a.isNonlinear(p)
	if first {
		if b := r.askClients(t, p, s); b != nil {
			w.end(len(t.group))
			return b
		}
	} else {
		a.atMost = clientsAfter
	}
	t.account = a.analyseGroup(s, w)
	known := a.State.OfPair(p)
	if first || known.Summary == nil || !a.cutShort && known.Summary.Unknown.IsFalse() {
		return a
	}
	if len(known.Summary.Differences) == 0 {
		if b := r.askClients(t, p, s); b != nil {
			return b
		}
	}
	if !a.cutShort {
		return a
	}
	spent := t.account
	b := r.newAnalysis(t.group, t.deps, s)
	w.end(-len(t.group))
	t.account = b.analyseGroup(s, w)
	t.account.addQueries(&spent)
	return b
}

// askClients is an analysis that knows that an entry is equal; nil where a ClientProver does
// not show it.
func (r *comparison) askClients(t *task, p *pairing.Pair, s solver.Solver) *analysis {
	if r.ctx.Err() != nil {
		return nil
	}
	boundaries, ok := r.opts.Clients.Unaffected(r.ctx, r.Program(0), r.Program(1), s, p.Name, r.opts)
	s.Reset()
	if !ok {
		return nil
	}
	a := r.newAnalysis(t.group, t.deps, s)
	a.settleClient(p, boundaries)
	t.account.analysed = 1
	return a
}

// evidenceOfClient is an answer with evidence, where a ClientProver shows that the only
// entry is equal; nil otherwise. nonlinear asks for it only where that is asked before
// anything else.
func (x *subject) evidenceOfClient(ctx context.Context, s solver.Solver, opts Options, nonlinear bool) *Result {
	if opts.Clients == nil || len(x.entries) > 1 || ctx.Err() != nil || !x.mayBeClient(x.entries[0]) || x.isNonlinear(x.entries[0]) != nonlinear {
		return nil
	}
	s.Reset()
	defer s.Reset()
	return opts.Clients.Evidence(ctx, x.Program(0), x.Program(1), s, x.entries[0].Name, opts)
}

// isNonlinear reports whether the text of an entry, or of a loop in it, multiplies or
// divides what is not constant.
func (x *subject) isNonlinear(p *pairing.Pair) bool {
	if x.Pairing.Load(p.Old) != nil {
		return false
	}
	found := false
	for _, q := range append([]*pairing.Proc{p.Old}, p.Old.Version.Loops(p.Old)...) {
		ir.Terms(q.Proc, func(t *smtlib.Term) { found = found || smtlib.IsNonlinear(t) })
	}
	return found
}

// clientIn is the only pair of a task if it is an entry that did not change, and that
// nothing in the program calls; nil otherwise.
func (r *comparison) clientIn(t *task) *pairing.Pair {
	p := t.group[0]
	if r.opts.Clients == nil || r.opts.Evidence || len(t.group) > 1 || !r.mayBeClient(p) {
		return nil
	}
	return p
}

// mayBeClient reports whether a pair is an entry that did not change, and that nothing in
// the program calls.
func (x *subject) mayBeClient(p *pairing.Pair) bool {
	return x.alone(p, slices.Contains(x.entries, p)) && !p.Modified && len(p.Interface) == 0 &&
		!slices.ContainsFunc(p.Old.Version.Loops(p.Old), func(l *pairing.Proc) bool { return l.Pair == nil || l.Pair.Modified })
}

// settleClient takes it over that an entry is equal.
func (a *analysis) settleClient(p *pairing.Pair, boundaries []Invariant) {
	known := a.State.OfPair(p)
	known.Equality = summary.Equality{Equal: true, Partial: true}
	known.Summary = summary.AllUnchanged(a.Ctx)
	known.Summary.Invariants = boundaries
	known.Entry, known.EntryEquality = known.Summary, known.Equality
}
