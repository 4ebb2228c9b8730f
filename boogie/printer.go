package boogie

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Print writes p so that it parses to an equal program. Layout and comments of
// the source are lost.
func Print(w io.Writer, p *Program) error {
	buf := bufio.NewWriter(w)
	pr := printer{w: buf}
	for i, d := range p.Decls {
		if i > 0 && apart(p.Decls[i-1], d) {
			pr.s("\n")
		}
		pr.decl(d)
	}
	return buf.Flush()
}

// ExprString prints one expression on one line.
func ExprString(e Expr) string {
	return printed(func(pr *printer) { pr.expr(e, precNone) })
}

// TypeString prints one type.
func TypeString(t Type) string {
	return printed(func(pr *printer) { pr.typ(t) })
}

func printed(print func(*printer)) string {
	var sb strings.Builder
	buf := bufio.NewWriter(&sb)
	print(&printer{w: buf})
	buf.Flush() // a strings.Builder does not fail
	return sb.String()
}

// apart reports whether a blank line separates two declarations.
func apart(a, b Decl) bool {
	switch b.(type) {
	case *ProcDecl, *ImplDecl, *ActionDecl, *YieldProcDecl, *YieldInvariantDecl:
		return true
	}
	return fmt.Sprintf("%T", a) != fmt.Sprintf("%T", b)
}

// printer writes nodes. Errors of the writer stick in the bufio.Writer.
type printer struct {
	w      *bufio.Writer
	indent int
}

func (p *printer) s(parts ...string) {
	for _, s := range parts {
		p.w.WriteString(s)
	}
}

// line begins a line of a body.
func (p *printer) line() {
	for range p.indent {
		p.s("  ")
	}
}

// escaped are the names that some version of Boogie takes for a keyword, where
// a name can stand. Those of rounding modes are not among them: a constant that
// nothing declares stands for the mode.
var escaped = func() map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(`action asserts async datatype hide hideable invariant is measure pop preserves
		pure push refines reveal revealed uses yield par extends complete`) {
		words[w] = true
	}
	for w := range keywords {
		words[w] = true
	}
	return words
}()

