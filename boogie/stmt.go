package boogie

import (
	"slices"

	"github.com/alecthomas/participle/v2/lexer"
)

// body reads { LocalVars } { Stmt } "}" after the opening brace.
func (p *parser) body(open lexer.Position) *Body {
	b := &Body{Pos: at(open)}
	for p.tok.Type == tokVar {
		b.Locals = append(b.Locals, p.varDecl())
	}
	b.Stmts = p.stmts()
	b.End = at(p.want(tokRBrace, `"}"`)).At
	return b
}

// block reads "{" { Stmt } "}".
func (p *parser) block() []Stmt {
	p.enter()
	defer p.leave()
	p.want(tokLBrace, `"{"`)
	list := p.stmts()
	p.want(tokRBrace, `"}"`)
	return list
}

func (p *parser) stmts() []Stmt {
	var list []Stmt
	for p.tok.Type != tokRBrace && p.err == nil {
		list = append(list, p.stmt())
	}
	return list
}

func (p *parser) stmt() Stmt {
	switch tok := p.tok; tok.Type {
	case tokIdent:
		return p.labelOrAssign()
	case tokAssert:
		s := &AssertStmt{Pos: at(p.next())}
		s.Attrs, s.Cond = p.attrs(), p.expr()
		p.semi()
		return s
	case tokAssume:
		s := &AssumeStmt{Pos: at(p.next())}
		s.Attrs, s.Cond = p.attrs(), p.expr()
		p.semi()
		return s
	case tokHavoc:
		s := &HavocStmt{Pos: at(p.next())}
		s.Vars = p.variables(nil)
		p.semi()
		return s
	case tokFree, tokCall:
		return p.call(false)
	case tokGoto:
		s := &GotoStmt{Pos: at(p.next())}
		s.Attrs, s.Labels = p.attrs(), p.names()
		p.semi()
		return s
	case tokReturn:
		s := &ReturnStmt{Pos: at(p.next())}
		s.Attrs = p.attrs()
		p.semi()
		return s
	case tokIf:
		return p.ifStmt()
	case tokWhile:
		return p.whileStmt()
	case tokBreak:
		s := &BreakStmt{Pos: at(p.next())}
		if p.tok.Type == tokIdent {
			s.Label, _ = p.ident()
		}
		p.semi()
		return s
	case tokVar:
		p.fail(tok.Pos, `syntax error: unexpected "var", local variables must be declared before the first statement`)
		return nil
	}
	p.unexpected(`a statement or "}"`)
	return nil
}

func (p *parser) semi() { p.want(tokSemi, `";"`) }

// variables reads Ident { "," Ident }, or only the rest when the first is given.
func (p *parser) variables(first *IdentExpr) []*IdentExpr {
	if first == nil {
		first = p.variable()
	}
	list := []*IdentExpr{first}
	for p.got(tokComma) {
		list = append(list, p.variable())
	}
	return list
}

func (p *parser) variable() *IdentExpr {
	name, pos := p.ident()
	return &IdentExpr{Pos: at(pos), Name: name}
}

// stmtWords are statements that begin with a contextual keyword. None can be
// taken for a label, an assignment or a call: another identifier, a semicolon
// or a keyword follows.
var stmtWords = map[string]string{
	"yield": "yield", "par": "parallel calls", "measure": "measure",
}

// labelOrAssign reads a statement that begins with an identifier.
func (p *parser) labelOrAssign() Stmt {
	word := p.tok.Value
	first := p.variable()
	switch p.tok.Type {
	case tokColon:
		p.next()
		return &LabelStmt{Pos: first.Pos, Name: first.Name}
	case tokCall, tokFree:
		if word == "async" {
			return p.call(true)
		}
	case tokLParen:
		return p.unpack(first)
	case tokSemi, tokIdent, tokStar:
		if s := p.hideReveal(word, first); s != nil {
			return s
		}
		if what, ok := stmtWords[word]; ok {
			p.unsupported(lexer.Position{Filename: first.At.File, Line: first.At.Line, Column: first.At.Col}, what)
			return nil
		}
	case tokLBracket, tokComma, tokAssign, tokArrow:
	default:
		if what, ok := stmtWords[word]; ok {
			p.unsupported(lexer.Position{Filename: first.At.File, Line: first.At.Line, Column: first.At.Col}, what)
			return nil
		}
	}
	s := &AssignStmt{Lhs: []Expr{p.lhs(first)}}
	for p.got(tokComma) {
		s.Lhs = append(s.Lhs, p.lhs(p.variable()))
	}
	s.Pos = at(p.want(tokAssign, `":="`))
	s.Attrs, s.Rhs = p.attrs(), p.exprs()
	p.semi()
	if slices.ContainsFunc(s.Lhs, hasField) {
		return &FieldAssignStmt{*s}
	}
	return s
}

