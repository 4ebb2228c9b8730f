package cfg

import (
	"slices"

	"semdiff/boogie"
)

// resolveBranches makes the edges of every branch exclude each other. The
// assumptions that lead a target of a goto become the guard of the edge to it.
// Where guards still overlap, a havocked choice picks one of the enabled targets,
// so no run vanishes but by a false assumption. The two branches of a condition
// never overlap, whether terms show it or not.
func (g *Graph) resolveBranches() {
	rest := map[*Block]*Block{}
	for i := 0; i < len(g.Blocks); i++ { // detach appends blocks
		b := g.Blocks[i]
		if len(b.Succs) < 2 || b.resolved { // resolved before it was detached
			continue
		}
		toSelf := func(e Edge) bool { return e.To == b }
		if n, _ := leadingAssumes(b); n > 0 && slices.ContainsFunc(b.Succs, toSelf) {
			g.detach(b, rest) // its edges are now those of the rest
			continue
		}
		for k, e := range b.Succs {
			b.Succs[k] = g.hoist(e, rest)
		}
		b.resolved = true
		if !b.conditional {
			g.resolveChoice(b)
		}
	}
}

// leadingAssumes is how many instructions at the beginning of b are assumptions,
// or notes before the last of these, and which notes.
func leadingAssumes(b *Block) (n int, notes []Instr) {
	var pending []Instr
	for i, in := range b.Instrs {
		switch in.(type) {
		case *Assume:
			n = i + 1
			notes = append(notes, pending...)
			pending = nil
		case *Note:
			pending = append(pending, in)
		default:
			return n, notes
		}
	}
	return n, notes
}

// hoist moves the leading assumptions of e's target into e's guards.
func (g *Graph) hoist(e Edge, rest map[*Block]*Block) Edge {
	n, _ := leadingAssumes(e.To)
	if n == 0 {
		return e
	}
	guards := slices.Clone(e.Guards)
	for _, in := range e.To.Instrs[:n] {
		if in, ok := in.(*Assume); ok {
			guards = append(guards, Guard{Expr: in.Cond})
		}
	}
	if rest[e.To] == nil {
		g.detach(e.To, rest)
	}
	return Edge{Guards: guards, To: rest[e.To]}
}

// detach splits t behind its leading assumptions. Notes among them go with what
// is behind.
func (g *Graph) detach(t *Block, rest map[*Block]*Block) {
	n, notes := leadingAssumes(t)
	// The label stays with the part that loops come back to.
	r := &Block{
		Label: t.Label, Pos: t.Pos, Instrs: slices.Concat(notes, t.Instrs[n:]),
		Succs: t.Succs, Choice: t.Choice, conditional: t.conditional, resolved: t.resolved, partial: t.partial,
	}
	isNote := func(in Instr) bool { _, note := in.(*Note); return note }
	*t = Block{
		Label: t.Label, Pos: t.Pos, Instrs: slices.DeleteFunc(slices.Clone(t.Instrs[:n]), isNote),
		Succs: []Edge{{To: r}},
	}
	g.Blocks = append(g.Blocks, r)
	rest[t] = r
}

// resolveChoice finds out whether the guards of a branch without a condition
// exclude each other, and adds a choice where they may not.
func (g *Graph) resolveChoice(b *Block) {
	exclusive, total := opposite(b.Succs)
	if !exclusive {
		exclusive, total = g.prog.disjoint(b.Succs)
	}
	b.partial = !total
	if !exclusive {
		b.Choice = g.newVar(&Var{Kind: Choice})
		for i := range b.Succs {
			b.Succs[i].Pick = i
		}
		b.Instrs = append(b.Instrs, &Havoc{At: At{Pos: b.Pos}, Vars: []*Var{b.Choice}})
	}
}

// opposite reports whether the first guards of two edges are a condition and its
// negation, as they are written.
func opposite(edges []Edge) (exclusive, total bool) {
	if len(edges) != 2 || len(edges[0].Guards) == 0 || len(edges[1].Guards) == 0 {
		return false, false
	}
	x, y := edges[0].Guards[0].Expr, edges[1].Guards[0].Expr
	exclusive = x.Names == y.Names && (isNegation(x.Syntax, y.Syntax) || isNegation(y.Syntax, x.Syntax))
	return exclusive, exclusive && len(edges[0].Guards) == 1 && len(edges[1].Guards) == 1
}

// mayBlock reports whether a run may end where b branches, for want of an edge
// that is enabled.
func (b *Block) mayBlock() bool {
	hoisted := func(e Edge) bool { return len(e.Guards) > 1 }
	return b.partial || b.conditional && slices.ContainsFunc(b.Succs, hoisted)
}

// isNegation reports whether y says not x.
func isNegation(x, y boogie.Expr) bool {
	not, ok := y.(*boogie.UnaryExpr)
	return ok && not.Op == boogie.Not && boogie.Equal(x, not.X)
}

// readAsserts makes assumptions of the assertions under AssertsAssume. It comes
// after the branches: an assertion never chooses one.
func (g *Graph) readAsserts() {
	if g.prog.opts.Asserts != AssertsAssume {
		return
	}
	for _, b := range g.Blocks {
		for i, in := range b.Instrs {
			if a, ok := in.(*Assert); ok {
				b.Instrs[i] = &Assume{At: a.At, Cond: a.Cond}
			}
		}
	}
}
