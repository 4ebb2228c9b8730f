package types

import (
	"fmt"

	"semdiff/boogie"
)

func (c *checker) stmts(list []boogie.Stmt) {
	for _, s := range list {
		c.stmt(s)
	}
}

func (c *checker) stmt(s boogie.Stmt) {
	switch s := s.(type) {
	case *boogie.LabelStmt, *boogie.GotoStmt, *boogie.BreakStmt, *boogie.HideRevealStmt:
	case *boogie.ReturnStmt:
		if s.Value != nil {
			c.condition(s, s.Value, "return expressions must be of type bool")
		}
	case *boogie.FieldAssignStmt:
		c.assign(&s.AssignStmt)
		c.settle()
	case *boogie.UnpackStmt:
		c.unpack(s)
		c.settle()
	case *boogie.AssertStmt:
		c.statementID(s, s.Attrs)
		c.condition(s, s.Cond, "Asserted expressions must be of type bool")
	case *boogie.AssumeStmt:
		c.statementID(s, s.Attrs)
		c.condition(s, s.Cond, "Assumed expressions must be of type bool")
	case *boogie.HavocStmt:
		for _, v := range s.Vars {
			c.expr(v)
			c.assignable(v)
		}
		c.settle()
	case *boogie.AssignStmt:
		c.assign(s)
		c.settle()
	case *boogie.CallStmt:
		c.statementID(s, s.Attrs)
		c.callStmt(s)
		c.settle()
	case *boogie.IfStmt:
		if s.Cond != nil {
			c.condition(s, s.Cond, "the condition of an if must be of type bool")
		}
		c.stmts(s.Then)
		c.stmts(s.Else)
	case *boogie.WhileStmt:
		if s.Cond != nil {
			c.condition(s, s.Cond, "the condition of a while must be of type bool")
		}
		for _, inv := range s.Invariants {
			c.statementID(inv, inv.Attrs)
			c.condition(inv, inv.Cond, "loop invariants must be of type bool")
		}
		c.stmts(s.Body)
	default:
		panic(fmt.Sprintf("types: unexpected %T", s))
	}
}

// statementID checks that the name which {:id} gives a statement is its own.
func (c *checker) statementID(n boogie.Node, attrs []*boogie.Attr) {
	id, ok := boogie.FindAttr(attrs, "id").StringArg()
	if !ok {
		return
	}
	if c.ids[id] {
		c.errorf(n, "more than one statement with same id: %s", id)
	}
	c.ids[id] = true
}

// assignable reports a variable that cannot be assigned to.
func (c *checker) assignable(v *boogie.IdentExpr) {
	switch o := c.info.Objects[v]; {
	case o == nil: // reported as undeclared
	case o.Kind != Global && o.Kind != Local && o.Kind != Out:
		c.errorf(v, "command assigns to an immutable variable: %s", v.Name)
	}
}

// target returns the variable that a left-hand side changes.
func target(lhs boogie.Expr) *boogie.IdentExpr {
	for {
		switch e := lhs.(type) {
		case *boogie.IdentExpr:
			return e
		case *boogie.SelectExpr:
			lhs = e.Map
		case *boogie.FieldExpr:
			lhs = e.X
		default:
			panic(fmt.Sprintf("types: unexpected %T on the left of an assignment", e))
		}
	}
}

// lhs finds the type of a left-hand side.
func (c *checker) lhs(e boogie.Expr) Type {
	var t Type
	switch s := e.(type) {
	case *boogie.SelectExpr:
		if t = c.index(s, c.lhs(s.Map), s.Index, "map assignment"); t == nil {
			t = &meta{}
		}
	case *boogie.FieldExpr:
		t = c.field(s, c.lhs(s.X))
	default:
		return c.expr(e)
	}
	c.info.Types[e] = head(t)
	if hasMeta(t) {
		c.pending = append(c.pending, e)
	}
	return t
}

func (c *checker) assign(s *boogie.AssignStmt) {
	types := make([]Type, len(s.Lhs))
	seen := map[string]bool{}
	for i, l := range s.Lhs {
		types[i] = c.lhs(l)
		v := target(l)
		c.assignable(v)
		if seen[v.Name] {
			c.errorf(s, "variable %s is assigned more than once in parallel assignment", v.Name)
		}
		seen[v.Name] = true
	}
	rhs := c.exprs(s.Rhs)
	if len(rhs) != len(types) {
		c.errorf(s, "number of left-hand sides does not match number of right-hand sides")
		return
	}
	for i, t := range rhs {
		if !c.unify(t, types[i]) {
			c.errorf(s.Lhs[i], "mismatched types in assignment command (cannot assign %s to %s)", t, types[i])
		}
	}
}

func (c *checker) callStmt(s *boogie.CallStmt) {
	args := c.exprs(s.Args)
	outs := make([]Type, len(s.Outs))
	seen := map[string]bool{}
	for i, v := range s.Outs {
		outs[i] = c.expr(v)
		c.assignable(v)
		if seen[v.Name] {
			c.errorf(v, "left-hand side of call command contains variable twice: %s", v.Name)
		}
		seen[v.Name] = true
	}
	p := c.info.Procs[s.Proc]
	if p == nil {
		c.errorf(s, "call to undeclared procedure: %s", s.Proc)
		return
	}
	if c.pure && !p.Decl.Pure {
		c.errorf(s, "pure procedure may only call a pure procedure")
	}
	if len(args) != len(p.SpecIns) {
		c.errorf(s, "wrong number of arguments in call to %s: %d instead of %d", s.Proc, len(args), len(p.SpecIns))
		return
	}
	if len(outs) != len(p.SpecOuts) {
		c.errorf(s, "wrong number of result variables in call to %s: %d instead of %d", s.Proc, len(outs), len(p.SpecOuts))
		return
	}
	in := instance(p.TypeParams)
	for i, t := range args {
		if want := in.apply(p.SpecIns[i].Type); !c.unify(t, want) {
			c.errorf(s.Args[i], "invalid type for argument %d in call to %s: %s (expected: %s)", i, s.Proc, t, want)
		}
	}
	for i, t := range outs {
		if got := in.apply(p.SpecOuts[i].Type); !c.unify(got, t) {
			c.errorf(s.Outs[i], "invalid type for out-parameter %d in call to %s: %s (expected: %s)", i, s.Proc, t, got)
		}
	}
}
