package dizy

import (
	"slices"

	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/abstract"
	"semdiff/translate/ir"
)

// Bounds of the fixpoint of one pair.
const (
	maxRounds  = 40
	narrowings = 2
)

// fixpoint computes the states of all nodes.
type fixpoint struct {
	*program
	ask  abstract.Ask
	over func() bool      // the budget is used up
	done map[question]int // how much of what flows somewhere has been joined
}

// question is what flows from a body to heads, or to its exits.
type question struct {
	from   *body
	toHead bool
}

// solve finds states that hold of all runs, if it gets to the end: whether they do is
// for the proof to say. Exits wait until heads are stable, which they depend on.
func (g *program) solve(ask abstract.Ask, over func() bool) {
	g.sample()
	f := &fixpoint{program: g, ask: ask, over: over, done: map[question]int{}}
	for round := 0; round < maxRounds && !over(); round++ {
		if !f.round(true) && !f.round(false) {
			f.narrow()
			return
		}
	}
}

// bodies are those of the program, the pair first.
func (g *program) bodies() []*body {
	list := []*body{g.pair}
	for _, n := range g.nodes {
		list = append(list, n.step)
	}
	return list
}

// round joins what flows from all bodies to heads, or to exits; it reports whether a
// state has grown.
func (f *fixpoint) round(toHeads bool) (grew bool) {
	for _, b := range f.bodies() {
		asked, stamp := question{b, toHeads}, 1+b.sources()+f.posts(b)
		if f.done[asked] == stamp || f.over() {
			continue
		}
		f.done[asked] = stamp
		flows := f.leaving(b)
		if toHeads {
			flows = f.arriving(b)
		}
		list := make([]abstract.Growing, len(flows))
		for i, x := range flows {
			list[i] = x
		}
		grew = len(list) > 0 && abstract.GrowAll(f.c, f.ask, list, abstract.Widening) || grew
	}
	return grew
}

// sources counts how often states have grown in which the body starts.
func (b *body) sources() int {
	if b.of == nil {
		return 0
	}
	return b.of.heads.changes()
}

// posts counts how often what a body's calls return has grown.
func (f *fixpoint) posts(b *body) (n int) {
	for _, l := range b.calls {
		n += l.to.exits.changes()
	}
	return n
}

// arriving is what flows from a body to the heads of nodes, by context.
func (g *program) arriving(b *body) (flows []flow) {
	contexts := b.contexts()
	for _, l := range b.calls {
		bound := l.to.heads.bind(l.runs)
		there := g.c.And(g.known(b, l.cond, bound), l.cond, bound)
		for _, context := range contexts {
			flows = append(flows, flow{g.c.And(g.starts(b, context), there), l.to.heads, l.context(context)})
		}
	}
	return flows
}

// leaving is what flows from a node's step to its exits, by the state in which it
// starts.
func (g *program) leaving(b *body) (flows []flow) {
	if b.of == nil {
		return nil
	}
	bound := g.c.And(returns(g.c, b.tops), b.of.exits.bind(b.tops))
	there := g.c.And(g.known(b, bound), bound)
	for i, head := range b.of.heads.list {
		flows = append(flows, flow{g.c.And(b.of.heads.in(head.term(b.of.heads.place), b.tops), there), b.of.exits, i})
	}
	return flows
}

// contexts are those in which a body starts; of the pair there is one.
func (b *body) contexts() (list []int) {
	if b.of == nil {
		return []int{0}
	}
	for _, st := range b.of.heads.list {
		if !slices.Contains(list, st.context) {
			list = append(list, st.context)
		}
	}
	return list
}

// starts says that a body starts in a state of a context.
func (g *program) starts(b *body, context int) *smtlib.Term {
	if b.of == nil {
		return g.c.True
	}
	return b.of.heads.in(b.of.heads.term(context), b.tops)
}

// context says which sides have made a step where a link leads from a context.
func (l link) context(from int) int {
	if !l.own {
		return 0
	}
	return from | l.gone
}

// known is what is known of what those calls of a body return on which the given terms
// depend. Other calls must not count: as long as it is not known what they return,
// nothing is behind them, but what comes before does not depend on that.
func (g *program) known(b *body, needed ...*smtlib.Term) *smtlib.Term {
	c := g.c
	list := []*smtlib.Term{b.alone}
	inputs := smtlib.Collect(slices.Concat(b.tops[0].Args, b.tops[1].Args)...).Vars
	vars := map[*smtlib.Term]bool{}
	depend := func(terms ...*smtlib.Term) {
		for _, v := range smtlib.Collect(terms...).Vars {
			vars[v] = !slices.Contains(inputs, v)
		}
	}
	depend(needed...)
	left := slices.Clone(b.calls)
	for {
		i := slices.IndexFunc(left, func(l link) bool {
			return slices.ContainsFunc(l.results(), func(v *smtlib.Term) bool { return vars[v] })
		})
		if i < 0 {
			return c.And(list...)
		}
		l := left[i]
		left = slices.Delete(left, i, i+1)
		fact := c.Implies(c.And(l.cond, returns(c, l.runs)), l.to.exits.in(l.to.exits.term(-1), l.runs))
		depend(fact)
		list = append(list, fact)
	}
}

// results are the variables that stand for what the calls of a link give.
func (l link) results() []*smtlib.Term {
	var terms []*smtlib.Term
	for _, run := range l.runs {
		if run.Proc == l.to.Names()[run.Version] && run != l.top {
			terms = append(terms, run.Outputs...)
			terms = append(terms, run.Ends[:]...)
		}
	}
	return smtlib.Collect(terms...).Vars
}

func returns(c *smtlib.Context, runs [2]*vc.Activation) *smtlib.Term {
	return c.And(runs[0].Ends[ir.Normal], runs[1].Ends[ir.Normal])
}

// narrow lowers bounds that were widened to what flows into the states.
func (f *fixpoint) narrow() {
	for range narrowings {
		lowered := false
		for _, n := range f.nodes {
			for _, s := range []*states{n.heads, n.exits} {
				if !f.over() {
					lowered = abstract.TightenAll(f.c, f.ask, f.inflows(n, s)) || lowered
				}
			}
		}
		if !lowered {
			return
		}
	}
}

// inflows describes, for each state at the heads of a node or where it is left, all
// values with which runs get there.
func (f *fixpoint) inflows(n *node, s *states) (list []abstract.Target) {
	flows := f.leaving(n.step)
	if s == n.heads {
		flows = nil
		for _, b := range f.bodies() {
			flows = append(flows, f.arriving(b)...)
		}
	}
	for _, st := range s.list {
		var all []*smtlib.Term
		for _, x := range flows {
			if x.to == s && x.context == st.context {
				all = append(all, x.phi)
			}
		}
		list = append(list, abstract.Target{Phi: f.c.And(st.key, f.c.Or(all...)), Element: st.element})
	}
	return list
}
