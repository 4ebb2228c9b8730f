package boogie

import (
	"errors"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"semdiff/internal/source"
)

// chunk is the lexer that participle sees. It makes two changes to the tokens
// of the scanner, because participle stores all tokens before it starts:
//
// It ends before each declaration that begins with a keyword, so that the
// tokens stay few, and the next declaration is a place to go on after an error.
//
// The body of a procedure is one token, Body. It is parsed when it is met,
// straight from the scanner, and waits in the chunk for its procedure.
//
// Axioms do not come this way: they are parsed straight from the scanner.
type chunk struct {
	s        *scanner
	problems source.List

	next    lexer.Token
	started bool // the chunk has a token
	proc    bool // it began with procedure, implementation or action
	formals bool // a list in parentheses was read
	clause  bool // after requires or ensures, where braces are attributes
	depth   int  // of open brackets of any kind
	// prefixed is set after the first token when that only prefixes the keyword,
	// closed after a token that may end a declaration.
	prefixed, closed bool
	attr             bool // the brace open at depth 0 is an attribute's
	bodies           map[lexer.Position]*Body
	err              participle.Error // the first error in a body
}

func newChunk(s *scanner) *chunk {
	c := &chunk{s: s}
	c.next, _ = s.Next()
	return c
}

// more begins the next chunk, if there is one.
func (c *chunk) more() bool {
	c.started, c.depth, c.err = false, 0, nil
	c.prefixed, c.closed, c.proc, c.formals, c.clause = false, false, false, false, false
	clear(c.bodies)
	return !c.next.EOF()
}

// decls parses the declaration of the chunk, which is several nodes when it has
// axioms of its own.
func (c *chunk) decls() []Decl {
	if c.next.Type == tokAxiom || c.next.Value == "hideable" && c.next.Type == tokIdent {
		return c.axiom()
	}
	toks, err := lexer.Upgrade(c)
	if err != nil {
		panic(err) // the scanner reports problems in its own way
	}
	tree, err := parseDecl(toks)
	first := c.err
	if err != nil {
		var perr participle.Error
		if !errors.As(err, &perr) {
			perr = participle.Errorf(toks.Peek().Pos, "%s", err)
		}
		if first == nil || perr.Position().Offset < first.Position().Offset {
			first = perr
		}
	}
	if first != nil {
		c.report(first)
		return nil
	}
	return tree.nodes(c)
}

func parseDecl(toks *lexer.PeekingLexer) (declSyntax, error) {
	tok := toks.Peek()
	grammar := grammars[tok.Value]
	if grammar == nil || tok.EOF() {
		return nil, participle.Errorf(tok.Pos, "%s", unexpectedMessage(*tok, "a declaration"))
	}
	tree, err := grammar(toks)
	if tok := toks.Peek(); err == nil && !tok.EOF() {
		err = participle.Errorf(tok.Pos, "%s", unexpectedMessage(*tok, "a declaration"))
	}
	return tree, err
}

// report records an error, unless it was met where the scanner stopped.
func (c *chunk) report(err participle.Error) {
	if c.s.err == nil || err.Position().Offset < c.s.err.Position().Offset {
		c.problems = append(c.problems, diagnostic(err))
	}
}

// reportAll records what a parser found in a part of the chunk that it read
// straight from the scanner.
func (c *chunk) reportAll(p *parser) {
	for _, err := range p.problems {
		c.report(err)
	}
	if p.err != nil && c.err == nil {
		c.err = p.err
	}
}

// axiom parses a chunk that is an axiom. After an error it goes on with the
// next declaration.
func (c *chunk) axiom() []Decl {
	s := &stream{s: c.s, tok: c.next}
	p := newParser(s)
	d := p.axiom()
	c.next = s.tok
	if c.reportAll(p); p.err == nil {
		return []Decl{d}
	}
	c.report(p.err)
	c.started = true
	for tok, _ := c.Next(); !tok.EOF(); tok, _ = c.Next() {
	}
	return nil
}

// body returns the body that a Body token stands for, with its labels checked,
// or nil for no token.
func (c *chunk) body(tok lexer.Token) *Body {
	b := c.bodies[tok.Pos]
	if b != nil {
		checkLabels(b, &c.problems)
	}
	return b
}

