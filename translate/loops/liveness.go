package loops

import (
	"slices"

	"semdiff/internal/bitset"
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
			ix.add(ir.Defs(in)...)
			for _, t := range ir.Uses(in) {
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

func (ix *varIndex) newSet() bitset.Set { return bitset.New(len(ix.vars)) }

func (ix *varIndex) has(s bitset.Set, v *smtlib.Term) bool { return s.Has(ix.num[v]) }

func (ix *varIndex) insert(s bitset.Set, vs ...*smtlib.Term) {
	for _, v := range vs {
		s.Insert(ix.num[v])
	}
}

func (ix *varIndex) remove(s bitset.Set, vs ...*smtlib.Term) {
	for _, v := range vs {
		s.Remove(ix.num[v])
	}
}

// Needed are the variables whose values at the start of each block some run
// may need for an outcome: what is computed and not used needs nothing. The
// graph may be cyclic.
func Needed(p *ir.Proc) map[*ir.Block]map[*smtlib.Term]bool {
	ix := indexVars(p)
	in := map[*ir.Block]bitset.Set{}
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
				live.Union(in[e.To])
				ix.insert(live, ix.freeVars(e.Cond)...)
			}
			for _, instr := range slices.Backward(b.Instrs) {
				ix.before(live, instr)
			}
			changed = in[b].Union(live) || changed
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
func (ix *varIndex) before(live bitset.Set, instr ir.Instr) {
	if a, ok := instr.(*ir.Assign); ok {
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
	ix.remove(live, ir.Defs(instr)...)
	if isDeadEnd(instr) {
		clear(live)
	}
	for _, t := range ir.Uses(instr) {
		ix.insert(live, ix.freeVars(t)...)
	}
}

// isDeadEnd reports whether no run gets behind an instruction.
func isDeadEnd(in ir.Instr) bool {
	a, ok := in.(*ir.Assume)
	return ok && a.Cond.IsFalse()
}