// hasField reports whether a left-hand side goes through the field of a
// datatype.
func hasField(lhs Expr) bool {
	for {
		switch e := lhs.(type) {
		case *FieldExpr:
			return true
		case *SelectExpr:
			lhs = e.Map
		default:
			return false
		}
	}
}

// unpack reads the rest of Ctor(x, y) := e.
func (p *parser) unpack(ctor *IdentExpr) Stmt {
	s := &UnpackStmt{Ctor: &Name{Pos: ctor.Pos, Name: ctor.Name}}
	p.next()
	s.Vars = p.variables(nil)
	p.want(tokRParen, `")"`)
	s.Pos = at(p.want(tokAssign, `":="`))
	s.Attrs, s.Rhs = p.attrs(), p.expr()
	p.semi()
	return s
}

// hideReveal reads the rest of hide, reveal, push or pop, or returns nil.
func (p *parser) hideReveal(word string, first *IdentExpr) Stmt {
	s := &HideRevealStmt{Pos: first.Pos, Command: word}
	switch {
	case word == "push" || word == "pop":
	case word != "hide" && word != "reveal":
		return nil
	case p.got(tokStar):
		s.Name = "*"
	default:
		s.Name, _ = p.ident()
	}
	p.semi()
	return s
}

// lhs reads the index lists of a left-hand side.
func (p *parser) lhs(x Expr) Expr {
	height := 1
	for p.tok.Type == tokLBracket || p.tok.Type == tokArrow {
		if p.tok.Type == tokArrow {
			height++
			p.setHeight(height)
			x = &FieldExpr{Pos: at(p.next()), X: x, Field: p.name()}
			continue
		}
		s := &SelectExpr{Pos: at(p.next()), Map: x}
		if p.tok.Type != tokRBracket {
			s.Index = p.exprs()
		}
		height = max(height, p.height) + 1
		p.setHeight(height)
		p.want(tokRBracket, `"]"`)
		x = s
	}
	return x
}

// call reads [ "free" ] "call" { Attr } [ outs ":=" ] Ident "(" args ")" ";".
func (p *parser) call(async bool) Stmt {
	s := &CallStmt{Async: async, Free: p.got(tokFree)}
	s.Pos = at(p.want(tokCall, `"call"`))
	s.Attrs = p.attrs()
	if p.tok.Type == tokForall {
		p.unsupported(p.tok.Pos, "call forall")
		return nil
	}
	first := p.variable()
	if p.tok.Type == tokComma || p.tok.Type == tokAssign {
		s.Outs = p.variables(first)
		p.want(tokAssign, `":="`)
		first = p.variable()
	}
	s.Proc = first.Name
	s.Args = p.args()
	if p.tok.Type == tokBar {
		p.unsupported(p.tok.Pos, "parallel calls")
	}
	p.semi()
	return s
}

// guard reads "(" ( "*" | Expr ) ")"; nil stands for *.
func (p *parser) guard() Expr {
	p.want(tokLParen, `"("`)
	var cond Expr
	if !p.got(tokStar) {
		cond = p.expr()
	}
	p.want(tokRParen, `")"`)
	return cond
}

// ifStmt reads an if with its else-if cascade. It loops over the cascade, as
// translators print long ones.
func (p *parser) ifStmt() Stmt {
	defer func(depth int) { p.depth = depth }(p.depth)
	var first, hole *IfStmt
	for {
		p.enter()
		s := &IfStmt{Pos: at(p.next())}
		s.Attrs, s.Cond, s.Then = p.attrs(), p.guard(), p.block()
		if hole == nil {
			first = s
		} else {
			hole.Else = []Stmt{s}
		}
		if !p.got(tokElse) {
			return first
		}
		s.HasElse = true
		if p.tok.Type != tokIf {
			s.Else = p.block()
			return first
		}
		hole = s
	}
}

func (p *parser) whileStmt() Stmt {
	s := &WhileStmt{Pos: at(p.next())}
	s.Cond = p.guard()
	for p.err == nil && p.tok.Type != tokLBrace {
		free := p.got(tokFree)
		switch {
		case p.isWord("invariant"):
			inv := &Invariant{Pos: at(p.next()), Free: free}
			inv.Attrs = p.attrs()
			if p.tok.Type == tokCall {
				p.unsupported(p.tok.Pos, "call as an invariant")
			}
			inv.Cond = p.expr()
			p.semi()
			s.Invariants = append(s.Invariants, inv)
		case p.isWord("measure"):
			p.unsupported(p.tok.Pos, "measure")
		default:
			p.unexpected(`"invariant" or "{"`)
		}
	}
	s.Body = p.block()
	return s
}
