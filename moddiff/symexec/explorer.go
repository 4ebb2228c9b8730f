package symexec

import (
	"fmt"
	"slices"

	"semdiff/moddiff/abstraction"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/reason"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
)

// Paths says what becomes of the paths of a procedure.
type Paths string

// The ways to treat paths.
const (
	Merge     Paths = "merge"     // where there are many, they join with ITE where control flow joins
	Enumerate Paths = "enumerate" // each has a path summary
)

// MaxApart is how many paths of a procedure stay apart: their conditions are
// conjunctions, which are easy to read and to solve.
const MaxApart = 24

// Options bound explorations.
type Options struct {
	Paths  Paths
	Apart  int // up to so many paths are not merged
	Unwind int // how many activations that a choice led to a path may have
}

// Explorer explores procedures for one analysis: it makes their path summaries
// grow, once up to the bounds and then on demand.
type Explorer struct {
	*abstraction.Abstraction
	Pairing *pairing.Pairing
	Options Options
	// Termination, when set, is asked to find out whether a procedure ends that a long
	// path goes through again and again.
	Termination func(p *pairing.Proc)
	// ClosedForm, when set, is asked what a recursive procedure does after any number of
	// activations: once for each whose unfolding a bound would cut short; nil when that
	// is not found.
	ClosedForm  func(p *pairing.Proc) *Closed
	Cuts        map[*pairing.Proc]int // explorations for the current pair that a bound cut short
	Refinements int                   // explorations on demand
}

// New explores for the analysis that an abstraction belongs to.
func New(a *abstraction.Abstraction, p *pairing.Pairing, o Options) *Explorer {
	return &Explorer{Abstraction: a, Pairing: p, Options: o, Cuts: map[*pairing.Proc]int{}}
}

// Load makes the body of a procedure available; false means that something in it
// has no meaning, which is noted.
func (a *Explorer) Load(p *pairing.Proc) bool {
	err := a.Pairing.Load(p)
	if err != nil {
		a.Note("what %s does is not known: %v", p.Version.Root(p).Name, err)
	}
	return err == nil
}

func (a *Explorer) analyseTermination(p *pairing.Proc) {
	if a.Termination != nil {
		a.Termination(p)
	}
}

// UnwindingReason says that the unwinding bound left something out.
func (a *Explorer) UnwindingReason() reason.Reason {
	r := reason.Of(reason.Unwinding, "", "")
	r.Flag = fmt.Sprintf("%s %d", r.Flag, a.Options.Unwind)
	return r
}

// PathsReason says that not all paths were explored.
func (a *Explorer) PathsReason() reason.Reason {
	r := reason.Of(reason.Paths, "", "")
	if a.Options.Paths == Enumerate {
		r.Flag = "--paths merge"
	}
	return r
}

// Refine explores, in the procedures whose abstract applications occur in
// phi, the paths that phi can reach and that no summary covers (section 6.2):
//
//	pre-condition  phi and not(r1(Y) or r2(Y) ...) and V_g = Y
//
// It reports whether some summary grew. Procedures that both versions share
// unchanged are explored too: what they do may decide phi.
//
// A procedure that was explored up to the bounds before is explored further
// only if deep is set, since what lies beyond may not matter to any caller;
// then with a bound that doubles from round to round, and in each round until
// one exploration is cut short.
func (a *Explorer) Refine(phi *smtlib.Term, deep bool, round int) (progress bool) {
	wanted := func(g *pairing.Proc) bool {
		known := a.State.Of(g)
		return !known.Summary.Full && (!known.Bounded || deep && a.Cuts[g] <= round) && a.Load(g)
	}
	sites := a.openCalls(phi, wanted)
	if len(sites) > 1 && !a.reachable(sites, phi) {
		return false
	}
	for _, s := range sites {
		if !a.Spent() && wanted(s.proc) && a.exploreOnDemand(s, phi, a.Options.Unwind<<round) {
			progress = true
		}
	}
	return progress
}

// openCall is a call of a procedure that is abstract in a condition.
type openCall struct {
	proc   *pairing.Proc
	args   []*smtlib.Term
	actual *smtlib.Subst // the inputs of proc in terms of args
}

