package outline

import (
	"cmp"
	"maps"
	"slices"

	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate/ir"
	"semdiff/translate/loops"
)

// Outlined is a region that is to be a procedure.
type Outlined struct {
	Region
	Name string
	Pos  source.Pos
	// Under is what holds of the region's inputs whenever a run comes to it. A procedure
	// named Within assumes it, and calls that of the region; nil for none.
	Under  *smtlib.Term
	Within string
}

// Plan says which regions of bodies, by the names of procedures and loops, are to be
// procedures; smaller ones first, as Laminar has them.
type Plan map[string][]Outlined

// Program is p with the regions of a plan as procedures. graphs are those of the bodies
// in the plan.
func Program(p *ir.Program, graphs map[string]*Graph, plan Plan) *ir.Program {
	o := &outliner{prog: p, bodies: map[string]*ir.Proc{}, procs: map[string]*ir.Proc{}}
	roots := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(plan)) {
		if len(plan[name]) == 0 {
			continue
		}
		root := o.rootOf(name)
		roots[root.Name] = true
		o.cut(graphs[name], root, plan[name])
	}
	for name := range roots {
		o.procs[name] = o.whole(p.Procs[name])
	}
	for _, q := range slices.Clone(o.added) {
		o.procs[q.Name] = o.whole(q)
	}
	return p.WithProcs(o.procs)
}

// outliner makes the procedures.
type outliner struct {
	prog   *ir.Program
	bodies map[string]*ir.Proc // procedures and loops with a new body
	added  []*ir.Proc
	procs  map[string]*ir.Proc
}

func (o *outliner) rootOf(name string) *ir.Proc {
	q := o.prog.Proc(name)
	for q.Kind == ir.Loop {
		q = o.prog.Proc(q.Parent)
	}
	return q
}

// cutting is a body of which regions become calls, one after the other.
type cutting struct {
	*outliner
	g     *Graph
	nodes []*ir.Block // nil where a node is gone
	order map[*smtlib.Term]int
}

// cut makes procedures of regions of a body.
func (o *outliner) cut(g *Graph, root *ir.Proc, regions []Outlined) {
	c := &cutting{outliner: o, g: g, nodes: copies(g.Nodes), order: orderOf(o.prog.Ctx, g, root)}
	for _, r := range regions {
		c.extract(r)
	}
	body := *g.Proc
	body.Blocks = join(c.nodes[0])
	o.bodies[body.Name] = &body
}

// copies are nodes that may be changed.
func copies(nodes []*ir.Block) (list []*ir.Block) {
	twin := map[*ir.Block]*ir.Block{}
	for _, n := range nodes {
		b := *n
		b.Succs = slices.Clone(n.Succs)
		twin[n] = &b
		list = append(list, &b)
	}
	for _, b := range list {
		for k := range b.Succs {
			b.Succs[k].To = twin[b.Succs[k].To]
		}
	}
	return list
}

// globals is the place of the first global among variables in order; the tape's is behind.
const globals = 1 << 32

// orderOf orders variables: locals as they are set, then globals, then the tape.
func orderOf(ctx *smtlib.Context, g *Graph, root *ir.Proc) map[*smtlib.Term]int {
	order := map[*smtlib.Term]int{}
	add := func(vars []*smtlib.Term) {
		for _, v := range vars {
			if _, known := order[v]; !known {
				order[v] = len(order)
			}
		}
	}
	add(g.Proc.Inputs)
	add(g.Proc.Outputs)
	for _, n := range g.Nodes {
		for _, in := range n.Instrs {
			add(ir.Defs(in))
		}
	}
	for i, v := range slices.Concat(root.Inputs[root.Formals:], root.Outputs[root.Results:]) {
		if order[v] < globals {
			order[v] = globals + i
		}
	}
	order[ir.TapeVar(ctx)] = 2 * globals
	return order
}

// extract makes a procedure of a region, and its call a node.
func (c *cutting) extract(r Outlined) {
	inside := c.g.inside(r.Region)
	exit := &ir.Block{Label: "end", Pos: r.Pos}
	twin := map[*ir.Block]*ir.Block{}
	for _, n := range inside {
		if b := c.nodes[n]; b != nil {
			twin[b] = &ir.Block{Label: b.Label, Pos: b.Pos, Instrs: b.Instrs, Notes: b.Notes}
		}
	}
	isSet := map[*smtlib.Term]bool{}
	for b, t := range twin {
		for _, in := range b.Instrs {
			for _, v := range ir.Defs(in) {
				isSet[v] = true
			}
		}
		if stops(b) {
			continue
		}
		for _, e := range b.Succs {
			to := twin[e.To]
			if to == nil {
				to = exit
			}
			t.Succs = append(t.Succs, ir.Edge{Cond: e.Cond, To: to})
		}
	}
	h := &ir.Proc{Name: r.Name, Kind: ir.Procedure, Pos: r.Pos, Blocks: join(twin[c.nodes[r.From]])}
	for v := range isSet {
		if c.g.live[r.To][v] {
			h.Outputs = append(h.Outputs, v)
		}
	}
	for v := range loops.Needed(h)[h.Blocks[0]] {
		h.Inputs = append(h.Inputs, v)
	}
	h.Formals, h.Results = c.sort(h.Inputs), c.sort(h.Outputs)
	c.added = append(c.added, h)
	callee := h
	if r.Under != nil {
		callee = c.within(h, r)
	}
	at := &ir.Block{Label: c.nodes[r.From].Label, Pos: r.Pos, Instrs: []ir.Instr{call(callee, r.Pos)}}
	if r.To != c.g.End() {
		at.Succs = []ir.Edge{{Cond: c.prog.Ctx.True, To: c.nodes[r.To]}}
	}
	c.replace(c.nodes[r.From], at)
	for _, n := range inside {
		c.nodes[n] = nil
	}
	c.nodes[r.From] = at
}

