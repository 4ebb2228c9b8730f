package types

import (
	"maps"
	"slices"
)

// subst replaces type variables.
type subst map[*Var]Type

func substitution(params []*Var, by []Type) subst {
	s := make(subst, len(params))
	for i, p := range params {
		s[p] = by[i]
	}
	return s
}

// Substitute replaces type variables in t.
func Substitute(t Type, by map[*Var]Type) Type { return subst(by).apply(t) }

// apply replaces in t; what has nothing to replace is shared.
func (s subst) apply(t Type) Type { return s.applyIn(nil, t) }

// applyIn is apply with the new types among nodes.
func (s subst) applyIn(in *nodes, t Type) Type {
	if len(s) == 0 {
		return head(t)
	}
	return rebuild(in, t, func(t Type) (Type, func(Type) Type) {
		switch v := t.(type) {
		case *Var:
			if s[v] != nil {
				return s[v], nil
			}
			return t, nil
		case *Map:
			// A parameter hides the variable of an outer map: a synonym used in its
			// own argument, as in Nested (Nested int), binds the same one twice.
			if inner := s.without(v.Params); len(inner) < len(s) && s.concerns(t) {
				return nil, func(t Type) Type { return inner.applyIn(in, t) }
			}
		}
		if !s.concerns(t) {
			return t, nil
		}
		return nil, nil
	})
}

// concerns reports whether there may be something to replace in t.
func (s subst) concerns(t Type) bool {
	return hasMeta(t) || slices.ContainsFunc(FreeVars(t), func(v *Var) bool { return s[v] != nil })
}

func (s subst) without(params []*Var) subst {
	if !slices.ContainsFunc(params, func(v *Var) bool { return s[v] != nil }) {
		return s
	}
	inner := maps.Clone(s)
	for _, v := range params {
		delete(inner, v)
	}
	return inner
}

// zonk replaces solved metas by their solutions.
func zonk(t Type) Type {
	return rebuild(nil, t, func(t Type) (Type, func(Type) Type) {
		if !hasMeta(t) {
			return t, nil
		}
		return nil, nil
	})
}

// closed is zonk where no more is to come: what is open still is int.
func closed(t Type) Type {
	return rebuild(nil, t, func(t Type) (Type, func(Type) Type) {
		if m, open := t.(*meta); open {
			m.to = Int
			return Int, nil
		}
		if !hasMeta(t) {
			return t, nil
		}
		return nil, nil
	})
}

// rebuild replaces parts of t, each node once. For a node f says what takes its
// place; or nil when its parts are to be replaced, by the function given with it
// or else in the same way. New nodes are those of in, if there is one.
func rebuild(in *nodes, t Type, f func(Type) (Type, func(Type) Type)) Type {
	var done map[Type]Type
	var visit func(t Type) Type
	visit = func(t Type) Type {
		t = head(t)
		r, below := f(t)
		if r != nil {
			return r
		}
		if r = done[t]; r != nil {
			return r
		}
		if below == nil {
			below = visit
		}
		r = mapParts(in, t, below)
		if done == nil {
			done = map[Type]Type{}
		}
		done[t] = r
		return r
	}
	return visit(t)
}

// mapParts applies f to the types that t is made of.
func mapParts(in *nodes, t Type, f func(Type) Type) Type {
	switch t := t.(type) {
	case *Ctor:
		if args, changed := mapAll(t.Args, f); changed {
			return in.ctor(t.Name, args)
		}
	case *Map:
		index, changed := mapAll(t.Index, f)
		if result := f(t.Result); changed || result != t.Result {
			return in.mapType(t.Params, index, result)
		}
	}
	return t
}

func mapAll(ts []Type, f func(Type) Type) (out []Type, changed bool) {
	for i, t := range ts {
		r := f(t)
		if r != t && !changed {
			changed = true
			ts = slices.Clone(ts)
		}
		if changed {
			ts[i] = r
		}
	}
	return ts, changed
}
