package mono

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

// typeName is a type as Boogie writes it, the same for equal types: the
// parameters of polymorphic maps are called by their order.
func typeName(t types.Type) string {
	var sb strings.Builder
	(&typeWriter{out: &sb}).write(t)
	return sb.String()
}

type typeWriter struct {
	out   *strings.Builder
	bound []*types.Var
}

func (w *typeWriter) write(t types.Type) {
	switch t := t.(type) {
	case *types.Var:
		w.out.WriteString(w.param(t))
	case *types.Map:
		outer := len(w.bound)
		w.bound = append(w.bound, t.Params...)
		for i, p := range t.Params {
			w.out.WriteString([...]string{"<", ", "}[min(i, 1)] + w.param(p))
		}
		if len(t.Params) > 0 {
			w.out.WriteString(">")
		}
		w.out.WriteString("[")
		for i, ix := range t.Index {
			if i > 0 {
				w.out.WriteString(", ")
			}
			w.write(ix)
		}
		w.out.WriteString("]")
		w.write(t.Result)
		w.bound = w.bound[:outer]
	case *types.Ctor:
		w.out.WriteString(t.Name)
		for _, a := range t.Args {
			w.out.WriteString(" ")
			c, applied := a.(*types.Ctor)
			_, isMap := a.(*types.Map)
			if isMap || applied && len(c.Args) > 0 {
				w.out.WriteString("(")
				w.write(a)
				w.out.WriteString(")")
			} else {
				w.write(a)
			}
		}
	default:
		w.out.WriteString(t.String())
	}
}

// param is the name of a bound parameter: a, b, ...; that of a free one is its own.
func (w *typeWriter) param(v *types.Var) string {
	i := slices.Index(w.bound, v)
	switch {
	case i < 0:
		return v.Name
	case i < 26:
		return string(rune('a' + i))
	}
	return fmt.Sprintf("a%d", i)
}

func typeNames(ts []types.Type) string {
	parts := make([]string, len(ts))
	for i, t := range ts {
		parts[i] = typeName(t)
	}
	return strings.Join(parts, ",")
}

// instanceName is the name of a function, constructor or procedure at types.
func instanceName(name string, args []types.Type) string {
	if len(args) == 0 {
		return name
	}
	return name + instanceSuffix(args)
}

func instanceSuffix(args []types.Type) string { return "<" + typeNames(args) + ">" }

// written is the syntax of a type. A datatype with arguments is a type of its
// own, named as it is written.
func (v *version) written(t types.Type) boogie.Type { return v.writtenBelow(t, nil) }

// hidden starts the names of the type parameters that are left, so that they
// are not those of types.
const hidden = "?"

// writtenBelow is written inside of polymorphic maps with the given parameters.
func (v *version) writtenBelow(t types.Type, bound []*types.Var) boogie.Type {
	names := typeWriter{bound: bound}
	switch t := t.(type) {
	case *types.Var:
		return &boogie.NamedType{Name: hidden + names.param(t)}
	case *types.Ctor:
		if v.absent[t.Name] {
			v.wanted[t.Name] = true
		}
		if v.info.Datatypes[t.Name] != nil {
			return &boogie.NamedType{Name: typeName(t)}
		}
		n := &boogie.NamedType{Name: t.Name}
		for _, a := range t.Args {
			n.Args = append(n.Args, v.writtenBelow(a, bound))
		}
		return n
	case *types.Map:
		// A polymorphic map is left in the arguments of uninterpreted types only.
		m := &boogie.MapType{}
		names.bound = append(slices.Clone(bound), t.Params...)
		for _, p := range t.Params {
			m.Params = append(m.Params, &boogie.Name{Name: hidden + names.param(p)})
		}
		for _, ix := range t.Index {
			m.Index = append(m.Index, v.writtenBelow(ix, names.bound))
		}
		m.Result = v.writtenBelow(t.Result, names.bound)
		return m
	default:
		return &boogie.NamedType{Name: t.String()}
	}
}
