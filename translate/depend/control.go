package depend

import "semdiff/translate/ir"

// edge is an edge of a block, both by number.
type edge struct{ block, index int }

// controllers are, for each block, the edges on which it is control dependent: once
// one is taken the block is passed, unless the run ends before, and there is another
// way (Ferrante, Ottenstein, Warren 1987). Blocks are in topological order, so one
// walk backwards finds the post-dominators.
func controllers(p *ir.Proc, place map[*ir.Block]int) [][]edge {
	exit := len(p.Blocks)
	next := make([]int, exit+1) // the nearest block that every way out passes
	next[exit] = exit
	for i := exit - 1; i >= 0; i-- {
		next[i] = exit
		for k, e := range p.Blocks[i].Succs {
			if to := place[e.To]; k == 0 {
				next[i] = to
			} else {
				next[i] = meet(next, next[i], to)
			}
		}
	}
	out := make([][]edge, exit)
	for i, b := range p.Blocks {
		for k, e := range b.Succs {
			for x := place[e.To]; x != next[i]; x = next[x] {
				out[x] = append(out[x], edge{i, k})
			}
		}
	}
	return out
}

// meet is the first block that is on the ways out of both i and j.
func meet(next []int, i, j int) int {
	for i != j {
		if i < j {
			i = next[i]
		} else {
			j = next[j]
		}
	}
	return i
}
