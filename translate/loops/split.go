package loops

import (
	"fmt"
	"slices"

	"semdiff/translate/ir"
)

// entriesOf are the blocks of s that an edge from outside reaches, in order.
func entriesOf(p *ir.Proc, s map[*ir.Block]bool) []*ir.Block {
	entered := map[*ir.Block]bool{}
	for _, b := range p.Blocks {
		if s[b] {
			continue
		}
		for _, e := range b.Succs {
			if s[e.To] {
				entered[e.To] = true
			}
		}
	}
	var out []*ir.Block
	for _, b := range p.Blocks {
		if entered[b] {
			out = append(out, b)
		}
	}
	return out
}

// split copies s without its header and lets the other entries reach the copy.
func (l *extraction) split(p *ir.Proc, s map[*ir.Block]bool, header *ir.Block) {
	twin := map[*ir.Block]*ir.Block{}
	var copies []*ir.Block
	for _, b := range p.Blocks {
		if s[b] && b != header {
			t := &ir.Block{Label: b.Label + "'", Pos: b.Pos, Instrs: copyInstrs(b.Instrs), Succs: slices.Clone(b.Succs)}
			twin[b] = t
			copies = append(copies, t)
		}
	}
	redirect := func(b *ir.Block) {
		for i, e := range b.Succs {
			if t := twin[e.To]; t != nil {
				b.Succs[i].To = t
			}
		}
	}
	for _, t := range copies {
		redirect(t)
	}
	for _, b := range p.Blocks {
		if !s[b] {
			redirect(b)
		}
	}
	p.Blocks = append(p.Blocks, copies...)
	l.dropUnreachable(p)
}

// copyInstrs copies instructions: later passes change them in place.
func copyInstrs(ins []ir.Instr) []ir.Instr {
	out := make([]ir.Instr, len(ins))
	for i, in := range ins {
		switch in := in.(type) {
		case *ir.Assign:
			c := *in
			out[i] = &c
		case *ir.Call:
			c := *in
			out[i] = &c
		case *ir.Assume, *ir.Assert, *ir.Note:
			out[i] = in
		default:
			panic(fmt.Sprintf("translate: unexpected %T", in))
		}
	}
	return out
}
