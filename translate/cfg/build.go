package cfg

import (
	"fmt"
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
)

// builder makes the blocks of one graph from statements. Of a goto all edges are
// unguarded; the graph may hold blocks that nothing reaches.
type builder struct {
	*Graph
	cur     *Block // nil after a jump
	labels  map[string]*Block
	exit    *Block
	targets []breakTarget
	pending []string   // labels right before the current statement
	place   source.Pos // in what the program was translated from, where the translator said it
	heads   int
}

type breakTarget struct {
	labels []string
	loop   bool
	after  *Block
}

// build makes the graph of a procedure with a body.
func (p *Program) build(proc *types.Proc) *Graph {
	g := &Graph{Proc: proc, prog: p, of: map[*types.Object]*Var{}}
	g.newVar(&Var{Kind: Tape})
	g.body = &Names{Old: map[*types.Object]*Var{}, old: AtEntry}
	b := &builder{Graph: g, labels: map[string]*Block{}}
	b.statements()
	g.determine()
	g.resolveBranches()
	g.readAsserts()
	g.prune()
	g.keepOlds()
	g.havocUnset()
	g.determine()
	return g
}

// statements makes blocks of the body and the specification.
func (b *builder) statements() {
	p := b.Proc
	pos := p.Decl.Position()
	b.cur = b.newBlock("entry", pos)
	b.exit = &Block{Label: "exit", Pos: source.Pos{File: pos.File, Line: p.Body.End.Line, Col: p.Body.End.Col}}
	b.collectLabels(p.Body.Stmts)
	for _, s := range p.Decl.Specs {
		if s.Kind == boogie.Requires {
			b.assume(s.Cond, b.specNames(), s.Position())
		}
	}
	for _, o := range p.Ins {
		if w := b.where(o); w != nil {
			b.assume(w.Syntax, w.Names, o.Decl.Position())
		}
	}
	b.stmts(p.Body.Stmts)
	b.jump(b.exit)
	b.Blocks = append(b.Blocks, b.exit)
	b.cur = b.exit
	for _, s := range p.Decl.Specs {
		if s.Kind == boogie.Ensures && !s.Free {
			b.assert(s.Cond, b.specNames(), s.Position(), "postcondition of "+p.Decl.Name)
		}
	}
}

// specNames reads the specification: the implementation has variables of its own
// for the formals.
func (g *Graph) specNames() *Names {
	if g.spec == nil {
		sub := map[*types.Object]Value{}
		for i, o := range g.Proc.SpecIns {
			sub[o] = g.declared(g.Proc.Ins[i])
		}
		for i, o := range g.Proc.SpecOuts {
			sub[o] = g.declared(g.Proc.Outs[i])
		}
		g.spec = &Names{Sub: sub, Old: g.body.Old, old: AtEntry}
	}
	return g.spec
}

// where is the where clause of a variable, nil without one. Those of formals stand
// at the procedure; its implementation may have other names for them.
func (g *Graph) where(o *types.Object) *Expr {
	p, clause := g.Proc, o.Where
	for _, formals := range [][2][]*types.Object{{p.SpecIns, p.Ins}, {p.SpecOuts, p.Outs}} {
		for i, s := range formals[0] {
			if formals[1][i] == o {
				clause = s.Where
			}
		}
	}
	if clause == nil {
		return nil
	}
	return g.expr(clause, &Names{Sub: g.specNames().Sub})
}

func (b *builder) newBlock(label string, pos source.Pos) *Block {
	blk := &Block{Label: label, Pos: pos}
	b.Blocks = append(b.Blocks, blk)
	return blk
}

func (b *builder) at(n boogie.Node) At {
	if b.place.IsValid() {
		return At{Pos: b.place}
	}
	return At{Pos: n.Position()}
}

func (b *builder) emit(in Instr) { b.cur.Instrs = append(b.cur.Instrs, in) }

func (b *builder) assume(cond boogie.Expr, names *Names, pos source.Pos) {
	if value, _ := literal(cond); !value {
		b.emit(&Assume{At: At{Pos: pos}, Cond: b.expr(cond, names)})
	}
}

func (b *builder) assert(cond boogie.Expr, names *Names, pos source.Pos, what string) {
	if value, _ := literal(cond); !value && b.prog.opts.Asserts != AssertsIgnore {
		b.emit(&Assert{At: At{Pos: pos}, Cond: b.expr(cond, names), What: what})
	}
}

// jump ends the current block, if any, with an edge to t.
func (b *builder) jump(t *Block) {
	if b.cur != nil {
		b.cur.Succs = append(b.cur.Succs, Edge{To: t})
		b.cur = nil
	}
}

