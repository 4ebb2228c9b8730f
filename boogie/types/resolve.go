package types

import (
	"slices"
	"strconv"
	"strings"

	"semdiff/boogie"
)

// typeDef is a declared type. A synonym is expanded on first use. For a datatype
// the def is made up.
type typeDef struct {
	def     *boogie.TypeDef
	state   synonymState
	params  []*Var
	meaning Type // of a synonym
}

type synonymState int

const (
	unseen synonymState = iota
	inProgress
	done
)

// typeVar is a type parameter in scope.
type typeVar struct {
	name string
	v    *Var
}

// scopeOf binds the names to the variables.
func scopeOf(names []*boogie.Name, vars []*Var) []typeVar {
	if len(names) == 0 {
		return nil
	}
	scope := make([]typeVar, len(names))
	for i, n := range names {
		scope[i] = typeVar{n.Name, vars[i]}
	}
	return scope
}

// typeParams makes the variables that a list of type parameters declares.
func (c *checker) typeParams(names []*boogie.Name) []*Var {
	c.binders(names)
	return newVars(names)
}

func newVars(names []*boogie.Name) []*Var {
	var vars []*Var
	for _, n := range names {
		vars = append(vars, &Var{Name: n.Name})
	}
	return vars
}

// binders checks the names of type parameters: unlike variables they hide
// nothing.
func (c *checker) binders(names []*boogie.Name) {
	for i, n := range names {
		_, isBV := builtinType(n.Name).(BV)
		switch {
		case isBV:
			c.nameErrorf(n, "type name: %s is registered for bitvectors", n.Name)
		case c.types[n.Name] != nil:
			c.nameErrorf(n, "name is already reserved for type constructor: %s", n.Name)
		case c.typeVar(n.Name) != nil, slices.ContainsFunc(names[:i], func(o *boogie.Name) bool { return o.Name == n.Name }):
			c.nameErrorf(n, "more than one declaration of type variable: %s", n.Name)
		}
	}
}

// inScope is false for a type parameter whose name has another meaning.
func (c *checker) inScope(v *Var) bool {
	return c.types[v.Name] == nil && builtinType(v.Name) == nil && slices.ContainsFunc(c.typeVars, func(t typeVar) bool { return t.v == v && c.typeVar(t.name) == v })
}

// typeVar finds a type parameter in scope.
func (c *checker) typeVar(name string) *Var {
	for _, v := range c.typeVars {
		if v.name == name {
			return v.v
		}
	}
	return nil
}

func (c *checker) declareTypes() {
	var defs []*typeDef
	declare := func(def *boogie.TypeDef) {
		_, isBV := builtinType(def.Name).(BV)
		switch {
		case isBV:
			c.nameErrorf(def, "type name: %s is registered for bitvectors", def.Name)
		case builtinType(def.Name) == nil: // else what is declared is never meant
			t := &typeDef{def: def}
			c.types[def.Name] = t
			defs = append(defs, t)
		}
	}
	for _, d := range c.info.Decls {
		switch d := d.(type) {
		case *boogie.TypeDecl:
			for _, def := range d.Defs {
				declare(def)
			}
		case *boogie.DatatypeDecl:
			declare(&boogie.TypeDef{Pos: d.Pos, Name: d.Name, Params: d.TypeParams})
		}
	}
	for _, t := range defs {
		if t.def.Synonym == nil {
			t.params = newVars(t.def.Params)
			continue
		}
		t.params = c.formalsOf(t.def.Params)
		c.binders(t.def.Params)
	}
	for _, t := range defs {
		c.expand(t)
	}
}

// formalsOf are the variables that stand for the parameters of a synonym: the
// same in all synonyms, so that they share what they do alike with them.
func (c *checker) formalsOf(params []*boogie.Name) []*Var {
	for len(c.formals) < len(params) {
		c.formals = append(c.formals, &Var{Name: params[len(c.formals)].Name})
	}
	return c.formals[:len(params)]
}

