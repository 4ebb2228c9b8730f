package boogie

import (
	"cmp"
	"slices"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// specSyntax is one clause of a specification, read by hand. The body of an
// action of its own is still a token.
type specSyntax struct {
	spec     *Spec
	body     lexer.Token
	problems []participle.Error
}

// The clauses that each kind of declaration can have.
type (
	procSpecSyntax      struct{ specSyntax }
	actionSpecSyntax    struct{ specSyntax }
	yieldSpecSyntax     struct{ specSyntax }
	invariantSpecSyntax struct{ specSyntax }
)

// Parse implements participle.Parseable.
func (s *procSpecSyntax) Parse(lex *lexer.PeekingLexer) error {
	if lex.Peek().Type == tokFree {
		p := newParser(lex)
		p.next()
		if err := s.parse(p, Requires, Ensures, Measure); err != participle.NextMatch {
			s.spec.Free = true
			return err
		}
		p.unexpected(`"requires", "ensures" or "measure"`)
		return p.failure()
	}
	return s.parse(newParser(lex), Requires, Ensures, Modifies, Measure)
}

// Parse implements participle.Parseable.
func (s *actionSpecSyntax) Parse(lex *lexer.PeekingLexer) error {
	return s.parse(newParser(lex), Requires, Asserts, Modifies, Refines)
}

// Parse implements participle.Parseable.
func (s *yieldSpecSyntax) Parse(lex *lexer.PeekingLexer) error {
	return s.parse(newParser(lex), Requires, Preserves, Ensures, Measure, Modifies, Refines)
}

// Parse implements participle.Parseable.
func (s *invariantSpecSyntax) Parse(lex *lexer.PeekingLexer) error {
	return s.parse(newParser(lex), Preserves)
}

// parse reads a clause of one of some kinds, or returns participle.NextMatch.
func (s *specSyntax) parse(p *parser, kinds ...SpecKind) error {
	err := s.clause(p, kinds)
	s.problems, p.problems = p.problems, nil
	return cmp.Or(err, p.failure())
}

func (s *specSyntax) clause(p *parser, kinds []SpecKind) error {
	i := slices.IndexFunc(kinds, func(k SpecKind) bool { return p.tok.Value == k.String() })
	if i < 0 {
		return participle.NextMatch
	}
	s.spec = &Spec{Kind: kinds[i], Pos: at(p.next())}
	concurrent, ownAction := slices.Contains(kinds, Refines), slices.Contains(kinds, Preserves)
	switch s.spec.Kind {
	case Modifies:
		if p.tok.Type != tokSemi {
			s.spec.Names = p.names()
		}
	case Measure:
		s.spec.Attrs, s.spec.Measure = p.attrs(), p.exprs()
	case Refines:
		s.refines(p, ownAction)
		return nil
	case Requires, Preserves, Ensures:
		s.spec.Attrs = p.attrs()
		if concurrent {
			s.spec.Cond, s.spec.Call = p.condOrCall()
			break
		}
		s.spec.Cond = p.expr()
	case Asserts:
		s.spec.Attrs, s.spec.Cond = p.attrs(), p.expr()
	}
	p.semi()
	return nil
}

// refines reads the name of an action or, where it may have one of its own,
// [ Mover ] "action" { Attr } Ident Body. The name may be one of those words.
func (s *specSyntax) refines(p *parser, ownAction bool) {
	s.spec.Attrs = p.attrs()
	word := p.tok.Value
	first := p.name()
	mover := moverNamed(word)
	if p.tok.Type == tokSemi || !ownAction || word != "action" && mover == NoMover {
		s.spec.Names = []*Name{first}
		p.semi()
		return
	}
	if mover != NoMover {
		if !p.isWord("action") {
			p.unexpected(`"action"`)
		}
		p.next()
	}
	a := &ActionDecl{Mover: mover, Attrs: p.attrs()}
	a.Name, _ = p.ident()
	a.Pos = at(p.last)
	s.spec.Action = a
	s.body = p.tok
	p.want(tokBody, `"{"`)
}

func (s *specSyntax) node(c *chunk) *Spec {
	for _, err := range s.problems {
		c.report(err)
	}
	if s.spec.Action != nil {
		s.spec.Action.Body = c.body(s.body)
	}
	return s.spec
}
