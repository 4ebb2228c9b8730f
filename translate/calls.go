package translate

import (
	"fmt"
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// call lowers a call together with the callee's specification as a caller
// sees it: preconditions are asserted; after a callee with a body its free
// postconditions are assumed (the others are checked at its own exit), after
// one without a body all postconditions and where clauses are.
func (b *builder) call(s *boogie.CallStmt) {
	p := b.l.info.Procs[s.Proc]
	args := make([]*smtlib.Term, len(s.Args))
	for i, e := range s.Args {
		if args[i] = b.l.expr(e, b.scope()); args[i] == nil {
			return
		}
	}
	outs := make([]*smtlib.Term, len(s.Outs))
	for i, x := range s.Outs {
		outs[i] = b.l.variable(b.l.info.Objects[x], x.Position())
	}
	b.noteRecord(s, args)
	if len(outs) == 0 && p.Body == nil { // lowering may leave no trace of it
		b.mark(s)
	}
	after := b.l.assumedAfter(p)
	results := outs
	if len(after) > 0 {
		args = b.keep(args, s)
		outs = b.results(outs, s)
	}
	sub := map[*types.Object]*smtlib.Term{}
	for i, o := range p.SpecIns {
		sub[o] = args[i]
	}
	for _, sp := range p.Decl.Specs {
		if sp.Kind == boogie.Requires && !sp.Free && !s.Free {
			b.assert(b.l.cond(sp.Cond, scope{sub: sub}), b.pos(s).Pos, "precondition of "+s.Proc)
		}
	}
	before := map[*smtlib.Term]*smtlib.Term{}
	sc := scope{sub: sub, old: func(g *smtlib.Term) *smtlib.Term {
		if before[g] == nil {
			before[g] = b.l.ctx.Var(fmt.Sprintf("before(%s)", g.Name()), g.Sort())
		}
		return before[g]
	}}
	for i, o := range p.SpecOuts {
		sub[o] = outs[i]
	}
	facts := make([]*smtlib.Term, len(after))
	for i, e := range after {
		facts[i] = b.l.cond(e, sc)
	}
	if len(before) > 0 {
		save := &ir.Assign{At: b.pos(s)}
		for _, g := range b.l.info.Globals {
			if v, ok := b.l.vars[g]; ok && before[v] != nil {
				save.Vars = append(save.Vars, before[v])
				save.Exprs = append(save.Exprs, v)
			}
		}
		b.emit(save)
	}
	b.emit(&ir.Call{At: b.pos(s), Proc: s.Proc, Args: args, Outs: outs})
	for _, f := range facts {
		b.assume(f, b.pos(s).Pos)
	}
	copyResults := &ir.Assign{At: b.pos(s)}
	for i, v := range results {
		if outs[i] != v {
			copyResults.Vars = append(copyResults.Vars, v)
			copyResults.Exprs = append(copyResults.Exprs, outs[i])
		}
	}
	if len(copyResults.Vars) > 0 {
		b.emit(copyResults)
	}
}

// assumedAfter lists what a caller may assume after a call of p.
func (l *lowering) assumedAfter(p *types.Proc) []boogie.Expr {
	var out []boogie.Expr
	for _, sp := range p.Decl.Specs {
		if sp.Kind == boogie.Ensures && (sp.Free || p.Body == nil) {
			out = append(out, sp.Cond)
		}
	}
	if p.Body != nil {
		return out
	}
	return append(out, l.wheresAfter(p)...)
}

// wheresAfter are the where clauses of what a procedure without a body sets.
func (l *lowering) wheresAfter(p *types.Proc) []boogie.Expr {
	var out []boogie.Expr
	for _, o := range p.SpecOuts {
		if o.Where != nil {
			out = append(out, o.Where)
		}
	}
	for _, sp := range p.Decl.Specs {
		for _, n := range sp.Names {
			if g := l.globalNamed[n.Name]; g != nil && g.Where != nil {
				out = append(out, g.Where)
			}
		}
	}
	return out
}

// keep saves arguments whose variables the call may overwrite before its
// postconditions are read.
func (b *builder) keep(args []*smtlib.Term, s *boogie.CallStmt) []*smtlib.Term {
	save := &ir.Assign{At: b.pos(s)}
	out := make([]*smtlib.Term, len(args))
	for i, a := range args {
		if a.IsLiteral() {
			out[i] = a
			continue
		}
		out[i] = b.l.ctx.Var(fmt.Sprintf("arg%d(%s)", i, s.Proc), a.Sort())
		save.Vars = append(save.Vars, out[i])
		save.Exprs = append(save.Exprs, a)
	}
	if len(save.Vars) > 0 {
		b.emit(save)
	}
	return out
}

// results takes results that go to globals into variables of their own: the
// postconditions read the globals as the callee left them.
func (b *builder) results(outs []*smtlib.Term, s *boogie.CallStmt) []*smtlib.Term {
	out := slices.Clone(outs)
	for i, v := range outs {
		if b.l.globals[v] != nil {
			out[i] = b.l.ctx.Var(fmt.Sprintf("out%d(%s)", i, s.Proc), v.Sort())
		}
	}
	return out
}
