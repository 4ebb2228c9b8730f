// Package types resolves names and checks types of a boogie.Program. Results
// go into side tables (Info); the syntax tree is not changed.
package types

import (
	"fmt"
	"strings"
)

// Type is the meaning of a type: synonyms are expanded, so types are equal
// exactly when Equal says so.
type Type interface {
	String() string
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

// String implements Type.
func (b Basic) String() string { return [...]string{"bool", "int", "real"}[b] }

// BV is the type of bit-vectors of the given width.
type BV int

// String implements Type.
func (b BV) String() string { return fmt.Sprintf("bv%d", int(b)) }

// Map is [Index...]Result, with type parameters when polymorphic.
type Map struct {
	Params []*Var
	Index  []Type
	Result Type
}

// String implements Type.
func (m *Map) String() string {
	var sb strings.Builder
	if len(m.Params) > 0 {
		sb.WriteString("<" + join(m.Params) + ">")
	}
	sb.WriteString("[" + join(m.Index) + "]" + m.Result.String())
	return sb.String()
}

// Ctor is an uninterpreted type applied to arguments.
type Ctor struct {
	Name string
	Args []Type
}

// String implements Type.
func (c *Ctor) String() string {
	parts := []string{c.Name}
	for _, a := range c.Args {
		s := a.String()
		if strings.ContainsAny(s, " [<") {
			s = "(" + s + ")"
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, " ")
}

// Var is a type parameter; each binder makes its own.
type Var struct{ Name string }

// String implements Type.
func (v *Var) String() string { return v.Name }

func join[T Type](ts []T) string {
	parts := make([]string, len(ts))
	for i, t := range ts {
		parts[i] = t.String()
	}
	return strings.Join(parts, ", ")
}
