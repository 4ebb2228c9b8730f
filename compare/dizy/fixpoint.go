package dizy

import (
	"fmt"
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
	over func() bool    // the budget is used up
	seen map[string]int // by what flows where: how much of it has been joined
}

// solve finds states that hold of all runs, if it gets to the end: whether they do is
// for the proof to say.
func (g *program) solve(ask abstract.Ask, over func() bool) {
	f := &fixpoint{program: g, ask: ask, over: over, seen: map[string]int{}}
	for round := 0; round < maxRounds && !over(); round++ {
		if !f.round() {
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

// sources are the states in which a body starts; of the pair there is one, nil.
func (b *body) sources() []*state {
	if b.of == nil {
		return []*state{nil}
	}
	return b.of.heads.list
}

// round joins what flows from all states to all others; it reports whether a state has
// grown.
func (f *fixpoint) round() (grew bool) {
	for _, b := range f.bodies() {
		for i := 0; i < len(b.sources()); i++ {
			src := b.sources()[i]
			key := fmt.Sprint(b.index(f.program), i)
			stamp := 1 + f.posts(b)
			if src != nil {
				stamp += src.changes
			}
			if f.seen[key] == stamp || f.over() {
				continue
			}
			f.seen[key] = stamp
			for _, l := range b.calls {
				grew = l.to.heads.grow(f.ask, f.reaching(b, src, l), l.context(src), abstract.Widening) || grew
			}
			if b.of != nil {
				grew = b.of.exits.grow(f.ask, f.leaving(b, src), i, abstract.Widening) || grew
			}
		}
	}
	return grew
}

func (b *body) index(g *program) int {
	for i, other := range g.bodies() {
		if other == b {
			return i
		}
	}
	return -1
}

// posts counts how often what a body's calls return has grown.
func (f *fixpoint) posts(b *body) (n int) {
	for _, l := range b.calls {
		n += l.to.exits.changes()
	}
	return n
}

// context says which sides have made a step where a link leads.
func (l link) context(src *state) int {
	if !l.own || src == nil {
		return 0
	}
	return src.context | l.gone
}

// from describes runs of a body that start in a state: what is known of their
// beginning, and of what those calls return on which the given terms depend. Other
// calls must not count: as long as it is not known what they return, nothing is behind
// them, but what comes before does not depend on that.
func (g *program) from(b *body, src *state, needed ...*smtlib.Term) *smtlib.Term {
	c := g.c
	list := []*smtlib.Term{b.alone}
	if src != nil {
		list = append(list, b.of.heads.in(src.term(b.of.heads.place), b.tops))
	}
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

// reaching describes the values with which runs of a body that start in a state get to
// a link.
func (g *program) reaching(b *body, src *state, l link) *smtlib.Term {
	bound := l.to.heads.bind(l.runs)
	return g.c.And(g.from(b, src, l.cond, bound), l.cond, bound)
}

// leaving describes the values with which runs of a node's step return.
func (g *program) leaving(b *body, src *state) *smtlib.Term {
	bound := g.c.And(returns(g.c, b.tops), b.of.exits.bind(b.tops))
	return g.c.And(g.from(b, src, bound), bound)
}

func returns(c *smtlib.Context, runs [2]*vc.Activation) *smtlib.Term {
	return c.And(runs[0].Ends[ir.Normal], runs[1].Ends[ir.Normal])
}

// narrow lowers bounds that were widened to what flows into the states.
func (f *fixpoint) narrow() {
	for range narrowings {
		for _, n := range f.nodes {
			for _, s := range []*states{n.heads, n.exits} {
				for i, st := range s.list {
					if st.element.Widened() && !f.over() {
						st.element.Tighten(f.ask, f.c.And(f.inflow(n, s == n.heads, i), st.key))
					}
				}
			}
		}
	}
}

// inflow describes all values with which runs get to the states of a context at the
// heads of a node, or leave it.
func (f *fixpoint) inflow(n *node, atHead bool, i int) *smtlib.Term {
	if !atHead {
		head := n.heads.list[n.exits.list[i].context]
		return f.leaving(n.step, head)
	}
	var list []*smtlib.Term
	for _, b := range f.bodies() {
		for _, src := range b.sources() {
			for _, l := range b.calls {
				if l.to == n && l.context(src) == n.heads.list[i].context {
					list = append(list, f.reaching(b, src, l))
				}
			}
		}
	}
	return f.c.Or(list...)
}
