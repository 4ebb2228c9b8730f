package types

import (
	"slices"
	"strings"

	"semdiff/boogie"
)

// declareDatatypes declares the constructors of datatypes as functions.
func (c *checker) declareDatatypes() {
	var all []*Datatype
	for _, decl := range c.info.Decls {
		d, ok := decl.(*boogie.DatatypeDecl)
		if !ok {
			continue
		}
		def := c.types[d.Name]
		if def == nil {
			c.nameErrorf(d, "type name: %s is registered for a built-in type", d.Name)
			continue
		}
		c.binders(d.TypeParams)
		data := &Datatype{Decl: d, TypeParams: def.params}
		all = append(all, data)
		c.info.Datatypes[d.Name] = data
		self := make([]Type, len(data.TypeParams))
		for i, v := range data.TypeParams {
			self[i] = v
		}
		result := NewCtor(d.Name, self...)
		c.typeVars = scopeOf(d.TypeParams, data.TypeParams)
		for _, ctor := range d.Ctors {
			f := &Func{
				Decl: madeUp(d, ctor.Pos, ctor.Name), TypeParams: data.TypeParams,
				Params: c.objects(Bound, ctor.Fields, nil), Result: result,
			}
			f.Ctor = &Constructor{Decl: ctor, Of: data, Func: f}
			c.ctorFields(f)
			data.Ctors = append(data.Ctors, f.Ctor)
			if c.info.Funcs[ctor.Name] == nil {
				c.info.Funcs[ctor.Name] = f
			}
		}
		c.typeVars = nil
		if flagged(d.Attrs, "datatype") {
			c.oldFunctions(data, result)
		} else {
			c.sameFields(data)
		}
	}
	c.wellFounded(all)
}

// madeUp makes up the declaration of a function of a datatype. Who does not know
// such functions takes it for one of SMT-LIB that does not exist.
func madeUp(d *boogie.DatatypeDecl, pos boogie.Pos, name string) *boogie.FuncDecl {
	text := &boogie.StringLit{Pos: pos, Value: "of datatype " + d.Name + ": " + name}
	return &boogie.FuncDecl{
		Pos: pos, Name: name, TypeParams: d.TypeParams,
		Attrs: []*boogie.Attr{{Pos: pos, Name: "builtin", Args: []boogie.Expr{text}}},
	}
}

func (c *checker) ctorFields(f *Func) {
	for i, o := range f.Params {
		if slices.ContainsFunc(f.Params[:i], func(p *Object) bool { return p.Name == o.Name }) {
			c.nameErrorf(o.Decl, "more than one declaration of variable name: %s", o.Name)
		}
	}
}

// sameFields checks that fields of one name have one type.
func (c *checker) sameFields(d *Datatype) {
	types := map[string]Type{}
	first := map[string]*Constructor{}
	for _, ctor := range d.Ctors {
		for _, o := range ctor.Func.Params {
			switch t := types[o.Name]; {
			case t == nil:
				types[o.Name], first[o.Name] = o.Type, ctor
			case first[o.Name] != ctor && !Equal(t, o.Type):
				c.errorf(o.Decl, "type mismatch between field %s and identically-named field in constructor %s", o.Name, first[o.Name].Decl.Name)
			}
		}
	}
}

// wellFounded checks that each datatype has a value.
func (c *checker) wellFounded(all []*Datatype) {
	founded := map[string]bool{}
	usable := func(ctor *Constructor) bool {
		seen := map[*Map]bool{}
		var inhabited func(t Type) bool
		inhabited = func(t Type) bool {
			switch t := t.(type) {
			case *Ctor:
				return c.info.Datatypes[t.Name] == nil || founded[t.Name]
			case *Map:
				if seen[t] { // else the answer is known to be no
					return true
				}
				seen[t] = true
				return !slices.ContainsFunc(parts(t), func(p Type) bool { return !inhabited(p) })
			}
			return true
		}
		return !slices.ContainsFunc(ctor.Func.Params, func(o *Object) bool { return !inhabited(o.Type) })
	}
	for again := true; again; {
		again = false
		for _, d := range all {
			if !founded[d.Decl.Name] && slices.ContainsFunc(d.Ctors, usable) {
				founded[d.Decl.Name], again = true, true
			}
		}
	}
	var names []string
	var first *Datatype
	for _, d := range all {
		if !founded[d.Decl.Name] {
			names = append(names, d.Decl.Name)
			if first == nil {
				first = d
			}
		}
	}
	if first != nil {
		c.nameErrorf(first.Decl, "Datatype declarations are not well-founded: %s", strings.Join(names, ", "))
	}
}

