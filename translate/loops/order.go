package loops

import (
	"slices"

	"semdiff/smtlib/graph"
	"semdiff/translate/ir"
)

// Sort puts the blocks of p into the reverse postorder of a depth-first search
// that takes edges as they stand; of an acyclic graph it is a topological order.
func Sort(p *ir.Proc) {
	var post []*ir.Block
	seen := map[*ir.Block]bool{}
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		seen[b] = true
		for _, e := range slices.Backward(b.Succs) {
			if !seen[e.To] {
				visit(e.To)
			}
		}
		post = append(post, b)
	}
	visit(p.Blocks[0])
	slices.Reverse(post)
	p.Blocks = post
}

// dropUnreachable removes the blocks that no path from the entry reaches.
func (l *extraction) dropUnreachable(p *ir.Proc) {
	seen := map[*ir.Block]bool{}
	work := []*ir.Block{p.Blocks[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		if len(b.Succs) > 0 {
			b.Succs = slices.DeleteFunc(b.Succs, func(e ir.Edge) bool { return e.Cond.IsFalse() })
			if len(b.Succs) == 0 { // not an exit, but a run that is always blocked
				b.Instrs = append(b.Instrs, &ir.Assume{At: ir.At{Pos: b.Pos}, Cond: l.ctx.False})
			}
		}
		for _, e := range b.Succs {
			work = append(work, e.To)
		}
	}
	p.Blocks = slices.DeleteFunc(p.Blocks, func(b *ir.Block) bool { return !seen[b] })
}

func predecessors(p *ir.Proc) map[*ir.Block][]*ir.Block {
	preds := map[*ir.Block][]*ir.Block{}
	for _, b := range p.Blocks {
		for _, e := range b.Succs {
			preds[e.To] = append(preds[e.To], b)
		}
	}
	return preds
}

// cyclicComponents are the strongly connected components that hold a cycle,
// each as a set, in the order of their first block.
func cyclicComponents(p *ir.Proc) []map[*ir.Block]bool {
	number := map[*ir.Block]int{}
	for i, b := range p.Blocks {
		number[b] = i
	}
	targets := func(b *ir.Block) (list []*ir.Block) {
		for _, e := range b.Succs {
			list = append(list, e.To)
		}
		return list
	}
	byNumber := func(a, b *ir.Block) int { return number[a] - number[b] }
	var cyclic [][]*ir.Block
	for _, scc := range graph.Components(p.Blocks, targets) {
		if len(scc) > 1 || slices.Contains(targets(scc[0]), scc[0]) {
			slices.SortFunc(scc, byNumber)
			cyclic = append(cyclic, scc)
		}
	}
	slices.SortFunc(cyclic, func(a, b []*ir.Block) int { return byNumber(a[0], b[0]) })
	out := make([]map[*ir.Block]bool, len(cyclic))
	for i, scc := range cyclic {
		out[i] = map[*ir.Block]bool{}
		for _, b := range scc {
			out[i][b] = true
		}
	}
	return out
}
