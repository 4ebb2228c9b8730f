package translate

import (
	"slices"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// guards makes the edges of every branch exclude each other. The assumptions
// that lead a target of a goto become the guard of the edge to it. Where
// guards still overlap, a havocked choice picks one of the enabled targets, so
// no run vanishes but by a false assumption. The two branches of a condition
// never overlap, whether the terms show it or not; what else does is known from
// the text (flow.decide).
func (l *procLowering) guards() {
	p := l.proc
	rest := map[*ir.Block]*ir.Block{}
	for i := 0; i < len(p.Blocks); i++ { // detach appends blocks
		b := p.Blocks[i]
		if len(b.Succs) < 2 {
			continue
		}
		toSelf := func(e ir.Edge) bool { return e.To == b }
		if n, _ := leadingAssumes(b); n > 0 && slices.ContainsFunc(b.Succs, toSelf) {
			l.detach(p, b, rest) // its edges are now those of the rest
			continue
		}
		for k, e := range b.Succs {
			b.Succs[k] = l.hoist(p, e, rest)
		}
		if !l.exclusive[b] {
			l.exclude(b)
		}
	}
}

// leadingAssumes is how many instructions at the beginning of b are assumptions,
// or notes before the last of these, and which notes.
func leadingAssumes(b *ir.Block) (n int, notes []ir.Instr) {
	var pending []ir.Instr
	for i, in := range b.Instrs {
		switch in.(type) {
		case *ir.Assume:
			n = i + 1
			notes = append(notes, pending...)
			pending = nil
		case *ir.Note:
			pending = append(pending, in)
		default:
			return n, notes
		}
	}
	return n, notes
}

// hoist moves the leading assumptions of e's target into e's condition.
func (l *procLowering) hoist(p *ir.Proc, e ir.Edge, rest map[*ir.Block]*ir.Block) ir.Edge {
	n, _ := leadingAssumes(e.To)
	if n == 0 {
		return e
	}
	cond := e.Cond
	for _, in := range e.To.Instrs[:n] {
		if in, ok := in.(*ir.Assume); ok {
			cond = l.ctx.And(cond, in.Cond)
		}
	}
	if rest[e.To] == nil {
		l.detach(p, e.To, rest)
	}
	return ir.Edge{Cond: cond, To: rest[e.To]}
}

// detach splits t behind its leading assumptions. Notes among them go with what
// is behind.
func (l *procLowering) detach(p *ir.Proc, t *ir.Block, rest map[*ir.Block]*ir.Block) {
	n, notes := leadingAssumes(t)
	// The label stays with the part that loops come back to.
	r := &ir.Block{Label: t.Label, Pos: t.Pos, Instrs: slices.Concat(notes, t.Instrs[n:]), Succs: t.Succs}
	if l.exclusive[t] {
		l.exclusive[r] = true
		delete(l.exclusive, t)
	}
	t.Instrs = slices.DeleteFunc(slices.Clone(t.Instrs[:n]), func(in ir.Instr) bool { _, note := in.(*ir.Note); return note })
	t.Succs = []ir.Edge{{Cond: l.ctx.True, To: r}}
	p.Blocks = append(p.Blocks, r)
	rest[t] = r
}

// exclude adds a choice to b when two of its guards may hold together.
func (l *procLowering) exclude(b *ir.Block) {
	c := l.ctx
	overlap := false
	for i := range b.Succs {
		for j := range b.Succs[:i] {
			overlap = overlap || !c.And(b.Succs[i].Cond, b.Succs[j].Cond).IsFalse()
		}
	}
	if !overlap {
		return
	}
	choice := c.Var("goto:choice", c.Int)
	b.Instrs = append(b.Instrs, &ir.Havoc{At: ir.At{Pos: b.Pos}, Vars: []*smtlib.Term{choice}})
	picked := make([]*smtlib.Term, len(b.Succs))
	for i, e := range b.Succs {
		picked[i] = c.And(e.Cond, c.Eq(choice, c.IntVal(int64(i))))
	}
	none := c.Not(c.Or(picked...))
	earlier := c.False // a target before this one is enabled
	for i := range b.Succs {
		g := b.Succs[i].Cond
		b.Succs[i].Cond = c.Or(picked[i], c.And(g, none, c.Not(earlier)))
		earlier = c.Or(earlier, g)
	}
}

// readAsserts makes assumptions of the assertions under AssertsAssume. It comes
// after guards: an assertion never chooses a branch.
func (l *procLowering) readAsserts() {
	if l.opts.Asserts != AssertsAssume {
		return
	}
	for _, b := range l.proc.Blocks {
		for i, in := range b.Instrs {
			if a, ok := in.(*ir.Assert); ok {
				b.Instrs[i] = &ir.Assume{At: a.At, Cond: a.Cond}
			}
		}
	}
}
