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
func (a *analysis) refine(phi *smtlib.Term) (progress bool) {
	for _, app := range a.applications(phi) {
		if a.ctx.Err() != nil {
			return progress
		}
		m, _ := a.meaningOf(app)
		if a.exploreOnDemand(m.proc, app.Args(), phi) {
			progress = true
		}
		// A shared symbol stands for the new version's procedure as well; its
		// paths matter only when the two are not known to be the same.
		if m.shared && !m.proc.pair.state.equal {
			if a.exploreOnDemand(m.proc.pair.new, newArgs(m.proc.pair, app.Args()), phi) {
				progress = true
			}
		}
	}
	return progress
}

func newArgs(p *Pair, oldArgs []*smtlib.Term) []*smtlib.Term {
	args := make([]*smtlib.Term, len(oldArgs))
	for _, in := range p.Inputs {
		args[in.New] = oldArgs[in.Old]
	}
	return args
}

// exploreOnDemand executes g symbolically from the state in which its inputs
// are args and phi holds, and adds the paths that are new to its summary.
func (a *analysis) exploreOnDemand(g *procState, args []*smtlib.Term, phi *smtlib.Term) bool {
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
	x := &execution{a: a, p: g, unfold: true, unwind: a.opts.Unwind, demand: pre, actual: actual}
	paths, complete := x.execute()
	if !complete {
		a.cut = true
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
	g.summary = Summary{Full: complete}
	for _, path := range paths {
		g.summary.add(path)
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
