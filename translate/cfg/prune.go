package cfg

import (
	"slices"

	"semdiff/boogie"
)

// prune keeps the blocks that the entry reaches, in an order in which as many
// edges as can lead forward, and finds out whether any leads back. Edges are
// dropped whose guard is written false.
func (g *Graph) prune() {
	const open, done = 1, 2
	state := map[*Block]uint8{}
	var post []*Block
	var visit func(b *Block)
	visit = func(b *Block) {
		state[b] = open
		g.dropFalse(b)
		for _, e := range b.Succs {
			switch state[e.To] {
			case 0:
				visit(e.To)
			case open:
				g.cyclic = true
			}
		}
		state[b] = done
		post = append(post, b)
	}
	visit(g.Blocks[0])
	slices.Reverse(post)
	g.Blocks = post
	g.number()
}

func (g *Graph) number() {
	for i, b := range g.Blocks {
		b.index = i
	}
}

// dropFalse drops the edges of b that no run takes.
func (g *Graph) dropFalse(b *Block) {
	if len(b.Succs) == 0 {
		return
	}
	b.Succs = slices.DeleteFunc(b.Succs, func(e Edge) bool { return slices.ContainsFunc(e.Guards, Guard.isFalse) })
	if len(b.Succs) == 0 { // not an exit, but a run that is always blocked
		never := g.expr(&boogie.BoolLit{Pos: boogie.Pos{At: b.Pos}}, g.body)
		b.Instrs = append(b.Instrs, &Assume{At: At{Pos: b.Pos}, Cond: never})
	}
}

// isFalse reports whether the guard is written as one that never holds.
func (u Guard) isFalse() bool {
	value, ok := literal(u.Expr.Syntax)
	return ok && value == u.Not
}
