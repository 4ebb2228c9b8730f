package translate

import (
	"slices"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// varIndex numbers the variables of one procedure.
type varIndex struct {
	num  map[*smtlib.Term]int
	vars []*smtlib.Term
	free map[*smtlib.Term][]*smtlib.Term // memo: the variables of a term
}

func indexVars(p *ir.Proc) *varIndex {
	ix := &varIndex{num: map[*smtlib.Term]int{}, free: map[*smtlib.Term][]*smtlib.Term{}}
	ix.add(p.Inputs...)
	ix.add(p.Outputs...)
	for _, b := range p.Blocks {
		for _, in := range b.Instrs {
			ix.add(defs(in)...)
			for _, t := range uses(in) {
				ix.add(ix.freeVars(t)...)
			}
		}
		for _, e := range b.Succs {
			ix.add(ix.freeVars(e.Cond)...)
		}
	}
	return ix
}

func (ix *varIndex) add(vars ...*smtlib.Term) {
	for _, v := range vars {
		if _, known := ix.num[v]; v != nil && !known {
			ix.num[v] = len(ix.vars)
			ix.vars = append(ix.vars, v)
		}
	}
}

func (ix *varIndex) freeVars(t *smtlib.Term) []*smtlib.Term {
	if vs, ok := ix.free[t]; ok {
		return vs
	}
	vs := freeVars(t)
	ix.free[t] = vs
	return vs
}

// freeVars are the program variables of a term.
func freeVars(t *smtlib.Term) []*smtlib.Term {
	var vs []*smtlib.Term
	var bound map[*smtlib.Term]bool
	smtlib.Visit(t, func(x *smtlib.Term) {
		if x.Op() == smtlib.OpVar {
			vs = append(vs, x)
		}
		for _, b := range x.Bound() {
			if bound == nil {
				bound = map[*smtlib.Term]bool{}
			}
			bound[b] = true
		}
	})
	return slices.DeleteFunc(vs, func(v *smtlib.Term) bool { return bound[v] })
}

func (ix *varIndex) newSet() bitset { return newBitset(len(ix.vars)) }

func (ix *varIndex) has(s bitset, v *smtlib.Term) bool { return s.has(ix.num[v]) }

func (ix *varIndex) insert(s bitset, vs ...*smtlib.Term) {
	for _, v := range vs {
		s.insert(ix.num[v])
	}
}

func (ix *varIndex) remove(s bitset, vs ...*smtlib.Term) {
	for _, v := range vs {
		s.remove(ix.num[v])
	}
}

// liveAtEntry are the variables of one procedure that may be read before they
// are set; the graph may be cyclic.
func liveAtEntry(p *ir.Proc) map[*smtlib.Term]bool {
	return liveness(p, false)[p.Blocks[0]]
}

// neededAt are the variables whose values at the start of each block some run
// may need for an outcome: what is computed and not used needs nothing. The
// graph may be cyclic.
func neededAt(p *ir.Proc) map[*ir.Block]map[*smtlib.Term]bool {
	return liveness(p, true)
}

// liveness finds the variables that may be read from the start of each block on
// before they are set; with faint set, assignments read nothing unless what they
// set is live.
func liveness(p *ir.Proc, faint bool) map[*ir.Block]map[*smtlib.Term]bool {
	ix := indexVars(p)
	in := map[*ir.Block]bitset{}
	for _, b := range p.Blocks {
		in[b] = ix.newSet()
	}
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(p.Blocks) {
			live := ix.newSet()
			if len(b.Succs) == 0 {
				ix.insert(live, p.Outputs...)
			}
			for _, e := range b.Succs {
				live.union(in[e.To])
				ix.insert(live, ix.freeVars(e.Cond)...)
			}
			for _, instr := range slices.Backward(b.Instrs) {
				ix.before(live, instr, faint)
			}
			changed = in[b].union(live) || changed
		}
	}
	out := map[*ir.Block]map[*smtlib.Term]bool{}
	for _, b := range p.Blocks {
		out[b] = map[*smtlib.Term]bool{}
		for _, v := range ix.vars {
			if ix.has(in[b], v) {
				out[b][v] = true
			}
		}
	}
	return out
}

