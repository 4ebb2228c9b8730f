package types

import (
	"slices"

	"semdiff/boogie"
)

// renewDatatypes replaces datatypes in the form of Boogie 2 by their form in
// Boogie 3. In the old form fields of one name need not have one type, and
// f#C(x) says nothing of an x that another constructor made; so the fields get
// the names of the selectors.
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
		d.Ctors = append(d.Ctors, c.renewConstructor(f, rename))
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

func (c *checker) renewConstructor(f *boogie.FuncDecl, rename map[string]string) *boogie.Constructor {
	ctor := &boogie.Constructor{Pos: f.Pos, Name: f.Name}
	c.testers["is#"+f.Name] = f.Name
	for _, p := range f.Params {
		name := p.Name + "#" + f.Name
		c.selectors[name] = true
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

// renewed is the new form of a selector or tester, nil for another call.
func (c *checker) renewed(e *boogie.CallExpr) boogie.Expr {
	if len(e.Args) != 1 {
		return nil
	}
	if c.selectors[e.Func] {
		return &boogie.FieldExpr{Pos: e.Pos, X: e.Args[0], Field: &boogie.Name{Pos: e.Pos, Name: e.Func}}
	}
	if ctor, ok := c.testers[e.Func]; ok {
		return &boogie.IsExpr{Pos: e.Pos, X: e.Args[0], Ctor: &boogie.Name{Pos: e.Pos, Name: ctor}}
	}
	return nil
}
