package outline

import (
	"slices"

	"semdiff/smtlib"
	"semdiff/translate/ir"
	"semdiff/translate/loops"
)

// Graph is the body of a procedure or loop with at most one instruction in each node, in
// topological order.
type Graph struct {
	Proc  *ir.Proc
	Nodes []*ir.Block

	succs, preds [][]int // of nodes that runs get to; the end of the body is len(Nodes)
	idom, ipdom  []int   // -1 where there is none
	live         []map[*smtlib.Term]bool
}

// NewGraph is the graph of a body that has been lowered.
func NewGraph(c *smtlib.Context, p *ir.Proc) *Graph {
	g := &Graph{Proc: p}
	first := map[*ir.Block]*ir.Block{}
	for _, b := range p.Blocks {
		nodes := split(c, b)
		first[b] = nodes[0]
		g.Nodes = append(g.Nodes, nodes...)
	}
	place := map[*ir.Block]int{}
	for i, n := range g.Nodes {
		place[n] = i
		for k, e := range n.Succs {
			if to := first[e.To]; to != nil {
				n.Succs[k].To = to
			}
		}
	}
	g.link(place)
	g.findDominators()
	needed := loops.Needed(&ir.Proc{Inputs: p.Inputs, Outputs: p.Outputs, Blocks: g.Nodes})
	for _, n := range g.Nodes {
		g.live = append(g.live, needed[n])
	}
	atEnd := map[*smtlib.Term]bool{}
	for _, v := range p.Outputs {
		atEnd[v] = true
	}
	g.live = append(g.live, atEnd)
	return g
}

// End is the place behind the body.
func (g *Graph) End() int { return len(g.Nodes) }

// split makes a node of each instruction of a block, and of the branch behind them.
func split(c *smtlib.Context, b *ir.Block) (nodes []*ir.Block) {
	count := max(len(b.Instrs), 1)
	if branches := len(b.Succs) > 0 && !b.Succs[0].Cond.IsTrue(); branches {
		count = len(b.Instrs) + 1
	}
	for k := range count {
		n := &ir.Block{Label: b.Label, Pos: b.Pos}
		if k < len(b.Instrs) {
			n.Instrs = []ir.Instr{b.Instrs[k]}
		}
		if k > 0 {
			nodes[k-1].Succs = []ir.Edge{{Cond: c.True, To: n}}
		}
		nodes = append(nodes, n)
	}
	last := nodes[len(nodes)-1]
	last.Succs = slices.Clone(b.Succs)
	for _, note := range b.Notes {
		moved := *note
		n := nodes[min(note.Before, len(nodes)-1)]
		moved.Before = min(note.Before-min(note.Before, len(nodes)-1), len(n.Instrs))
		n.Notes = append(n.Notes, &moved)
	}
	return nodes
}

// stops reports whether no run gets behind a node.
func stops(n *ir.Block) bool {
	return slices.ContainsFunc(n.Instrs, func(in ir.Instr) bool {
		a, ok := in.(*ir.Assume)
		return ok && a.Cond.IsFalse()
	})
}

// link numbers the edges that runs may take.
func (g *Graph) link(place map[*ir.Block]int) {
	g.succs, g.preds = make([][]int, len(g.Nodes)+1), make([][]int, len(g.Nodes)+1)
	reached := make([]bool, len(g.Nodes))
	reached[0] = true
	for i, n := range g.Nodes {
		switch {
		case !reached[i] || stops(n):
		case len(n.Succs) == 0:
			g.succs[i] = []int{g.End()}
		default:
			for _, e := range n.Succs {
				to := place[e.To]
				reached[to] = true
				if !slices.Contains(g.succs[i], to) {
					g.succs[i] = append(g.succs[i], to)
				}
			}
		}
		for _, to := range g.succs[i] {
			g.preds[to] = append(g.preds[to], i)
		}
	}
}

