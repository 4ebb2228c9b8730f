package slice

import (
	"slices"

	"semdiff/translate/depend"
	"semdiff/translate/ir"
)

// holds reports whether something in a block is kept.
func (b *body) holds(block *ir.Block) bool {
	at := b.at[block]
	is := func(n int) bool {
		if node := &b.g.Nodes[n]; node.Kind == depend.Arg {
			return b.calls[node.Site]
		}
		return b.keep[n]
	}
	return slices.ContainsFunc(at.instrs, func(nodes []int) bool { return slices.ContainsFunc(nodes, is) }) ||
		slices.ContainsFunc(at.edges, is) || at.stuck >= 0 && is(at.stuck)
}

// next is for each block the first one from there on, itself among them, of which
// something is kept; nil when that is the end. Where the sides of a branch that is
// dropped lead to different ones, it is listed as a fork.
func (b *body) next() (next map[*ir.Block]*ir.Block, forks []*ir.Block) {
	next = map[*ir.Block]*ir.Block{}
	for _, block := range slices.Backward(b.proc.Blocks) {
		switch {
		case b.holds(block):
			next[block] = block
		case len(block.Succs) > 0:
			next[block] = next[block.Succs[0].To]
			if slices.ContainsFunc(block.Succs, func(e ir.Edge) bool { return next[e.To] != next[block] }) {
				forks = append(forks, block)
			}
		default:
			next[block] = nil
		}
	}
	return next, forks
}

// cutBody is what is kept of a body.
func (s *Slices) cutBody(b *body) []*ir.Block {
	c := &cutter{s: s, b: b, exit: &ir.Block{Label: "end"}, of: map[*ir.Block]*ir.Block{}}
	c.next, _ = b.next()
	start := c.to(b.proc.Blocks[0])
	var out []*ir.Block
	for _, block := range b.proc.Blocks {
		if twin := c.of[block]; twin != nil { // something leads there
			c.fill(block, twin)
			out = append(out, twin)
		} else {
			s.cut = s.cut || len(block.Instrs) > 0 || len(block.Succs) > 1
		}
	}
	if start == c.exit || c.ends {
		out = append(out, c.exit)
	}
	return out
}

// cutter makes the blocks of a slice.
type cutter struct {
	s    *Slices
	b    *body
	next map[*ir.Block]*ir.Block
	of   map[*ir.Block]*ir.Block // of blocks of the whole, those of the slice
	exit *ir.Block
	ends bool // something leads to exit
}

// to is where a way that led to a block of the whole leads.
func (c *cutter) to(block *ir.Block) *ir.Block {
	next := c.next[block]
	if next == nil {
		return c.exit
	}
	if c.of[next] == nil {
		c.of[next] = &ir.Block{Label: next.Label, Pos: next.Pos}
	}
	return c.of[next]
}

// fill fills a block of the slice with what is kept of one of the whole.
func (c *cutter) fill(block, twin *ir.Block) {
	at := c.b.at[block]
	for k, in := range block.Instrs {
		if kept := c.instr(in, at.instrs[k]); kept != nil {
			twin.Instrs = append(twin.Instrs, kept)
		} else {
			c.s.cut = true
		}
	}
	branches := len(at.edges) > 0 && c.b.keep[at.edges[0]]
	if at.stuck >= 0 && c.b.keep[at.stuck] && !branches {
		twin.Instrs = append(twin.Instrs, &ir.Assume{At: ir.At{Pos: block.Succs[0].To.Pos}, Cond: c.b.g.Nodes[at.stuck].Term})
	}
	if !branches {
		c.join(block, twin)
		return
	}
	for _, e := range block.Succs {
		to := c.to(e.To)
		c.ends = c.ends || to == c.exit
		twin.Succs = append(twin.Succs, ir.Edge{Cond: e.Cond, To: to})
	}
}

// join leads on without a branch.
func (c *cutter) join(block, twin *ir.Block) {
	if len(block.Succs) == 0 {
		return
	}
	c.s.cut = c.s.cut || len(block.Succs) > 1
	if to := c.to(block.Succs[0].To); to != c.exit {
		twin.Succs = []ir.Edge{{Cond: c.b.proc.Version.Prog.Ctx.True, To: to}}
	}
}

// instr is what is kept of an instruction, whose nodes are given; nil for nothing.
func (c *cutter) instr(in ir.Instr, nodes []int) ir.Instr {
	keep, g := c.b.keep, c.b.g
	if len(nodes) == 0 { // a call of what takes and gives nothing, and returns
		return nil
	}
	switch in := in.(type) {
	case *ir.Assign:
		out := &ir.Assign{At: in.At}
		for _, n := range nodes {
			if keep[n] {
				out.Vars = append(out.Vars, g.Nodes[n].Var)
				out.Exprs = append(out.Exprs, g.Nodes[n].Term)
			}
		}
		c.s.cut = c.s.cut || len(out.Vars) < len(in.Vars)
		if len(out.Vars) > 0 {
			return out
		}
	case *ir.Call:
		if c.b.calls[g.Nodes[nodes[0]].Site] {
			return c.call(in, nodes)
		}
	default:
		if keep[nodes[0]] {
			return in
		}
	}
	return nil
}

// call is a call with the arguments and results of the callee's slice.
func (c *cutter) call(in *ir.Call, nodes []int) *ir.Call {
	out := &ir.Call{At: in.At, Proc: in.Proc}
	callee := c.s.bodies[c.b.version][in.Proc]
	outs := make([]bool, len(in.Outs))
	for _, n := range nodes {
		if node := &c.b.g.Nodes[n]; node.Kind == depend.Result && c.b.keep[n] {
			outs[node.Part] = true
		}
	}
	for k, t := range in.Args {
		if callee == nil || callee.keep[k] {
			out.Args = append(out.Args, t)
		}
	}
	for k, v := range in.Outs {
		switch {
		case callee != nil && !callee.keep[callee.g.Outputs[k]]:
		case outs[k]:
			out.Outs = append(out.Outs, v)
		default:
			out.Outs = append(out.Outs, nil)
			c.s.cut = c.s.cut || v != nil
		}
	}
	return out
}