// collectLabels makes the blocks of all labels, at any depth.
func (b *builder) collectLabels(stmts []boogie.Stmt) {
	for _, s := range stmts {
		switch s := s.(type) {
		case *boogie.LabelStmt:
			b.labels[s.Name] = &Block{Label: s.Name, Pos: s.Position()}
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
			b.Blocks = append(b.Blocks, blk)
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
	switch s := s.(type) {
	case *boogie.AssertStmt:
		b.sourceLocation(s.Attrs)
		b.assert(s.Cond, b.body, b.at(s).Pos, "assertion")
		b.mark(s)
	case *boogie.AssumeStmt:
		b.sourceLocation(s.Attrs)
		if call := b.valueNote(s.Cond); call != nil {
			b.noteValue(call)
		} else {
			b.assume(s.Cond, b.body, b.at(s).Pos)
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
		for _, n := range s.Labels {
			b.cur.Succs = append(b.cur.Succs, Edge{To: b.labels[n.Name]})
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
	default: // concurrency, which is refused before
		panic(fmt.Sprintf("cfg: unexpected %T", s))
	}
}

func (b *builder) havoc(s *boogie.HavocStmt) {
	h := &Havoc{At: b.at(s)}
	for _, x := range s.Vars {
		b.havocVar(h, b.target(x))
	}
	b.emit(h)
}

// havocVar makes h havoc v too; its where clause holds then.
func (g *Graph) havocVar(h *Havoc, v *Var) {
	if slices.Contains(h.Vars, v) { // havoc x, x
		return
	}
	h.Vars = append(h.Vars, v)
	if w := g.where(v.Object); w != nil {
		h.Where = append(h.Where, w)
	}
}

func (b *builder) assign(s *boogie.AssignStmt) {
	a := &Assign{At: b.at(s)}
	for i, lhs := range s.Lhs {
		x, value := Update(lhs, s.Rhs[i])
		a.Vars = append(a.Vars, b.set(b.prog.info.Objects[x], lhs.Position()))
		a.Values = append(a.Values, b.expr(value, b.body))
	}
	b.emit(a)
}

// Update is what an assignment of value to lhs means for the variable that lhs is
// part of: m[i][j] := e is m := m[i := m[i][j := e]], and x->f := e is
// x := x->(f := e).
func Update(lhs, value boogie.Expr) (*boogie.IdentExpr, boogie.Expr) {
	switch lhs := lhs.(type) {
	case *boogie.SelectExpr:
		return Update(lhs.Map, &boogie.StoreExpr{Pos: lhs.Pos, Map: lhs.Map, Index: lhs.Index, Value: value})
	case *boogie.FieldExpr:
		return Update(lhs.X, &boogie.FieldUpdateExpr{Pos: lhs.Pos, X: lhs.X, Field: lhs.Field, Value: value})
	case *boogie.IdentExpr:
		return lhs, value
	}
	panic(fmt.Sprintf("cfg: unexpected %T on the left of an assignment", lhs))
}

// unpack turns C(x, y) := e into an assertion that C made e, and assignments.
func (b *builder) unpack(s *boogie.UnpackStmt) {
	a := &Unpack{At: b.at(s), Ctor: s.Ctor.Name, Value: b.expr(s.Rhs, b.body)}
	for _, x := range s.Vars {
		a.Vars = append(a.Vars, b.target(x))
	}
	b.assert(&boogie.IsExpr{Pos: s.Pos, X: s.Rhs, Ctor: s.Ctor}, b.body, b.at(s).Pos, "unpacked value")
	b.emit(a)
}

func (b *builder) ifStmt(s *boogie.IfStmt, labels []string) {
	then, els := b.newBlock("then", s.Position()), &Block{Label: "else", Pos: s.Position()}
	after := &Block{Label: "endif", Pos: s.Position()}
	b.mark(s)
	place := b.place
	b.branch(s.Cond, then, els)
	b.targets = append(b.targets, breakTarget{labels: labels, after: after})
	b.cur = then
	b.stmts(s.Then)
	b.jump(after)
	b.Blocks = append(b.Blocks, els)
	b.cur, b.place = els, place
	b.stmts(s.Else)
	b.jump(after)
	b.targets = b.targets[:len(b.targets)-1]
	b.Blocks = append(b.Blocks, after)
	b.cur = after
	b.place = source.Pos{}
}

// branch ends the current block with the two ways of a condition, which is nil
// for *.
func (b *builder) branch(cond boogie.Expr, yes, no *Block) {
	edges := []Edge{{To: yes}, {To: no}}
	if cond != nil {
		b.cur.conditional = true
		e := b.expr(cond, b.body)
		edges[0].Guards, edges[1].Guards = []Guard{{Expr: e}}, []Guard{{Expr: e, Not: true}}
	}
	b.cur.Succs = edges
	b.cur = nil
}

func (b *builder) whileStmt(s *boogie.WhileStmt, labels []string) {
	b.heads++
	head := b.newBlock(fmt.Sprintf("head%d", b.heads), s.Position())
	b.jump(head)
	b.cur = head
	for _, inv := range s.Invariants {
		if inv.Free {
			b.assume(inv.Cond, b.body, inv.Position())
		} else {
			b.assert(inv.Cond, b.body, inv.Position(), "loop invariant")
		}
	}
	b.mark(s)
	body, after := b.newBlock("body", s.Position()), &Block{Label: "done", Pos: s.Position()}
	b.branch(s.Cond, body, after)
	b.targets = append(b.targets, breakTarget{labels: labels, loop: true, after: after})
	b.cur = body
	b.stmts(s.Body)
	b.jump(head)
	b.targets = b.targets[:len(b.targets)-1]
	b.Blocks = append(b.Blocks, after)
	b.cur = after
	b.place = source.Pos{}
}

func (b *builder) breakStmt(s *boogie.BreakStmt) {
	for _, t := range slices.Backward(b.targets) {
		if s.Label == "" && t.loop || s.Label != "" && slices.Contains(t.labels, s.Label) {
			b.jump(t.after)
			return
		}
	}
	panic(fmt.Sprintf("cfg: break without target at %s", s.Position()))
}
