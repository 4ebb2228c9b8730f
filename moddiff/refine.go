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
// unchanged are explored too: what they do may decide phi. Unless deep is set,
// only procedures that were not explored up to the bounds before are: what
// lies beyond the bounds may not matter to any caller. The caller doubles the
// unwinding bound from round to round, so that a long loop costs few rounds.
func (a *analysis) refine(phi *smtlib.Term, deep bool, unwind int) (progress bool) {
	for _, app := range a.applications(phi) {
		if a.ctx.Err() != nil {
			return progress
		}
		m, _ := a.meaningOf(app)
		if m.proc.bounded && !deep {
			continue
		}
		if a.exploreOnDemand(m.proc, app.Args(), phi, unwind) {
			progress = true
		}
		// A shared symbol stands for the new version's procedure as well; its
		// paths matter only when the two are not known to be the same.
		if m.shared && !m.proc.pair.state.equal {
			if partner, args := m.proc.pair.across(m.proc, app.Args()); a.exploreOnDemand(partner, args, phi, unwind) {
				progress = true
			}
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
		a.cut = true
		g.bounded = true
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
