package boogie

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"semdiff/internal/source"
)

const (
	// maxDepth bounds the nesting of expressions, types and statements.
	maxDepth = 10_000
	// maxHeight bounds the height of expression trees, which grow without
	// nesting too: a + a + a, m[i][i][i].
	maxHeight = 100_000
)

// parser reads what stands inside declarations. It looks one token ahead. The
// first error sticks and makes everything that follows look like the end of
// the file, so that all loops end and no function needs to check.
type parser struct {
	lex   tokens
	tok   lexer.Token    // the next token
	last  lexer.Position // of the token consumed last
	depth int
	// height is that of the expression read last; an upper bound suffices.
	height int
	// seed is an expression that index has read ahead; atom returns it.
	seed Expr
	// opened is where the content of the parenthesis opened last begins.
	opened lexer.Position
	err    participle.Error
	// problems are those that do not keep the parser from going on.
	problems []participle.Error
}

// tokens is where a parser reads from: a lexer.PeekingLexer or a stream.
type tokens interface {
	Next() *lexer.Token // consumes
	Peek() *lexer.Token
}

func newParser(lex tokens) *parser { return &parser{lex: lex, tok: *lex.Peek()} }

// failure is the error as participle wants it: it commits to an alternative,
// and so to its error, only when a token was consumed.
func (p *parser) failure() error {
	if p.err == nil && len(p.problems) > 0 {
		p.err = p.problems[0]
	}
	if p.err == nil {
		return nil
	}
	p.lex.Next()
	return p.err
}

// next consumes a token and returns its position.
func (p *parser) next() lexer.Position {
	p.last = p.tok.Pos
	if p.err == nil {
		p.lex.Next()
		p.tok = *p.lex.Peek()
	}
	return p.last
}

// got consumes the next token if it is of type t.
func (p *parser) got(t lexer.TokenType) bool {
	if p.tok.Type == t {
		p.next()
		return true
	}
	return false
}

// want consumes a token of type t and returns its position; text names it in
// the error.
func (p *parser) want(t lexer.TokenType, text string) lexer.Position {
	if p.tok.Type != t {
		p.unexpected(text)
	}
	return p.next()
}

func (p *parser) fail(pos lexer.Position, format string, args ...any) {
	if p.err != nil {
		return
	}
	p.err = participle.Errorf(pos, format, args...)
	p.tok = lexer.EOFToken(pos)
}

// problem reports what is wrong although the syntax is not.
func (p *parser) problem(pos lexer.Position, format string, args ...any) {
	if p.err == nil {
		p.problems = append(p.problems, participle.Errorf(pos, format, args...))
	}
}

// failAt reports a problem of a node that was read before.
func (p *parser) failAt(pos Pos, format string, args ...any) {
	p.fail(lexer.Position{Filename: pos.At.File, Line: pos.At.Line, Column: pos.At.Col, Offset: p.last.Offset}, format, args...)
}

func (p *parser) unexpected(expected string) {
	p.fail(p.tok.Pos, "%s", unexpectedMessage(p.tok, expected))
}

// unsupported reports a construct of the language that is not read yet.
func (p *parser) unsupported(pos lexer.Position, what string) {
	p.fail(pos, "not supported yet: %s", what)
}

func unexpectedMessage(tok lexer.Token, expected string) string {
	return fmt.Sprintf("syntax error: unexpected %s, expected %s", quoted(tok), expected)
}

// quoted is what messages call a token.
func quoted(tok lexer.Token) string {
	switch {
	case tok.EOF() && tok.Value == "":
		return "end of file"
	case tok.EOF(): // made by end
		return tok.Value
	case tok.Type == tokString:
		return "string " + tok.Value
	}
	return `"` + tok.Value + `"`
}

// enter counts a level of nesting; leave undoes it.
func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.tok.Pos, "nesting is deeper than %d levels", maxDepth)
	}
}

func (p *parser) leave() { p.depth-- }

// isWord reports whether the next token is the contextual keyword word.
func (p *parser) isWord(word string) bool { return p.tok.Type == tokIdent && p.tok.Value == word }

func at(pos lexer.Position) Pos {
	var p Pos
	p.At.File, p.At.Line, p.At.Col = pos.Filename, pos.Line, pos.Column
	return p
}

