package types

import (
	"maps"
	"slices"
)

// Equal reports whether a and b are the same type. Polymorphic map types are
// compared up to the names of their parameters.
func Equal(a, b Type) bool { return equal(a, b, nil) }

// equal compares under a renaming of the parameters bound on the way down.
func equal(a, b Type, bound [][2]*Var) bool {
	switch a := a.(type) {
	case Basic, BV:
		return a == b
	case *Var:
		vb, ok := b.(*Var)
		if !ok {
			return false
		}
		for _, p := range slices.Backward(bound) {
			if p[0] == a || p[1] == vb {
				return p[0] == a && p[1] == vb
			}
		}
		return a == vb
	case *Ctor:
		cb, ok := b.(*Ctor)
		return ok && a.Name == cb.Name && equalAll(a.Args, cb.Args, bound)
	case *Map:
		mb, ok := b.(*Map)
		if !ok || len(a.Params) != len(mb.Params) || len(a.Index) != len(mb.Index) {
			return false
		}
		if a == mb && len(bound) == 0 {
			return true
		}
		for i := range a.Params {
			bound = append(bound, [2]*Var{a.Params[i], mb.Params[i]})
		}
		return equalAll(a.Index, mb.Index, bound) && equal(a.Result, mb.Result, bound)
	case *meta:
		return a == b
	}
	return false
}

func equalAll(as, bs []Type, bound [][2]*Var) bool {
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		if !equal(as[i], bs[i], bound) {
			return false
		}
	}
	return true
}

// meta is a type to be found by unification. None is left in an Info.
type meta struct{ to Type }

func (*meta) typ() {}

// String implements Type.
func (m *meta) String() string {
	if m.to != nil {
		return m.to.String()
	}
	return "?"
}

// head follows solved metas at the top of t.
func head(t Type) Type {
	for {
		m, ok := t.(*meta)
		if !ok || m.to == nil {
			return t
		}
		t = m.to
	}
}

// unifier solves metas. Its trail lists the metas solved, so that a failed
// attempt can be undone.
type unifier struct{ trail []*meta }

func (u *unifier) undo(mark int) {
	for _, m := range u.trail[mark:] {
		m.to = nil
	}
	u.trail = u.trail[:mark]
}

// unify makes a and b equal by solving metas, or leaves all as it was.
func (u *unifier) unify(a, b Type) bool {
	mark := len(u.trail)
	if u.solve(a, b) {
		return true
	}
	u.undo(mark)
	return false
}

func (u *unifier) solve(a, b Type) bool {
	a, b = head(a), head(b)
	if a == b {
		return true
	}
	if m, ok := b.(*meta); ok {
		return u.bind(m, a)
	}
	switch a := a.(type) {
	case *meta:
		return u.bind(a, b)
	case *Ctor:
		cb, ok := b.(*Ctor)
		return ok && a.Name == cb.Name && u.solveAll(a.Args, cb.Args)
	case *Map:
		mb, ok := b.(*Map)
		return ok && u.solveMaps(a, mb)
	}
	return false
}

func (u *unifier) solveAll(as, bs []Type) bool {
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		if !u.solve(as[i], bs[i]) {
			return false
		}
	}
	return true
}

// solveMaps unifies map types. Parameters become fresh variables on both sides,
// which must not get into a meta from outside.
func (u *unifier) solveMaps(a, b *Map) bool {
	if len(a.Params) != len(b.Params) || len(a.Index) != len(b.Index) {
		return false
	}
	if len(a.Params) == 0 {
		return u.solveAll(a.Index, b.Index) && u.solve(a.Result, b.Result)
	}
	mark := len(u.trail)
	fresh := make([]Type, len(a.Params))
	for i, p := range a.Params {
		fresh[i] = &Var{Name: p.Name}
	}
	aSub, bSub := substitution(a.Params, fresh), substitution(b.Params, fresh)
	for i := range a.Index {
		if !u.solve(aSub.apply(a.Index[i]), bSub.apply(b.Index[i])) {
			return false
		}
	}
	if !u.solve(aSub.apply(a.Result), bSub.apply(b.Result)) {
		return false
	}
	for _, m := range u.trail[mark:] {
		for _, v := range fresh {
			if occurs(v, m.to) {
				return false
			}
		}
	}
	return true
}

func (u *unifier) bind(m *meta, t Type) bool {
	if occurs(m, t) {
		return false
	}
	m.to = t
	u.trail = append(u.trail, m)
	return true
}

// occurs reports whether x, a meta or a variable, is part of t.
func occurs(x, t Type) bool {
	t = head(t)
	if t == x {
		return true
	}
	switch t := t.(type) {
	case *Ctor:
		return slices.ContainsFunc(t.Args, func(a Type) bool { return occurs(x, a) })
	case *Map:
		return slices.ContainsFunc(t.Index, func(a Type) bool { return occurs(x, a) }) || occurs(x, t.Result)
	}
	return false
}

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
func (s subst) apply(t Type) Type {
	t = head(t)
	if len(s) == 0 {
		return t
	}
	switch t := t.(type) {
	case *Var:
		if s[t] != nil {
			return s[t]
		}
	case *Map:
		// A parameter hides the variable of an outer map: a synonym used in its
		// own argument, as in Nested (Nested int), binds the same one twice.
		s = s.without(t.Params)
	}
	return mapParts(t, s.apply)
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
func zonk(t Type) Type { return mapParts(head(t), zonk) }

// closed is zonk where no more is to come: what is open still is int.
func closed(t Type) Type {
	t = head(t)
	if m, open := t.(*meta); open {
		m.to = Int
		return Int
	}
	return mapParts(t, closed)
}

// mapParts applies f to the types that t is made of.
func mapParts(t Type, f func(Type) Type) Type {
	switch t := t.(type) {
	case *Ctor:
		if args, changed := mapAll(t.Args, f); changed {
			return &Ctor{Name: t.Name, Args: args}
		}
	case *Map:
		index, changed := mapAll(t.Index, f)
		if result := f(t.Result); changed || result != t.Result {
			return &Map{Params: t.Params, Index: index, Result: result}
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

// hasMeta reports whether a meta is part of t.
func hasMeta(t Type) bool {
	switch t := t.(type) {
	case *meta:
		return true
	case *Ctor:
		return slices.ContainsFunc(t.Args, hasMeta)
	case *Map:
		return slices.ContainsFunc(t.Index, hasMeta) || hasMeta(t.Result)
	}
	return false
}