// findDominators finds immediate dominators and postdominators, in one pass each since
// the graph is acyclic (Cooper, Harvey, Kennedy: A simple, fast dominance algorithm).
func (g *Graph) findDominators() {
	n := len(g.Nodes)
	g.idom, g.ipdom = make([]int, n+1), make([]int, n+1)
	for i := range n + 1 {
		g.idom[i], g.ipdom[i] = -1, -1
	}
	common := func(dom []int, x, y int, before func(a, b int) bool) int {
		for x != y {
			if x < 0 || y < 0 {
				return -1
			}
			if before(x, y) {
				y = dom[y]
			} else {
				x = dom[x]
			}
		}
		return x
	}
	for i := 1; i <= n; i++ {
		for k, p := range g.preds[i] {
			if k == 0 {
				g.idom[i] = p
			} else {
				g.idom[i] = common(g.idom, g.idom[i], p, func(a, b int) bool { return a < b })
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		first := true
		for _, s := range g.succs[i] {
			switch {
			case s != n && len(g.succs[s]) == 0: // runs end there
			case first:
				g.ipdom[i], first = s, false
			default:
				g.ipdom[i] = common(g.ipdom, g.ipdom[i], s, func(a, b int) bool { return a > b })
			}
		}
	}
}

// Dominator is the immediate dominator of a node, -1 for the first.
func (g *Graph) Dominator(node int) int { return g.idom[node] }

// Postdominator is the immediate postdominator of a node, among the runs that get to the
// end of the body; -1 where there is none.
func (g *Graph) Postdominator(node int) int { return g.ipdom[node] }

// Branches reports whether several edges lead on from a node.
func (g *Graph) Branches(node int) bool { return len(g.succs[node]) > 1 }

// Joins reports whether several edges lead to a node.
func (g *Graph) Joins(node int) bool { return len(g.preds[node]) > 1 }

// Call is the call in a node, nil for none.
func (g *Graph) Call(node int) *ir.Call {
	if in := g.Nodes[node].Instrs; len(in) > 0 {
		c, _ := in[0].(*ir.Call)
		return c
	}
	return nil
}

// Reached reports whether runs get to a node, by the graph alone.
func (g *Graph) Reached(node int) bool { return node == 0 || len(g.preds[node]) > 0 }

// Live reports whether some run may need the value that a variable has before a node.
func (g *Graph) Live(node int, v *smtlib.Term) bool { return g.live[node][v] }

// SameShape reports whether two graphs have the same nodes, edges and instructions, in
// the same order and over the same variables. Callees may take and give other globals.
func (g *Graph) SameShape(h *Graph, sameProc func(old, new string) bool) bool {
	if len(g.Nodes) != len(h.Nodes) {
		return false
	}
	for i, n := range g.Nodes {
		m := h.Nodes[i]
		if !slices.Equal(g.succs[i], h.succs[i]) || len(n.Succs) != len(m.Succs) || len(n.Instrs) != len(m.Instrs) {
			return false
		}
		for k, e := range n.Succs {
			if e.Cond != m.Succs[k].Cond {
				return false
			}
		}
		for k, in := range n.Instrs {
			if !sameInstr(in, m.Instrs[k], sameProc) {
				return false
			}
		}
	}
	return true
}

func sameInstr(in, other ir.Instr, sameProc func(old, new string) bool) bool {
	switch in := in.(type) {
	case *ir.Assign:
		o, ok := other.(*ir.Assign)
		return ok && slices.Equal(in.Vars, o.Vars) && slices.Equal(in.Exprs, o.Exprs)
	case *ir.Assume:
		o, ok := other.(*ir.Assume)
		return ok && in.Cond == o.Cond
	case *ir.Assert:
		o, ok := other.(*ir.Assert)
		return ok && in.Cond == o.Cond
	case *ir.Call:
		o, ok := other.(*ir.Call)
		return ok && sameProc(in.Proc, o.Proc)
	}
	return false
}