// datatype returns the datatype that t is, with its type arguments, or reports
// what, at e, applied to something else. A type that is not known may have had
// its problem reported already.
func (c *checker) datatype(e boogie.Node, t Type, what string) (*Datatype, subst) {
	t = head(t)
	if ctor, ok := t.(*Ctor); ok && c.info.Datatypes[ctor.Name] != nil {
		d := c.info.Datatypes[ctor.Name]
		return d, substitution(d.TypeParams, ctor.Args)
	}
	if _, open := t.(*meta); !open || c.right() {
		c.errorf(e, "%s must be applied to a datatype, %s is not a datatype", what, t)
	}
	return nil, nil
}

// fieldType is the type of a field of t, a meta after a problem.
func (c *checker) fieldType(t Type, field *boogie.Name) Type {
	d, in := c.datatype(field, t, "field-access")
	if d == nil {
		return &meta{}
	}
	var found Type
	for _, ctor := range d.Ctors {
		if i := ctor.Field(field.Name); i >= 0 {
			switch of := ctor.Func.Params[i].Type; {
			case found == nil:
				found = of
			case !Equal(found, of): // in a datatype of the old form
				c.errorf(field, "fields %s of datatype %s have several types", field.Name, head(t))
				return &meta{}
			}
		}
	}
	if found != nil {
		return in.apply(found)
	}
	c.errorf(field, "datatype %s does not have a field with name %s", head(t), field.Name)
	return &meta{}
}

func (c *checker) field(e *boogie.FieldExpr, of Type) Type { return c.fieldType(of, e.Field) }

func (c *checker) fieldUpdate(e *boogie.FieldUpdateExpr) Type {
	before := len(c.mistyped)
	of, value := c.expr(e.X), c.expr(e.Value)
	if c.failed(before) {
		return &meta{}
	}
	if want := c.fieldType(of, e.Field); !c.unify(value, want) {
		c.errorf(e.Field, "right-hand side in field update with wrong type: %s (expected: %s)", value, want)
	}
	return of
}

func (c *checker) isCtor(e *boogie.IsExpr) Type {
	before := len(c.mistyped)
	t := c.expr(e.X)
	if c.failed(before) {
		return Bool
	}
	d, _ := c.datatype(e.Ctor, t, "is-constructor")
	if d != nil && !slices.ContainsFunc(d.Ctors, func(ctor *Constructor) bool { return ctor.Decl.Name == e.Ctor.Name }) {
		c.errorf(e.Ctor, "datatype %s does not have a constructor with name %s", head(t), e.Ctor.Name)
	}
	return Bool
}

func (c *checker) unpack(s *boogie.UnpackStmt) {
	vars := make([]Type, len(s.Vars))
	seen := map[string]bool{}
	for i, v := range s.Vars {
		vars[i] = c.expr(v)
		if seen[v.Name] {
			c.errorf(s, "variable %s is assigned more than once in unpack command", v.Name)
		}
		seen[v.Name] = true
	}
	c.attrs(s.Attrs)
	rhs := c.expr(s.Rhs)
	c.assignments(s, s.Vars)
	f := c.info.Funcs[s.Ctor.Name]
	switch {
	case f == nil:
		c.nameErrorf(s.Ctor, "use of undeclared function: %s", s.Ctor.Name)
		return
	case f.Ctor == nil:
		c.errorf(s, "left side of unpack command must be a constructor application")
		return
	case len(vars) != len(f.Params):
		c.errorf(s.Ctor, "wrong number of arguments to function: %s (%d instead of %d)", s.Ctor.Name, len(vars), len(f.Params))
		return
	}
	in := instance(f.TypeParams)
	c.use(s, f.TypeParams, in)
	if want := in.apply(f.Result); !c.unify(rhs, want) {
		c.errorf(s, "mismatched types in assignment command (cannot assign %s to %s)", rhs, want)
		return
	}
	for i, t := range vars {
		if got := in.apply(f.Params[i].Type); !c.unify(got, t) {
			c.errorf(s, "mismatched types in assignment command (cannot assign %s to %s)", got, t)
		}
	}
}
