package translate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/smtlib/graph"
	"semdiff/translate/ir"
)

// maxBlocks bounds what splitting irreducible flow may copy.
const maxBlocks = 200_000

// extractLoops turns every loop into a tail-recursive procedure, outer loops
// first: its inputs are the variables that it needs, its outputs those that it
// sets and that are needed behind it, its body ends by calling itself or by
// leaving through an exit. A loop that is
// entered in several places (irreducible flow) is first split: the part that
// the other entries reach is copied until one entry is left.
func (l *procLowering) extractLoops() {
	l.extractFrom(l.proc)
}

func (l *procLowering) extractFrom(p *ir.Proc) {
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
			l.extractLoop(p, s, entries[0], order)
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
	number := map[*ir.Block]int{}
	for i, b := range p.Blocks {
		number[b] = i
	}
	targets := func(b *ir.Block) (list []*ir.Block) {
		for _, e := range b.Succs {
			list = append(list, e.To)
		}
		return list
	}
	byNumber := func(a, b *ir.Block) int { return number[a] - number[b] }
	var cyclic [][]*ir.Block
	for _, scc := range graph.Components(p.Blocks, targets) {
		if len(scc) > 1 || slices.Contains(targets(scc[0]), scc[0]) {
			slices.SortFunc(scc, byNumber)
			cyclic = append(cyclic, scc)
		}
	}
	slices.SortFunc(cyclic, func(a, b []*ir.Block) int { return byNumber(a[0], b[0]) })
	out := make([]map[*ir.Block]bool, len(cyclic))
	for i, scc := range cyclic {
		out[i] = map[*ir.Block]bool{}
		for _, b := range scc {
			out[i][b] = true
		}
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
func (l *procLowering) split(p *ir.Proc, s map[*ir.Block]bool, header *ir.Block) {
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
func (l *procLowering) extractLoop(p *ir.Proc, s map[*ir.Block]bool, header *ir.Block, order map[*smtlib.Term]int) {
	c := l.ctx
	loop := &ir.Proc{Name: l.loopName(header.Label), Kind: ir.Loop, Parent: p.Name, Pos: header.Pos}
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
	targets := l.exitsOf(header, s)
	needed := neededAt(p)
	var lost []*smtlib.Term
	loop.Inputs, loop.Outputs, lost = loopVars(loop, order, needed, targets)
	exit := ir.ExitVar(c)
	if len(targets) > 1 {
		loop.Outputs = append(loop.Outputs, exit)
	}
	again := &ir.Block{Label: "again", Pos: header.Pos,
		Instrs: callLoop(loop, lost)}
	leave := make([]*ir.Block, len(targets))
	for k, t := range targets {
		leave[k] = &ir.Block{Label: "leave" + t.Label, Pos: t.Pos}
		if len(targets) > 1 {
			leave[k].Instrs = l.leaving(loop, needed[header], needed[t], k, t.Pos)
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
		Instrs: callLoop(loop, lost)}
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
	l.loops = append(l.loops, loop)
	l.named[loop.Name] = loop
	l.extractFrom(loop)
}

// exitsOf are the blocks outside of the loop s that its blocks lead to. Their
// order is that of a depth-first search which takes edges in the order of their
// guards, as text without names: two versions number exits alike though branches
// changed places and variables their names.
func (l *procLowering) exitsOf(header *ir.Block, s map[*ir.Block]bool) []*ir.Block {
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
func (l *procLowering) byGuard(edges []ir.Edge) []ir.Edge {
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

// loopName is SymDiff's name for a loop: procedure, "_loop_", header label. It
// does not depend on what other procedures have been lowered.
func (l *procLowering) loopName(label string) string {
	infix := "_loop_"
	if l.insideLoopName() {
		infix = "!loop_" // no Boogie name holds a !
	}
	name := l.proc.Name + infix + label
	for n := 2; l.loop(name) != nil || l.info.Procs[name] != nil; n++ {
		name = fmt.Sprintf("%s%s%s!%d", l.proc.Name, infix, label, n)
	}
	return name
}

// insideLoopName reports whether the procedure is called what a loop of another
// one may be called, up to the end of the label.
func (l *procLowering) insideLoopName() bool {
	name := l.proc.Name
	for i := range name {
		if strings.HasPrefix(name[i:], "_loop_") && l.sigs[name[:i]] != nil {
			return true
		}
	}
	return false
}

// loop is the loop of that name found so far, nil when there is none.
func (l *procLowering) loop(name string) *ir.Proc { return l.named[name] }

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

// loopVars are the variables that a loop takes, those that it gives back, and
// those that it sets and does not give back, each in the given order.
func loopVars(loop *ir.Proc, order map[*smtlib.Term]int, needed map[*ir.Block]map[*smtlib.Term]bool, targets []*ir.Block) (inputs, outputs, lost []*smtlib.Term) {
	vars := indexVars(&ir.Proc{Blocks: loop.Blocks}).vars
	slices.SortStableFunc(vars, func(x, y *smtlib.Term) int { return cmp.Compare(order[x], order[y]) })
	isSet := map[*smtlib.Term]bool{}
	for _, b := range loop.Blocks {
		for _, in := range b.Instrs {
			for _, v := range defs(in) {
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

// callLoop calls a loop that sets the variables lost too.
func callLoop(loop *ir.Proc, lost []*smtlib.Term) []ir.Instr {
	at := ir.At{Pos: loop.Pos}
	out := []ir.Instr{&ir.Call{At: at, Proc: loop.Name, Args: loop.Inputs, Outs: loop.Outputs}}
	if len(lost) > 0 {
		out = append(out, &ir.Note{At: at, Vars: lost})
	}
	return out
}

// leaving sets the number of an exit. An output that is not needed behind this
// exit and may not be set yet gets a value that does not matter.
func (l *procLowering) leaving(loop *ir.Proc, atHead, behind map[*smtlib.Term]bool, exit int, pos source.Pos) []ir.Instr {
	a := &ir.Assign{At: ir.At{Pos: pos}}
	var lost []*smtlib.Term
	for _, v := range loop.Outputs {
		switch {
		case v == ir.ExitVar(l.ctx):
			a.Vars, a.Exprs = append(a.Vars, v), append(a.Exprs, l.ctx.IntVal(int64(exit)))
		case !behind[v] && !atHead[v]:
			a.Vars, a.Exprs = append(a.Vars, v), append(a.Exprs, l.someValue(v.Sort()))
			lost = append(lost, v)
		}
	}
	if len(lost) == 0 {
		return []ir.Instr{a}
	}
	a.Pos = source.Pos{} // nowhere does the source set them
	return []ir.Instr{a, &ir.Note{At: ir.At{Pos: pos}, Vars: lost}}
}

// someValue is a value of a sort.
func (l *procLowering) someValue(s *smtlib.Sort) *smtlib.Term {
	return l.ctx.Default(s, func(s *smtlib.Sort) *smtlib.Term { return l.ctx.App(ir.TapeFunc(l.ctx, s), l.ctx.IntVal(0)) })
}

// sortBlocks puts the blocks of the procedure and its loops into topological order.
func (l *procLowering) sortBlocks() {
	for _, p := range append([]*ir.Proc{l.proc}, l.loops...) {
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
