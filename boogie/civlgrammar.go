package boogie

import "github.com/alecthomas/participle/v2/lexer"

// The grammar of the declarations of CIVL.

type actionSyntax struct {
	Mover lexer.Token        `parser:"(?= 'action' | 'left' | 'right' | 'both' | 'atomic') (@('left' | 'right' | 'both' | 'atomic'))?"`
	Sig   plainSigSyntax     `parser:"'action' @@"`
	Specs []actionSpecSyntax `parser:"( ';' @@*"`
	Ahead []actionSpecSyntax `parser:"| @@*"`
	Body  lexer.Token        `parser:"@Body )"`
}

type invariantSyntax struct {
	Attrs  attrsSyntax           `parser:"'invariant' @@"`
	Name   lexer.Token           `parser:"@Ident"`
	Params formalsSyntax         `parser:"@@ ';'"`
	Specs  []invariantSpecSyntax `parser:"@@*"`
}

type yieldSyntax struct {
	Invariant *invariantSyntax `parser:"'yield' ( @@"`
	Proc      *yieldProcSyntax `parser:"| @@ )"`
}

type yieldProcSyntax struct {
	Mover lexer.Token       `parser:"(@('left' | 'right' | 'both' | 'atomic'))?"`
	Sig   plainSigSyntax    `parser:"'procedure' @@"`
	Specs []yieldSpecSyntax `parser:"( ';' @@*"`
	Ahead []yieldSpecSyntax `parser:"| @@*"`
	Body  lexer.Token       `parser:"@Body )"`
}

// plainSigSyntax is a signature without type parameters.
type plainSigSyntax struct {
	Attrs attrsSyntax   `parser:"@@"`
	Name  lexer.Token   `parser:"@Ident"`
	Ins   formalsSyntax `parser:"@@"`
	Outs  formalsSyntax `parser:"('returns' @@)?"`
}

func (s *actionSyntax) nodes(c *chunk) []Decl {
	d := &ActionDecl{
		Pos: at(s.Sig.Name.Pos), Attrs: s.Sig.Attrs.list, Mover: moverNamed(s.Mover.Value), Name: identName(s.Sig.Name),
		Ins: s.Sig.Ins.list, Outs: s.Sig.Outs.list, Body: c.body(s.Body),
	}
	for _, x := range append(s.Specs, s.Ahead...) {
		d.Specs = append(d.Specs, x.node(c))
	}
	return []Decl{d}
}

func (s *invariantSyntax) nodes(c *chunk) []Decl {
	d := &YieldInvariantDecl{
		Pos: at(s.Name.Pos), Attrs: s.Attrs.list, Name: identName(s.Name), Params: s.Params.list,
	}
	for _, x := range s.Specs {
		d.Specs = append(d.Specs, x.node(c))
	}
	return []Decl{d}
}

func (s *yieldSyntax) nodes(c *chunk) []Decl {
	if s.Invariant == nil {
		return s.Proc.nodes(c)
	}
	decls := s.Invariant.nodes(c)
	decls[0].(*YieldInvariantDecl).Yield = true
	return decls
}

func (s *yieldProcSyntax) nodes(c *chunk) []Decl {
	d := &YieldProcDecl{
		Pos: at(s.Sig.Name.Pos), Attrs: s.Sig.Attrs.list, Mover: moverNamed(s.Mover.Value), Name: identName(s.Sig.Name),
		Ins: s.Sig.Ins.list, Outs: s.Sig.Outs.list, Body: c.body(s.Body),
	}
	for _, x := range append(s.Specs, s.Ahead...) {
		d.Specs = append(d.Specs, x.node(c))
	}
	return []Decl{d}
}
