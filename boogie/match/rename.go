package match

import (
	"strings"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

// renaming gives declarations other names, by name space.
type renaming struct {
	vars, funcs, types, procs map[string]string
	// locals and typeParams are for variables, bound variables and type
	// parameters that would hide what is renamed.
	locals, typeParams map[string]string
}

func newRenaming() *renaming {
	return &renaming{
		vars: map[string]string{}, funcs: map[string]string{}, types: map[string]string{}, procs: map[string]string{},
		locals: map[string]string{}, typeParams: map[string]string{},
	}
}

// local ends the names that variables and type parameters get which would hide
// what is renamed. No Boogie name holds an @.
const local = "@local"

// declared is the name of a variable or type parameter in its file.
func declared(name string) string { return strings.TrimSuffix(name, local) }

func (r *renaming) isEmpty() bool {
	return len(r.vars)+len(r.funcs)+len(r.types)+len(r.procs) == 0
}

// freeLocals makes way for the new names of variables and types.
func (r *renaming) freeLocals() {
	for _, to := range r.vars {
		r.locals[to] = to + local
	}
	for _, to := range r.types {
		r.typeParams[to] = to + local
	}
}

func rename(names map[string]string, name *string) {
	if to, ok := names[*name]; ok {
		*name = to
	}
}

// apply renames in a program, in place; info is what its names stood for.
func (r *renaming) apply(prog *boogie.Program, info *types.Info) {
	seen := map[boogie.Node]bool{}
	for _, d := range prog.Decls {
		seen[d] = true
		r.declaration(d)
		boogie.Inspect(d, func(n boogie.Node) bool {
			if seen[n] && n != boogie.Node(d) { // shared nodes are renamed once
				return false
			}
			seen[n] = true
			r.node(n, d, info)
			return true
		})
	}
}

// node renames at one node below a declaration.
func (r *renaming) node(n boogie.Node, d boogie.Decl, info *types.Info) {
	switch n := n.(type) {
	case *boogie.VarDecl:
		if n != d {
			r.bindings(n.Vars)
		}
	case *boogie.FuncDecl:
		for _, p := range append([]*boogie.FuncParam{n.Result}, n.Params...) {
			rename(r.locals, &p.Name)
		}
		r.binders(n.TypeParams)
	case *boogie.DatatypeDecl:
		r.binders(n.TypeParams)
	case *boogie.TypeDef:
		r.binders(n.Params)
	case *boogie.ProcDecl:
		r.bindings(n.Ins, n.Outs)
		r.binders(n.TypeParams)
	case *boogie.ImplDecl:
		r.bindings(n.Ins, n.Outs)
		r.binders(n.TypeParams)
	case *boogie.QuantExpr:
		r.bindings(n.Bound)
		r.binders(n.TypeParams)
	case *boogie.MapType:
		r.binders(n.Params)
	case *boogie.LetVar:
		rename(r.locals, &n.Name.Name)
	case *boogie.Spec:
		if n.Kind == boogie.Modifies {
			for _, name := range n.Names {
				rename(r.vars, &name.Name)
			}
		}
	case *boogie.IdentExpr:
		r.ident(n, info.Objects[n])
	case *boogie.CallExpr:
		rename(r.funcs, &n.Func)
	case *boogie.HideRevealStmt:
		rename(r.funcs, &n.Name)
	case *boogie.CallStmt:
		rename(r.procs, &n.Proc)
	case *boogie.NamedType:
		r.namedType(n)
	}
}

// declaration renames what a declaration declares.
func (r *renaming) declaration(d boogie.Decl) {
	switch d := d.(type) {
	case *boogie.TypeDecl:
		for _, def := range d.Defs {
			rename(r.types, &def.Name)
		}
	case *boogie.DatatypeDecl:
		rename(r.types, &d.Name)
	case *boogie.ConstDecl:
		for _, n := range d.Names {
			rename(r.vars, &n.Name)
		}
	case *boogie.VarDecl:
		for _, b := range d.Vars {
			for _, n := range b.Names {
				rename(r.vars, &n.Name)
			}
		}
	case *boogie.FuncDecl:
		rename(r.funcs, &d.Name)
	case *boogie.ProcDecl:
		rename(r.procs, &d.Name)
	case *boogie.ImplDecl:
		rename(r.procs, &d.Name)
	}
}

func (r *renaming) bindings(lists ...[]*boogie.Binding) {
	for _, list := range lists {
		for _, b := range list {
			for _, n := range b.Names {
				rename(r.locals, &n.Name)
			}
		}
	}
}

func (r *renaming) binders(names []*boogie.Name) {
	for _, n := range names {
		rename(r.typeParams, &n.Name)
	}
}

func (r *renaming) ident(e *boogie.IdentExpr, o *types.Object) {
	switch {
	case o == nil:
	case o.Kind == types.Const || o.Kind == types.Global:
		rename(r.vars, &e.Name)
	default:
		rename(r.locals, &e.Name)
	}
}

// namedType renames a type where it is written. A type parameter never has the
// name of a declared type.
func (r *renaming) namedType(t *boogie.NamedType) {
	if _, declared := r.types[t.Name]; declared {
		rename(r.types, &t.Name)
	} else {
		rename(r.typeParams, &t.Name)
	}
}