// openCalls lists the calls in phi of procedures that are wanted.
func (a *Explorer) openCalls(phi *smtlib.Term, wanted func(*pairing.Proc) bool) (sites []openCall) {
	add := func(g *pairing.Proc, args []*smtlib.Term) {
		if !wanted(g) || slices.ContainsFunc(sites, func(s openCall) bool { return s.proc == g && slices.Equal(s.args, args) }) {
			return
		}
		sites = append(sites, openCall{g, args, a.Ctx.NewSubst(g.Bind(args))})
	}
	for _, app := range a.Applications(phi) {
		// A shared symbol stands for the new version's procedure as well; its
		// paths matter only when the two are not known to be the same.
		for _, call := range a.CallsOf(app) {
			if pair := call.Proc.Pair; call.Proc.Version.Index == 0 || pair == nil || !a.State.OfPair(pair).Equal || !a.isShared(app) {
				add(call.Proc, call.Args)
			}
		}
	}
	return sites
}

func (a *Explorer) isShared(app *smtlib.Term) bool {
	m, _ := a.MeaningOf(app)
	return m.Shared
}

// uncoveredAt is the condition that no explored path of the callee covers a call.
func (a *Explorer) uncoveredAt(s openCall) *smtlib.Term {
	paths := a.State.Of(s.proc).Summary.Paths
	conds := make([]*smtlib.Term, len(paths))
	for i, path := range paths {
		conds[i] = a.Ctx.Not(a.Expand(s.actual.Apply(path.R)))
	}
	return a.Ctx.And(conds...)
}

// reachable asks for all calls at once whether phi reaches what is unexplored
// of any callee.
func (a *Explorer) reachable(sites []openCall, phi *smtlib.Term) bool {
	open := make([]*smtlib.Term, len(sites))
	for i, s := range sites {
		open[i] = a.uncoveredAt(s)
	}
	return a.Feasible(a.Ctx.And(phi, a.Ctx.Or(open...)))
}

// exploreOnDemand executes the callee symbolically from the call at which phi
// holds, and adds the paths that are new to its summary.
func (a *Explorer) exploreOnDemand(s openCall, phi *smtlib.Term, unwind int) bool {
	g := a.State.Of(s.proc)
	pre := a.Ctx.And(phi, a.uncoveredAt(s))
	if pre.IsFalse() || !a.Feasible(pre) {
		return false
	}
	a.Refinements++
	unwound := a.Unwound
	x := &execution{a: a, p: s.proc, unfold: true, unwind: unwind, precondition: pre, actual: s.actual}
	paths, complete := x.execute()
	if !complete {
		g.Bounded = true
		g.Gaps.Add(x.gaps...)
		a.Cuts[s.proc]++
	}
	grew := false
	for _, path := range paths {
		grew = g.Summary.Add(path) || grew
	}
	if !complete && a.Close(s.proc) {
		grew = true
		a.Unwound = a.Unwound && !g.Summary.Full || unwound
	}
	if grew {
		a.SummariesChanged()
	}
	return grew
}

// ExploreWhere executes p on the inputs that cond allows, however long that takes,
// and adds the paths that are new to its summary.
func (a *Explorer) ExploreWhere(p *pairing.Proc, cond *smtlib.Term) {
	a.exploreOnDemand(openCall{p, p.Inputs, a.Ctx.NewSubst(nil)}, cond, maxCalls)
}

// Explore executes the whole of p once, up to the bounds.
func (a *Explorer) Explore(p *pairing.Proc) {
	g := a.State.Of(p)
	if g.Explored {
		return
	}
	g.Explored = true
	unwound := a.Unwound
	x := &execution{a: a, p: p, unfold: true, unwind: a.Options.Unwind}
	paths, complete := x.execute()
	old := g.Summary.Paths
	g.Summary = summary.Summary{Full: complete}
	g.Bounded, g.Gaps = !complete, x.gaps
	for _, path := range paths {
		g.Summary.Add(path)
	}
	if !complete { // what was asked for on demand may lie beyond the bounds
		for _, path := range old {
			g.Summary.Add(path)
		}
		if a.Close(p) && g.Summary.Full {
			a.Unwound = unwound
		}
	}
	a.SummariesChanged()
}

// ExploreBody executes one activation of p: calls of its own recursive group
// stay abstract. It returns nil when a bound cut it short.
func (a *Explorer) ExploreBody(p *pairing.Proc) *summary.Summary {
	g := a.State.Of(p)
	if g.Body == nil {
		x := &execution{a: a, p: p}
		paths, complete := x.execute()
		g.Body, g.Calls = &summary.Summary{Paths: paths, Full: complete}, x.calls
	}
	if !g.Body.Full {
		return nil
	}
	return g.Body
}
