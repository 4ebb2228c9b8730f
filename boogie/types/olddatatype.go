package types

import (
	"fmt"
	"slices"

	"semdiff/boogie"
)

// renewDatatypes brings together what declares datatypes in the form of Boogie 2.
// In that form fields of one name need not have one type.
func (c *checker) renewDatatypes(decls []boogie.Decl) []boogie.Decl {
	ctors := oldConstructors(decls)
	if len(ctors) == 0 {
		return decls
	}
	var out []boogie.Decl
	for _, decl := range decls {
		switch d := decl.(type) {
		case *boogie.FuncDecl:
			if !slices.Contains(ctors[resultName(d)], d) {
				out = append(out, d)
			}
		case *boogie.TypeDecl:
			rest := filter(d.Defs, func(def *boogie.TypeDef) bool { return ctors[def.Name] == nil })
			if len(rest) > 0 {
				out = append(out, &boogie.TypeDecl{Pos: d.Pos, Attrs: d.Attrs, Defs: rest})
			}
			for _, def := range d.Defs {
				if list := ctors[def.Name]; list != nil {
					out = append(out, c.renewDatatype(d, def, list))
				}
			}
		default:
			out = append(out, d)
		}
	}
	return out
}

// oldConstructors finds the constructors of the types with {:datatype}.
func oldConstructors(decls []boogie.Decl) map[string][]*boogie.FuncDecl {
	datatypes := map[string]bool{}
	for _, decl := range decls {
		if d, ok := decl.(*boogie.TypeDecl); ok && flagged(d.Attrs, "datatype") {
			for _, def := range d.Defs {
				datatypes[def.Name] = def.Synonym == nil
			}
		}
	}
	ctors := map[string][]*boogie.FuncDecl{}
	for _, decl := range decls {
		if d, ok := decl.(*boogie.FuncDecl); ok && d.Body == nil && flagged(d.Attrs, "constructor") && datatypes[resultName(d)] {
			ctors[resultName(d)] = append(ctors[resultName(d)], d)
		}
	}
	return ctors
}

// resultName is the name of the type that a function gives, or "".
func resultName(d *boogie.FuncDecl) string {
	if t, ok := d.Result.Type.(*boogie.NamedType); ok {
		return t.Name
	}
	return ""
}

func (c *checker) renewDatatype(decl *boogie.TypeDecl, def *boogie.TypeDef, ctors []*boogie.FuncDecl) *boogie.DatatypeDecl {
	d := &boogie.DatatypeDecl{Pos: def.Pos, Attrs: decl.Attrs, Name: def.Name}
	var params []string // of the datatype, as its first constructor calls them
	for _, f := range ctors {
		args, ok := resultParams(f)
		if !ok || len(args) != len(def.Params) {
			c.nameErrorf(f, "the result of constructor %s is not %s with distinct type parameters", f.Name, def.Name)
			continue
		}
		if len(d.Ctors) == 0 {
			params = args
			// The type parameters have the order that the type says.
			d.TypeParams = slices.Clone(f.TypeParams)
			slices.SortFunc(d.TypeParams, func(a, b *boogie.Name) int { return slices.Index(args, a.Name) - slices.Index(args, b.Name) })
		}
		rename := map[string]string{}
		for i, name := range args {
			rename[name] = params[i]
		}
		d.Ctors = append(d.Ctors, renewConstructor(f, rename))
	}
	return d
}

// resultParams lists the type parameters of a function that its result is
// applied to; ok is false when these are not all of them, once each.
func resultParams(f *boogie.FuncDecl) (names []string, ok bool) {
	for _, arg := range f.Result.Type.(*boogie.NamedType).Args {
		t, ok := arg.(*boogie.NamedType)
		isParam := ok && slices.ContainsFunc(f.TypeParams, func(n *boogie.Name) bool { return n.Name == t.Name })
		if !isParam || slices.Contains(names, t.Name) {
			return nil, false
		}
		names = append(names, t.Name)
	}
	return names, len(names) == len(f.TypeParams)
}

func renewConstructor(f *boogie.FuncDecl, rename map[string]string) *boogie.Constructor {
	ctor := &boogie.Constructor{Pos: f.Pos, Name: f.Name}
	for i, p := range f.Params {
		name := p.Name
		if name == "" {
			name = fmt.Sprintf("arg_%d", i)
		}
		ctor.Fields = append(ctor.Fields, &boogie.Binding{
			Pos: p.Pos, Attrs: p.Attrs, Type: renamed(p.Type, rename),
			Names: []*boogie.Name{{Pos: p.Pos, Name: name}},
		})
	}
	return ctor
}

// renamed renames type variables. A parameter of a map type may not have the
// name of a variable in scope, so none is captured unnoticed.
func renamed(t boogie.Type, names map[string]string) boogie.Type {
	all := func(list []boogie.Type) []boogie.Type {
		out := make([]boogie.Type, len(list))
		for i, t := range list {
			out[i] = renamed(t, names)
		}
		return out
	}
	switch t := t.(type) {
	case *boogie.NamedType:
		name := t.Name
		if to, ok := names[name]; ok {
			name = to
		}
		return &boogie.NamedType{Pos: t.Pos, Name: name, Args: all(t.Args)}
	case *boogie.MapType:
		return &boogie.MapType{Pos: t.Pos, Params: t.Params, Index: all(t.Index), Result: renamed(t.Result, names)}
	}
	return t
}

// oldFunctions declares the selectors and testers that constructors in the form
// of Boogie 2 have. A function of such a name that the program declares counts.
func (c *checker) oldFunctions(d *Datatype, self Type) {
	for _, ctor := range d.Ctors {
		declare := func(name string, result Type, f *Func) {
			if c.info.Funcs[name] != nil {
				return
			}
			arg := &Object{Kind: Bound, Name: "arg_0", Type: self, Decl: &boogie.Name{Pos: ctor.Decl.Pos, Name: "arg_0"}}
			f.Decl = madeUp(d.Decl, ctor.Decl.Pos, name)
			f.TypeParams, f.Params, f.Result = d.TypeParams, []*Object{arg}, result
			c.info.Funcs[name] = f
		}
		declare("is#"+ctor.Decl.Name, Bool, &Func{Tests: ctor})
		for i, o := range ctor.Func.Params {
			declare(o.Name+"#"+ctor.Decl.Name, o.Type, &Func{Selects: &Selector{ctor, i}})
		}
	}
}