func (p *printer) name(name string) {
	if escaped[name] {
		p.s(`\`)
	}
	p.s(name)
}

func (p *printer) names(list []*Name) {
	for i, n := range list {
		if i > 0 {
			p.s(", ")
		}
		p.name(n.Name)
	}
}

func (p *printer) typeParams(list []*Name) {
	if len(list) > 0 {
		p.s("<")
		p.names(list)
		p.s(">")
	}
}

func (p *printer) attrs(list []*Attr) {
	for _, a := range list {
		p.s("{:")
		p.name(a.Name)
		for i, arg := range a.Args {
			if i > 0 {
				p.s(",")
			}
			p.s(" ")
			p.attrArg(arg)
		}
		p.s("} ")
	}
}

// attrArg puts parentheses around an expression that begins with a string:
// there the string alone would be the argument.
func (p *printer) attrArg(e Expr) {
	if !isString(e) && beginsWithString(e) {
		p.s("(")
		defer p.s(")")
	}
	p.expr(e, precNone)
}

func beginsWithString(e Expr) bool {
	for {
		switch x := e.(type) {
		case *StringLit:
			return true
		case *BinaryExpr:
			e = x.X
		case *TypedExpr:
			e = x.X
		case *SelectExpr:
			e = x.Map
		case *StoreExpr:
			e = x.Map
		case *ExtractExpr:
			e = x.X
		case *FieldExpr:
			e = x.X
		case *FieldUpdateExpr:
			e = x.X
		case *IsExpr:
			e = x.X
		default:
			return false
		}
	}
}

func (p *printer) typ(t Type) {
	switch t := t.(type) {
	case *NamedType:
		switch t.Name {
		case "int", "bool", "real":
			p.s(t.Name)
		default:
			p.name(t.Name)
		}
		for _, a := range t.Args {
			p.s(" ")
			if n, ok := a.(*NamedType); ok && len(n.Args) == 0 {
				p.typ(a)
				continue
			}
			p.s("(")
			p.typ(a)
			p.s(")")
		}
	case *MapType:
		p.typeParams(t.Params)
		p.s("[")
		for i, x := range t.Index {
			if i > 0 {
				p.s(", ")
			}
			p.typ(x)
		}
		p.s("]")
		p.typ(t.Result)
	default:
		panic(fmt.Sprintf("boogie: unexpected %T", t))
	}
}

func (p *printer) binding(b *Binding) {
	p.attrs(b.Attrs)
	p.names(b.Names)
	p.s(": ")
	p.typ(b.Type)
	if b.Where != nil {
		p.s(" where ")
		p.expr(b.Where, precNone)
	}
}

func (p *printer) bindings(list []*Binding) {
	for i, b := range list {
		if i > 0 {
			p.s(", ")
		}
		p.binding(b)
	}
}

func (p *printer) decl(d Decl) {
	switch d := d.(type) {
	case *TypeDecl:
		p.s("type ")
		p.attrs(d.Attrs)
		for i, def := range d.Defs {
			if i > 0 {
				p.s(", ")
			}
			p.typeDef(def)
		}
		p.s(";\n")
	case *DatatypeDecl:
		p.datatype(d)
	case *ConstDecl:
		p.s("const ")
		p.attrs(d.Attrs)
		if d.Unique {
			p.s("unique ")
		}
		p.names(d.Names)
		p.s(": ")
		p.typ(d.Type)
		p.order(d)
		p.s(";\n")
	case *FuncDecl:
		p.funcDecl(d)
	case *AxiomDecl:
		if d.Hideable {
			p.s("hideable ")
		}
		p.s("axiom ")
		p.attrs(d.Attrs)
		p.expr(d.Expr, precNone)
		p.s(";\n")
	case *VarDecl:
		p.varDecl(d)
	case *ProcDecl:
		if d.Pure {
			p.s("pure ")
		}
		p.s("procedure ")
		p.signature(d.Attrs, d.Name, d.TypeParams, d.Ins, d.Outs)
		p.specsAndBody(d.Specs, d.Body)
	case *ImplDecl:
		p.s("implementation ")
		p.signature(d.Attrs, d.Name, d.TypeParams, d.Ins, d.Outs)
		p.s("\n")
		p.body(d.Body)
	case *YieldInvariantDecl:
		if d.Yield {
			p.s("yield ")
		}
		p.s("invariant ")
		p.attrs(d.Attrs)
		p.name(d.Name)
		p.s("(")
		p.bindings(d.Params)
		p.s(")")
		p.specsAndBody(d.Specs, nil)
	case *ActionDecl:
		if d.Pure {
			p.s("pure ")
		}
		p.mover(d.Mover)
		p.s("action ")
		p.signature(d.Attrs, d.Name, nil, d.Ins, d.Outs)
		p.specsAndBody(d.Specs, d.Body)
	case *YieldProcDecl:
		p.s("yield ")
		p.mover(d.Mover)
		p.s("procedure ")
		p.signature(d.Attrs, d.Name, nil, d.Ins, d.Outs)
		p.specsAndBody(d.Specs, d.Body)
	default:
		panic(fmt.Sprintf("boogie: unexpected %T", d))
	}
}

func (p *printer) mover(m Mover) {
	if m != NoMover {
		p.s(m.String(), " ")
	}
}

// specsAndBody prints what follows a signature; the body may be missing.
func (p *printer) specsAndBody(specs []*Spec, body *Body) {
	if body == nil {
		p.s(";")
	}
	p.s("\n")
	for _, s := range specs {
		p.spec(s)
	}
	if body != nil {
		p.body(body)
	}
}

func (p *printer) order(d *ConstDecl) {
	if d.Extends {
		p.s(" extends")
	}
	for i, parent := range d.Parents {
		if i > 0 {
			p.s(",")
		}
		if parent.Unique {
			p.s(" unique")
		}
		p.s(" ")
		p.name(parent.Const.Name)
	}
	if d.Complete {
		p.s(" complete")
	}
}

func (p *printer) typeDef(d *TypeDef) {
	p.name(d.Name)
	for _, n := range d.Params {
		p.s(" ")
		p.name(n.Name)
	}
	if d.Synonym != nil {
		p.s(" = ")
		p.typ(d.Synonym)
	}
}

func (p *printer) datatype(d *DatatypeDecl) {
	p.s("datatype ")
	p.attrs(d.Attrs)
	p.name(d.Name)
	p.typeParams(d.TypeParams)
	p.s(" {\n")
	for i, c := range d.Ctors {
		p.s("  ")
		p.name(c.Name)
		p.s("(")
		p.bindings(c.Fields)
		p.s(")")
		if i < len(d.Ctors)-1 {
			p.s(",")
		}
		p.s("\n")
	}
	p.s("}\n")
}

func (p *printer) varDecl(d *VarDecl) {
	p.s("var ")
	p.attrs(d.Attrs)
	p.bindings(d.Vars)
	p.s(";\n")
}

func (p *printer) funcDecl(d *FuncDecl) {
	if d.Revealed {
		p.s("revealed ")
	}
	p.s("function ")
	p.attrs(d.Attrs)
	p.name(d.Name)
	p.typeParams(d.TypeParams)
	p.s("(")
	for i, param := range d.Params {
		if i > 0 {
			p.s(", ")
		}
		p.funcParam(param)
	}
	p.s(") returns (")
	p.funcParam(d.Result)
	p.s(")")
	if d.Body == nil {
		p.s(";\n")
		return
	}
	p.s(" { ")
	p.expr(d.Body, precNone)
	p.s(" }\n")
}

func (p *printer) funcParam(d *FuncParam) {
	p.attrs(d.Attrs)
	if d.Name != "" {
		p.name(d.Name)
		p.s(": ")
	}
	p.typ(d.Type)
}

func (p *printer) signature(attrs []*Attr, name string, typeParams []*Name, ins, outs []*Binding) {
	p.attrs(attrs)
	p.name(name)
	p.typeParams(typeParams)
	p.s("(")
	p.bindings(ins)
	p.s(")")
	if len(outs) > 0 {
		p.s(" returns (")
		p.bindings(outs)
		p.s(")")
	}
}

func (p *printer) spec(s *Spec) {
	p.s("  ")
	if s.Free {
		p.s("free ")
	}
	p.s(s.Kind.String(), " ")
	p.attrs(s.Attrs)
	switch {
	case s.Action != nil:
		p.mover(s.Action.Mover)
		p.s("action ")
		p.attrs(s.Action.Attrs)
		p.name(s.Action.Name)
		p.s(" ")
		p.indent++
		p.body(s.Action.Body)
		p.indent--
		return
	case s.Kind == Modifies, s.Kind == Refines:
		p.names(s.Names)
	case s.Kind == Measure:
		p.exprs(s.Measure)
	case s.Call != nil:
		p.callHead(s.Call)
		p.callParams(s.Call)
	default:
		p.expr(s.Cond, precNone)
	}
	p.s(";\n")
}

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
	p.attrs(q.Attrs)
	for _, t := range q.Triggers {
		p.s("{")
		p.exprs(t.Terms)
		p.s("} ")
	}
	p.expr(q.Body, precNone)
	p.s(")")
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
