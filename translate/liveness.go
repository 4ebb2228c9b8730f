package translate

import (
	"math/bits"
	"slices"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// varSet is a set of the variables of one procedure.
type varSet []uint64

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

func (ix *varIndex) newSet() varSet { return make(varSet, (len(ix.vars)+63)/64) }

func (ix *varIndex) has(s varSet, v *smtlib.Term) bool {
	n := ix.num[v]
	return s[n/64]&(1<<(n%64)) != 0
}

func (ix *varIndex) insert(s varSet, vs ...*smtlib.Term) {
	for _, v := range vs {
		n := ix.num[v]
		s[n/64] |= 1 << (n % 64)
	}
}

func (ix *varIndex) remove(s varSet, vs ...*smtlib.Term) {
	for _, v := range vs {
		n := ix.num[v]
		s[n/64] &^= 1 << (n % 64)
	}
}

func (s varSet) union(t varSet) (changed bool) {
	for i, w := range t {
		if s[i]|w != s[i] {
			s[i] |= w
			changed = true
		}
	}
	return changed
}

func (s varSet) len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// liveAtEntry are the variables of one procedure that may be read before they
// are set; the graph may be cyclic.
func liveAtEntry(p *ir.Proc) map[*smtlib.Term]bool {
	ix := indexVars(p)
	in := map[*ir.Block]varSet{}
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
				ix.remove(live, defs(instr)...)
				if isDeadEnd(instr) {
					live = ix.newSet()
				}
				for _, t := range uses(instr) {
					ix.insert(live, ix.freeVars(t)...)
				}
				if h, ok := instr.(*ir.Havoc); ok { // where clauses read the new values
					ix.remove(live, h.Vars...)
				}
			}
			changed = in[b].union(live) || changed
		}
	}
	out := map[*smtlib.Term]bool{}
	for _, v := range ix.vars {
		if ix.has(in[p.Blocks[0]], v) {
			out[v] = true
		}
	}
	return out
}

// isDeadEnd reports whether no run gets behind an instruction.
func isDeadEnd(in ir.Instr) bool {
	a, ok := in.(*ir.Assume)
	return ok && a.Cond.IsFalse()
}

// dropUnreachable removes the blocks that no path from the entry reaches.
func (l *lowering) dropUnreachable(p *ir.Proc) {
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

// pruning finds, over the whole call graph at once, which inputs can matter
// and which outputs of loops are read.
type pruning struct {
	l       *lowering
	ix      map[string]*varIndex
	liveIn  map[string]varSet
	needOut map[string]varSet
}

// prune drops inputs that cannot influence anything (globals that a procedure
// always sets first), outputs of loops that are not read after them, and
// assignments nobody reads. Notes keep what traces are to know of these.
func (l *lowering) prune() {
	p := &pruning{l: l, ix: map[string]*varIndex{}, liveIn: map[string]varSet{}, needOut: map[string]varSet{}}
	for name, proc := range l.out.Procs {
		ix := indexVars(proc)
		p.ix[name], p.liveIn[name], p.needOut[name] = ix, ix.newSet(), ix.newSet()
		ix.insert(p.liveIn[name], proc.Inputs[:proc.Formals]...)
		if proc.Kind == ir.Procedure {
			ix.insert(p.needOut[name], proc.Outputs...)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, name := range slices.Backward(l.out.Order) {
			changed = p.sweep(l.out.Procs[name], false) || changed
		}
	}
	for _, proc := range l.out.Procs {
		p.sweep(proc, true)
	}
	for _, proc := range l.out.Procs {
		for _, b := range proc.Blocks {
			var out []ir.Instr
			for _, in := range b.Instrs {
				out = append(out, in)
				if c, ok := in.(*ir.Call); ok {
					if lost := p.shrinkCall(c); len(lost) > 0 {
						out = append(out, &ir.Note{At: c.At, Vars: lost})
					}
				}
			}
			b.Instrs = out
		}
	}
	for name, proc := range l.out.Procs {
		ix := p.ix[name]
		proc.Inputs = slices.DeleteFunc(proc.Inputs, func(v *smtlib.Term) bool { return !ix.has(p.liveIn[name], v) })
		proc.Outputs = slices.DeleteFunc(proc.Outputs, func(v *smtlib.Term) bool { return !ix.has(p.needOut[name], v) })
	}
}

// sweep computes liveness backwards through proc, whose blocks are in
// topological order. With rewrite set it removes dead assignments.
func (p *pruning) sweep(proc *ir.Proc, rewrite bool) (changed bool) {
	ix := p.ix[proc.Name]
	in := map[*ir.Block]varSet{}
	for _, b := range slices.Backward(proc.Blocks) {
		live := ix.newSet()
		if len(b.Succs) == 0 {
			live.union(p.needOut[proc.Name])
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
	return p.liveIn[proc.Name].union(in[proc.Blocks[0]]) || changed
}

// assign is the sweep over an assignment. With rewrite set it takes out what
// nothing reads; dead is that part, if any.
func (p *pruning) assign(ix *varIndex, live varSet, a *ir.Assign, rewrite bool) (keep bool, dead *ir.Note) {
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

func (p *pruning) call(ix *varIndex, live varSet, c *ir.Call) (changed bool) {
	callee := p.l.out.Procs[c.Proc]
	cix := p.ix[c.Proc]
	if callee.Kind == ir.Loop {
		size := p.needOut[c.Proc].len()
		for i, v := range c.Outs {
			if v != nil && ix.has(live, v) {
				cix.insert(p.needOut[c.Proc], callee.Outputs[i])
			}
		}
		changed = p.needOut[c.Proc].len() > size
	}
	for _, v := range c.Outs {
		if v != nil {
			ix.remove(live, v)
		}
	}
	for i, a := range c.Args {
		if cix.has(p.liveIn[c.Proc], callee.Inputs[i]) {
			ix.insert(live, ix.freeVars(a)...)
		}
	}
	return changed
}

// shrinkCall fits a call to what is left of its callee's interface. It returns
// the variables that the call no longer sets.
func (p *pruning) shrinkCall(c *ir.Call) (lost []*smtlib.Term) {
	callee := p.l.out.Procs[c.Proc]
	ix := p.ix[c.Proc]
	var args, outs []*smtlib.Term
	for i, v := range callee.Inputs {
		if ix.has(p.liveIn[c.Proc], v) {
			args = append(args, c.Args[i])
		}
	}
	for i, v := range callee.Outputs {
		if ix.has(p.needOut[c.Proc], v) {
			outs = append(outs, c.Outs[i])
		} else if c.Outs[i] != nil {
			lost = append(lost, c.Outs[i])
		}
	}
	c.Args, c.Outs = args, outs
	return lost
}
