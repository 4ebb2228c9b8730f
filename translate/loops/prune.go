package loops

import (
	"slices"

	"semdiff/internal/bitset"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// pruning finds, over a procedure and its loops at once, which inputs of the loops
// can matter and which of their outputs are read.
type pruning struct {
	loops   map[string]*ir.Proc
	ix      map[*ir.Proc]*varIndex
	liveIn  map[*ir.Proc]bitset.Set
	needOut map[*ir.Proc]bitset.Set
}

// Prune drops inputs of loops that cannot influence anything, outputs of loops
// that are not read after them, and assignments nobody reads. Notes keep what
// traces are to know of these. Blocks have to be in topological order.
func Prune(main *ir.Proc, loops []*ir.Proc) {
	p := &pruning{
		loops: map[string]*ir.Proc{}, ix: map[*ir.Proc]*varIndex{},
		liveIn: map[*ir.Proc]bitset.Set{}, needOut: map[*ir.Proc]bitset.Set{},
	}
	for _, loop := range loops {
		p.loops[loop.Name] = loop
	}
	procs := append([]*ir.Proc{main}, loops...)
	for _, proc := range procs {
		ix := indexVars(proc)
		p.ix[proc], p.liveIn[proc], p.needOut[proc] = ix, ix.newSet(), ix.newSet()
	}
	p.ix[main].insert(p.needOut[main], main.Outputs...)
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
				if c, ok := in.(*ir.Call); ok && p.loops[c.Proc] != nil {
					if lost := p.shrinkCall(c); len(lost) > 0 {
						out = append(out, &ir.Note{At: c.At, Vars: lost})
					}
				}
			}
			b.Instrs = out
		}
	}
	for _, loop := range loops {
		ix := p.ix[loop]
		loop.Inputs = slices.DeleteFunc(loop.Inputs, func(v *smtlib.Term) bool { return !ix.has(p.liveIn[loop], v) })
		loop.Outputs = slices.DeleteFunc(loop.Outputs, func(v *smtlib.Term) bool { return !ix.has(p.needOut[loop], v) })
	}
}

// sweep computes liveness backwards through proc, whose blocks are in
// topological order. With rewrite set it removes dead assignments.
func (p *pruning) sweep(proc *ir.Proc, rewrite bool) (changed bool) {
	ix := p.ix[proc]
	in := map[*ir.Block]bitset.Set{}
	for _, b := range slices.Backward(proc.Blocks) {
		live := ix.newSet()
		if len(b.Succs) == 0 {
			live.Union(p.needOut[proc])
		}
		for _, e := range b.Succs {
			live.Union(in[e.To])
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
				for _, t := range ir.Uses(instr) {
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
	return p.liveIn[proc].Union(in[proc.Blocks[0]]) || changed
}

// assign is the sweep over an assignment. With rewrite set it takes out what
// nothing reads; dead is that part, if any.
func (p *pruning) assign(ix *varIndex, live bitset.Set, a *ir.Assign, rewrite bool) (keep bool, dead *ir.Note) {
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

func (p *pruning) call(ix *varIndex, live bitset.Set, c *ir.Call) (changed bool) {
	loop := p.loops[c.Proc]
	if loop != nil {
		for i, v := range c.Outs {
			if n := p.ix[loop].num[loop.Outputs[i]]; v != nil && ix.has(live, v) && !p.needOut[loop].Has(n) {
				p.needOut[loop].Insert(n)
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
	loop := p.loops[c.Proc]
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
