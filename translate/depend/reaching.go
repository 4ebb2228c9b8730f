package depend

import (
	"slices"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// reaching finds the definitions of a variable that reach a block, when asked, by
// going back from there (Braun et al.: Simple and efficient construction of static
// single assignment form, CC 2013). Blocks are walked in their topological order, so
// what comes before is complete.
type reaching struct {
	preds  [][]int
	blocks []map[*smtlib.Term][]int // the definitions at the place that the walk has reached
	inputs map[*smtlib.Term][]int
}

func newReaching(p *ir.Proc, place map[*ir.Block]int) *reaching {
	r := &reaching{preds: make([][]int, len(p.Blocks)), blocks: make([]map[*smtlib.Term][]int, len(p.Blocks)), inputs: map[*smtlib.Term][]int{}}
	for i, b := range p.Blocks {
		r.blocks[i] = map[*smtlib.Term][]int{}
		for _, e := range b.Succs {
			if to := place[e.To]; !slices.Contains(r.preds[to], i) {
				r.preds[to] = append(r.preds[to], i)
			}
		}
	}
	return r
}

// enter says that node n gives v its value at entry.
func (r *reaching) enter(v *smtlib.Term, n int) { r.inputs[v] = []int{n} }

// set says that node n in block i sets v.
func (r *reaching) set(i int, v *smtlib.Term, n int) { r.blocks[i][v] = []int{n} }

// at are the definitions of v that reach the place in block i where the walk is.
func (r *reaching) at(i int, v *smtlib.Term) []int {
	if defs, known := r.blocks[i][v]; known {
		return defs
	}
	// Go back to blocks that know; then fill in forwards, in topological order.
	open := map[int]bool{i: true}
	work := []int{i}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range r.preds[x] {
			if _, known := r.blocks[p][v]; !known && !open[p] {
				open[p] = true
				work = append(work, p)
			}
		}
	}
	list := make([]int, 0, len(open))
	for x := range open {
		list = append(list, x)
	}
	slices.Sort(list)
	for _, x := range list {
		r.blocks[x][v] = r.join(x, v)
	}
	return r.blocks[i][v]
}

// join are the definitions that reach the start of block i; those of the blocks
// before it are known.
func (r *reaching) join(i int, v *smtlib.Term) []int {
	switch preds := r.preds[i]; {
	case i == 0:
		return r.inputs[v]
	case len(preds) == 1:
		return r.blocks[preds[0]][v]
	}
	var defs []int
	for _, p := range r.preds[i] {
		defs = append(defs, r.blocks[p][v]...)
	}
	slices.Sort(defs)
	return slices.Compact(defs)
}
