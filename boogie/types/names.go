package types

import (
	"fmt"
	"slices"

	"semdiff/boogie"
)

// names tells which declaration a name stands for. Types, functions,
// procedures, variables and axioms ({:name "..."}) have separate name spaces.
type names struct{ types, funcs, procs, vars, axioms nameSpace }

// nameSpace maps names to the node that declares them.
type nameSpace struct {
	c      *checker
	what   string
	nodes  map[string]boogie.Node
	extern map[string]bool
}

func (c *checker) newNameSpace(what string) nameSpace {
	return nameSpace{c: c, what: what, nodes: map[string]boogie.Node{}, extern: map[string]bool{}}
}

// add declares name. Of several declarations those that are {:extern} give way
// to the one that is not.
func (s *nameSpace) add(name string, n boogie.Node, attrs ...[]*boogie.Attr) {
	s.addAt(n, name, n, attrs...)
}

// addAt is add that reports problems at another node.
func (s *nameSpace) addAt(at boogie.Node, name string, n boogie.Node, attrs ...[]*boogie.Attr) {
	extern := slices.ContainsFunc(attrs, func(as []*boogie.Attr) bool { return boogie.FindAttr(as, "extern") != nil })
	switch {
	case s.nodes[name] == nil || s.extern[name] && !extern:
		s.nodes[name], s.extern[name] = n, extern
	case !extern:
		s.c.nameErrorf(at, "more than one declaration of %s name: %s", s.what, name)
	}
}

// holds reports whether n is the declaration of name that counts.
func (s *nameSpace) holds(name string, n boogie.Node) bool { return s.nodes[name] == n }

// axiomName is the name that an attribute gives to an axiom.
func axiomName(d *boogie.AxiomDecl) (name string, named bool) {
	return boogie.FindAttr(d.Attrs, "name").StringArg()
}

func (c *checker) declaredNames(p *boogie.Program) *names {
	n := &names{
		types: c.newNameSpace("type"), funcs: c.newNameSpace("function"), procs: c.newNameSpace("procedure"),
		vars: c.newNameSpace("variable"), axioms: c.newNameSpace("axiom"),
	}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *boogie.TypeDecl:
			for _, def := range d.Defs {
				n.types.add(def.Name, def, d.Attrs)
			}
		case *boogie.DatatypeDecl:
			n.types.add(d.Name, d, d.Attrs)
			for _, ctor := range d.Ctors {
				n.funcs.add(ctor.Name, ctor, d.Attrs)
			}
		case *boogie.ConstDecl:
			for _, name := range d.Names {
				n.vars.addAt(d, name.Name, name, d.Attrs)
			}
		case *boogie.VarDecl:
			for _, b := range d.Vars {
				for _, name := range b.Names {
					n.vars.add(name.Name, name, d.Attrs, b.Attrs)
				}
			}
		case *boogie.FuncDecl:
			n.funcs.add(d.Name, d, d.Attrs)
		case *boogie.ProcDecl:
			n.procs.add(d.Name, d, d.Attrs)
		case *boogie.ActionDecl:
			n.procs.add(d.Name, d, d.Attrs)
		case *boogie.YieldProcDecl:
			n.procs.add(d.Name, d, d.Attrs)
		case *boogie.YieldInvariantDecl:
			n.procs.add(d.Name, d, d.Attrs)
		case *boogie.AxiomDecl:
			if name, named := axiomName(d); named {
				n.axioms.add(name, d, d.Attrs)
			}
		case *boogie.ImplDecl:
		default:
			panic(fmt.Sprintf("types: unexpected %T", d))
		}
	}
	return n
}

// counting returns the declarations that count: those whose names no other
// declaration takes, and the bodies of procedures that give way to another
// declaration.
func (n *names) counting(decls []boogie.Decl) []boogie.Decl {
	var out []boogie.Decl
	for _, d := range decls {
		if d := n.counts(d); d != nil {
			out = append(out, d)
		}
	}
	return out
}

// counts returns the part of a declaration that counts, or nil.
func (n *names) counts(decl boogie.Decl) boogie.Decl {
	switch d := decl.(type) {
	case *boogie.TypeDecl:
		defs := filter(d.Defs, func(def *boogie.TypeDef) bool { return n.types.holds(def.Name, def) })
		if len(defs) == len(d.Defs) {
			return d
		} else if len(defs) > 0 {
			return &boogie.TypeDecl{Pos: d.Pos, Attrs: d.Attrs, Defs: defs}
		}
	case *boogie.ConstDecl:
		consts := filter(d.Names, func(name *boogie.Name) bool { return n.vars.holds(name.Name, name) })
		if len(consts) == len(d.Names) {
			return d
		} else if len(consts) > 0 {
			part := *d
			part.Names = consts
			return &part
		}
	case *boogie.VarDecl:
		return n.countingVars(d)
	case *boogie.DatatypeDecl:
		if n.types.holds(d.Name, d) {
			return d
		}
	case *boogie.FuncDecl:
		if n.funcs.holds(d.Name, d) {
			return d
		}
	case *boogie.AxiomDecl:
		if name, named := axiomName(d); !named || n.axioms.holds(name, d) {
			return d
		}
	case *boogie.ProcDecl:
		switch {
		case n.procs.holds(d.Name, d):
			return d
		case d.Body != nil:
			return &boogie.ImplDecl{
				Pos: d.Pos, Attrs: d.Attrs, Name: d.Name, TypeParams: d.TypeParams, Ins: d.Ins, Outs: d.Outs, Body: d.Body,
			}
		}
	case *boogie.ImplDecl, *boogie.ActionDecl, *boogie.YieldProcDecl, *boogie.YieldInvariantDecl:
		return d
	default:
		panic(fmt.Sprintf("types: unexpected %T", d))
	}
	return nil
}

func (n *names) countingVars(d *boogie.VarDecl) boogie.Decl {
	part := &boogie.VarDecl{Pos: d.Pos, Attrs: d.Attrs}
	whole := true
	for _, b := range d.Vars {
		vars := filter(b.Names, func(name *boogie.Name) bool { return n.vars.holds(name.Name, name) })
		switch {
		case len(vars) == len(b.Names):
			part.Vars = append(part.Vars, b)
			continue
		case len(vars) > 0:
			rest := *b
			rest.Names = vars
			part.Vars = append(part.Vars, &rest)
		}
		whole = false
	}
	switch {
	case whole:
		return d
	case len(part.Vars) == 0:
		return nil
	}
	return part
}

func filter[T any](list []T, keep func(T) bool) []T {
	if !slices.ContainsFunc(list, func(x T) bool { return !keep(x) }) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(x T) bool { return !keep(x) })
}