// before turns what is live behind an instruction into what is live before it.
func (ix *varIndex) before(live bitset, instr ir.Instr, faint bool) {
	if a, ok := instr.(*ir.Assign); ok && faint {
		var exprs []*smtlib.Term
		for i, v := range a.Vars {
			if ix.has(live, v) {
				exprs = append(exprs, a.Exprs[i])
			}
		}
		ix.remove(live, a.Vars...)
		for _, t := range exprs {
			ix.insert(live, ix.freeVars(t)...)
		}
		return
	}
	ix.remove(live, defs(instr)...)
	if isDeadEnd(instr) {
		clear(live)
	}
	for _, t := range uses(instr) {
		ix.insert(live, ix.freeVars(t)...)
	}
	if h, ok := instr.(*ir.Havoc); ok { // where clauses read the new values
		ix.remove(live, h.Vars...)
	}
}

// isDeadEnd reports whether no run gets behind an instruction.
func isDeadEnd(in ir.Instr) bool {
	a, ok := in.(*ir.Assume)
	return ok && a.Cond.IsFalse()
}

// dropUnreachable removes the blocks that no path from the entry reaches.
func (l *procLowering) dropUnreachable(p *ir.Proc) {
	seen := map[*ir.Block]bool{}
	work := []*ir.Block{p.Blocks[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		if len(b.Succs) > 0 {
			b.Succs = slices.DeleteFunc(b.Succs, func(e ir.Edge) bool { return e.Cond.IsFalse() })
			if len(b.Succs) == 0 { // not an exit, but a run that is always blocked
				b.Instrs = append(b.Instrs, &ir.Assume{At: ir.At{Pos: b.Pos}, Cond: l.ctx.False})
			}
		}
		for _, e := range b.Succs {
			work = append(work, e.To)
		}
	}
	p.Blocks = slices.DeleteFunc(p.Blocks, func(b *ir.Block) bool { return !seen[b] })
}

// pruning finds, over a procedure and its loops at once, which inputs of the loops
// can matter and which of their outputs are read.
type pruning struct {
	l       *procLowering
	ix      map[*ir.Proc]*varIndex
	liveIn  map[*ir.Proc]bitset
	needOut map[*ir.Proc]bitset
}

// prune drops inputs of loops that cannot influence anything, outputs of loops
// that are not read after them, and assignments nobody reads. Notes keep what
// traces are to know of these.
func (l *procLowering) prune() {
	p := &pruning{l: l, ix: map[*ir.Proc]*varIndex{}, liveIn: map[*ir.Proc]bitset{}, needOut: map[*ir.Proc]bitset{}}
	procs := append([]*ir.Proc{l.proc}, l.loops...)
	for _, proc := range procs {
		ix := indexVars(proc)
		p.ix[proc], p.liveIn[proc], p.needOut[proc] = ix, ix.newSet(), ix.newSet()
	}
	p.ix[l.proc].insert(p.needOut[l.proc], l.proc.Outputs...)
	for changed := true; changed; {
		changed = false
		for _, proc := range slices.Backward(procs) {
			changed = p.sweep(proc, false) || changed
		}
	}
	for _, proc := range procs {
		p.sweep(proc, true)
	}
	for _, proc := range procs {
		for _, b := range proc.Blocks {
			var out []ir.Instr
			for _, in := range b.Instrs {
				out = append(out, in)
				if c, ok := in.(*ir.Call); ok && l.loop(c.Proc) != nil {
					if lost := p.shrinkCall(c); len(lost) > 0 {
						out = append(out, &ir.Note{At: c.At, Vars: lost})
					}
				}
			}
			b.Instrs = out
		}
	}
	for _, loop := range l.loops {
		ix := p.ix[loop]
		loop.Inputs = slices.DeleteFunc(loop.Inputs, func(v *smtlib.Term) bool { return !ix.has(p.liveIn[loop], v) })
		loop.Outputs = slices.DeleteFunc(loop.Outputs, func(v *smtlib.Term) bool { return !ix.has(p.needOut[loop], v) })
	}
}

// sweep computes liveness backwards through proc, whose blocks are in
// topological order. With rewrite set it removes dead assignments.
func (p *pruning) sweep(proc *ir.Proc, rewrite bool) (changed bool) {
	ix := p.ix[proc]
	in := map[*ir.Block]bitset{}
	for _, b := range slices.Backward(proc.Blocks) {
		live := ix.newSet()
		if len(b.Succs) == 0 {
			live.union(p.needOut[proc])
		}
		for _, e := range b.Succs {
			live.union(in[e.To])
			ix.insert(live, ix.freeVars(e.Cond)...)
		}
		var kept []ir.Instr
		for _, instr := range slices.Backward(b.Instrs) {
			keep := true
			var dead *ir.Note // stands before instr: kept is backwards
			switch instr := instr.(type) {
			case *ir.Assign:
				keep, dead = p.assign(ix, live, instr, rewrite)
			case *ir.Call:
				changed = p.call(ix, live, instr) || changed
			default:
				if isDeadEnd(instr) {
					live = ix.newSet()
				}
				for _, t := range uses(instr) {
					ix.insert(live, ix.freeVars(t)...)
				}
			}
			if keep {
				kept = append(kept, instr)
			}
			if dead != nil {
				kept = append(kept, dead)
			}
		}
		if rewrite {
			slices.Reverse(kept)
			b.Instrs = kept
		}
		in[b] = live
	}
	return p.liveIn[proc].union(in[proc.Blocks[0]]) || changed
}

// assign is the sweep over an assignment. With rewrite set it takes out what
// nothing reads; dead is that part, if any.
func (p *pruning) assign(ix *varIndex, live bitset, a *ir.Assign, rewrite bool) (keep bool, dead *ir.Note) {
	var vars, exprs []*smtlib.Term
	rest := &ir.Note{At: a.At}
	for i, v := range a.Vars {
		if ix.has(live, v) {
			vars = append(vars, v)
			exprs = append(exprs, a.Exprs[i])
		} else {
			rest.Vars = append(rest.Vars, v)
			rest.Exprs = append(rest.Exprs, a.Exprs[i])
		}
	}
	ix.remove(live, vars...)
	for _, e := range exprs {
		ix.insert(live, ix.freeVars(e)...)
	}
	if rewrite {
		a.Vars, a.Exprs = vars, exprs
		if len(rest.Vars) > 0 {
			dead = rest
		}
	}
	return len(vars) > 0, dead
}

func (p *pruning) call(ix *varIndex, live bitset, c *ir.Call) (changed bool) {
	loop := p.l.loop(c.Proc)
	if loop != nil {
		for i, v := range c.Outs {
			if n := p.ix[loop].num[loop.Outputs[i]]; v != nil && ix.has(live, v) && !p.needOut[loop].has(n) {
				p.needOut[loop].insert(n)
				changed = true
			}
		}
	}
	for _, v := range c.Outs {
		if v != nil {
			ix.remove(live, v)
		}
	}
	for i, a := range c.Args {
		if loop == nil || p.ix[loop].has(p.liveIn[loop], loop.Inputs[i]) {
			ix.insert(live, ix.freeVars(a)...)
		}
	}
	return changed
}

// shrinkCall fits a call to what is left of a loop's interface. It returns the
// variables that the call no longer sets.
func (p *pruning) shrinkCall(c *ir.Call) (lost []*smtlib.Term) {
	loop := p.l.loop(c.Proc)
	ix := p.ix[loop]
	var args, outs []*smtlib.Term
	for i, v := range loop.Inputs {
		if ix.has(p.liveIn[loop], v) {
			args = append(args, c.Args[i])
		}
	}
	for i, v := range loop.Outputs {
		if ix.has(p.needOut[loop], v) {
			outs = append(outs, c.Outs[i])
		} else if c.Outs[i] != nil {
			lost = append(lost, c.Outs[i])
		}
	}
	c.Args, c.Outs = args, outs
	return lost
}