// identName is the name that an identifier token spells.
func identName(tok lexer.Token) string { return strings.TrimPrefix(tok.Value, `\`) }

func nameOf(tok lexer.Token) *Name { return &Name{Pos: at(tok.Pos), Name: identName(tok)} }

// ident consumes an identifier.
func (p *parser) ident() (string, lexer.Position) {
	if p.tok.Type != tokIdent {
		p.unexpected("an identifier")
		return "", p.tok.Pos
	}
	name := identName(p.tok)
	return name, p.next()
}

func (p *parser) name() *Name {
	name, pos := p.ident()
	return &Name{Pos: at(pos), Name: name}
}

// names reads Ident { "," Ident }.
func (p *parser) names() []*Name {
	list := []*Name{p.name()}
	for p.got(tokComma) {
		list = append(list, p.name())
	}
	return list
}

// typeParams reads an optional "<" Ident { "," Ident } ">".
func (p *parser) typeParams() []*Name {
	if !p.got(tokLt) {
		return nil
	}
	list := p.names()
	p.want(tokGt, `">"`)
	return list
}

// attrs reads { Attr }.
func (p *parser) attrs() []*Attr {
	var list []*Attr
	for p.tok.Type == tokLBrace {
		open := p.next()
		if p.tok.Type != tokColon {
			p.exprs()
			p.want(tokRBrace, `"}"`)
			p.problem(p.last, "only attributes, not triggers, allowed here")
			continue
		}
		list = append(list, p.attr(open))
	}
	return list
}

// attr reads an attribute from its colon on.
func (p *parser) attr(open lexer.Position) *Attr {
	p.next()
	a := &Attr{Pos: at(open)}
	a.Name, _ = p.ident()
	if p.tok.Type != tokRBrace {
		a.Args = append(a.Args, p.attrArg())
		for p.got(tokComma) {
			a.Args = append(a.Args, p.attrArg())
		}
	}
	if a.Name == "nopats" && (len(a.Args) != 1 || isString(a.Args[0])) {
		p.problem(p.last, "the 'nopats' quantifier attribute expects a string-literal parameter")
	}
	p.want(tokRBrace, `"}"`)
	return a
}

// attrArg reads a string, which no operator can follow, or an expression.
func (p *parser) attrArg() Expr {
	if p.tok.Type == tokString {
		return p.stringLit()
	}
	return p.expr()
}

func isString(e Expr) bool {
	_, ok := e.(*StringLit)
	return ok
}

// typ reads a type.
func (p *parser) typ() Type { return p.typeBefore() }

// typeBefore reads a type that one of some contextual keywords can follow. A
// type constructor reads its arguments greedily, so that they cannot have such
// a name there without a backslash.
func (p *parser) typeBefore(words ...string) Type {
	p.enter()
	defer p.leave()
	switch p.tok.Type {
	case tokIdent:
		t := p.namedType()
		for p.startsTypeArg(words) {
			arg, last := p.typeArg(words)
			t.Args = append(t.Args, arg)
			if last {
				break
			}
		}
		return t
	case tokIntType, tokBool, tokReal:
		return p.namedType()
	case tokLParen:
		p.next()
		t := p.typ()
		p.want(tokRParen, `")"`)
		return t
	case tokLt, tokLBracket:
		return p.mapType(words)
	}
	p.unexpected("a type")
	return nil
}

// declaredType reads the type of a constant or the result of a function.
func (p *parser) declaredType() Type { return p.typeBefore("extends", "complete", "uses") }

func (p *parser) namedType() *NamedType {
	name := identName(p.tok)
	if name != p.tok.Value && (name == "int" || name == "bool" || name == "real") {
		p.unsupported(p.tok.Pos, "a type named "+p.tok.Value)
	}
	return &NamedType{Name: name, Pos: at(p.next())}
}

// startsTypeArg reports whether the next token continues the arguments of a
// type constructor.
func (p *parser) startsTypeArg(words []string) bool {
	switch p.tok.Type {
	case tokIdent:
		return !slices.Contains(words, p.tok.Value)
	case tokIntType, tokBool, tokReal, tokLParen, tokLt, tokLBracket:
		return true
	}
	return false
}

// typeArg reads one argument of a type constructor; a map type is the last one.
func (p *parser) typeArg(words []string) (t Type, last bool) {
	switch p.tok.Type {
	case tokIdent:
		return p.namedType(), false
	case tokLt, tokLBracket:
		return p.typeBefore(words...), true
	}
	return p.typ(), false
}

func (p *parser) mapType(words []string) *MapType {
	t := &MapType{Pos: at(p.tok.Pos)}
	t.Params = p.typeParams()
	p.want(tokLBracket, `"["`)
	if p.tok.Type != tokRBracket {
		t.Index = append(t.Index, p.typ())
		for p.got(tokComma) {
			t.Index = append(t.Index, p.typ())
		}
	}
	p.want(tokRBracket, `"]"`)
	t.Result = p.typeBefore(words...)
	return t
}

// axiom reads [ "hideable" ] "axiom" { Attr } Expr ";".
func (p *parser) axiom() *AxiomDecl {
	d := &AxiomDecl{}
	if p.isWord("hideable") {
		p.next()
		d.Hideable = true
	}
	d.Pos = at(p.want(tokAxiom, `"axiom"`))
	d.Attrs, d.Expr = p.attrs(), p.expr()
	p.semi()
	return d
}

// parents reads [ "unique" ] Ident { "," [ "unique" ] Ident }.
func (p *parser) parents() []*Parent {
	var list []*Parent
	for {
		parent := &Parent{Pos: at(p.tok.Pos), Unique: p.got(tokUnique), Const: p.variable()}
		list = append(list, parent)
		if !p.got(tokComma) {
			return list
		}
	}
}

// binding reads { Attr } Ident { "," Ident } ":" Type [ "where" Expr ].
func (p *parser) binding() *Binding {
	b := &Binding{Attrs: p.attrs()}
	b.Names = p.names()
	b.Pos = b.Names[0].Pos
	p.want(tokColon, `":"`)
	b.Type = p.typ()
	if p.got(tokWhere) {
		b.Where = p.expr()
		b.whereEnd = at(p.last).At
	}
	return b
}

func (p *parser) bindings() []*Binding {
	list := []*Binding{p.binding()}
	for p.got(tokComma) {
		list = append(list, p.binding())
	}
	return list
}

// formals reads "(" [ bindings ] ")".
func (p *parser) formals() []*Binding {
	var list []*Binding
	p.want(tokLParen, `"("`)
	if p.tok.Type != tokRParen {
		list = p.bindings()
	}
	p.want(tokRParen, `")"`)
	return list
}

// varDecl reads "var" { Attr } bindings ";".
func (p *parser) varDecl() *VarDecl {
	d := &VarDecl{Pos: at(p.next())}
	d.Attrs = p.attrs()
	d.Vars = p.bindings()
	p.want(tokSemi, `";"`)
	return d
}

// funcParam reads { Attr } Type [ ":" Type ].
func (p *parser) funcParam(problems *source.List) *FuncParam {
	param := &FuncParam{Attrs: p.attrs()}
	param.Pos, param.Type = at(p.tok.Pos), p.typ()
	if p.tok.Type != tokColon {
		return param
	}
	name, bare := bareName(param.Type)
	pos := at(p.next())
	if !bare {
		problems.Addf(pos.At, "expected identifier before ':'")
		p.typ()
		return param
	}
	param.Name = name
	param.Pos, param.Type = at(p.tok.Pos), p.typ()
	return param
}

func bareName(t Type) (string, bool) {
	n, ok := t.(*NamedType)
	if !ok || len(n.Args) > 0 || n.Name == "int" || n.Name == "bool" || n.Name == "real" {
		return "", false
	}
	return n.Name, true
}

// funcParams reads the formals of a function. When one of them is named, a bare
// name before it takes its type: (x, y: int). What is wrong with that is
// returned.
func (p *parser) funcParams() (list []*FuncParam, problems source.List) {
	p.want(tokLParen, `"("`)
	if p.tok.Type != tokRParen {
		for {
			list = append(list, p.funcParam(&problems))
			if !p.got(tokComma) {
				break
			}
		}
	}
	p.want(tokRParen, `")"`)
	if p.err == nil && slices.ContainsFunc(list, func(f *FuncParam) bool { return f.Name != "" }) {
		nameParams(list, &problems)
	}
	return list, problems
}

// nameParams takes the types of formals without a name for their names.
func nameParams(list []*FuncParam, problems *source.List) {
	var last Type
	for _, param := range slices.Backward(list) {
		name, bare := bareName(param.Type)
		switch {
		case param.Name != "":
			last = param.Type
		case last == nil:
			problems.Addf(param.At, "the type of the last parameter is unspecified")
			return
		case !bare:
			problems.Addf(param.At, "expecting an identifier as parameter name")
		default:
			param.Name, param.Type = name, last
		}
	}
}

// smallInt reads the value of a numeral that has to fit an int.
func smallInt(text string) (int, bool) {
	n := 0
	for _, c := range text {
		n = n*10 + int(c-'0')
		if n > math.MaxInt32 {
			return 0, false
		}
	}
	return n, true
}
