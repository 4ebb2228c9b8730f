package mono

import (
	"fmt"

	"semdiff/boogie"
)

func (e *emitter) stmts(list []boogie.Stmt) []boogie.Stmt {
	var out []boogie.Stmt
	for _, s := range list {
		if s := e.stmt(s); s != nil {
			out = append(out, s)
		}
	}
	return out
}

// stmt is the monomorphic form of a statement, nil for one that has no meaning.
func (e *emitter) stmt(s boogie.Stmt) boogie.Stmt {
	switch s := s.(type) {
	case *boogie.LabelStmt, *boogie.BreakStmt:
		return s
	case *boogie.HideRevealStmt, *boogie.MeasureStmt: // they concern proofs
		return nil
	case *boogie.GotoStmt:
		return &boogie.GotoStmt{Pos: s.Pos, Attrs: attributes(s.Attrs), Labels: s.Labels}
	case *boogie.AssertStmt:
		return &boogie.AssertStmt{Pos: s.Pos, Attrs: attributes(s.Attrs), Cond: e.expr(s.Cond)}
	case *boogie.AssumeStmt:
		return &boogie.AssumeStmt{Pos: s.Pos, Attrs: attributes(s.Attrs), Cond: e.expr(s.Cond)}
	case *boogie.HavocStmt:
		return &boogie.HavocStmt{Pos: s.Pos, Vars: e.variables(s.Vars)}
	case *boogie.AssignStmt:
		return e.assign(s)
	case *boogie.FieldAssignStmt:
		return &boogie.FieldAssignStmt{AssignStmt: *e.assign(&s.AssignStmt)}
	case *boogie.UnpackStmt:
		return e.unpack(s)
	case *boogie.CallStmt:
		return &boogie.CallStmt{
			Pos: s.Pos, Attrs: attributes(s.Attrs), Free: s.Free, Async: s.Async, Outs: e.variables(s.Outs),
			Proc: e.use(symbol{procs, s.Proc}, s), Args: e.list(s.Args),
		}
	case *boogie.ReturnStmt:
		return &boogie.ReturnStmt{Pos: s.Pos, Attrs: attributes(s.Attrs), Value: e.optional(s.Value)}
	case *boogie.IfStmt:
		return &boogie.IfStmt{
			Pos: s.Pos, Attrs: attributes(s.Attrs), Cond: e.optional(s.Cond),
			Then: e.stmts(s.Then), Else: e.stmts(s.Else), HasElse: s.HasElse,
		}
	case *boogie.WhileStmt:
		out := &boogie.WhileStmt{Pos: s.Pos, Cond: e.optional(s.Cond), Body: e.stmts(s.Body)}
		for _, inv := range s.Invariants {
			out.Invariants = append(out.Invariants, &boogie.Invariant{
				Pos: inv.Pos, Free: inv.Free, Attrs: attributes(inv.Attrs), Cond: e.expr(inv.Cond),
			})
		}
		return out
	default:
		e.w.refuse(s, "%T in a polymorphic program is not given meaning yet", s)
		return nil
	}
}

// use is the name of something at the types of a use.
func (e *emitter) use(s symbol, n boogie.Node) string {
	return e.w.nameAt(s, e.v.args(s, n, e.sub))
}

func (e *emitter) optional(x boogie.Expr) boogie.Expr {
	if x == nil {
		return nil
	}
	return e.expr(x)
}

// variables lists the components of variables.
func (e *emitter) variables(list []*boogie.IdentExpr) []*boogie.IdentExpr {
	var out []*boogie.IdentExpr
	for _, x := range list {
		for _, c := range e.exprs(x) {
			out = append(out, c.(*boogie.IdentExpr))
		}
	}
	return out
}

func (e *emitter) assign(s *boogie.AssignStmt) *boogie.AssignStmt {
	out := &boogie.AssignStmt{Pos: s.Pos, Attrs: attributes(s.Attrs)}
	for i, l := range s.Lhs {
		lhs := e.exprs(l)
		if len(lhs) > 1 && throughField(lhs[0]) {
			e.w.refuse(l, "assigning a polymorphic map to the field of a datatype is not given meaning yet")
		}
		out.Lhs = append(out.Lhs, lhs...)
		out.Rhs = append(out.Rhs, e.exprs(s.Rhs[i])...)
	}
	return out
}

func throughField(l boogie.Expr) bool {
	for {
		switch x := l.(type) {
		case *boogie.SelectExpr:
			l = x.Map
		case *boogie.FieldExpr:
			return true
		default:
			return false
		}
	}
}

func (e *emitter) unpack(s *boogie.UnpackStmt) boogie.Stmt {
	name := &boogie.Name{Pos: s.Ctor.Pos, Name: instanceName(s.Ctor.Name, e.v.args(symbol{funcs, s.Ctor.Name}, s, e.sub))}
	return &boogie.UnpackStmt{Pos: s.Pos, Ctor: name, Vars: e.variables(s.Vars), Attrs: attributes(s.Attrs), Rhs: e.expr(s.Rhs)}
}

// single is the only element of a list of components.
func single(list []boogie.Expr) boogie.Expr {
	if len(list) != 1 {
		panic(fmt.Sprintf("mono: %d components where one is expected", len(list)))
	}
	return list[0]
}
