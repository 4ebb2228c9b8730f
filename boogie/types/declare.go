package types

import (
	"fmt"
	"slices"

	"semdiff/boogie"
)

func (c *checker) declareVars() {
	for _, d := range c.info.Decls {
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

func (c *checker) declareFuncs() {
	for _, decl := range c.info.Decls {
		d, ok := decl.(*boogie.FuncDecl)
		if !ok {
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

func (c *checker) declareProcs() {
	for _, decl := range c.info.Decls {
		d, ok := decl.(*boogie.ProcDecl)
		if !ok {
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
