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
	case *boogie.LabelStmt, *boogie.GotoStmt, *boogie.BreakStmt:
	case *boogie.MeasureStmt:
		c.attrs(s.Attrs)
		c.measure(s.Exprs)
	case *boogie.HideRevealStmt:
		if s.Name != "" && s.Name != "*" && c.info.Funcs[s.Name] == nil {
			c.nameErrorf(s, "use of undeclared function: %s", s.Name)
		}
	case *boogie.YieldStmt:
		c.concurrent(s)
	case *boogie.ReturnStmt:
		if s.Value != nil {
			c.condition(s, s.Value, "a return expression must be of type bool")
		}
	case *boogie.FieldAssignStmt:
		c.assign(&s.AssignStmt)
		c.settle()
	case *boogie.UnpackStmt:
		c.unpack(s)
		c.settle()
	case *boogie.AssertStmt:
		c.statementID(s, s.Attrs)
		c.attrs(s.Attrs)
		c.condition(s, s.Cond, "an asserted expression must be of type bool")
	case *boogie.AssumeStmt:
		c.statementID(s, s.Attrs)
		c.attrs(s.Attrs)
		c.condition(s, s.Cond, "an assumed expression must be of type bool")
	case *boogie.HavocStmt:
		for _, v := range s.Vars {
			c.expr(v)
		}
		c.assignments(s, s.Vars)
		c.settle()
	case *boogie.AssignStmt:
		c.assign(s)
		c.settle()
	case *boogie.CallStmt:
		c.statementID(s, s.Attrs)
		c.attrs(s.Attrs)
		if s.Async {
			c.concurrent(s)
		}
		c.callStmt(s)
		c.settle()
	case *boogie.ParCallStmt:
		c.concurrent(s)
		for _, call := range s.Calls {
			c.stmt(call)
		}
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
			c.attrs(inv.Attrs)
			c.condition(inv, inv.Cond, "loop invariants must be of type bool")
		}
		for _, m := range s.Measures {
			c.stmt(m)
		}
		for _, inv := range s.Calls {
			c.concurrent(inv)
			c.stmt(inv.Call)
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
		c.nameErrorf(n, "more than one statement with same id: %s", id)
	}
	c.ids[id] = true
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
		t = c.index(access{s, "map assignment", s.Map, s.Index}, c.lhs(s.Map), c.exprs(s.Index))
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
	c.attrs(s.Attrs)
	before := len(c.mistyped)
	types := make([]Type, len(s.Lhs))
	targets := make([]*boogie.IdentExpr, len(s.Lhs))
	seen := map[string]bool{}
	for i, l := range s.Lhs {
		types[i] = c.lhs(l)
		v := target(l)
		if seen[v.Name] {
			c.nameErrorf(l, "variable %s is assigned more than once in parallel assignment", v.Name)
		}
		seen[v.Name] = true
		targets[i] = v
	}
	rhs := c.exprs(s.Rhs)
	if len(rhs) != len(types) {
		c.nameErrorf(s, "number of left-hand sides does not match number of right-hand sides")
		return
	}
	c.assumptionUpdates(s)
	if len(c.mistyped) > before {
		return
	}
	c.assignments(s, targets)
	for i, t := range rhs {
		if !c.unify(t, types[i]) {
			c.errorf(s.Lhs[i], "mismatched types in assignment command (cannot assign %s to %s)", t, types[i])
		}
	}
}

func (c *checker) callStmt(s *boogie.CallStmt) {
	if c.opaque[s.Proc] {
		c.opaqueCall(s)
		return
	}
	args := c.exprs(s.Args)
	outs := make([]Type, len(s.Outs))
	seen := map[string]bool{}
	for i, v := range s.Outs {
		outs[i] = c.expr(v)
		if seen[v.Name] {
			c.nameErrorf(s, "left-hand side of call command contains variable twice: %s", v.Name)
		}
		seen[v.Name] = true
	}
	p := c.info.Procs[s.Proc]
	if p == nil {
		c.nameErrorf(s, "call to undeclared procedure: %s", s.Proc)
		return
	}
	if c.pure && !p.Decl.Pure {
		c.nameErrorf(s, "pure procedure may only call a pure procedure")
	}
	if len(args) != len(p.SpecIns) {
		c.nameErrorf(s, "wrong number of arguments in call to %s: %d instead of %d", s.Proc, len(args), len(p.SpecIns))
		return
	}
	if len(outs) != len(p.SpecOuts) {
		c.nameErrorf(s, "wrong number of result variables in call to %s: %d instead of %d", s.Proc, len(outs), len(p.SpecOuts))
		return
	}
	c.callEffects(s, p.Decl)
	in := instance(p.TypeParams)
	c.use(s, p.TypeParams, in)
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
