package moddiff

import (
	"slices"

	"semdiff/smtlib"
)

// refine explores, in the procedures whose abstract applications occur in
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
func (a *analysis) refine(phi *smtlib.Term, deep bool, round int) (progress bool) {
	wanted := func(g *procState) bool {
		return !g.summary.Full && (!g.bounded || deep && a.cuts[g] <= round) && a.load(g)
	}
	sites := a.openCalls(phi, wanted)
	if len(sites) > 1 && !a.reachable(sites, phi) {
		return false
	}
	for _, s := range sites {
		if !a.spent() && wanted(s.proc) && a.exploreOnDemand(s, phi, a.opts.Unwind<<round) {
			progress = true
		}
	}
	return progress
}

// openCall is a call of a procedure that is abstract in a condition.
type openCall struct {
	proc   *procState
	args   []*smtlib.Term
	actual *smtlib.Subst // the inputs of proc in terms of args
}

// openCalls lists the calls in phi of procedures that are wanted.
func (a *analysis) openCalls(phi *smtlib.Term, wanted func(*procState) bool) (sites []openCall) {
	add := func(g *procState, args []*smtlib.Term) {
		if !wanted(g) || slices.ContainsFunc(sites, func(s openCall) bool { return s.proc == g && slices.Equal(s.args, args) }) {
			return
		}
		sites = append(sites, openCall{g, args, a.c.NewSubst(bind(g.proc.Inputs, args))})
	}
	for _, app := range a.applications(phi) {
		m, _ := a.meaningOf(app)
		add(m.proc, app.Args())
		// A shared symbol stands for the new version's procedure as well; its
		// paths matter only when the two are not known to be the same.
		if m.shared && !m.proc.pair.state.equal {
			add(m.proc.pair.across(m.proc, app.Args()))
		}
	}
	return sites
}

// uncoveredAt is the condition that no explored path of the callee covers a call.
func (a *analysis) uncoveredAt(s openCall) *smtlib.Term {
	conds := make([]*smtlib.Term, len(s.proc.summary.Paths))
	for i, path := range s.proc.summary.Paths {
		conds[i] = a.c.Not(a.expand(s.actual.Apply(path.R)))
	}
	return a.c.And(conds...)
}

// reachable asks for all calls at once whether phi reaches what is unexplored
// of any callee.
func (a *analysis) reachable(sites []openCall, phi *smtlib.Term) bool {
	open := make([]*smtlib.Term, len(sites))
	for i, s := range sites {
		open[i] = a.uncoveredAt(s)
	}
	return a.feasible(a.c.And(phi, a.c.Or(open...)))
}

// exploreOnDemand executes the callee symbolically from the call at which phi
// holds, and adds the paths that are new to its summary.
func (a *analysis) exploreOnDemand(s openCall, phi *smtlib.Term, unwind int) bool {
	g := s.proc
	pre := a.c.And(phi, a.uncoveredAt(s))
	if pre.IsFalse() || !a.feasible(pre) {
		return false
	}
	a.refinements++
	x := &execution{a: a, p: g, unfold: true, unwind: unwind, demand: pre, actual: s.actual}
	paths, complete := x.execute()
	if !complete {
		g.bounded = true
		g.gaps.add(x.gaps...)
		a.cuts[g]++
	}
	grew := false
	for _, path := range paths {
		grew = g.summary.add(path) || grew
	}
	if grew {
		a.summariesChanged()
	}
	return grew
}

// explore executes the whole of g once, up to the bounds.
func (a *analysis) explore(g *procState) {
	if g.explored {
		return
	}
	g.explored = true
	x := &execution{a: a, p: g, unfold: true, unwind: a.opts.Unwind}
	paths, complete := x.execute()
	old := g.summary.Paths
	g.summary = Summary{Full: complete}
	g.bounded, g.gaps = !complete, x.gaps
	for _, path := range paths {
		g.summary.add(path)
	}
	if !complete { // what demand found before may lie beyond the bounds
		for _, path := range old {
			g.summary.add(path)
		}
	}
	a.summariesChanged()
}

// exploreBody executes one activation of g: calls of its own recursive group
// stay abstract. It returns nil when a bound cut it short.
func (a *analysis) exploreBody(g *procState) *Summary {
	if g.body == nil {
		x := &execution{a: a, p: g}
		paths, complete := x.execute()
		g.body, g.calls = &Summary{Paths: paths, Full: complete}, x.calls
	}
	if !g.body.Full {
		return nil
	}
	return g.body
}