// within is a procedure that assumes what holds of a region's inputs, and calls it.
func (c *cutting) within(h *ir.Proc, r Outlined) *ir.Proc {
	w := &ir.Proc{Name: r.Within, Kind: ir.Procedure, Pos: r.Pos, Inputs: h.Inputs, Outputs: h.Outputs, Formals: h.Formals, Results: h.Results}
	w.Blocks = []*ir.Block{{Label: "start", Pos: r.Pos, Instrs: []ir.Instr{&ir.Assume{At: ir.At{Pos: r.Pos}, Cond: r.Under}, call(h, r.Pos)}}}
	c.added = append(c.added, w)
	return w
}

func call(q *ir.Proc, pos source.Pos) *ir.Call {
	return &ir.Call{At: ir.At{Pos: pos}, Proc: q.Name, Args: slices.Clone(q.Inputs), Outs: slices.Clone(q.Outputs)}
}

// sort sorts variables, and counts locals.
func (c *cutting) sort(vars []*smtlib.Term) (locals int) {
	slices.SortFunc(vars, func(v, w *smtlib.Term) int {
		return cmp.Or(cmp.Compare(c.order[v], c.order[w]), cmp.Compare(v.Name(), w.Name()))
	})
	for _, v := range vars {
		if c.order[v] < globals {
			locals++
		}
	}
	return locals
}

// replace lets all that leads to one node lead to another.
func (c *cutting) replace(old, new *ir.Block) {
	for _, n := range c.nodes {
		if n == nil {
			continue
		}
		for k := range n.Succs {
			if n.Succs[k].To == old {
				n.Succs[k].To = new
			}
		}
	}
}

// join makes blocks of the nodes that the first one leads to: nodes of which one always
// follows the other are one block. What stands there is copied.
func join(first *ir.Block) []*ir.Block {
	preds := map[*ir.Block]int{}
	var order []*ir.Block
	seen := map[*ir.Block]bool{}
	var visit func(n *ir.Block)
	visit = func(n *ir.Block) {
		seen[n] = true
		if !stops(n) {
			for _, e := range slices.Backward(n.Succs) {
				preds[e.To]++
				if !seen[e.To] {
					visit(e.To)
				}
			}
		}
		order = append(order, n)
	}
	visit(first)
	slices.Reverse(order)
	of := map[*ir.Block]*ir.Block{}
	var blocks []*ir.Block
	for _, n := range order {
		b := of[n]
		if b == nil {
			b = &ir.Block{Label: n.Label, Pos: n.Pos}
			of[n] = b
			blocks = append(blocks, b)
		}
		for _, note := range n.Notes {
			moved := *note
			moved.Before += len(b.Instrs)
			b.Notes = append(b.Notes, &moved)
		}
		b.Instrs = append(b.Instrs, n.Instrs...)
		if len(n.Succs) == 1 && !stops(n) && n.Succs[0].Cond.IsTrue() && preds[n.Succs[0].To] == 1 {
			of[n.Succs[0].To] = b
		}
	}
	for _, n := range order {
		b := of[n]
		if stops(n) || len(n.Succs) == 1 && of[n.Succs[0].To] == b {
			continue
		}
		for _, e := range n.Succs {
			b.Succs = append(b.Succs, ir.Edge{Cond: e.Cond, To: of[e.To]})
		}
	}
	return blocks
}

// whole is a procedure with its new body, and with the loops that it leads to.
func (o *outliner) whole(q *ir.Proc) *ir.Proc {
	p := *q
	if body := o.bodies[p.Name]; body != nil {
		p.Blocks = body.Blocks
	}
	p.SameText, p.Loops, p.Calls = false, nil, nil
	o.addLoops(&p, &p)
	slices.Sort(p.Calls)
	p.Calls = slices.Compact(p.Calls)
	for _, body := range append([]*ir.Proc{&p}, p.Loops...) {
		ends := endsOf(o.prog.Ctx, body.Blocks)
		p.Ends = p.Ends.Or(ends)
	}
	p.Ends.Diverge = p.Ends.Diverge || len(p.Loops) > 0
	return &p
}

// addLoops adds to root the loops that a body calls, and all other calls.
func (o *outliner) addLoops(root, in *ir.Proc) {
	var own []*ir.Proc
	for _, name := range in.Callees() {
		switch q := o.prog.Proc(name); {
		case name == in.Name && in.Kind == ir.Loop:
		case q == nil || q.Kind == ir.Procedure:
			root.Calls = append(root.Calls, name)
		case !slices.ContainsFunc(root.Loops, func(l *ir.Proc) bool { return l.Name == name }):
			l := *q
			if body := o.bodies[name]; body != nil {
				l.Blocks = body.Blocks
			}
			l.Parent = in.Name
			root.Loops = append(root.Loops, &l)
			own = append(own, &l)
		}
	}
	for _, l := range own {
		o.addLoops(root, l)
	}
}

// endsOf are the ways other than normally in which blocks may end, by their text.
func endsOf(c *smtlib.Context, blocks []*ir.Block) (e ir.Ends) {
	for _, b := range blocks {
		for _, in := range b.Instrs {
			switch in.(type) {
			case *ir.Assert:
				e.Fail = true
			case *ir.Assume:
				e.Block = true
			}
		}
		var guards []*smtlib.Term
		for _, s := range b.Succs {
			guards = append(guards, s.Cond)
		}
		e.Block = e.Block || len(guards) > 0 && !c.Or(guards...).IsTrue()
	}
	return e
}
