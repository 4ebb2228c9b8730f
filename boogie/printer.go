package boogie

import (
	"bufio"
	"fmt"
	"io"
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

// FormulaString is ExprString without the triggers and attributes of quantifiers:
// expressions of one text have one meaning.
func FormulaString(e Expr) string {
	return printed(func(pr *printer) {
		pr.bare = true
		pr.expr(e, precNone)
	})
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
	bare   bool // leaves out what only advises solvers
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
