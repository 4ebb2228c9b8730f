package mono

import (
	"slices"
	"strings"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
)

// component is one of the variables that stand for a variable of a type with
// polymorphic maps in it: the map at one instance, or the rest of it. Other
// types have a single component, themselves.
type component struct {
	suffix string // of the variable's name
	typ    types.Type
}

// restSuffix names what a polymorphic map holds at types that no version uses.
// It can only be copied and compared.
const restSuffix = "<other types>"

// expand lists the components of a ground type. They hold no polymorphic maps
// but in the arguments of uninterpreted types.
func (w *instances) expand(t types.Type) []component {
	m, ok := t.(*types.Map)
	if !ok {
		return []component{{"", t}}
	}
	key := typeName(t)
	if parts, ok := w.parts[key]; ok {
		return parts
	}
	var out []component
	if len(m.Params) == 0 {
		out = w.mapsTo(m.Index, m.Result, "")
	} else {
		for _, args := range w.mapInstances(key) {
			_, index, result := instantiate(m, args)
			out = append(out, w.mapsTo(index, result, instanceSuffix(args))...)
		}
		out = append(out, component{restSuffix, types.NewCtor("rest of " + key)})
	}
	w.parts[key] = out
	return out
}

// mapsTo are the components of a map without parameters.
func (w *instances) mapsTo(index []types.Type, result types.Type, suffix string) []component {
	var flat []types.Type
	for _, ix := range index {
		for _, c := range w.expand(ix) {
			flat = append(flat, c.typ)
		}
	}
	var out []component
	for _, c := range w.expand(result) {
		out = append(out, component{suffix + c.suffix, types.NewMap(nil, flat, c.typ)})
	}
	return out
}

// mapInstances lists the types at which a polymorphic map is used, in the
// order of their names.
func (w *instances) mapInstances(key string) [][]types.Type {
	known := slices.Clone(w.ofMap[key])
	slices.SortFunc(known, byArgs)
	out := make([][]types.Type, len(known))
	for i, in := range known {
		out[i] = in.args[1:]
	}
	return out
}

func byArgs(a, b *instance) int { return strings.Compare(a.key, b.key) }

// accessed is the range among the components of a map type of those that an
// access with the given type arguments is about.
func (w *instances) accessed(t types.Type, args []types.Type) (from, to int) {
	parts := w.expand(t)
	if len(t.(*types.Map).Params) == 0 {
		return 0, len(parts)
	}
	suffix := instanceSuffix(args)
	from = slices.IndexFunc(parts, func(c component) bool { return strings.HasPrefix(c.suffix, suffix) })
	for to = from; strings.HasPrefix(parts[to].suffix, suffix); to++ {
	}
	return from, to
}

// maxComponents bounds the components of a type. Each variable of that type is
// so many, and so are the arguments of functions that take one.
const maxComponents = 500

// checkComponents refuses polymorphic maps that would be components of
// themselves, or have too many.
func (w *instances) checkComponents() {
	state := map[string]int{} // 1 while its components are visited, 2 then
	var visit func(t types.Type, at source.Pos)
	visit = func(t types.Type, at source.Pos) {
		m, ok := t.(*types.Map)
		if !ok {
			return
		}
		parts := [][]types.Type{append(slices.Clone(m.Index), m.Result)}
		places := []source.Pos{at}
		if len(m.Params) > 0 {
			key := typeName(t)
			switch state[key] {
			case 1:
				w.refuseAt(at, "the map type %s is used at itself, which has no finite set of instances: not given meaning", key)
				return
			case 2:
				return
			}
			state[key] = 1
			defer func() { state[key] = 2 }()
			parts, places = nil, nil
			for _, in := range w.ofMap[key] {
				_, index, result := instantiate(m, in.args[1:])
				parts = append(parts, append(index, result))
				places = append(places, in.at)
			}
		}
		for i, list := range parts {
			for _, p := range list {
				visit(p, places[i])
			}
		}
	}
	for _, in := range w.all[symbol{kind: mapType}] {
		visit(in.args[0], in.at)
	}
	for _, in := range w.all[symbol{kind: mapType}] {
		if w.single(in.args[0].(*types.Map).Result, 0) {
			w.refuseAt(in.at, "the values of the map type %s have a type of one value: not given meaning", typeName(in.args[0]))
		}
		if len(w.diags) == 0 && len(w.expand(in.args[0])) > maxComponents {
			w.refuseAt(in.at, "the map type %s is used at so many types that it has more than %d components: not given meaning", typeName(in.args[0]), maxComponents)
		}
	}
}

// single reports whether a datatype has one value, so that the rest of a map
// to it could not be of a type of which nothing is known.
func (w *instances) single(t types.Type, depth int) bool {
	c, ok := t.(*types.Ctor)
	if !ok || depth > maxSize {
		return false
	}
	return slices.ContainsFunc(w.versions, func(v *version) bool {
		d := v.info.Datatypes[c.Name]
		return d != nil && len(d.Ctors) == 1 && !slices.ContainsFunc(d.Ctors[0].Func.Params, func(o *types.Object) bool {
			return !w.single(o.Type, depth+1)
		})
	})
}

// residualTypes declares the types that stand for the residuals of polymorphic maps.
func (w *instances) residualTypes() []boogie.Decl {
	names := map[string]bool{}
	for _, parts := range w.parts {
		for _, c := range parts {
			eachRest(c.typ, names)
		}
	}
	return opaque(names)
}

func eachRest(t types.Type, names map[string]bool) {
	switch t := t.(type) {
	case *types.Ctor:
		if strings.HasPrefix(t.Name, "rest of ") {
			names[t.Name] = true
		}
	case *types.Map:
		for _, ix := range t.Index {
			eachRest(ix, names)
		}
		eachRest(t.Result, names)
	}
}
