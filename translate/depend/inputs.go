package depend

import (
	"slices"

	"semdiff/internal/bitset"
	"semdiff/translate/ir"
)

// Inputs are the inputs, by index, on which each output and the outcome of a
// procedure depend.
type Inputs struct {
	Outputs []bitset.Set
	Outcome bitset.Set
}

// Inputs says it of the named procedure or loop.
func (d *Program) Inputs(name string) *Inputs {
	if in := d.inputs[name]; in != nil {
		return in
	}
	for _, group := range d.groups(name) { // callees first
		d.solve(slices.DeleteFunc(group, func(n string) bool { return d.inputs[n] != nil }))
	}
	return d.inputs[name]
}

// solve finds the least fixpoint over a recursive group.
func (d *Program) solve(group []string) {
	for _, name := range group {
		p := d.prog.Proc(name)
		d.inputs[name] = noInputs(p)
		if d.Graph(name) == nil {
			d.inputs[name] = allInputs(p)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, name := range slices.Backward(group) {
			if g := d.Graph(name); g != nil && d.grow(g, d.inputs[name]) {
				changed = true
			}
		}
	}
}

func noInputs(p *ir.Proc) *Inputs {
	in := &Inputs{Outcome: bitset.New(len(p.Inputs))}
	for range p.Outputs {
		in.Outputs = append(in.Outputs, bitset.New(len(p.Inputs)))
	}
	return in
}

func allInputs(p *ir.Proc) *Inputs {
	in := noInputs(p)
	for _, set := range append(in.Outputs, in.Outcome) {
		for k := range p.Inputs {
			set.Insert(k)
		}
	}
	return in
}

// grow adds to in what follows from what is known of the callees.
func (d *Program) grow(g *Graph, in *Inputs) (changed bool) {
	on := d.InputsOf(g)
	for k, n := range g.Outputs {
		changed = in.Outputs[k].Union(on[n]) || changed
	}
	return in.Outcome.Union(on[g.Outcome]) || changed
}

// InputsOf are the inputs on which each node of a graph depends.
func (d *Program) InputsOf(g *Graph) []bitset.Set {
	on := make([]bitset.Set, len(g.Nodes))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		on[i] = bitset.New(len(g.Proc.Inputs))
		if n.Kind == Input {
			on[i].Insert(n.Index)
		}
		for _, list := range [][]int{d.Sources(g, i), n.Control} {
			for _, m := range list {
				on[i].Union(on[m])
			}
		}
		if n.Before >= 0 {
			on[i].Union(on[n.Before])
		}
	}
	return on
}
