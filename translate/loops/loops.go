package loops

import (
	"fmt"

	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// maxBlocks bounds what splitting irreducible flow may copy.
const maxBlocks = 200_000

// Names says which names loops cannot have, or should not.
type Names struct {
	Declared func(name string) bool // is a procedure
	Lowered  func(name string) bool // is one with a body, whose loops have names that begin with its own
}

// Extract turns every loop of a procedure into a tail-recursive procedure, outer
// loops first: its inputs are the variables that it needs, its outputs those that
// it sets and that are needed behind it, its body ends by calling itself or by
// leaving through an exit. A loop that is entered in several places (irreducible
// flow) is first split: the part that the other entries reach is copied until one
// entry is left. The error is that this takes too many copies.
func Extract(ctx *smtlib.Context, p *ir.Proc, names Names) (loops []*ir.Proc, err error) {
	e := &extraction{ctx: ctx, proc: p, names: names, named: map[string]*ir.Proc{}}
	if err := e.extractFrom(p); err != nil {
		return nil, err
	}
	return e.loops, nil
}

// extraction takes the loops out of one procedure.
type extraction struct {
	ctx   *smtlib.Context
	proc  *ir.Proc
	names Names
	loops []*ir.Proc
	named map[string]*ir.Proc // loops
}

func (l *extraction) extractFrom(p *ir.Proc) error {
	l.dropUnreachable(p)
	Sort(p) // the order in the source is of no importance
	if len(predecessors(p)[p.Blocks[0]]) > 0 {
		start := &ir.Block{Label: "start", Pos: p.Pos, Succs: []ir.Edge{{Cond: l.ctx.True, To: p.Blocks[0]}}}
		p.Blocks = append([]*ir.Block{start}, p.Blocks...)
	}
	order := definitionOrder(p)
	for {
		cycles := cyclicComponents(p)
		if len(cycles) == 0 {
			return nil
		}
		for _, s := range cycles {
			entries := entriesOf(p, s)
			if len(entries) > 1 {
				l.split(p, s, entries[0])
				break // the copies may hold cycles of their own
			}
			if err := l.extractLoop(p, s, entries[0], order); err != nil {
				return err
			}
		}
		if len(p.Blocks) > maxBlocks {
			return fmt.Errorf("control flow of %s is too irreducible to split", p.Name)
		}
	}
}

// extractLoop replaces the loop s with the given header by a call.
func (l *extraction) extractLoop(p *ir.Proc, s map[*ir.Block]bool, header *ir.Block, order map[*smtlib.Term]int) error {
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
	needed := Needed(p)
	var lost []*smtlib.Term
	loop.Inputs, loop.Outputs, lost = loopVars(loop, order, needed, targets)
	if len(targets) > 1 {
		loop.Outputs = append(loop.Outputs, ir.ExitVar(l.ctx))
	}
	l.endLoop(loop, lost, needed, targets)
	call := l.callBlock(loop, lost, targets)
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
	return l.extractFrom(loop)
}

// endLoop leads the edges of a loop to its header to a call of itself, and those
// out of it to ends that tell which exit was taken.
func (l *extraction) endLoop(loop *ir.Proc, lost []*smtlib.Term, needed map[*ir.Block]map[*smtlib.Term]bool, targets []*ir.Block) {
	header := loop.Blocks[0]
	again := &ir.Block{Label: "again", Pos: header.Pos, Instrs: callLoop(loop, lost)}
	end := map[*ir.Block]*ir.Block{header: again}
	added := []*ir.Block{again}
	for k, t := range targets {
		leave := &ir.Block{Label: "leave" + t.Label, Pos: t.Pos}
		if len(targets) > 1 {
			leave.Instrs = l.leaving(loop, needed[header], needed[t], k, t.Pos)
		}
		end[t] = leave
		added = append(added, leave)
	}
	for _, b := range loop.Blocks {
		for i, e := range b.Succs {
			if to := end[e.To]; to != nil {
				b.Succs[i].To = to
			}
		}
	}
	loop.Blocks = append(loop.Blocks, added...)
}

// callBlock calls a loop and goes on behind the exit that it took.
func (l *extraction) callBlock(loop *ir.Proc, lost []*smtlib.Term, targets []*ir.Block) *ir.Block {
	c := l.ctx
	header := loop.Blocks[0]
	call := &ir.Block{Label: header.Label, Pos: header.Pos, Instrs: callLoop(loop, lost)}
	if len(targets) == 0 { // the call never returns
		call.Instrs = append(call.Instrs, &ir.Assume{At: ir.At{Pos: header.Pos}, Cond: c.False})
	}
	others := c.True
	for k, t := range targets {
		cond := c.Eq(ir.ExitVar(c), c.IntVal(int64(k)))
		if k == len(targets)-1 {
			cond = others
		}
		call.Succs = append(call.Succs, ir.Edge{Cond: cond, To: t})
		others = c.And(others, c.Not(cond))
	}
	return call
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
func (l *extraction) leaving(loop *ir.Proc, atHead, behind map[*smtlib.Term]bool, exit int, pos source.Pos) []ir.Instr {
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
func (l *extraction) someValue(s *smtlib.Sort) *smtlib.Term {
	return l.ctx.Default(s, func(s *smtlib.Sort) *smtlib.Term { return l.ctx.App(ir.TapeFunc(l.ctx, s), l.ctx.IntVal(0)) })
}
