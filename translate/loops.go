package translate

import (
	"cmp"
	"fmt"
	"slices"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// maxBlocks bounds what splitting irreducible flow may copy.
const maxBlocks = 200_000

// extractLoops turns every loop into a tail-recursive procedure, outer loops
// first: its inputs and outputs are the variables that its blocks name, its
// body ends by calling itself or by leaving through an exit. A loop that is
// entered in several places (irreducible flow) is first split: the part that
// the other entries reach is copied until one entry is left.
func (l *lowering) extractLoops() {
	for _, name := range l.order {
		l.extractFrom(l.out.Procs[name], name)
	}
}

func (l *lowering) extractFrom(p *ir.Proc, root string) {
	l.dropUnreachable(p)
	p.Blocks = flowOrder(p) // the order in the source is of no importance
	if len(predecessors(p)[p.Blocks[0]]) > 0 {
		start := &ir.Block{Label: "start", Pos: p.Pos, Succs: []ir.Edge{{Cond: l.ctx.True, To: p.Blocks[0]}}}
		p.Blocks = append([]*ir.Block{start}, p.Blocks...)
	}
	order := definitionOrder(p)
	for {
		cycles := cyclicComponents(p)
		if len(cycles) == 0 {
			return
		}
		for _, s := range cycles {
			entries := entriesOf(p, s)
			if len(entries) > 1 {
				l.split(p, s, entries[0])
				break // the copies may hold cycles of their own
			}
			l.extractLoop(p, s, entries[0], root, order)
		}
		if len(p.Blocks) > maxBlocks {
			l.diags.Addf(p.Pos, "control flow of %s is too irreducible to split", p.Name)
			return
		}
	}
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
	number := map[*ir.Block]string{}
	blocks := map[string]*ir.Block{}
	var order []string
	for i, b := range p.Blocks {
		number[b] = fmt.Sprintf("%08d", i)
		blocks[number[b]] = b
		order = append(order, number[b])
	}
	edges := map[string][]string{}
	for _, b := range p.Blocks {
		for _, e := range b.Succs {
			edges[number[b]] = append(edges[number[b]], number[e.To])
		}
	}
	g := ir.GraphOf(order, edges)
	var out []map[*ir.Block]bool
	for _, n := range order {
		scc := g.SCCs[g.SCC[n]]
		if slices.Min(scc) != n || !g.Recursive(n) {
			continue
		}
		set := map[*ir.Block]bool{}
		for _, m := range scc {
			set[blocks[m]] = true
		}
		out = append(out, set)
	}
	return out
}

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
func (l *lowering) split(p *ir.Proc, s map[*ir.Block]bool, header *ir.Block) {
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

// extractLoop replaces the loop s with the given header by a call.
func (l *lowering) extractLoop(p *ir.Proc, s map[*ir.Block]bool, header *ir.Block, root string, order map[*smtlib.Term]int) {
	c := l.ctx
	loop := &ir.Proc{Name: l.loopName(root, header.Label), Kind: ir.Loop, Parent: p.Name, Pos: header.Pos}
	loop.Blocks = []*ir.Block{header}
	var rest []*ir.Block
	for _, b := range p.Blocks {
		switch {
		case b == header:
		case s[b]:
			loop.Blocks = append(loop.Blocks, b)
		default:
			rest = append(rest, b)
		}
	}
	loop.Inputs, loop.Outputs = loopVars(loop, order)
	targets := l.exitsOf(header, s)
	exit := ir.ExitVar(c)
	if len(targets) > 1 {
		loop.Outputs = append(loop.Outputs, exit)
	}
	again := &ir.Block{Label: "again", Pos: header.Pos,
		Instrs: []ir.Instr{&ir.Call{At: ir.At{Pos: header.Pos}, Proc: loop.Name, Args: loop.Inputs, Outs: loop.Outputs}}}
	leave := make([]*ir.Block, len(targets))
	for k, t := range targets {
		leave[k] = &ir.Block{Label: "leave" + t.Label, Pos: t.Pos}
		if len(targets) > 1 {
			leave[k].Instrs = []ir.Instr{&ir.Assign{At: ir.At{Pos: t.Pos},
				Vars: []*smtlib.Term{exit}, Exprs: []*smtlib.Term{c.IntVal(int64(k))}}}
		}
	}
	for _, b := range loop.Blocks {
		for i, e := range b.Succs {
			if e.To == header {
				b.Succs[i].To = again
			} else if !s[e.To] {
				b.Succs[i].To = leave[slices.Index(targets, e.To)]
			}
		}
	}
	loop.Blocks = append(append(loop.Blocks, again), leave...)

	call := &ir.Block{Label: header.Label, Pos: header.Pos,
		Instrs: []ir.Instr{&ir.Call{At: ir.At{Pos: header.Pos}, Proc: loop.Name, Args: loop.Inputs, Outs: loop.Outputs}}}
	if len(targets) == 0 { // the call never returns
		call.Instrs = append(call.Instrs, &ir.Assume{At: ir.At{Pos: header.Pos}, Cond: c.False})
	}
	others := c.True
	for k, t := range targets {
		cond := c.Eq(exit, c.IntVal(int64(k)))
		if k == len(targets)-1 {
			cond = others
		}
		call.Succs = append(call.Succs, ir.Edge{Cond: cond, To: t})
		others = c.And(others, c.Not(cond))
	}
	for _, b := range rest {
		for i, e := range b.Succs {
			if e.To == header {
				b.Succs[i].To = call
			}
		}
	}
	p.Blocks = append(rest, call)
	l.out.Procs[loop.Name] = loop
	at := slices.Index(l.out.Order, root) + 1
	for at < len(l.out.Order) && l.out.Procs[l.out.Order[at]].Kind == ir.Loop {
		at++
	}
	l.out.Order = slices.Insert(l.out.Order, at, loop.Name)
	l.extractFrom(loop, root)
}

// exitsOf are the blocks outside of the loop s that its blocks lead to. Their
// order is that of a depth-first search which takes edges in the order of their
// guards, as text without names: two versions number exits alike though branches
// changed places and variables their names.
func (l *lowering) exitsOf(header *ir.Block, s map[*ir.Block]bool) []*ir.Block {
	var exits []*ir.Block
	seen := map[*ir.Block]bool{}
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		if seen[b] {
			return
		}
		seen[b] = true
		if !s[b] {
			exits = append(exits, b)
			return
		}
		for _, e := range l.byGuard(b.Succs) {
			visit(e.To)
		}
	}
	visit(header)
	return exits
}

// byGuard sorts edges by the text of their guards with one name for all
// variables of a sort.
func (l *lowering) byGuard(edges []ir.Edge) []ir.Edge {
	if len(edges) < 2 {
		return edges
	}
	text := map[*smtlib.Term]string{}
	for _, e := range edges {
		sub := map[*smtlib.Term]*smtlib.Term{}
		for _, v := range freeVars(e.Cond) {
			sub[v] = l.ctx.Var("_", v.Sort())
		}
		text[e.Cond] = l.ctx.Substitute(e.Cond, sub).String()
	}
	return slices.SortedStableFunc(slices.Values(edges), func(x, y ir.Edge) int { return cmp.Compare(text[x.Cond], text[y.Cond]) })
}

// loopName is SymDiff's name for a loop: procedure, "_loop_", header label.
func (l *lowering) loopName(root, label string) string {
	name := root + "_loop_" + label
	for n := 2; l.out.Procs[name] != nil || l.info.Procs[name] != nil; n++ {
		name = fmt.Sprintf("%s_loop_%s!%d", root, label, n)
	}
	return name
}

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
			add(defs(in))
		}
	}
	return order
}

// loopVars are the variables that the blocks of a loop name, in the given order,
// and those of them that it sets.
func loopVars(loop *ir.Proc, order map[*smtlib.Term]int) (all, set []*smtlib.Term) {
	all = indexVars(&ir.Proc{Blocks: loop.Blocks}).vars
	slices.SortStableFunc(all, func(x, y *smtlib.Term) int { return cmp.Compare(order[x], order[y]) })
	isSet := map[*smtlib.Term]bool{}
	for _, b := range loop.Blocks {
		for _, in := range b.Instrs {
			for _, v := range defs(in) {
				isSet[v] = true
			}
		}
	}
	for _, v := range all {
		if isSet[v] {
			set = append(set, v)
		}
	}
	return all, set
}

// sortBlocks puts the blocks of every procedure into topological order.
func (l *lowering) sortBlocks() {
	for _, p := range l.out.Procs {
		p.Blocks = flowOrder(p)
	}
}

// flowOrder is the reverse postorder of a depth-first search that takes edges as
// they stand; of an acyclic graph it is a topological order.
func flowOrder(p *ir.Proc) []*ir.Block {
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
	return post
}
