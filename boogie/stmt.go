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

// labelOrAssign reads a statement that begins with an identifier.
func (p *parser) labelOrAssign() Stmt {
	word := p.tok.Value
	first := p.variable()
	switch p.tok.Type {
	case tokColon:
		p.next()
		return &LabelStmt{Pos: first.Pos, Name: first.Name}
	case tokLParen:
		if word == "measure" {
			return p.measureOrUnpack(first)
		}
		return p.unpack(first)
	case tokLBracket, tokComma, tokAssign, tokArrow:
	default:
		if s := p.wordStmt(word, first.Pos); s != nil {
			return s
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

// wordStmt reads the rest of a statement whose first word is a contextual
// keyword, or returns nil. None can be taken for a label, an assignment or a
// call: another identifier, a semicolon, a keyword or an expression follows.
func (p *parser) wordStmt(word string, pos Pos) Stmt {
	switch word {
	case "async":
		if p.tok.Type == tokCall || p.tok.Type == tokFree {
			return p.call(true)
		}
	case "yield":
		if p.tok.Type == tokSemi {
			p.next()
			return &YieldStmt{Pos: pos}
		}
	case "par":
		return p.parCall(pos)
	case "measure":
		return p.measure(pos)
	case "push", "pop":
		p.semi()
		return &HideRevealStmt{Pos: pos, Command: word}
	case "hide", "reveal":
		s := &HideRevealStmt{Pos: pos, Command: word}
		if p.got(tokStar) {
			s.Name = "*"
		} else {
			s.Name, _ = p.ident()
		}
		p.semi()
		return s
	}
	return nil
}

// unpack reads the rest of Ctor(x, y) := e.
func (p *parser) unpack(ctor *IdentExpr) Stmt {
	p.next()
	vars := p.variables(nil)
	p.want(tokRParen, `")"`)
	return p.unpackFrom(ctor, vars)
}

// unpackFrom reads := e.
func (p *parser) unpackFrom(ctor *IdentExpr, vars []*IdentExpr) Stmt {
	s := &UnpackStmt{Ctor: &Name{Pos: ctor.Pos, Name: ctor.Name}, Vars: vars}
	s.Pos = at(p.want(tokAssign, `":="`))
	s.Attrs, s.Rhs = p.attrs(), p.expr()
	p.semi()
	return s
}

// measure reads { Attr } Expr { "," Expr } ";".
func (p *parser) measure(pos Pos) *MeasureStmt {
	s := &MeasureStmt{Pos: pos}
	s.Attrs, s.Exprs = p.attrs(), p.exprs()
	p.semi()
	return s
}

// measureOrUnpack reads what follows measure before a parenthesis: an
// expression, or the variables that a constructor of that name is unpacked to.
func (p *parser) measureOrUnpack(first *IdentExpr) Stmt {
	p.next()
	list := []Expr{p.parenthesized()}
	for p.got(tokComma) {
		list = append(list, p.expr())
	}
	p.want(tokRParen, `")"`)
	if len(list) == 1 && p.tok.Type != tokAssign {
		p.seed = list[0]
		return p.measure(first.Pos)
	}
	vars := make([]*IdentExpr, len(list))
	for i, e := range list {
		v, ok := e.(*IdentExpr)
		if !ok {
			p.unexpected(`";"`)
			return nil
		}
		vars[i] = v
	}
	return p.unpackFrom(first, vars)
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

// call reads [ "free" ] "call" Params { "|" Params } ";".
func (p *parser) call(async bool) Stmt {
	s := &CallStmt{Async: async, Free: p.got(tokFree)}
	s.Pos = at(p.want(tokCall, `"call"`))
	if !p.callParams(s) {
		return nil
	}
	if p.tok.Type == tokBar {
		if async || s.Free {
			p.failAt(s.Pos, "parallel call not allowed")
		}
		return p.parCalls(s)
	}
	p.semi()
	return s
}

// parCall reads the rest of the older "par" Params { "|" Params } ";".
func (p *parser) parCall(pos Pos) Stmt {
	first := &CallStmt{Pos: pos}
	if !p.callParams(first) {
		return nil
	}
	return p.parCalls(first)
}

// parCalls reads { "|" Params } ";".
func (p *parser) parCalls(first *CallStmt) Stmt {
	s := &ParCallStmt{Pos: first.Pos, Calls: []*CallStmt{first}}
	for p.got(tokBar) {
		call := &CallStmt{Pos: first.Pos}
		if !p.callParams(call) {
			return nil
		}
		s.Calls = append(s.Calls, call)
	}
	p.semi()
	return s
}

// callParams reads { Attr } [ outs ":=" ] Ident "(" args ")".
func (p *parser) callParams(s *CallStmt) bool {
	s.Attrs = p.attrs()
	if p.tok.Type == tokForall {
		p.unsupported(p.tok.Pos, "call forall")
		return false
	}
	first := p.variable()
	if p.tok.Type == tokComma || p.tok.Type == tokAssign {
		s.Outs = p.variables(first)
		p.want(tokAssign, `":="`)
		first = p.variable()
	}
	s.Proc = first.Name
	s.Args = p.args()
	return p.err == nil
}

// condOrCall reads a condition or, in its place, the call of a yield invariant,
// without the semicolon.
func (p *parser) condOrCall() (Expr, *CallStmt) {
	if p.tok.Type == tokCall || p.tok.Type == tokFree {
		return nil, p.specCall(false)
	}
	e := p.expr()
	if v, ok := e.(*IdentExpr); ok && v.Name == "async" && (p.tok.Type == tokCall || p.tok.Type == tokFree) {
		return nil, p.specCall(true)
	}
	return e, nil
}

func (p *parser) specCall(async bool) *CallStmt {
	s := &CallStmt{Async: async, Free: p.got(tokFree)}
	s.Pos = at(p.want(tokCall, `"call"`))
	p.callParams(s)
	if p.tok.Type == tokBar {
		p.failAt(s.Pos, "parallel call not allowed")
	}
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
		if p.isWord("measure") {
			s.Measures = append(s.Measures, p.measure(at(p.next())))
			continue
		}
		free := p.got(tokFree)
		if !p.isWord("invariant") {
			p.unexpected(`"invariant", "measure" or "{"`)
			break
		}
		pos := at(p.next())
		attrs := p.attrs()
		if cond, call := p.condOrCall(); call != nil {
			s.Calls = append(s.Calls, &InvariantCall{Pos: pos, Free: free, Attrs: attrs, Call: call})
		} else {
			s.Invariants = append(s.Invariants, &Invariant{Pos: pos, Free: free, Attrs: attrs, Cond: cond})
		}
		p.semi()
	}
	s.Body = p.block()
	return s
}
