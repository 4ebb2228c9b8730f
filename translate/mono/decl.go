package mono

import (
	"fmt"
	"maps"
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

// emitter writes the monomorphic form of what stands in one version, below one
// substitution of type parameters.
type emitter struct {
	w         *instances
	v         *version
	sub       subst
	residuals *residuals // what this program says of types at which it has no instances
}

// program is the monomorphic form of a version.
func (w *instances) program(v *version) (*boogie.Program, *residuals) {
	out := &boogie.Program{File: v.prog.File}
	e := &emitter{w: w, v: v, residuals: &residuals{}}
	for _, d := range v.info.Decls {
		switch d := d.(type) {
		case *boogie.TypeDecl:
			out.Decls = append(out.Decls, uninterpreted(d)...)
		case *boogie.DatatypeDecl:
			for _, at := range e.instances(symbol{applied, d.Name}) {
				out.Decls = append(out.Decls, at.datatype(d))
			}
		case *boogie.ConstDecl:
			out.Decls = append(out.Decls, e.consts(d)...)
		case *boogie.VarDecl:
			out.Decls = append(out.Decls, e.variableDecl(d))
		case *boogie.FuncDecl:
			for _, at := range e.instances(symbol{funcs, d.Name}) {
				out.Decls = append(out.Decls, at.function(d)...)
			}
		case *boogie.AxiomDecl:
			out.Decls = append(out.Decls, e.axioms(d)...)
		case *boogie.ProcDecl:
			for _, at := range e.instances(symbol{procs, d.Name}) {
				out.Decls = append(out.Decls, at.procedure(d))
			}
		case *boogie.ImplDecl:
			for _, at := range e.instances(symbol{procs, d.Name}) {
				out.Decls = append(out.Decls, at.implementation(d))
			}
		default:
			w.refuse(d, "%T in a polymorphic program is not given meaning yet", d)
		}
	}
	out.Decls = append(out.Decls, e.residuals.decls()...)
	out.Decls = append(out.Decls, w.residualTypes()...)
	out.Decls = append(out.Decls, opaque(w.fresh)...)
	return out, e.residuals
}

// opaque declares uninterpreted types.
func opaque[T any](names map[string]T) []boogie.Decl {
	var out []boogie.Decl
	for _, n := range slices.Sorted(maps.Keys(names)) {
		out = append(out, &boogie.TypeDecl{Defs: []*boogie.TypeDef{{Name: n}}})
	}
	return out
}

// uninterpreted leaves the synonyms of a declaration out: no one names them
// any more.
func uninterpreted(d *boogie.TypeDecl) []boogie.Decl {
	isSynonym := func(t *boogie.TypeDef) bool { return t.Synonym != nil }
	switch defs := slices.DeleteFunc(slices.Clone(d.Defs), isSynonym); {
	case len(defs) == 0:
		return nil
	case len(defs) < len(d.Defs):
		return []boogie.Decl{&boogie.TypeDecl{Pos: d.Pos, Attrs: d.Attrs, Defs: defs}}
	}
	return []boogie.Decl{d}
}

// instances are the emitters for the instances of s: e itself when s has no
// type parameters.
func (e *emitter) instances(s symbol) []*emitter {
	if len(e.v.params(s)) == 0 {
		return []*emitter{e}
	}
	known := slices.Clone(e.w.all[s])
	slices.SortFunc(known, byArgs)
	var out []*emitter
	for _, in := range known {
		if sub, ok := e.v.bind(in); ok {
			out = append(out, &emitter{w: e.w, v: e.v, sub: sub, residuals: e.residuals})
		}
	}
	return out
}

// name is what s is called at the current types.
func (e *emitter) name(s symbol) string {
	var args []types.Type
	for _, p := range e.v.params(s) {
		args = append(args, e.sub[p])
	}
	return e.w.nameAt(s, args)
}

// nameAt is what s is called at the given types.
func (w *instances) nameAt(s symbol, args []types.Type) string {
	if in := w.known[s.at(args)]; in != nil && in.fresh {
		return s.name
	}
	return instanceName(s.name, args)
}

func (e *emitter) ground(t types.Type) types.Type { return types.Substitute(t, e.sub) }

// expand lists the components of a type as written.
func (e *emitter) expand(t boogie.Type) []component {
	return e.w.expand(e.ground(e.v.info.Written[t]))
}

// bindings declares the components of each variable. A where clause speaks of
// all of them and goes with each.
func (e *emitter) bindings(list []*boogie.Binding) []*boogie.Binding {
	var out []*boogie.Binding
	for _, b := range list {
		for _, c := range e.expand(b.Type) {
			n := &boogie.Binding{Pos: b.Pos, Attrs: attributes(b.Attrs), Type: e.v.written(c.typ)}
			for _, name := range b.Names {
				n.Names = append(n.Names, suffixed(name, c.suffix))
			}
			if b.Where != nil {
				n.Where = e.expr(b.Where)
			}
			out = append(out, n)
		}
	}
	return out
}

func suffixed(n *boogie.Name, suffix string) *boogie.Name {
	if suffix == "" {
		return n
	}
	return &boogie.Name{Pos: n.Pos, Name: n.Name + suffix}
}

// attributes keeps those that hold literals only, but for the identities of
// statements, which instances would share.
func attributes(list []*boogie.Attr) []*boogie.Attr {
	return slices.DeleteFunc(slices.Clone(list), func(a *boogie.Attr) bool {
		return a.Name == "id" || slices.ContainsFunc(a.Args, func(x boogie.Expr) bool {
			switch x.(type) {
			case *boogie.StringLit, *boogie.IntLit, *boogie.BoolLit:
				return false
			}
			return true
		})
	})
}

func (e *emitter) datatype(d *boogie.DatatypeDecl) boogie.Decl {
	var args []types.Type
	for _, p := range e.v.params(symbol{applied, d.Name}) {
		args = append(args, e.sub[p])
	}
	out := &boogie.DatatypeDecl{Pos: d.Pos, Attrs: attributes(d.Attrs), Name: typeName(types.NewCtor(d.Name, args...))}
	for _, c := range d.Ctors {
		out.Ctors = append(out.Ctors, &boogie.Constructor{
			Pos: c.Pos, Name: instanceName(c.Name, args), Fields: e.bindings(c.Fields),
		})
	}
	return out
}

func (e *emitter) consts(d *boogie.ConstDecl) []boogie.Decl {
	parts := e.expand(d.Type)
	if len(parts) > 1 && (d.Unique || d.Extends) {
		e.w.refuse(d, "a constant of a polymorphic map type that is unique or extends others is not given meaning yet")
	}
	var out []boogie.Decl
	for _, c := range parts {
		n := *d
		n.Attrs, n.Type, n.Names = attributes(d.Attrs), e.v.written(c.typ), nil
		for _, name := range d.Names {
			n.Names = append(n.Names, suffixed(name, c.suffix))
		}
		out = append(out, &n)
	}
	return out
}

func (e *emitter) variableDecl(d *boogie.VarDecl) *boogie.VarDecl {
	return &boogie.VarDecl{Pos: d.Pos, Attrs: attributes(d.Attrs), Vars: e.bindings(d.Vars)}
}

// function declares a function for each component of the result.
func (e *emitter) function(d *boogie.FuncDecl) []boogie.Decl {
	var params []*boogie.FuncParam
	for _, p := range d.Params {
		for _, c := range e.expand(p.Type) {
			n := &boogie.FuncParam{Pos: p.Pos, Attrs: attributes(p.Attrs), Name: p.Name, Type: e.v.written(c.typ)}
			if n.Name != "" {
				n.Name += c.suffix
			}
			params = append(params, n)
		}
	}
	var bodies []boogie.Expr
	if d.Body != nil {
		bodies = e.exprs(d.Body)
	}
	var out []boogie.Decl
	for i, c := range e.expand(d.Result.Type) {
		f := &boogie.FuncDecl{
			Pos: d.Pos, Attrs: attributes(d.Attrs), Name: e.name(symbol{funcs, d.Name}) + c.suffix, Params: params,
			Result:   &boogie.FuncParam{Pos: d.Result.Pos, Attrs: attributes(d.Result.Attrs), Type: e.v.written(c.typ)},
			Revealed: d.Revealed,
		}
		if bodies != nil {
			f.Body = bodies[i]
		}
		out = append(out, f)
	}
	return out
}

// axioms writes an axiom, or its instances when it holds for all types.
func (e *emitter) axioms(d *boogie.AxiomDecl) []boogie.Decl {
	bodies := []boogie.Expr{}
	if q, ok := d.Expr.(*boogie.QuantExpr); ok && e.v.kept[q] {
		bodies = e.quantInstances(q)
	} else {
		bodies = append(bodies, e.expr(d.Expr))
	}
	var out []boogie.Decl
	for _, b := range bodies {
		out = append(out, &boogie.AxiomDecl{Pos: d.Pos, Expr: b, Hideable: d.Hideable})
	}
	return out
}

func (e *emitter) procedure(d *boogie.ProcDecl) boogie.Decl {
	out := &boogie.ProcDecl{
		Pos: d.Pos, Attrs: attributes(d.Attrs), Name: e.name(symbol{procs, d.Name}),
		Ins: e.bindings(d.Ins), Outs: e.bindings(d.Outs), Body: e.body(d.Body), Pure: d.Pure,
	}
	for _, s := range d.Specs {
		if s.Kind == boogie.Measure { // it concerns proofs of termination
			continue
		}
		n := *s
		n.Attrs = attributes(s.Attrs)
		if s.Cond != nil {
			n.Cond = e.expr(s.Cond)
		}
		n.Names = nil
		for _, name := range s.Names {
			for _, c := range e.w.expand(e.v.global(name.Name)) {
				n.Names = append(n.Names, suffixed(name, c.suffix))
			}
		}
		out.Specs = append(out.Specs, &n)
	}
	return out
}

// global is the type of a global variable.
func (v *version) global(name string) types.Type {
	for _, o := range v.info.Globals {
		if o.Name == name {
			return o.Type
		}
	}
	panic(fmt.Sprintf("mono: no global %s", name))
}

func (e *emitter) implementation(d *boogie.ImplDecl) boogie.Decl {
	return &boogie.ImplDecl{
		Pos: d.Pos, Attrs: attributes(d.Attrs), Name: e.name(symbol{procs, d.Name}),
		Ins: e.bindings(d.Ins), Outs: e.bindings(d.Outs), Body: e.body(d.Body),
	}
}

func (e *emitter) body(b *boogie.Body) *boogie.Body {
	if b == nil {
		return nil
	}
	out := &boogie.Body{Pos: b.Pos, Stmts: e.stmts(b.Stmts), End: b.End}
	for _, d := range b.Locals {
		out.Locals = append(out.Locals, e.variableDecl(d))
	}
	return out
}
