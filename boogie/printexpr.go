package boogie

import (
	"fmt"
	"strconv"
)

func (p *printer) exprs(list []Expr) {
	for i, e := range list {
		if i > 0 {
			p.s(", ")
		}
		p.expr(e, precNone)
	}
}

// opPrec gives the level of each operator, from the parser's table.
var opPrec = func() (t [Not + 1]int) {
	for _, b := range binaryOps {
		if b.prec != precNone {
			t[b.op] = b.prec
		}
	}
	t[Neg], t[Not] = precUnary, precUnary
	return t
}()

// precedence is the level of e. Coercions and conditionals take in what
// follows them, so they count as loosest.
func precedence(e Expr) int {
	switch e := e.(type) {
	case *BinaryExpr:
		return opPrec[e.Op]
	case *UnaryExpr:
		return precUnary
	case *IsExpr:
		return precIs
	case *IfExpr, *TypedExpr:
		return precNone
	}
	return precPostfix
}

// expr prints e where an operand of level min or tighter must stand.
func (p *printer) expr(e Expr, min int) {
	if precedence(e) < min {
		p.s("(")
		defer p.s(")")
	}
	switch e := e.(type) {
	case *IdentExpr:
		p.name(e.Name)
	case *BoolLit:
		p.s(strconv.FormatBool(e.Value))
	case *IntLit:
		p.s(e.Value.String())
	case *RealLit:
		p.s(e.Text)
	case *BVLit:
		p.s(e.Value.String(), "bv", strconv.Itoa(e.Width))
	case *FloatLit:
		p.s(e.Text)
	case *StringLit:
		p.s(`"`, e.Value, `"`)
	case *UnaryExpr:
		p.s(e.Op.String())
		p.expr(e.X, precUnary)
	case *BinaryExpr:
		p.binary(e)
	case *CallExpr:
		p.name(e.Func)
		p.s("(")
		p.exprs(e.Args)
		p.s(")")
	case *OldExpr:
		p.s("old(")
		p.expr(e.X, precNone)
		p.s(")")
	case *ConvertExpr:
		if e.ToReal {
			p.s("real(")
		} else {
			p.s("int(")
		}
		p.expr(e.X, precNone)
		p.s(")")
	case *TypedExpr:
		p.expr(e.X, precPostfix)
		p.s(": ")
		p.typ(e.Type)
	case *SelectExpr:
		p.expr(e.Map, precPostfix)
		p.s("[")
		p.exprs(e.Index)
		p.s("]")
	case *StoreExpr:
		p.expr(e.Map, precPostfix)
		p.s("[")
		p.exprs(e.Index)
		if len(e.Index) > 0 {
			p.s(" ")
		}
		p.s(":= ")
		p.expr(e.Value, precNone)
		p.s("]")
	case *ExtractExpr:
		p.expr(e.X, precPostfix)
		p.s("[", strconv.Itoa(e.Hi), ":", strconv.Itoa(e.Lo), "]")
	case *IfExpr:
		p.s("if ")
		p.expr(e.Cond, precNone)
		p.s(" then ")
		p.expr(e.Then, precNone)
		p.s(" else ")
		p.expr(e.Else, precNone)
	case *LetExpr:
		p.let(e)
	case *FieldExpr:
		p.expr(e.X, precPostfix)
		p.s("->")
		p.name(e.Field.Name)
	case *FieldUpdateExpr:
		p.expr(e.X, precPostfix)
		p.s("->(")
		p.name(e.Field.Name)
		p.s(" := ")
		p.expr(e.Value, precNone)
		p.s(")")
	case *IsExpr:
		p.expr(e.X, precUnary)
		p.s(" is ")
		p.name(e.Ctor.Name)
	case *CodeExpr:
		p.code(e)
	case *QuantExpr:
		p.quantifier(e)
	default:
		panic(fmt.Sprintf("boogie: unexpected %T", e))
	}
}

func (p *printer) binary(e *BinaryExpr) {
	prec := opPrec[e.Op]
	left, right := prec, prec+1
	switch e.Op {
	case Implies, Pow:
		left, right = prec+1, prec
	case Eq, Neq, Lt, Gt, Le, Ge, Subtype:
		left = prec + 1
	}
	// Some levels have two operators that do not mix.
	if x, ok := e.X.(*BinaryExpr); ok && prec <= precLogical && x.Op != e.Op {
		left = prec + 1
	}
	if y, ok := e.Y.(*BinaryExpr); ok && prec <= precLogical && y.Op != e.Op {
		right = prec + 1
	}
	p.expr(e.X, left)
	p.s(" ", e.Op.String(), " ")
	p.expr(e.Y, right)
}

func (p *printer) quantifier(q *QuantExpr) {
	p.s("(", q.Kind.String())
	if len(q.TypeParams) > 0 {
		p.typeParams(q.TypeParams)
	}
	if len(q.Bound) > 0 {
		p.s(" ")
		p.bindings(q.Bound)
	}
	p.s(" :: ")
	if !p.bare {
		p.advice(q)
	}
	p.expr(q.Body, precNone)
	p.s(")")
}

func (p *printer) advice(q *QuantExpr) {
	p.attrs(q.Attrs)
	for _, t := range q.Triggers {
		p.s("{")
		p.exprs(t.Terms)
		p.s("} ")
	}
}

func (p *printer) let(e *LetExpr) {
	p.s("(var ")
	for i, v := range e.Vars {
		if i > 0 {
			p.s(", ")
		}
		p.attrs(v.Attrs)
		p.name(v.Name.Name)
	}
	p.s(" := ")
	p.exprs(e.Values)
	p.s("; ")
	p.attrs(e.Attrs)
	p.expr(e.Body, precNone)
	p.s(")")
}

// code prints a code expression on one line. A space keeps a name in column 1
// from being a pragma, and the braces from joining with what is between them.
func (p *printer) code(e *CodeExpr) {
	p.s("|{ ")
	for _, d := range e.Body.Locals {
		p.varDecl(d)
		p.s(" ")
	}
	outer := p.indent
	p.indent = 1
	for _, s := range e.Body.Stmts {
		p.stmt(s)
		p.s(" ")
	}
	p.indent = outer
	p.s("}|")
}
