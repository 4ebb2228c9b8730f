package boogie

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"semdiff/internal/source"
)

// The structs below are the grammar of declarations; participle reads it from
// the struct tags. They are converted to the nodes of nodes.go, because
// participle can only record where a struct begins, while messages point at the
// declared name. What occurs thousands of times in a file (expressions, types,
// statements) is parsed by hand in expr.go, parser.go and stmt.go, reached
// through participle's ParseTypeWith and Parseable, or, for axioms and the
// bodies of procedures, straight from the scanner (chunk.go).

// declGrammar is the grammar of the declarations that begin with some word.
type declGrammar func(*lexer.PeekingLexer) (declSyntax, error)

// grammars are by first word, so that participle has no alternatives to try.
var grammars = map[string]declGrammar{
	"function": grammar[funcSyntax](), "revealed": grammar[revealedSyntax](), "const": grammar[constSyntax](),
	"var": grammar[varSyntax](), "type": grammar[typeSyntax](), "datatype": grammar[datatypeSyntax](),
	"procedure": grammar[procSyntax](), "implementation": grammar[implSyntax](), "pure": grammar[pureSyntax](),
	"invariant": grammar[invariantSyntax](), "yield": grammar[yieldSyntax](), "action": actionGrammar,
	"left": actionGrammar, "right": actionGrammar, "both": actionGrammar, "atomic": actionGrammar,
}

var actionGrammar = grammar[actionSyntax]()

// grammar builds a participle parser on first use.
func grammar[T any, P interface {
	*T
	declSyntax
}]() declGrammar {
	parser := sync.OnceValue(func() *participle.Parser[T] {
		return participle.MustBuild[T](
			participle.Lexer(lexerDef{}),
			// Every alternative is told by its first token.
			participle.UseLookahead(0),
			participle.ParseTypeWith(parseWith((*parser).expr)),
			participle.ParseTypeWith(parseWith((*parser).declaredType)),
		)
	})
	return func(lex *lexer.PeekingLexer) (declSyntax, error) {
		tree, err := parser().ParseFromLexer(lex, participle.AllowTrailing(true))
		return P(tree), err
	}
}

// parseWith makes a production of participle from a method of parser.
func parseWith[T any](parse func(*parser) T) func(*lexer.PeekingLexer) (T, error) {
	return func(lex *lexer.PeekingLexer) (T, error) {
		p := newParser(lex)
		x := parse(p)
		return x, p.failure()
	}
}

// declSyntax is one alternative of a declaration. It turns itself into nodes
// and reports what the grammar cannot express. The chunk holds the bodies.
type declSyntax interface {
	nodes(c *chunk) []Decl
}

type funcSyntax struct {
	Attrs      attrsSyntax   `parser:"'function' @@"`
	Name       lexer.Token   `parser:"@Ident"`
	TypeParams []lexer.Token `parser:"('<' @(Ident (',' Ident)*) '>')?"`
	Params     paramsSyntax  `parser:"@@"`
	Result     *paramSyntax  `parser:"( 'returns' '(' @@ ')'"`
	ResultType Type          `parser:"| ':' @@ )"`
	Body       Expr          `parser:"( '{' @@"`
	End        lexer.Token   `parser:"@'}'"`
	Uses       []axiomSyntax `parser:"('uses' '{' @@*"`
	UsesEnd    lexer.Token   `parser:"@'}')?"`
	UsesAlone  []axiomSyntax `parser:"| 'uses' '{' @@* '}' | ';' )"`
}

type datatypeSyntax struct {
	Attrs      attrsSyntax   `parser:"'datatype' @@"`
	Name       lexer.Token   `parser:"@Ident"`
	TypeParams []lexer.Token `parser:"('<' @(Ident (',' Ident)*) '>')?"`
	Ctors      []ctorSyntax  `parser:"'{' @@ (',' @@)* '}'"`
}

type ctorSyntax struct {
	Name   lexer.Token   `parser:"@Ident"`
	Fields formalsSyntax `parser:"@@"`
}

type revealedSyntax struct {
	Func *funcSyntax `parser:"'revealed' @@"`
}

type pureSyntax struct {
	Proc   *procSyntax   `parser:"'pure' ( @@"`
	Action *actionSyntax `parser:"| @@ )"`
}

type procSyntax struct {
	Sig   sigSyntax        `parser:"'procedure' @@"`
	Specs []procSpecSyntax `parser:"( ';' @@*"`
	Ahead []procSpecSyntax `parser:"| @@*"`
	Body  lexer.Token      `parser:"@Body )"`
}

type implSyntax struct {
	Sig  sigSyntax   `parser:"'implementation' @@"`
	Body lexer.Token `parser:"@Body"`
}

type sigSyntax struct {
	Attrs      attrsSyntax   `parser:"@@"`
	Name       lexer.Token   `parser:"@Ident"`
	TypeParams []lexer.Token `parser:"('<' @(Ident (',' Ident)*) '>')?"`
	Ins        formalsSyntax `parser:"@@"`
	Outs       formalsSyntax `parser:"('returns' @@)?"`
}

