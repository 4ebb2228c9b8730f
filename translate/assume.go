package translate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

// Precondition is a condition of the entry's parameters and of globals, as the user
// writes it: in Boogie's syntax, with their names in the program or in what it was
// translated from.
type Precondition struct {
	Entry string // "" means main
	Text  string
	ins   []string // parameters of the entry in the first version that it was given to
}

// NewPrecondition reads a condition.
func NewPrecondition(entry, text string) (*Precondition, error) {
	p := &Precondition{Entry: cmp.Or(entry, "main"), Text: text}
	_, err := p.read(nil)
	return p, err
}

// Give makes the condition a free precondition of the entry: runs of it on other
// inputs are not meant. Parameters that have another name in the second version are
// found by their place.
func (p *Precondition) Give(src Source) (Source, error) {
	proc := src.Info.Procs[p.Entry]
	if proc == nil || proc.Body == nil {
		return src, fmt.Errorf("--assume is about procedure %s, which is not in %s; --entry names another", p.Entry, src.Prog.File)
	}
	var own []string
	for _, o := range proc.SpecIns {
		own = append(own, o.Name)
	}
	names := sourceNames(src.Info, proc)
	for i, name := range p.ins {
		if i < len(own) && !slices.Contains(own, name) {
			names[name] = own[i]
		}
	}
	if p.ins == nil {
		p.ins = own
	}
	prog := *src.Prog
	prog.Decls = slices.Clone(src.Prog.Decls)
	i := slices.IndexFunc(prog.Decls, func(d boogie.Decl) bool {
		decl, ok := d.(*boogie.ProcDecl)
		return ok && decl.Name == p.Entry
	})
	decl := *prog.Decls[i].(*boogie.ProcDecl)
	cond, err := p.read(names)
	if err != nil {
		return src, err
	}
	decl.Specs = append(slices.Clone(decl.Specs), &boogie.Spec{Pos: decl.Pos, Kind: boogie.Requires, Free: true, Cond: cond})
	prog.Decls[i] = &decl
	info, problems := types.Check(&prog)
	if err := problems.Err(); err != nil {
		return src, fmt.Errorf("--assume %q does not fit %s: %w", p.Text, src.Prog.File, err)
	}
	return Source{Prog: &prog, Info: info}, nil
}

// read is the condition with names of the program for those of what it was translated
// from, as an expression of its own.
func (p *Precondition) read(names map[string]string) (boogie.Expr, error) {
	prog, err := boogie.Parse("--assume", []byte("axiom ("+p.Text+");"))
	if err != nil {
		return nil, err
	}
	axiom, ok := prog.Decls[0].(*boogie.AxiomDecl)
	if !ok || len(prog.Decls) != 1 {
		return nil, fmt.Errorf("--assume wants one condition, not %q", p.Text)
	}
	cond := axiom.Expr
	boogie.Inspect(cond, func(n boogie.Node) bool {
		if id, ok := n.(*boogie.IdentExpr); ok && names[id.Name] != "" {
			id.Name = names[id.Name]
		}
		return true
	})
	return cond, nil
}

// sourceNames are what parameters of a procedure are called in what the program was
// translated from, where the translator says it: SMACK records the values of arguments
// as PROCEDURE:arg:NAME, HAVOC calls n what it names n.__1. What the program itself
// declares under such a name keeps it.
func sourceNames(info *types.Info, proc *types.Proc) map[string]string {
	names := map[string]string{}
	isIn := func(name string) bool {
		return slices.ContainsFunc(proc.Ins, func(o *types.Object) bool { return o.Name == name })
	}
	for _, s := range proc.Body.Stmts {
		call, ok := s.(*boogie.CallStmt)
		if !ok || len(call.Args) != 1 || !strings.HasPrefix(call.Proc, "boogie_si_record_") {
			continue
		}
		text, _ := boogie.FindAttr(call.Attrs, "cexpr").StringArg()
		of, isArg := strings.CutPrefix(text, proc.Decl.Name+":arg:")
		if value, ok := call.Args[0].(*boogie.IdentExpr); ok && isArg && isIn(value.Name) {
			names[of] = value.Name
		}
	}
	for _, o := range proc.Ins {
		if of, ok := strings.CutSuffix(o.Name, ".__1"); ok {
			names[of] = o.Name
		}
	}
	for name := range names {
		taken := isIn(name) || slices.ContainsFunc(info.Globals, func(g *types.Object) bool { return g.Name == name })
		if taken {
			delete(names, name)
		}
	}
	return names
}
