package cfg

import (
	"fmt"
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

// call writes out a call with the callee's specification as a caller sees it:
// preconditions are asserted; after a callee with a body its free postconditions
// are assumed (the others are checked at its own exit), after one without a body
// all postconditions and where clauses are.
func (b *builder) call(s *boogie.CallStmt) {
	p := b.prog.info.Procs[s.Proc]
	args := make([]Value, len(s.Args))
	for i, e := range s.Args {
		args[i] = b.expr(e, b.body)
	}
	outs := make([]*Var, len(s.Outs))
	for i, x := range s.Outs {
		outs[i] = b.target(x)
	}
	b.noteRecord(s, p, args)
	if len(outs) == 0 && p.Body == nil { // lowering may leave no trace of it
		b.mark(s)
	}
	after := b.prog.assumedAfter(p)
	results := outs
	if len(after) > 0 {
		args = b.keep(args, s)
		outs = b.results(outs, s)
	}
	pre := &Names{Sub: map[*types.Object]Value{}}
	for i, o := range p.SpecIns {
		pre.Sub[o] = args[i]
	}
	for _, sp := range p.Decl.Specs {
		if sp.Kind == boogie.Requires && !sp.Free && !s.Free {
			b.assert(sp.Cond, pre, b.at(s).Pos, "precondition of "+s.Proc)
		}
	}
	post := &Names{Sub: map[*types.Object]Value{}, Old: map[*types.Object]*Var{}, old: Before}
	for i, o := range p.SpecIns {
		post.Sub[o] = args[i]
	}
	for i, o := range p.SpecOuts {
		post.Sub[o] = outs[i]
	}
	facts := make([]*Expr, len(after))
	for i, e := range after {
		facts[i] = b.expr(e, post)
	}
	if keep := b.copies(b.at(s), post.Old); keep != nil {
		b.emit(keep)
	}
	c := &Call{At: b.at(s), Proc: p, Args: args, Outs: outs}
	if p.Body == nil {
		b.external(c)
	}
	b.emit(c)
	for i, f := range facts {
		if value, _ := literal(after[i]); !value {
			b.emit(&Assume{At: b.at(s), Cond: f})
		}
	}
	copies := &Assign{At: b.at(s)}
	for i, v := range results {
		if outs[i] != v {
			copies.Vars = append(copies.Vars, v)
			copies.Values = append(copies.Values, outs[i])
		}
	}
	if len(copies.Vars) > 0 {
		b.emit(copies)
	}
}

// external finds what a call of a procedure without a body reads and sets.
func (g *Graph) external(c *Call) {
	e := g.prog.External(c.Proc)
	c.Sets = slices.Clone(c.Outs)
	for _, v := range g.globals(e.Writes) {
		if !slices.Contains(c.Outs, v) {
			c.Sets = append(c.Sets, v)
		}
	}
	if e.Tape {
		c.in = g.vars[:1]
	} else {
		c.in = g.globals(e.Reads)
	}
}

// copies gives the values of globals to the variables that keep them, if there
// are any.
func (g *Graph) copies(at At, kept map[*types.Object]*Var) *Assign {
	a := &Assign{At: at}
	for _, o := range g.prog.info.Globals {
		if v := kept[o]; v != nil {
			a.Vars = append(a.Vars, v)
			a.Values = append(a.Values, g.declared(o))
		}
	}
	if len(a.Vars) == 0 {
		return nil
	}
	return a
}

// keep saves arguments whose variables the call may overwrite before its
// postconditions are read.
func (b *builder) keep(args []Value, s *boogie.CallStmt) []Value {
	save := &Assign{At: b.at(s)}
	out := make([]Value, len(args))
	for i, a := range args {
		v := b.newVar(&Var{Kind: Argument, Name: fmt.Sprintf("arg%d(%s)", i, s.Proc)})
		out[i] = v
		save.Vars = append(save.Vars, v)
		save.Values = append(save.Values, a)
	}
	if len(save.Vars) > 0 {
		b.emit(save)
	}
	return out
}

// results takes results that go to globals into variables of their own: the
// postconditions read the globals as the callee left them.
func (b *builder) results(outs []*Var, s *boogie.CallStmt) []*Var {
	out := slices.Clone(outs)
	for i, v := range outs {
		if v.Object.Kind == types.Global {
			out[i] = b.newVar(&Var{Kind: Result, Object: v.Object, Name: fmt.Sprintf("out%d(%s)", i, s.Proc)})
		}
	}
	return out
}