type constSyntax struct {
	Pos    lexer.Position
	Attrs  attrsSyntax   `parser:"'const' @@"`
	Unique bool          `parser:"@'unique'?"`
	Names  []lexer.Token `parser:"@(Ident (',' Ident)*)"`
	Type   Type          `parser:"':' @@"`
	Order  orderSyntax   `parser:"@@"`
	Uses   []axiomSyntax `parser:"( 'uses' '{' @@* '}' | ';' )"`
}

type varSyntax struct {
	Pos   lexer.Position
	Attrs attrsSyntax    `parser:"'var' @@"`
	Vars  bindingsSyntax `parser:"@@ ';'"`
}

type typeSyntax struct {
	Pos   lexer.Position
	Attrs attrsSyntax     `parser:"'type' @@"`
	Defs  []typeDefSyntax `parser:"@@ (',' @@)* ';'"`
}

type typeDefSyntax struct {
	Name    lexer.Token   `parser:"@Ident"`
	Params  []lexer.Token `parser:"@(Ident Ident*)?"`
	Synonym synonymSyntax `parser:"('=' @@)?"`
}

// The productions that are parsed by hand.
type (
	attrsSyntax   struct{ list []*Attr }
	formalsSyntax struct {
		list []*Binding
		end  source.Pos // the closing parenthesis
	}
	bindingsSyntax struct{ list []*Binding }
	paramsSyntax   struct {
		list     []*FuncParam
		problems source.List
	}
	paramSyntax struct {
		param    *FuncParam
		problems source.List
	}
	orderSyntax struct {
		extends, complete bool
		parents           []*Parent
	}
	synonymSyntax struct{ typ Type }
	axiomSyntax   struct{ axiom *AxiomDecl }
)

// Parse implements participle.Parseable.
func (s *attrsSyntax) Parse(lex *lexer.PeekingLexer) (err error) {
	s.list, err = parseWith((*parser).attrs)(lex)
	return err
}

// Parse implements participle.Parseable.
func (s *formalsSyntax) Parse(lex *lexer.PeekingLexer) error {
	p := newParser(lex)
	s.list = p.formals()
	s.end = at(p.last).At
	return p.failure()
}

// Parse implements participle.Parseable.
func (s *bindingsSyntax) Parse(lex *lexer.PeekingLexer) (err error) {
	s.list, err = parseWith((*parser).bindings)(lex)
	return err
}

// Parse implements participle.Parseable.
func (s *paramsSyntax) Parse(lex *lexer.PeekingLexer) error {
	p := newParser(lex)
	s.list, s.problems = p.funcParams()
	return p.failure()
}

// Parse implements participle.Parseable.
func (s *paramSyntax) Parse(lex *lexer.PeekingLexer) error {
	p := newParser(lex)
	s.param = p.funcParam(&s.problems)
	return p.failure()
}

// Parse implements participle.Parseable.
func (s *synonymSyntax) Parse(lex *lexer.PeekingLexer) (err error) {
	s.typ, err = parseWith((*parser).typ)(lex)
	return err
}

// Parse implements participle.Parseable: the partial order of constants, which
// Boogie 2.4 still had.
func (s *orderSyntax) Parse(lex *lexer.PeekingLexer) error {
	p := newParser(lex)
	if p.isWord("extends") {
		p.next()
		s.extends = true
		if p.tok.Type == tokUnique || p.tok.Type == tokIdent && !p.isWord("complete") && !p.isWord("uses") {
			s.parents = p.parents()
		}
	}
	if p.isWord("complete") {
		p.next()
		s.complete = true
	}
	return p.failure()
}

// Parse implements participle.Parseable: an axiom of a uses clause.
func (s *axiomSyntax) Parse(lex *lexer.PeekingLexer) error {
	p := newParser(lex)
	if p.tok.Type != tokAxiom && !p.isWord("hideable") {
		return participle.NextMatch
	}
	s.axiom = p.axiom()
	return p.failure()
}

// tokenNames makes names of the identifiers of a comma-separated list.
func tokenNames(toks []lexer.Token) []*Name {
	var list []*Name
	for _, t := range toks {
		if t.Type == tokIdent {
			list = append(list, nameOf(t))
		}
	}
	return list
}

func (s *funcSyntax) nodes(c *chunk) []Decl {
	d := &FuncDecl{
		Pos: at(s.Name.Pos), Attrs: s.Attrs.list, Name: identName(s.Name), TypeParams: tokenNames(s.TypeParams),
		Params: s.Params.list, Body: s.Body,
	}
	c.problems = append(c.problems, s.Params.problems...)
	if s.Result != nil {
		d.Result = s.Result.param
		c.problems = append(c.problems, s.Result.problems...)
	} else {
		d.Result = &FuncParam{Pos: Pos{s.ResultType.Position()}, Type: s.ResultType}
	}
	s.checkDefine(d, c)
	return withUses(d, append(s.Uses, s.UsesAlone...))
}