// expand finds the meaning of a synonym.
func (c *checker) expand(t *typeDef) {
	if t.def.Synonym == nil || t.state == done {
		return
	}
	if t.state == inProgress {
		for _, d := range c.open[slices.Index(c.open, t):] {
			if d.state != done {
				c.nameErrorf(d.def, "type synonym could not be resolved because of cycles: %s", d.def.Name)
				d.state, d.meaning = done, &meta{}
			}
		}
		return
	}
	t.state = inProgress
	outer := c.typeVars
	c.typeVars = scopeOf(t.def.Params, t.params)
	c.open = append(c.open, t)
	meaning := c.resolve(t.def.Synonym)
	c.open = c.open[:len(c.open)-1]
	c.typeVars = outer
	if t.state != done {
		t.state, t.meaning = done, meaning
	}
}

// builtinType returns the type of a name that is no keyword but has a meaning
// of its own, or nil. Floating-point types, rounding modes and SMT strings are
// opaque here.
func builtinType(name string) Type {
	switch name {
	case "rmode", "string", "regex":
		return NewCtor(name)
	}
	if digits, ok := strings.CutPrefix(name, "bv"); ok {
		if n, ok := width(digits); ok {
			return BV(n)
		}
	}
	if digits, ok := strings.CutPrefix(name, "float"); ok {
		sig, exp, ok := strings.Cut(digits, "e")
		if _, ok1 := width(sig); ok && ok1 {
			if _, ok2 := width(exp); ok2 {
				return NewCtor(name)
			}
		}
	}
	return nil
}

func width(digits string) (int, bool) {
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil
}

// resolve finds the meaning of a type as written. What cannot be resolved is a
// meta, which fits everywhere, so that there is one message only.
func (c *checker) resolve(t boogie.Type) Type {
	if r, ok := c.info.Written[t]; ok {
		return r
	}
	var r Type
	switch t := t.(type) {
	case *boogie.NamedType:
		r = c.resolveNamed(t)
	case *boogie.MapType:
		r = c.resolveMap(t)
	}
	r = c.bounded(t, r)
	c.info.Written[t] = r
	return r
}

func (c *checker) resolveNamed(t *boogie.NamedType) Type {
	var known Type
	switch t.Name {
	case "int":
		known = Int
	case "bool":
		known = Bool
	case "real":
		known = Real
	default:
		if known = builtinType(t.Name); known == nil {
			if v := c.typeVar(t.Name); v != nil {
				known = v
			}
		}
	}
	if known != nil {
		if len(t.Args) > 0 {
			c.nameErrorf(t, "type %s takes no arguments", t.Name)
		}
		return known
	}
	d := c.types[t.Name]
	switch {
	case d == nil:
		c.nameErrorf(t, "undeclared type: %s", t.Name)
		return &meta{}
	case len(t.Args) != len(d.params) && d.def.Synonym != nil:
		c.nameErrorf(t, "type synonym received wrong number of arguments: %s", t.Name)
		return &meta{}
	case len(t.Args) != len(d.params):
		c.nameErrorf(t, "type constructor received wrong number of arguments: %s", t.Name)
		return &meta{}
	}
	args := make([]Type, len(t.Args))
	for i, a := range t.Args {
		args[i] = c.resolve(a)
	}
	if d.def.Synonym == nil {
		return c.nodes.ctor(t.Name, args)
	}
	c.expand(d)
	return substitution(d.params, args).applyIn(c.nodes, d.meaning)
}

func (c *checker) resolveMap(t *boogie.MapType) Type {
	params := c.typeParams(t.Params)
	mark := len(c.typeVars)
	c.typeVars = append(c.typeVars, scopeOf(t.Params, params)...)
	index := make([]Type, len(t.Index))
	for i, ix := range t.Index {
		index[i] = c.resolve(ix)
	}
	result := c.resolve(t.Result)
	all := NewMap(nil, index, result)
	for _, v := range params {
		if c.inScope(v) && !occurs(v, all) && !hasMeta(all) {
			c.nameErrorf(t, "type variable must occur in map arguments: %s", v.Name)
		}
	}
	c.typeVars = c.typeVars[:mark]
	return c.nodes.mapType(byUse(params, all), index, result)
}

// byUse sorts the parameters of a map by where they occur in it, so that their
// order as written does not matter. The map has none yet.
func byUse(params []*Var, m *Map) []*Var {
	if len(params) < 2 {
		return params
	}
	sorted := filter(FreeVars(m), func(v *Var) bool { return slices.Contains(params, v) })
	if len(sorted) == len(params) {
		return sorted
	}
	return params
}
