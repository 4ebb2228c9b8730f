package loops

import (
	"cmp"
	"slices"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// definitionOrder numbers the variables of a procedure: inputs, outputs, then
// those that it sets, in order. No name matters, nor how a term is written.
func definitionOrder(p *ir.Proc) map[*smtlib.Term]int {
	order := map[*smtlib.Term]int{}
	add := func(vars []*smtlib.Term) {
		for _, v := range vars {
			if _, known := order[v]; !known {
				order[v] = len(order)
			}
		}
	}
	add(p.Inputs)
	add(p.Outputs)
	for _, b := range p.Blocks {
		for _, in := range b.Instrs {
			add(ir.Defs(in))
		}
	}
	return order
}

// loopVars are the variables that a loop takes, those that it gives back, and
// those that it sets and does not give back, each in the given order.
func loopVars(loop *ir.Proc, order map[*smtlib.Term]int, needed map[*ir.Block]map[*smtlib.Term]bool, targets []*ir.Block) (inputs, outputs, lost []*smtlib.Term) {
	vars := indexVars(&ir.Proc{Blocks: loop.Blocks}).vars
	slices.SortStableFunc(vars, func(x, y *smtlib.Term) int { return cmp.Compare(order[x], order[y]) })
	isSet := map[*smtlib.Term]bool{}
	for _, b := range loop.Blocks {
		for _, in := range b.Instrs {
			for _, v := range ir.Defs(in) {
				isSet[v] = true
			}
		}
	}
	for _, v := range vars {
		if needed[loop.Blocks[0]][v] {
			inputs = append(inputs, v)
		}
		switch {
		case !isSet[v]:
		case slices.ContainsFunc(targets, func(t *ir.Block) bool { return needed[t][v] }):
			outputs = append(outputs, v)
		default:
			lost = append(lost, v)
		}
	}
	return inputs, outputs, lost
}