// checkDefine reports, at the end of a function, attributes that do not fit.
func (s *funcSyntax) checkDefine(d *FuncDecl, c *chunk) {
	if d.Body == nil || FindAttr(d.Attrs, "define") == nil {
		return
	}
	end := at(s.End.Pos).At
	if s.UsesEnd.Type == tokRBrace {
		end = at(s.UsesEnd.Pos).At
	}
	switch {
	case FindAttr(d.Attrs, "inline") != nil:
		c.problems.Addf(end, "function cannot have both :inline and :define attributes")
	case len(d.TypeParams) > 0:
		c.problems.Addf(end, "function with :define attribute has to be monomorphic")
	}
}

// withUses puts the axioms of a uses clause after the declaration they belong
// to: the clause only tells a prover when it can leave them out.
func withUses(d Decl, uses []axiomSyntax) []Decl {
	decls := []Decl{d}
	for _, a := range uses {
		decls = append(decls, a.axiom)
	}
	return decls
}

func (s *datatypeSyntax) nodes(c *chunk) []Decl {
	d := &DatatypeDecl{
		Pos: at(s.Name.Pos), Attrs: s.Attrs.list, Name: identName(s.Name), TypeParams: tokenNames(s.TypeParams),
	}
	seen := map[string]bool{}
	for _, ctor := range s.Ctors {
		name := nameOf(ctor.Name)
		if seen[name.Name] {
			c.problems.Addf(ctor.Fields.end, "constructor name %s used more than once in datatype", name.Name)
		}
		seen[name.Name] = true
		for _, b := range ctor.Fields.list {
			if b.Where != nil {
				c.problems.Addf(b.whereEnd, "where clause not allowed on constructor fields")
			}
		}
		d.Ctors = append(d.Ctors, &Constructor{Pos: name.Pos, Name: name.Name, Fields: ctor.Fields.list})
	}
	return []Decl{d}
}

func (s *revealedSyntax) nodes(c *chunk) []Decl {
	decls := s.Func.nodes(c)
	decls[0].(*FuncDecl).Revealed = true
	return decls
}

func (s *pureSyntax) nodes(c *chunk) []Decl {
	if s.Action != nil {
		decls := s.Action.nodes(c)
		decls[0].(*ActionDecl).Pure = true
		return decls
	}
	decls := s.Proc.nodes(c)
	decls[0].(*ProcDecl).Pure = true
	return decls
}

func (s *procSyntax) nodes(c *chunk) []Decl {
	d := &ProcDecl{
		Pos: at(s.Sig.Name.Pos), Attrs: s.Sig.Attrs.list, Name: identName(s.Sig.Name),
		TypeParams: tokenNames(s.Sig.TypeParams), Ins: s.Sig.Ins.list, Outs: s.Sig.Outs.list, Body: c.body(s.Body),
	}
	for _, x := range append(s.Specs, s.Ahead...) {
		d.Specs = append(d.Specs, x.node(c))
	}
	return []Decl{d}
}

func (s *implSyntax) nodes(c *chunk) []Decl {
	d := &ImplDecl{
		Pos: at(s.Sig.Name.Pos), Attrs: s.Sig.Attrs.list, Name: identName(s.Sig.Name),
		TypeParams: tokenNames(s.Sig.TypeParams), Ins: s.Sig.Ins.list, Outs: s.Sig.Outs.list, Body: c.body(s.Body),
	}
	for _, formals := range [][]*Binding{d.Ins, d.Outs} {
		for _, b := range formals {
			if b.Where != nil {
				c.problems.Addf(b.whereEnd, "where clause not allowed on the 'implementation' copies of formals")
			}
		}
	}
	return []Decl{d}
}

func (s *constSyntax) nodes(*chunk) []Decl {
	d := &ConstDecl{Pos: at(s.Pos), Attrs: s.Attrs.list, Unique: s.Unique, Names: tokenNames(s.Names), Type: s.Type}
	d.Extends, d.Parents, d.Complete = s.Order.extends, s.Order.parents, s.Order.complete
	return withUses(d, s.Uses)
}

func (s *varSyntax) nodes(*chunk) []Decl {
	return []Decl{&VarDecl{Pos: at(s.Pos), Attrs: s.Attrs.list, Vars: s.Vars.list}}
}

func (s *typeSyntax) nodes(*chunk) []Decl {
	d := &TypeDecl{Pos: at(s.Pos), Attrs: s.Attrs.list}
	for _, def := range s.Defs {
		d.Defs = append(d.Defs, &TypeDef{
			Pos: at(def.Name.Pos), Name: identName(def.Name), Params: tokenNames(def.Params), Synonym: def.Synonym.typ,
		})
	}
	return []Decl{d}
}
