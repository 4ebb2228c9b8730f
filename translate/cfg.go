package translate

import (
	"fmt"
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// cfg is the first pass: it turns the implementation into blocks. The graph
// may be cyclic and edges of a goto are all true; calls have the declared
// arguments and results only.
func (l *procLowering) cfg() {
	l.proc = l.buildProc(l.info.Procs[l.declared.Name])
}

// builder makes the blocks of one procedure.
type builder struct {
	l       *procLowering
	proc    *types.Proc
	out     *ir.Proc
	cur     *ir.Block // nil after a jump
	labels  map[string]*ir.Block
	exit    *ir.Block
	targets []breakTarget
	pending []string   // labels right before the current statement
	place   source.Pos // in what the program was translated from, where the translator said it
	olds    map[*smtlib.Term]*smtlib.Term
	heads   int
	blocks  int
}

type breakTarget struct {
	labels []string
	loop   bool
	after  *ir.Block
}

func (l *procLowering) buildProc(p *types.Proc) *ir.Proc {
	b := &builder{
		l: l, proc: p, labels: map[string]*ir.Block{}, olds: map[*smtlib.Term]*smtlib.Term{},
		out: &ir.Proc{Name: p.Decl.Name, Pos: p.Decl.Position(), Formals: len(p.Ins), Results: len(p.Outs)},
	}
	b.out.Inputs = slices.Clone(l.declared.Inputs[:len(p.Ins)])
	b.out.Outputs = slices.Clone(l.declared.Outputs[:len(p.Outs)])
	entry := b.newBlock("entry", p.Decl.Position())
	b.exit = &ir.Block{Label: "exit", Pos: source.Pos{File: p.Decl.Position().File, Line: p.Body.End.Line, Col: p.Body.End.Col}}
	b.cur = entry
	b.collectLabels(p.Body.Stmts)
	b.assumeEntry()
	b.stmts(p.Body.Stmts)
	b.jump(b.exit)
	b.out.Blocks = append(b.out.Blocks, b.exit)
	b.checkEnsures()
	if len(b.olds) > 0 {
		copyOlds := &ir.Assign{At: ir.At{Pos: b.out.Pos}}
		for _, g := range l.info.Globals {
			if v, ok := l.vars[g]; ok && b.olds[v] != nil {
				copyOlds.Vars = append(copyOlds.Vars, b.olds[v])
				copyOlds.Exprs = append(copyOlds.Exprs, v)
			}
		}
		entry.Instrs = append([]ir.Instr{copyOlds}, entry.Instrs...)
	}
	return b.out
}

func (b *builder) newBlock(label string, pos source.Pos) *ir.Block {
	blk := &ir.Block{Label: label, Pos: pos}
	b.out.Blocks = append(b.out.Blocks, blk)
	b.blocks++
	return blk
}

// old is the variable that keeps a global's value at entry.
func (b *builder) old(g *smtlib.Term) *smtlib.Term {
	if b.olds[g] == nil {
		b.olds[g] = b.l.oldVar(g)
	}
	return b.olds[g]
}

// oldVar is the variable that keeps the value of a global at entry.
func (l *lowering) oldVar(g *smtlib.Term) *smtlib.Term {
	return l.ctx.Var("old("+g.Name()+")", g.Sort())
}

func (b *builder) scope() scope { return scope{old: b.old} }

// specScope reads a specification of p in terms of the implementation's own
// variables.
func (b *builder) specScope() scope {
	sc := b.scope()
	sc.sub = map[*types.Object]*smtlib.Term{}
	for i, o := range b.proc.SpecIns {
		sc.sub[o] = b.out.Inputs[i]
	}
	for i, o := range b.proc.SpecOuts {
		sc.sub[o] = b.out.Outputs[i]
	}
	return sc
}

// assumeEntry assumes what holds at entry: preconditions and the where clauses
// of parameters. Those of globals and locals follow when it is known which of
// them matter (passes locals and thread).
func (b *builder) assumeEntry() {
	for _, s := range b.proc.Decl.Specs {
		if s.Kind == boogie.Requires {
			b.assume(b.l.cond(s.Cond, b.specScope()), s.Position())
		}
	}
	for _, o := range b.proc.Ins {
		if w := b.l.where(b.proc, o); w != nil {
			b.assume(w, o.Decl.Position())
		}
	}
}

// where is the where clause of a variable that procedure p sees, nil without
// one.
func (l *lowering) where(p *types.Proc, o *types.Object) *smtlib.Term {
	e := whereOf(p, o)
	if e == nil {
		return nil
	}
	sub := map[*types.Object]*smtlib.Term{}
	rename := func(spec, impl []*types.Object) {
		for i, s := range spec {
			sub[s] = l.variable(impl[i], impl[i].Decl.Position())
		}
	}
	rename(p.SpecIns, p.Ins)
	rename(p.SpecOuts, p.Outs)
	return l.cond(e, scope{sub: sub})
}

func (b *builder) checkEnsures() {
	b.cur = b.exit
	for _, s := range b.proc.Decl.Specs {
		if s.Kind == boogie.Ensures && !s.Free {
			b.assert(b.l.cond(s.Cond, b.specScope()), s.Position(), "postcondition of "+b.proc.Decl.Name)
		}
	}
}

func (b *builder) pos(n boogie.Node) ir.At {
	if b.place.IsValid() {
		return ir.At{Pos: b.place}
	}
	return ir.At{Pos: n.Position()}
}

func (b *builder) emit(in ir.Instr) { b.cur.Instrs = append(b.cur.Instrs, in) }

func (b *builder) assume(cond *smtlib.Term, pos source.Pos) {
	if !cond.IsTrue() {
		b.emit(&ir.Assume{At: ir.At{Pos: pos}, Cond: cond})
	}
}

func (b *builder) assert(cond *smtlib.Term, pos source.Pos, what string) {
	if !cond.IsTrue() && b.l.opts.Asserts != AssertsIgnore {
		b.emit(&ir.Assert{At: ir.At{Pos: pos}, Cond: cond, What: what})
	}
}

// jump ends the current block, if any, with an edge to t.
func (b *builder) jump(t *ir.Block) {
	if b.cur != nil {
		b.cur.Succs = append(b.cur.Succs, ir.Edge{Cond: b.l.ctx.True, To: t})
		b.cur = nil
	}
}

// collectLabels makes the blocks of all labels, at any depth.
func (b *builder) collectLabels(stmts []boogie.Stmt) {
	for _, s := range stmts {
		switch s := s.(type) {
		case *boogie.LabelStmt:
			b.labels[s.Name] = &ir.Block{Label: s.Name, Pos: s.Position()}
		case *boogie.IfStmt:
			b.collectLabels(s.Then)
			b.collectLabels(s.Else)
		case *boogie.WhileStmt:
			b.collectLabels(s.Body)
		}
	}
}

func (b *builder) stmts(list []boogie.Stmt) {
	b.pending = nil
	for _, s := range list {
		if lab, ok := s.(*boogie.LabelStmt); ok {
			blk := b.labels[lab.Name]
			b.out.Blocks = append(b.out.Blocks, blk)
			b.jump(blk)
			b.cur = blk
			b.place = source.Pos{} // jumps from elsewhere may lead here
			b.pending = append(b.pending, lab.Name)
			continue
		}
		if b.cur == nil { // nothing jumps here
			b.cur = b.newBlock("dead", s.Position())
		}
		labels := b.pending
		b.pending = nil
		b.stmt(s, labels)
	}
}

func (b *builder) stmt(s boogie.Stmt, labels []string) {
	l := b.l
	switch s := s.(type) {
	case *boogie.AssertStmt:
		b.sourceLocation(s.Attrs)
		b.assert(l.cond(s.Cond, b.scope()), b.pos(s).Pos, "assertion")
		b.mark(s)
	case *boogie.AssumeStmt:
		b.sourceLocation(s.Attrs)
		if call := l.valueNote(s.Cond); call != nil {
			b.noteValue(call)
		} else {
			b.assume(l.cond(s.Cond, b.scope()), b.pos(s).Pos)
			b.mark(s)
		}
	case *boogie.HavocStmt:
		b.havoc(s)
	case *boogie.AssignStmt:
		b.assign(s)
	case *boogie.FieldAssignStmt:
		b.assign(&s.AssignStmt)
	case *boogie.UnpackStmt:
		b.unpack(s)
	case *boogie.CallStmt:
		b.call(s)
	case *boogie.GotoStmt:
		if len(s.Labels) > 1 {
			b.mark(s)
		}
		b.l.exclusive[b.cur] = b.l.chosen[s]
		for _, n := range s.Labels {
			b.cur.Succs = append(b.cur.Succs, ir.Edge{Cond: l.ctx.True, To: b.labels[n.Name]})
		}
		b.cur = nil
	case *boogie.ReturnStmt:
		b.mark(s)
		b.jump(b.exit)
	case *boogie.IfStmt:
		b.ifStmt(s, labels)
	case *boogie.WhileStmt:
		b.whileStmt(s, labels)
	case *boogie.BreakStmt:
		b.breakStmt(s)
	case *boogie.HideRevealStmt, *boogie.MeasureStmt: // guide a prover, mean nothing
	default:
		l.diags.Addf(s.Position(), "%T is not given meaning yet", s)
	}
}

func (b *builder) havoc(s *boogie.HavocStmt) {
	h := &ir.Havoc{At: b.pos(s)}
	for _, x := range s.Vars {
		o := b.l.info.Objects[x]
		v := b.l.variable(o, x.Position())
		if slices.Contains(h.Vars, v) { // havoc x, x
			continue
		}
		h.Vars = append(h.Vars, v)
		if w := b.l.where(b.proc, o); w != nil {
			h.Where = append(h.Where, w)
		}
	}
	b.emit(h)
}

// assign lowers L1, L2 := E1, E2; m[i][j] := e stores into m, x->f := e into x.
func (b *builder) assign(s *boogie.AssignStmt) {
	a := &ir.Assign{At: b.pos(s)}
	ok := b.l.try(func() {
		for i, lhs := range s.Lhs {
			o, t := b.l.stored(lhs, b.l.term(s.Rhs[i], b.scope()), b.scope())
			a.Vars = append(a.Vars, b.l.variable(o, lhs.Position()))
			a.Exprs = append(a.Exprs, t)
		}
	})
	if ok {
		b.emit(a)
	}
}

// unpack lowers C(x, y) := e: it asserts that e is made by C.
func (b *builder) unpack(s *boogie.UnpackStmt) {
	a := &ir.Assign{At: b.pos(s)}
	b.l.try(func() {
		t := b.l.term(s.Rhs, b.scope())
		k := constructor(t.Sort(), s.Ctor.Name)
		for i, x := range s.Vars {
			a.Vars = append(a.Vars, b.l.variable(b.l.info.Objects[x], x.Position()))
			a.Exprs = append(a.Exprs, b.l.ctx.Field(k, i, t))
		}
		b.assert(b.l.ctx.Is(k, t), b.pos(s).Pos, "unpacked value")
		b.emit(a)
	})
}

func (b *builder) ifStmt(s *boogie.IfStmt, labels []string) {
	then, els := b.newBlock("then", s.Position()), &ir.Block{Label: "else", Pos: s.Position()}
	after := &ir.Block{Label: "endif", Pos: s.Position()}
	b.mark(s)
	place := b.place
	cond, neg := b.guard(s.Cond)
	from := b.cur
	from.Succs = []ir.Edge{{Cond: cond, To: then}, {Cond: neg, To: els}}
	b.l.exclusive[from] = s.Cond != nil || b.l.chosen[s]
	b.targets = append(b.targets, breakTarget{labels: labels, after: after})
	b.cur = then
	b.stmts(s.Then)
	b.jump(after)
	b.out.Blocks = append(b.out.Blocks, els)
	b.cur, b.place = els, place
	b.stmts(s.Else)
	b.jump(after)
	b.targets = b.targets[:len(b.targets)-1]
	b.out.Blocks = append(b.out.Blocks, after)
	b.cur = after
	b.place = source.Pos{}
}

// guard is the condition of a branch and its negation; both are true for *.
func (b *builder) guard(e boogie.Expr) (cond, neg *smtlib.Term) {
	if e == nil {
		return b.l.ctx.True, b.l.ctx.True
	}
	cond = b.l.cond(e, b.scope())
	return cond, b.l.ctx.Not(cond)
}

func (b *builder) whileStmt(s *boogie.WhileStmt, labels []string) {
	b.heads++
	head := b.newBlock(fmt.Sprintf("head%d", b.heads), s.Position())
	b.jump(head)
	b.cur = head
	for _, inv := range s.Invariants {
		if inv.Free {
			b.assume(b.l.cond(inv.Cond, b.scope()), inv.Position())
		} else {
			b.assert(b.l.cond(inv.Cond, b.scope()), inv.Position(), "loop invariant")
		}
	}
	b.mark(s)
	body, after := b.newBlock("body", s.Position()), &ir.Block{Label: "done", Pos: s.Position()}
	cond, neg := b.guard(s.Cond)
	b.cur.Succs = []ir.Edge{{Cond: cond, To: body}, {Cond: neg, To: after}}
	b.l.exclusive[b.cur] = s.Cond != nil || b.l.chosen[s]
	b.targets = append(b.targets, breakTarget{labels: labels, loop: true, after: after})
	b.cur = body
	b.stmts(s.Body)
	b.jump(head)
	b.targets = b.targets[:len(b.targets)-1]
	b.out.Blocks = append(b.out.Blocks, after)
	b.cur = after
	b.place = source.Pos{}
}

func (b *builder) breakStmt(s *boogie.BreakStmt) {
	for i := len(b.targets) - 1; i >= 0; i-- {
		t := b.targets[i]
		match := s.Label == "" && t.loop
		for _, lab := range t.labels {
			match = match || s.Label != "" && lab == s.Label
		}
		if match {
			b.jump(t.after)
			return
		}
	}
	panic(fmt.Sprintf("translate: break without target at %s", s.Position()))
}
