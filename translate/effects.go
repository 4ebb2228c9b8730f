package translate

import (
	"slices"
	"strings"

	"semdiff/boogie/types"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// effect is what a procedure may read and change, itself or through callees.
// A global that is changed counts as read: on other paths it keeps its value.
type effect struct {
	reads, writes map[*smtlib.Term]bool
	tape          bool
}

// findEffects infers effects as the least fixed point over the call graph;
// modifies clauses count only for procedures without a body.
func (l *lowering) findEffects() {
	calls := map[string][]string{}
	for _, name := range l.order {
		e := &effect{reads: map[*smtlib.Term]bool{}, writes: map[*smtlib.Term]bool{}}
		l.effects[name] = e
		for _, b := range l.out.Procs[name].Blocks {
			for _, in := range b.Instrs {
				l.instrEffect(e, in)
				if c, ok := in.(*ir.Call); ok {
					calls[name] = append(calls[name], c.Proc)
					if l.effects[c.Proc] == nil && l.info.Procs[c.Proc].Body == nil {
						l.effects[c.Proc] = l.externalEffect(l.info.Procs[c.Proc])
					}
				}
			}
			for _, s := range b.Succs {
				l.readTerm(e, s.Cond)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, name := range l.order {
			e := l.effects[name]
			for _, callee := range calls[name] {
				changed = e.join(l.effects[callee]) || changed
			}
		}
	}
	for _, name := range l.order {
		l.assumeGlobalWheres(name)
	}
}

func (e *effect) join(o *effect) (changed bool) {
	size := len(e.reads) + len(e.writes)
	for v := range o.reads {
		e.reads[v] = true
	}
	for v := range o.writes {
		e.writes[v] = true
		e.reads[v] = true
	}
	changed = len(e.reads)+len(e.writes) > size || o.tape && !e.tape
	e.tape = e.tape || o.tape
	return changed
}

func (l *lowering) instrEffect(e *effect, in ir.Instr) {
	for _, t := range uses(in) {
		l.readTerm(e, t)
	}
	for _, v := range defs(in) {
		if l.globals[v] != nil {
			e.writes[v] = true
			e.reads[v] = true
		}
	}
	if _, ok := in.(*ir.Havoc); ok {
		e.tape = true
	}
}

func (l *lowering) readTerm(e *effect, t *smtlib.Term) {
	smtlib.Visit(t, func(x *smtlib.Term) {
		if x.Op() == smtlib.OpVar && l.globals[x] != nil {
			e.reads[x] = true
		}
	})
}

// externalEffect is that of a procedure without a body: what its modifies
// clause names and its specification and the where clauses of what it sets read.
func (l *lowering) externalEffect(p *types.Proc) *effect {
	e := &effect{reads: map[*smtlib.Term]bool{}, writes: map[*smtlib.Term]bool{}}
	for _, s := range p.Decl.Specs {
		for _, n := range s.Names {
			for _, g := range l.info.Globals {
				if g.Name == n.Name {
					v := l.variable(g, n.Position())
					e.writes[v] = true
					e.reads[v] = true
				}
			}
		}
		if s.Cond != nil {
			l.readTerm(e, l.cond(s.Cond, scope{}))
		}
	}
	for _, w := range l.wheresAfter(p) {
		l.readTerm(e, l.cond(w, scope{}))
	}
	results := len(p.SpecOuts) + len(e.writes)
	e.tape = results > 0 && l.readsTape(p)
	return e
}

// readsTape reports whether a procedure without a body is nondeterministic.
func (l *lowering) readsTape(p *types.Proc) bool {
	return len(p.SpecIns) == 0 || l.opts.Externals == ExternalsHavoc
}

// assumeGlobalWheres assumes at entry the where clauses of the globals that
// the procedure reads or changes, and of those that these clauses read.
func (l *lowering) assumeGlobalWheres(name string) {
	e := l.effects[name]
	wheres := map[*types.Object]*smtlib.Term{}
	for changed := true; changed; {
		changed = false
		for _, g := range l.info.Globals {
			v, ok := l.vars[g]
			if ok && g.Where != nil && e.reads[v] && wheres[g] == nil {
				wheres[g] = l.cond(g.Where, scope{})
				l.readTerm(e, wheres[g])
				changed = true
			}
		}
	}
	var assumes []ir.Instr
	for _, g := range l.info.Globals {
		if w := wheres[g]; w != nil && !w.IsTrue() {
			assumes = append(assumes, &ir.Assume{At: ir.At{Pos: g.Decl.Position()}, Cond: w})
		}
	}
	entry := l.out.Procs[name].Blocks[0]
	entry.Instrs = append(assumes, entry.Instrs...)
}

// globalsOf is a set of globals in the order of their names.
func globalsOf(set map[*smtlib.Term]bool) []*smtlib.Term {
	var out []*smtlib.Term
	for v := range set {
		out = append(out, v)
	}
	slices.SortFunc(out, func(a, b *smtlib.Term) int { return strings.Compare(a.Name(), b.Name()) })
	return out
}

// uses are the terms that an instruction evaluates.
func uses(in ir.Instr) []*smtlib.Term {
	switch in := in.(type) {
	case *ir.Assign:
		return in.Exprs
	case *ir.Assume:
		return []*smtlib.Term{in.Cond}
	case *ir.Assert:
		return []*smtlib.Term{in.Cond}
	case *ir.Call:
		return in.Args
	case *ir.Havoc:
		return in.Where
	case *ir.Note: // what only traces read is no use
		return nil
	}
	panic("translate: unexpected instruction")
}

// defs are the variables that an instruction sets.
func defs(in ir.Instr) []*smtlib.Term {
	switch in := in.(type) {
	case *ir.Assign:
		return in.Vars
	case *ir.Call:
		return slices.DeleteFunc(slices.Clone(in.Outs), func(v *smtlib.Term) bool { return v == nil })
	case *ir.Havoc:
		return in.Vars
	}
	return nil
}
