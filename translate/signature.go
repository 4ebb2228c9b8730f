package translate

import (
	"math/bits"
	"slices"
	"strings"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// globalSet is a set of globals, by their place in lowering.byName.
type globalSet = bitset

// list is a set of globals in the order of their names.
func (s bitset) list(l *lowering) []*types.Object {
	var out []*types.Object
	for k, word := range s {
		for ; word != 0; word &= word - 1 {
			out = append(out, l.byName[64*k+bits.TrailingZeros64(word)])
		}
	}
	return out
}

// effect is what a procedure may read and change, itself or through callees.
// A global that is changed counts as read: on other paths it keeps its value.
type effect struct {
	reads, writes globalSet
	tape          bool
}

func (l *lowering) newEffect() effect {
	return effect{reads: newBitset(len(l.byName)), writes: newBitset(len(l.byName))}
}

func (e *effect) join(o effect) {
	e.reads.union(o.reads)
	e.reads.union(o.writes)
	e.writes.union(o.writes)
	e.tape = e.tape || o.tape
}

// signature is what callers of a procedure must know, found in its text.
type signature struct {
	effect
	inputs globalSet // what it reads before setting it
	tapeIn bool
	calls  []string // with a body, sorted
	ends   ir.Ends
	diags  source.List // about the types of its parameters
}

// signatures finds the signatures of all procedures with a body.
func (l *lowering) signatures() {
	flows, edges := map[string]*flow{}, map[string][]string{}
	for _, name := range l.order {
		f := l.flowOf(l.info.Procs[name])
		sig := &signature{effect: l.newEffect()}
		f.summarise(sig)
		edges[name] = sig.calls
		flows[name], l.sigs[name] = f, sig
	}
	for _, scc := range ir.GraphOf(l.order, edges).SCCs { // callees first
		whole := l.newEffect() // the members reach each other
		for _, name := range scc {
			whole.join(l.sigs[name].effect)
			for _, callee := range l.sigs[name].calls {
				whole.join(l.sigs[callee].effect)
			}
		}
		for _, name := range scc {
			sig := l.sigs[name]
			sig.effect = l.newEffect()
			sig.effect.join(whole)
			sig.inputs = newBitset(len(l.byName))
			flows[name].assumeWheres(sig)
		}
		for changed := true; changed; {
			changed = false
			for _, name := range scc {
				changed = flows[name].findInputs(l.sigs[name]) && len(scc) > 1 || changed
			}
		}
		for _, name := range scc {
			if slices.Contains(l.sigs[name].calls, name) && len(scc) == 1 {
				for flows[name].findInputs(l.sigs[name]) {
				}
			}
			flows[name].record()
			delete(flows, name)
		}
	}
}

// summarise finds the effect of the procedure's own text, whom it calls, and how
// it may end.
func (f *flow) summarise(sig *signature) {
	sig.ends.Diverge = f.cyclic
	read := func(n int) {
		if n == tape {
			sig.tape = true
		} else if i, global := f.l.place[f.vars[n]]; global {
			sig.reads.insert(i)
		}
	}
	set := func(n int) {
		read(n)
		if i, global := f.l.place[f.vars[n]]; global && n != tape {
			sig.writes.insert(i)
		}
	}
	exempt := f.hoisted()
	for _, s := range f.steps {
		for _, n := range slices.Concat(s.reads, s.readsNew, s.olds) {
			read(n)
		}
		for _, m := range s.moves {
			set(m.to)
			for _, n := range m.from {
				read(n)
			}
		}
		for _, n := range s.sets {
			set(n)
		}
		if s.callee != nil {
			sig.calls = append(sig.calls, s.callee.Decl.Name)
		}
		if s.assumed != nil {
			f.l.assumed[s.assumed.Decl.Name] = true
		}
		sig.ends.Fail = sig.ends.Fail || s.fails
		sig.ends.Block = sig.ends.Block || s.where || s.assumes != nil && !exempt[s]
	}
	slices.Sort(sig.calls)
	sig.calls = slices.Compact(sig.calls)
}

// hoisted are the assumptions that only choose among the targets of a branch of
// which one can always be taken.
func (f *flow) hoisted() map[*step]bool {
	out := map[*step]bool{}
	for _, t := range f.steps {
		if t.chosen == 0 || t.chosen < t.preds {
			continue
		}
		for s := t; len(s.succs) == 1 && s.succs[0].assumes != nil; {
			s = s.succs[0]
			out[s] = true
		}
	}
	return out
}

// assumeWheres reads at entry the where clauses of the globals that the procedure
// reads or changes, and of those that these clauses read; see
// lowering.globalWheres.
func (f *flow) assumeWheres(sig *signature) {
	for changed := true; changed; {
		changed = false
		for _, g := range sig.reads.list(f.l) {
			if g.Where == nil {
				continue
			}
			sig.ends.Block = true
			now, old := f.read(g.Where)
			for _, n := range append(now, old...) {
				if i, global := f.l.place[f.vars[n]]; global && !sig.reads.has(i) {
					sig.reads.insert(i)
					changed = true
				}
				f.entry.olds = append(f.entry.olds, n)
			}
		}
	}
}

// findInputs finds the globals that a procedure needs, as far as the inputs of its
// callees are known; it reports whether there are more than before.
func (f *flow) findInputs(sig *signature) (changed bool) {
	for _, s := range f.steps {
		if s.callee != nil {
			callee := f.l.sigs[s.callee.Decl.Name]
			s.calleeSets = f.numbers(callee.writes, callee.tape)
			s.calleeReads = f.numbers(callee.inputs, callee.tapeIn)
		}
	}
	atEnd := f.numbers(sig.writes, sig.tape)
	for _, o := range f.proc.Outs {
		atEnd = append(atEnd, f.number(o))
	}
	live := f.needs(atEnd, true)
	for _, s := range f.steps {
		for _, n := range s.olds {
			live.insert(n)
		}
	}
	for n, o := range f.vars {
		if !live.has(n) {
			continue
		}
		if n == tape {
			changed = changed || !sig.tapeIn
			sig.tapeIn = true
		} else if i, global := f.l.place[o]; global {
			changed = changed || !sig.inputs.has(i)
			sig.inputs.insert(i)
		}
	}
	return changed
}

// numbers are the numbers of globals and, if it is among them, the tape.
func (f *flow) numbers(set globalSet, withTape bool) []int {
	var out []int
	for _, g := range set.list(f.l) {
		out = append(out, f.number(g))
	}
	if withTape {
		out = append(out, tape)
	}
	return out
}

// external is the effect of a procedure without a body: what its modifies clause
// names and its specification and the where clauses of what it sets read.
func (l *lowering) external(p *types.Proc) effect {
	name := p.Decl.Name
	if e, known := l.externals[name]; known {
		return e
	}
	e := l.newEffect()
	read := func(x boogie.Expr) {
		boogie.Inspect(x, func(n boogie.Node) bool {
			if id, ok := n.(*boogie.IdentExpr); ok {
				if i, global := l.place[l.info.Objects[id]]; global {
					e.reads.insert(i)
				}
			}
			_, attr := n.(*boogie.Attr)
			return !attr
		})
	}
	for _, s := range p.Decl.Specs {
		for _, n := range s.Names {
			if i, known := l.place[l.globalNamed[n.Name]]; known {
				e.writes.insert(i)
				e.reads.insert(i)
			}
		}
		if s.Cond != nil {
			read(s.Cond)
		}
	}
	for _, w := range l.wheresAfter(p) {
		read(w)
	}
	e.tape = len(p.SpecOuts)+e.writes.len() > 0 && l.readsTape(p)
	l.externals[name] = e
	return e
}

// readsTape reports whether a procedure without a body is nondeterministic.
func (l *lowering) readsTape(p *types.Proc) bool {
	return len(p.SpecIns) == 0 || l.opts.Externals == ExternalsHavoc
}

// interfaceOf is a procedure with its interface.
func (l *lowering) interfaceOf(name string) *ir.Proc {
	p, sig := l.info.Procs[name], l.sigs[name]
	out := &ir.Proc{
		Name: name, Pos: p.Decl.Position(), Formals: len(p.Ins), Results: len(p.Outs), Calls: sig.calls, Ends: sig.ends,
	}
	diags := l.diags
	l.diags = nil
	for _, o := range p.Ins {
		out.Inputs = append(out.Inputs, l.variable(o, o.Decl.Position()))
	}
	for _, o := range p.Outs {
		out.Outputs = append(out.Outputs, l.variable(o, o.Decl.Position()))
	}
	sig.diags, l.diags = l.diags, diags
	out.Inputs = append(out.Inputs, l.globalVars(sig.inputs)...)
	if sig.tapeIn {
		out.Inputs = append(out.Inputs, ir.TapeVar(l.ctx))
	}
	out.Outputs = append(out.Outputs, l.globalVars(sig.writes)...)
	if sig.tape {
		out.Outputs = append(out.Outputs, ir.TapeVar(l.ctx))
	}
	return out
}

// globalVars are the variables of a set of globals.
func (l *lowering) globalVars(set globalSet) []*smtlib.Term {
	var out []*smtlib.Term
	for _, g := range set.list(l) {
		out = append(out, l.vars[g])
	}
	return out
}

// sortGlobals orders the globals by name and numbers them; those of a type that
// has no meaning cannot be used.
func (l *lowering) sortGlobals() {
	for _, g := range l.info.Globals {
		if _, known := l.vars[g]; known {
			l.byName = append(l.byName, g)
		}
	}
	slices.SortFunc(l.byName, func(a, b *types.Object) int { return strings.Compare(a.Name, b.Name) })
	for i, g := range l.byName {
		l.place[g] = i
	}
}

// record keeps what is needed of a flow when the body is lowered.
func (f *flow) record() {
	for name := range f.mentioned {
		f.l.mentioned[name] = true
	}
	for s, c := range f.choices {
		if c.exclusive {
			f.l.chosen[s] = true
		}
	}
}
