package boogie

import (
	"fmt"
	"strings"
)

func (p *printer) body(b *Body) {
	p.s("{\n")
	p.indent++
	for _, d := range b.Locals {
		p.line()
		p.varDecl(d)
	}
	if len(b.Locals) > 0 && len(b.Stmts) > 0 {
		p.s("\n")
	}
	p.stmts(b.Stmts)
	p.indent--
	p.line()
	p.s("}\n")
}

func (p *printer) stmts(list []Stmt) {
	for _, s := range list {
		p.stmt(s)
	}
}

func (p *printer) stmt(s Stmt) {
	if l, ok := s.(*LabelStmt); ok {
		p.indent--
		p.line()
		if p.indent == 0 && strings.HasPrefix(l.Name, "#") {
			p.s(" ") // in column 1 it would be a pragma
		}
		p.name(l.Name)
		p.s(":\n")
		p.indent++
		return
	}
	p.line()
	switch s := s.(type) {
	case *AssertStmt:
		p.s("assert ")
		p.attrs(s.Attrs)
		p.expr(s.Cond, precNone)
	case *AssumeStmt:
		p.s("assume ")
		p.attrs(s.Attrs)
		p.expr(s.Cond, precNone)
	case *HavocStmt:
		p.s("havoc ")
		p.variables(s.Vars)
	case *AssignStmt:
		p.exprs(s.Lhs)
		p.s(" := ")
		p.attrs(s.Attrs)
		p.exprs(s.Rhs)
	case *FieldAssignStmt:
		p.exprs(s.Lhs)
		p.s(" := ")
		p.attrs(s.Attrs)
		p.exprs(s.Rhs)
	case *UnpackStmt:
		p.name(s.Ctor.Name)
		p.s("(")
		p.variables(s.Vars)
		p.s(") := ")
		p.attrs(s.Attrs)
		p.expr(s.Rhs, precNone)
	case *HideRevealStmt:
		p.s(s.Command)
		if s.Name == "*" {
			p.s(" *")
		} else if s.Name != "" {
			p.s(" ")
			p.name(s.Name)
		}
	case *CallStmt:
		p.callHead(s)
		p.callParams(s)
	case *ParCallStmt:
		p.parCall(s)
	case *YieldStmt:
		p.s("yield")
	case *MeasureStmt:
		p.measure(s)
	case *GotoStmt:
		p.s("goto ")
		p.attrs(s.Attrs)
		p.names(s.Labels)
	case *ReturnStmt:
		p.s("return")
		if len(s.Attrs) > 0 || s.Value != nil {
			p.s(" ")
			p.attrs(s.Attrs)
		}
		if s.Value != nil {
			p.expr(s.Value, precNone)
		}
	case *BreakStmt:
		p.s("break")
		if s.Label != "" {
			p.s(" ")
			p.name(s.Label)
		}
	case *IfStmt:
		p.ifStmt(s)
		return
	case *WhileStmt:
		p.whileStmt(s)
		return
	default:
		panic(fmt.Sprintf("boogie: unexpected %T", s))
	}
	p.s(";\n")
}

func (p *printer) variables(list []*IdentExpr) {
	for i, v := range list {
		if i > 0 {
			p.s(", ")
		}
		p.name(v.Name)
	}
}

func (p *printer) callHead(s *CallStmt) {
	if s.Async {
		p.s("async ")
	}
	if s.Free {
		p.s("free ")
	}
	p.s("call ")
}

func (p *printer) callParams(s *CallStmt) {
	p.attrs(s.Attrs)
	if len(s.Outs) > 0 {
		p.variables(s.Outs)
		p.s(" := ")
	}
	p.name(s.Proc)
	p.s("(")
	p.exprs(s.Args)
	p.s(")")
}

// parCall prints the older form only where the newer one would be another
// statement.
func (p *printer) parCall(s *ParCallStmt) {
	if len(s.Calls) == 1 {
		p.s("par ")
	} else {
		p.s("call ")
	}
	for i, c := range s.Calls {
		if i > 0 {
			p.s(" | ")
		}
		p.callParams(c)
	}
}

func (p *printer) measure(s *MeasureStmt) {
	p.s("measure ")
	p.attrs(s.Attrs)
	p.exprs(s.Exprs)
}

func (p *printer) guard(cond Expr) {
	p.s("(")
	if cond == nil {
		p.s("*")
	} else {
		p.expr(cond, precNone)
	}
	p.s(")")
}

func (p *printer) block(list []Stmt) {
	p.s("{\n")
	p.indent++
	p.stmts(list)
	p.indent--
	p.line()
	p.s("}")
}

func (p *printer) ifStmt(s *IfStmt) {
	for {
		p.s("if ")
		p.attrs(s.Attrs)
		p.guard(s.Cond)
		p.s(" ")
		p.block(s.Then)
		if !s.HasElse {
			break
		}
		p.s(" else ")
		next, ok := (*IfStmt)(nil), false
		if len(s.Else) == 1 {
			next, ok = s.Else[0].(*IfStmt)
		}
		if !ok {
			p.block(s.Else)
			break
		}
		s = next
	}
	p.s("\n")
}

func (p *printer) whileStmt(s *WhileStmt) {
	p.s("while ")
	p.guard(s.Cond)
	if len(s.Invariants)+len(s.Calls)+len(s.Measures) == 0 {
		p.s(" ")
	} else {
		p.s("\n")
		p.indent++
		p.loopClauses(s)
		p.indent--
		p.line()
	}
	p.block(s.Body)
	p.s("\n")
}

func (p *printer) loopClauses(s *WhileStmt) {
	for _, inv := range s.Invariants {
		p.invariant(inv.Free, inv.Attrs)
		p.expr(inv.Cond, precNone)
		p.s(";\n")
	}
	for _, inv := range s.Calls {
		p.invariant(inv.Free, inv.Attrs)
		p.callHead(inv.Call)
		p.callParams(inv.Call)
		p.s(";\n")
	}
	for _, m := range s.Measures {
		p.line()
		p.measure(m)
		p.s(";\n")
	}
}

func (p *printer) invariant(free bool, attrs []*Attr) {
	p.line()
	if free {
		p.s("free ")
	}
	p.s("invariant ")
	p.attrs(attrs)
}
