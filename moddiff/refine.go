package moddiff

import (
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
	explore := func(g *procState, args []*smtlib.Term) {
		if a.ctx.Err() != nil || g.bounded && (!deep || a.cuts[g] > round) {
			return
		}
		if a.exploreOnDemand(g, args, phi, a.opts.Unwind<<round) {
			progress = true
		}
	}
	for _, app := range a.applications(phi) {
		m, _ := a.meaningOf(app)
		explore(m.proc, app.Args())
		// A shared symbol stands for the new version's procedure as well; its
		// paths matter only when the two are not known to be the same.
		if m.shared && !m.proc.pair.state.equal {
			explore(m.proc.pair.across(m.proc, app.Args()))
		}
	}
	return progress
}

// exploreOnDemand executes g symbolically from the state in which its inputs
// are args and phi holds, and adds the paths that are new to its summary.
func (a *analysis) exploreOnDemand(g *procState, args []*smtlib.Term, phi *smtlib.Term, unwind int) bool {
	if g.summary.Full {
		return false
	}
	sub := map[*smtlib.Term]*smtlib.Term{}
	for i, v := range g.proc.Inputs {
		sub[v] = args[i]
	}
	actual := a.c.NewSubst(sub)
	pre := phi
	for _, path := range g.summary.Paths {
		pre = a.c.And(pre, a.c.Not(a.expand(actual.Apply(path.R))))
	}
	if pre.IsFalse() || !a.feasible(pre) {
		return false
	}
	a.refinements++
	x := &execution{a: a, p: g, unfold: true, unwind: unwind, demand: pre, actual: actual}
	paths, complete := x.execute()
	if !complete {
		g.bounded = true
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
	old := g.summary.Paths
	x := &execution{a: a, p: g, unfold: true, unwind: a.opts.Unwind}
	paths, complete := x.execute()
	g.summary = Summary{Full: complete}
	g.bounded = !complete
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
		g.body = &Summary{Paths: paths, Full: complete}
	}
	if !g.body.Full {
		return nil
	}
	return g.body
}
