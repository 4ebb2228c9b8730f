package cfg

import (
	"slices"

	"semdiff/boogie/types"
	"semdiff/internal/bitset"
	"semdiff/smtlib/graph"
)

// Signature is what callers of a procedure must know, and what can be said of its
// body without making terms of it. Sets of globals are over Program.Globals.
type Signature struct {
	Reads, Writes bitset.Set // of the procedure and its callees; what may be changed counts as read too: on other paths it keeps its value
	Tape          bool       // one of them reads the tape
	Inputs        bitset.Set // globals that are read before they are set
	TapeIn        bool       // so is the tape
	Calls         []string   // procedures with a body, sorted
	// The procedure itself may fail, be blocked, or not end.
	Fail, Block, Diverge bool
}

// Summarise makes the graphs of the named procedures, which have bodies, and finds
// their signatures.
func (p *Program) Summarise(names []string) {
	own := map[string]*Signature{}
	for _, name := range names {
		g := p.build(p.info.Procs[name])
		p.Graphs[name] = g
		own[name] = g.summary()
		p.Signatures[name] = own[name]
	}
	callees := func(name string) []string { return own[name].Calls }
	for _, scc := range graph.Components(names, callees) { // callees first
		whole := p.summary() // the members reach each other
		for _, name := range scc {
			whole.join(own[name])
			for _, callee := range own[name].Calls {
				whole.join(p.Signatures[callee])
			}
		}
		for _, name := range scc {
			sig := own[name]
			sig.Reads, sig.Writes, sig.Tape = slices.Clone(whole.Reads), slices.Clone(whole.Writes), whole.Tape
			p.Graphs[name].assumeWheres(sig)
		}
		for changed := true; changed; {
			changed = false
			for _, name := range scc {
				changed = p.Graphs[name].findInputs(own[name]) || changed
			}
			changed = changed && (len(scc) > 1 || slices.Contains(callees(scc[0]), scc[0]))
		}
	}
}

func (p *Program) summary() *Signature {
	return &Signature{Reads: p.newSet(), Writes: p.newSet(), Inputs: p.newSet()}
}

func (s *Signature) join(t *Signature) {
	s.Reads.Union(t.Reads)
	s.Reads.Union(t.Writes)
	s.Writes.Union(t.Writes)
	s.Tape = s.Tape || t.Tape
}

// summary finds what the procedure does itself, whom it calls, and how it may end.
func (g *Graph) summary() *Signature {
	sig := g.prog.summary()
	sig.Diverge = g.cyclic
	for _, b := range g.Blocks {
		sig.Block = sig.Block || b.mayBlock()
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *Assume:
				sig.Block = true
			case *Assert:
				sig.Fail = true
			case *Havoc:
				sig.Block = sig.Block || len(in.Where) > 0
			case *Call:
				if name := in.Proc.Decl.Name; in.Proc.Body != nil {
					sig.Calls = append(sig.Calls, name)
				} else if len(in.Sets) > 0 && !g.prog.External(in.Proc).Tape {
					g.prog.Assumed[name] = true
				}
			}
		}
	}
	slices.Sort(sig.Calls)
	sig.Calls = slices.Compact(sig.Calls)
	read := func(v *Var) {
		if v.Kind == Tape {
			sig.Tape = true
		} else if i, global := g.global(v); global {
			sig.Reads.Insert(i)
		}
	}
	g.each(read, func(v *Var) {
		read(v)
		if i, global := g.global(v); global {
			sig.Writes.Insert(i)
		}
	})
	return sig
}

// global is the place of a global among those that can be used.
func (g *Graph) global(v *Var) (place int, ok bool) {
	if v.Kind != Declared {
		return 0, false
	}
	place, ok = g.prog.place[v.Object]
	return place, ok
}

// assumeWheres assumes at entry the where clauses of the globals that the
// procedure or its callees read or change, and of those that these clauses read.
func (g *Graph) assumeWheres(sig *Signature) {
	wheres := map[*types.Object]*Assume{}
	for changed := true; changed; {
		changed = false
		for _, o := range g.prog.Set(sig.Reads) {
			if o.Where == nil || wheres[o] != nil {
				continue
			}
			changed = true
			w := &Assume{At: At{Pos: o.Decl.Position()}, Cond: g.expr(o.Where, &Names{})}
			wheres[o] = w
			for _, v := range w.Cond.Reads {
				if i, global := g.global(v); global {
					sig.Reads.Insert(i)
				}
			}
		}
	}
	if len(wheres) == 0 {
		return
	}
	sig.Block = true
	var assumes []Instr
	for _, o := range g.prog.info.Globals {
		if w := wheres[o]; w != nil {
			assumes = append(assumes, w)
		}
	}
	entry := g.Blocks[0]
	entry.Instrs = append(assumes, entry.Instrs...)
}

// findInputs finds the globals that a procedure needs, as far as the inputs of its
// callees are known; it reports whether there are more than before.
func (g *Graph) findInputs(sig *Signature) (changed bool) {
	for _, b := range g.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*Call); ok && c.Proc.Body != nil {
				callee := g.prog.Signatures[c.Proc.Decl.Name]
				c.in = g.withTape(g.globals(callee.Inputs), callee.TapeIn)
				c.out = g.withTape(g.globals(callee.Writes), callee.Tape)
			}
		}
	}
	atEnd := g.withTape(g.globals(sig.Writes), sig.Tape)
	for _, o := range g.Proc.Outs {
		atEnd = append(atEnd, g.declared(o))
	}
	for _, n := range g.needs(atEnd, true).All() {
		v := g.vars[n]
		if v.Kind == Tape {
			changed = changed || !sig.TapeIn
			sig.TapeIn = true
		} else if i, global := g.global(v); global {
			changed = changed || !sig.Inputs.Has(i)
			sig.Inputs.Insert(i)
		}
	}
	return changed
}

// globals are the variables of a set of globals.
func (g *Graph) globals(s bitset.Set) []*Var {
	var out []*Var
	for _, i := range s.All() {
		out = append(out, g.declared(g.prog.Globals[i]))
	}
	return out
}

func (g *Graph) withTape(vars []*Var, tape bool) []*Var {
	if tape {
		vars = append(vars, g.vars[0])
	}
	return vars
}