// end is the token that ends a chunk before tok. For messages it looks like tok,
// but in quotes, so that no literal of the grammar is taken for it.
func end(tok lexer.Token) lexer.Token {
	return lexer.Token{Type: lexer.EOF, Value: quoted(tok), Pos: tok.Pos}
}

// beginsDecl reports whether a keyword can only begin a declaration.
func beginsDecl(t lexer.TokenType) bool {
	switch t {
	case tokProcedure, tokImplementation, tokFunction, tokConst, tokType:
		return true
	}
	return false
}

// begins reports whether tok begins a declaration. A contextual keyword does so
// where one can end before it.
func (c *chunk) begins(tok lexer.Token) bool {
	switch tok.Type {
	case tokAxiom, tokVar:
		return c.depth <= 0
	case tokIdent:
		return c.depth <= 0 && c.closed && declWords[tok.Value]
	}
	return beginsDecl(tok.Type)
}

// declWords are the contextual keywords that begin a declaration.
var declWords = map[string]bool{
	"datatype": true, "hideable": true, "revealed": true, "pure": true,
	"action": true, "yield": true, "invariant": true, "left": true, "right": true, "both": true, "atomic": true,
}

// prefixes reports whether a contextual keyword only prefixes the keyword that
// begins a declaration.
func prefixes(word string) bool {
	switch word {
	case "datatype", "action", "invariant":
		return false
	}
	return declWords[word]
}

// Next implements lexer.Lexer.
func (c *chunk) Next() (lexer.Token, error) {
	tok := c.next
	if !tok.EOF() && c.begins(tok) && c.started && !c.prefixed {
		return end(tok), nil
	}
	first := !c.started || c.prefixed
	clause := c.clause
	c.clause = tok.Type == tokRequires || tok.Type == tokEnsures
	c.prefixed = first && tok.Type == tokIdent && prefixes(tok.Value)
	c.closed = c.depth <= 0 && tok.Type == tokSemi
	switch {
	case tok.EOF():
		return tok, nil
	case tok.Type == tokProcedure, tok.Type == tokImplementation, first && tok.Type == tokIdent && tok.Value == "action":
		c.proc = true
	case tok.Type == tokLBrace:
		c.next, _ = c.s.Next()
		if c.proc && c.formals && !clause && c.depth <= 0 && c.next.Type != tokColon {
			c.started, c.closed = true, true
			return c.procBody(tok), nil
		}
		if c.depth <= 0 {
			c.attr = c.next.Type == tokColon
		}
		c.depth++
		c.started = true
		return tok, nil
	case tok.Type == tokLParen, tok.Type == tokLBracket, tok.Type == tokOpenCode:
		c.depth++
	case tok.Type == tokRParen, tok.Type == tokRBracket, tok.Type == tokRBrace, tok.Type == tokCloseCode:
		c.depth--
		c.formals = c.formals || c.depth <= 0 && tok.Type == tokRParen
		c.closed = c.depth <= 0 && tok.Type == tokRBrace && !c.attr
	}
	c.started = true
	c.next, _ = c.s.Next()
	return tok, nil
}

// procBody parses a body whose opening brace has been read.
func (c *chunk) procBody(open lexer.Token) lexer.Token {
	p := newParser(&stream{s: c.s, tok: c.next})
	body := p.body(open.Pos)
	c.next = p.tok
	if c.reportAll(p); p.err != nil {
		for c.next = *p.lex.Peek(); !c.next.EOF() && !beginsDecl(c.next.Type) && c.next.Type != tokAxiom; {
			c.next, _ = c.s.Next()
		}
	}
	if c.bodies == nil {
		c.bodies = map[lexer.Position]*Body{}
	}
	c.bodies[open.Pos] = body
	return lexer.Token{Type: tokBody, Value: open.Value, Pos: open.Pos}
}

// stream gives the tokens of a scanner to a parser.
type stream struct {
	s         *scanner
	tok, last lexer.Token
}

// Next implements tokens.
func (s *stream) Next() *lexer.Token {
	s.last = s.tok
	s.tok, _ = s.s.Next()
	return &s.last
}

// Peek implements tokens.
func (s *stream) Peek() *lexer.Token { return &s.tok }
