package dizy

import (
	"slices"

	"semdiff/moddiff/relation"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// ghost is a copy of a number that the pair starts with, which keeps its value in loops: a
// constant, the same in the states of all nodes.
type ghost struct {
	input *smtlib.Term // of the pair
	term  *smtlib.Term // stands for it in states
	slot  relation.Slot
}

// termsOf are what stands for copies.
func termsOf(list []*ghost) (terms []*smtlib.Term) {
	for _, x := range list {
		terms = append(terms, x.term)
	}
	return terms
}

// maxGhosts is how many copies states of one place have at most.
const maxGhosts = 4

// ghostsOf are the copies for a node: of the inputs that neither of its procedures is given
// as they are.
func (g *program) ghostsOf(n *node) (list []*ghost) {
	c := g.c
	if g.options.WithoutGhosts {
		return nil
	}
	for v, run := range g.pair.tops {
		for i, in := range run.Args {
			known := slices.ContainsFunc(list, func(x *ghost) bool { return x.input == in })
			if len(list) == maxGhosts || known || in.Op() != smtlib.OpVar || in == ir.TapeVar(c) || !isNumber(c, in) || g.passed(n, in) {
				continue
			}
			term := c.Var("initial "+relation.Declared(in), in.Sort())
			list = append(list, &ghost{in, term, relation.Slot{Version: v, Index: i, Kind: relation.Input}})
		}
	}
	return list
}

// passed reports whether a procedure of a node has an input that is always an input of the
// pair.
func (g *program) passed(n *node, in *smtlib.Term) bool {
	for v, proc := range n.Procs {
		for i := range proc.Inputs {
			if g.always(n, v, i, in, map[*node]bool{}) {
				return true
			}
		}
	}
	return false
}

// always reports whether an input of a node's procedure is always one of the pair: where it
// is called, it is given that, or what the caller is always given.
func (g *program) always(n *node, version, index int, in *smtlib.Term, seen map[*node]bool) bool {
	if seen[n] {
		return true
	}
	seen[n] = true
	called := false
	for _, b := range g.bodies() {
		for _, l := range b.calls {
			if l.to != n || l.top != nil {
				continue
			}
			called = true
			arg := l.runs[version].Args[index]
			from := slices.Index(b.tops[version].Args, arg)
			switch {
			case b.of == nil && arg == in:
			case b.of == n && from == index:
			case b.of != nil && b.of != n && from >= 0 && g.always(b.of, version, from, in, seen):
			default:
				return false
			}
		}
	}
	return called
}

// initially says of runs of the pair what the copies are.
func (g *program) initially() *smtlib.Term {
	var list []*smtlib.Term
	for _, n := range g.nodes {
		for _, x := range n.heads.ghosts {
			list = append(list, g.c.Eq(x.term, x.input))
		}
	}
	return g.c.And(list...)
}

// shownAs is a copy for people: by the name of the input, unless a variable has that.
func (p *place) shownAs(x *ghost) *smtlib.Term {
	if slices.ContainsFunc(p.vars, func(v *variable) bool { return v.declared == relation.Declared(x.input) }) {
		return x.term
	}
	return x.input
}

// ghostCalled is the copy of an input as a variable, nil where there is none.
func (p *place) ghostCalled(name string) *variable {
	for _, x := range p.ghosts {
		if relation.Declared(x.input) == name {
			return &variable{term: x.term}
		}
	}
	return nil
}

// speaksOf reports whether a condition speaks of copies.
func (p *place) speaksOf(t *smtlib.Term) bool {
	return slices.ContainsFunc(smtlib.Collect(t).Vars, func(v *smtlib.Term) bool {
		return slices.ContainsFunc(p.ghosts, func(x *ghost) bool { return x.term == v })
	})
}

// withoutGhosts is what a node's relation says beside what speaks of copies, for those who
// do not know of the pair; nil where it does not speak of them.
func (g *program) withoutGhosts(n *node, rel *relation.Relation) *relation.Relation {
	if len(n.heads.ghosts) == 0 || isClosed(rel) {
		return nil
	}
	closed := *rel
	list := make([]*smtlib.Term, len(n.heads.list))
	for i, st := range n.heads.list {
		list[i] = n.heads.forget(st.term(n.heads.place))
	}
	closed.Pre = nil
	for _, t := range smtlib.Conjuncts(g.c.Or(list...)) {
		closed.Pre = append(closed.Pre, n.heads.predicate(t))
	}
	closed.Post = nil
	for i := range n.heads.list {
		var exits []*smtlib.Term
		for _, st := range n.exits.list {
			if st.context == i {
				exits = append(exits, n.exits.forget(st.term(n.exits.place)))
			}
		}
		if post := g.c.Implies(list[i], g.c.Or(exits...)); !post.IsTrue() {
			closed.Post = append(closed.Post, n.exits.predicate(post))
		}
	}
	return &closed
}

// forget leaves out of a conjunction what speaks of copies.
func (p *place) forget(t *smtlib.Term) *smtlib.Term {
	list := slices.Clone(smtlib.Conjuncts(t))
	return p.c.And(slices.DeleteFunc(list, p.speaksOf)...)
}

// isClosed reports whether a relation speaks of nothing but the runs that it relates.
func isClosed(rel *relation.Relation) bool {
	for _, p := range slices.Concat(rel.Pre, rel.Post) {
		for _, v := range smtlib.Collect(p.Body).Vars {
			if !slices.Contains(p.Vars, v) {
				return false
			}
		}
	}
	return true
}
