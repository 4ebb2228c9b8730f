// Package types resolves names and checks types of a boogie.Program. Start from
// Check. Results go into side tables (Info); the syntax tree is not changed.
package types

import "slices"

// Type is the meaning of a type: synonyms are expanded, so types are equal
// exactly when Equal says so. Types do not change, and share their parts: one
// that takes little memory may be endless when written out. What walks over types
// visits each node once.
type Type interface {
	String() string // cut short where it is long, see Text
	typ()
}

func (Basic) typ() {}
func (BV) typ()    {}
func (*Map) typ()  {}
func (*Ctor) typ() {}
func (*Var) typ()  {}

// Basic is bool, int or real.
type Basic int

// The basic types.
const (
	Bool Basic = iota
	Int
	Real
)

// BV is the type of bit-vectors of the given width.
type BV int

// Map is [Index...]Result, with type parameters when polymorphic. NewMap makes
// one.
type Map struct {
	Params []*Var
	Index  []Type
	Result Type
	shape  *shape
}

// Ctor is an uninterpreted type applied to arguments. NewCtor makes one.
type Ctor struct {
	Name  string
	Args  []Type
	shape *shape
}

// Var is a type parameter; each binder makes its own.
type Var struct{ Name string }

// NewMap is a map type.
func NewMap(params []*Var, index []Type, result Type) *Map {
	s := &shape{size: 1}
	for _, t := range index {
		s.add(t)
	}
	s.add(result)
	s.bind(params)
	return &Map{Params: params, Index: index, Result: result, shape: s}
}

// NewCtor is an uninterpreted type at arguments.
func NewCtor(name string, args ...Type) *Ctor {
	s := &shape{size: 1}
	for _, t := range args {
		s.add(t)
	}
	return &Ctor{Name: name, Args: args, shape: s}
}

// shape is what is known of a type without walking over it.
type shape struct {
	size int    // parts when written out, up to sizeCap
	open bool   // holds metas
	free []*Var // not bound in it, each once, in the order of occurrence
}

// sizeCap is where sizes stop growing.
const sizeCap = 1 << 30

func (s *shape) add(t Type) {
	s.size = min(s.size+Size(t), sizeCap)
	s.open = s.open || hasMeta(t)
	free := FreeVars(t)
	if len(s.free) == 0 {
		s.free = slices.Clip(free)
		return
	}
	for _, v := range free {
		if !slices.Contains(s.free, v) {
			s.free = append(s.free, v)
		}
	}
}

func (s *shape) bind(params []*Var) {
	if slices.ContainsFunc(s.free, func(v *Var) bool { return slices.Contains(params, v) }) {
		s.free = slices.DeleteFunc(slices.Clone(s.free), func(v *Var) bool { return slices.Contains(params, v) })
	}
}

// shapeOf is nil for types without parts.
func shapeOf(t Type) *shape {
	switch t := t.(type) {
	case *Map:
		return t.shape
	case *Ctor:
		return t.shape
	}
	return nil
}

// Size counts the parts that t has when it is written out. Beyond a thousand
// million it stops counting.
func Size(t Type) int {
	if s := shapeOf(t); s != nil {
		return s.size
	}
	return 1
}

// FreeVars lists the variables of t that are not bound in it, in the order of
// their occurrence.
func FreeVars(t Type) []*Var {
	if v, ok := t.(*Var); ok {
		return []*Var{v}
	}
	if s := shapeOf(t); s != nil {
		return s.free
	}
	return nil
}

// hasMeta reports whether a meta is part of t.
func hasMeta(t Type) bool {
	if s := shapeOf(t); s != nil {
		return s.open
	}
	_, ok := t.(*meta)
	return ok
}

// ground reports whether t holds neither variables from outside nor metas.
func ground(t Type) bool { return !hasMeta(t) && len(FreeVars(t)) == 0 }

// parts are the types that t is made of.
func parts(t Type) []Type {
	switch t := t.(type) {
	case *Map:
		return append(t.Index[:len(t.Index):len(t.Index)], t.Result)
	case *Ctor:
		return t.Args
	}
	return nil
}
