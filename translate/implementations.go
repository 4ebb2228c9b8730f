package translate

import (
	"fmt"
	"maps"
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/translate/ir"
)

// choose makes the implementations of a procedure that has several procedures of
// their own, p@1, p@2 and so on in their order, and gives it a body that calls one
// of them: it does what any one of them does. (Boogie verifies them all.)
func choose(src Source) (Source, error) {
	impls := severalImplementations(src)
	if len(impls) == 0 {
		return src, nil
	}
	out := &boogie.Program{File: src.Prog.File}
	for _, d := range src.Prog.Decls {
		if p, ok := d.(*boogie.ProcDecl); ok && impls[p.Name] != nil && slices.Contains(src.Info.Decls, d) {
			out.Decls = append(out.Decls, chooser(p, impls[p.Name])...)
			for i, impl := range impls[p.Name] {
				out.Decls = append(out.Decls, alone(p, impl, i)...)
			}
		} else if impl, ok := d.(*boogie.ImplDecl); !ok || !slices.Contains(impls[impl.Name], d) {
			out.Decls = append(out.Decls, d)
		}
	}
	info, problems := types.Check(out)
	return Source{Prog: out, Info: info}, problems.Err()
}

// severalImplementations lists, by procedure, the implementations of those that
// have more than one; a body given at the procedure is one.
func severalImplementations(src Source) map[string][]boogie.Decl {
	impls := map[string][]boogie.Decl{}
	for _, d := range src.Info.Decls {
		switch d := d.(type) {
		case *boogie.ImplDecl:
			impls[d.Name] = append(impls[d.Name], d)
		case *boogie.ProcDecl:
			if d.Body != nil {
				impls[d.Name] = append(impls[d.Name], d)
			}
		}
	}
	maps.DeleteFunc(impls, func(_ string, list []boogie.Decl) bool { return len(list) < 2 })
	return impls
}

// chooser is a procedure whose body calls one of its implementations. Its
// parameters have the names that the first of these gives them.
func chooser(p *boogie.ProcDecl, impls []boogie.Decl) []boogie.Decl {
	header := *p
	ins, outs := p.Ins, p.Outs
	first, ok := impls[0].(*boogie.ImplDecl)
	if ok {
		ins, outs = first.Ins, first.Outs
	}
	body := &boogie.Body{Pos: p.Pos, End: p.Position()}
	pick := &boogie.GotoStmt{Pos: p.Pos}
	body.Stmts = []boogie.Stmt{pick}
	for i, impl := range impls {
		pos := boogie.Pos{At: impl.Position()}
		label := fmt.Sprintf("implementation%d", i+1)
		pick.Labels = append(pick.Labels, &boogie.Name{Pos: pos, Name: label})
		call := &boogie.CallStmt{Pos: pos, Proc: ir.ImplementationName(p.Name, i), Outs: variables(outs, pos)}
		for _, x := range variables(ins, pos) {
			call.Args = append(call.Args, x)
		}
		body.Stmts = append(body.Stmts, &boogie.LabelStmt{Pos: pos, Name: label}, call, &boogie.ReturnStmt{Pos: pos})
	}
	if header.Body = body; !ok {
		return []boogie.Decl{&header}
	}
	header.Body = nil
	named := *first
	named.Body = nil
	impl := boogie.Clone(&named)
	impl.Body = body
	return []boogie.Decl{&header, impl}
}

// variables are the variables that bindings declare.
func variables(bindings []*boogie.Binding, pos boogie.Pos) []*boogie.IdentExpr {
	var out []*boogie.IdentExpr
	for _, b := range bindings {
		for _, n := range b.Names {
			out = append(out, &boogie.IdentExpr{Pos: pos, Name: n.Name})
		}
	}
	return out
}

// alone is one of the implementations of p as a procedure. What p requires holds
// when it is called; what p ensures is checked in p.
func alone(p *boogie.ProcDecl, impl boogie.Decl, i int) []boogie.Decl {
	header := *p
	header.Body, header.Specs = nil, nil
	proc := boogie.Clone(&header)
	proc.Pos, proc.Name = boogie.Pos{At: impl.Position()}, ir.ImplementationName(p.Name, i)
	for _, s := range p.Specs {
		if s.Kind == boogie.Requires && s.Cond != nil {
			c := boogie.Clone(s)
			c.Free = true
			proc.Specs = append(proc.Specs, c)
		}
	}
	if own, ok := impl.(*boogie.ProcDecl); ok {
		proc.Body = own.Body
		return []boogie.Decl{proc}
	}
	body := *impl.(*boogie.ImplDecl)
	body.Name = proc.Name
	return []boogie.Decl{proc, &body}
}
