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
	extern := slices.ContainsFunc(attrs, func(as []*boogie.Attr) bool { return boogie.FindAttr(as, "extern") != nil })
	switch {
	case s.nodes[name] == nil || s.extern[name] && !extern:
		s.nodes[name], s.extern[name] = n, extern
	case !extern:
		s.c.nameErrorf(n, "more than one declaration of %s name: %s", s.what, name)
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
				n.vars.add(name.Name, name, d.Attrs)
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

func (c *checker) declareVars(p *boogie.Program, names *names) {
	for _, d := range p.Decls {
		var objs []*Object
		switch d := d.(type) {
		case *boogie.ConstDecl:
			b := &boogie.Binding{Names: d.Names, Type: d.Type}
			objs = c.objects(Const, []*boogie.Binding{b}, d.Attrs)
			for _, o := range objs {
				o.Unique = d.Unique
			}
		case *boogie.VarDecl:
			objs = c.objects(Global, d.Vars, d.Attrs)
		}
		for _, o := range objs {
			if !names.vars.holds(o.Name, o.Decl) {
				continue
			}
			c.vars[o.Name] = o
			c.assumption(o)
			if o.Kind == Const {
				c.info.Consts = append(c.info.Consts, o)
			} else {
				c.info.Globals = append(c.info.Globals, o)
			}
		}
	}
}

// objects makes the objects that bindings declare. The attributes of the
// declaration come before those of the binding.
func (c *checker) objects(kind ObjKind, bindings []*boogie.Binding, attrs []*boogie.Attr) []*Object {
	var objs []*Object
	for _, b := range bindings {
		t := c.resolve(b.Type)
		all := b.Attrs
		if len(attrs) > 0 {
			all = append(attrs[:len(attrs):len(attrs)], b.Attrs...)
		}
		for _, n := range b.Names {
			objs = append(objs, &Object{Kind: kind, Name: n.Name, Type: t, Decl: n, Attrs: all, Where: b.Where})
		}
	}
	return objs
}

func (c *checker) declareFuncs(p *boogie.Program, names *names) {
	for _, decl := range p.Decls {
		d, ok := decl.(*boogie.FuncDecl)
		if !ok || !names.funcs.holds(d.Name, d) {
			continue
		}
		f := &Func{Decl: d, TypeParams: c.typeParams(d.TypeParams)}
		c.typeVars = scopeOf(d.TypeParams, f.TypeParams)
		seen := map[string]bool{}
		for i, param := range d.Params {
			name := param.Name
			if name == "" {
				name = fmt.Sprintf("arg_%d", i)
			} else if seen[name] {
				c.nameErrorf(param, "more than one declaration of variable name: %s", name)
			} else {
				seen[name] = true
			}
			f.Params = append(f.Params, &Object{
				Kind: Bound, Name: name, Type: c.resolve(param.Type), Attrs: param.Attrs,
				Decl: &boogie.Name{Pos: param.Pos, Name: name},
			})
		}
		if seen[d.Result.Name] {
			c.nameErrorf(d.Result, "more than one declaration of variable name: %s", d.Result.Name)
		}
		f.Result = c.resolve(d.Result.Type)
		c.typeParamsOccur(d, "function", f.TypeParams, f.Params, []*Object{{Type: f.Result}})
		c.typeVars = nil
		c.info.Funcs[d.Name] = f
	}
}

func (c *checker) declareProcs(p *boogie.Program, names *names) {
	for _, decl := range p.Decls {
		d, ok := decl.(*boogie.ProcDecl)
		if !ok || !names.procs.holds(d.Name, d) {
			continue
		}
		proc := &Proc{Decl: d, TypeParams: c.typeParams(d.TypeParams)}
		c.typeVars = scopeOf(d.TypeParams, proc.TypeParams)
		proc.SpecIns = c.objects(In, d.Ins, nil)
		proc.SpecOuts = c.objects(Out, d.Outs, nil)
		proc.Ins, proc.Outs = proc.SpecIns, proc.SpecOuts
		c.typeParamsOccur(d, "procedure", proc.TypeParams, proc.SpecIns, proc.SpecOuts)
		c.typeVars = nil
		c.info.Procs[d.Name] = proc
	}
}

// typeParamsOccur checks that the formals of n tell the type parameters, which
// are in scope.
func (c *checker) typeParamsOccur(n boogie.Node, what string, params []*Var, formals ...[]*Object) {
	for _, v := range params {
		inFormal := func(o *Object) bool { return occurs(v, o.Type) }
		inFormals := func(objs []*Object) bool { return slices.ContainsFunc(objs, inFormal) }
		if c.inScope(v) && !slices.ContainsFunc(formals, inFormals) {
			c.nameErrorf(n, "type variable must occur in %s arguments: %s", what, v.Name)
		}
	}
}
