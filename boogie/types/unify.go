package types

import "slices"

// meta is a type to be found by unification. None is left in an Info.
type meta struct{ to Type }

func (*meta) typ() {}

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
type unifier struct {
	trail []*meta
	equal map[[2]Type]bool // pairs that this attempt has made equal
}

func (u *unifier) undo(mark int) {
	for _, m := range u.trail[mark:] {
		m.to = nil
	}
	u.trail = u.trail[:mark]
}

// unify makes a and b equal by solving metas, or leaves all as it was.
func (u *unifier) unify(a, b Type) bool {
	mark := len(u.trail)
	ok := u.solve(a, b)
	if !ok {
		u.undo(mark)
	}
	u.equal = nil
	return ok
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
	case *Ctor, *Map:
		pair := [2]Type{a, b}
		if u.equal[pair] {
			return true
		}
		if !u.solveParts(a, b) {
			return false
		}
		if u.equal == nil {
			u.equal = map[[2]Type]bool{}
		}
		u.equal[pair] = true
		return true
	}
	return false
}

func (u *unifier) solveParts(a, b Type) bool {
	switch a := a.(type) {
	case *Ctor:
		b, ok := b.(*Ctor)
		return ok && a.Name == b.Name && u.solveAll(a.Args, b.Args)
	case *Map:
		b, ok := b.(*Map)
		return ok && u.solveMaps(a, b)
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
	as, bs := opened(a, fresh), opened(b, fresh)
	if !u.solveAll(as, bs) {
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

// opened are the parts of a map type at arguments. What they share is shared.
func opened(m *Map, args []Type) []Type {
	return parts(substitution(m.Params, args).apply(NewMap(nil, m.Index, m.Result)))
}

func (u *unifier) bind(m *meta, t Type) bool {
	if occurs(m, t) {
		return false
	}
	m.to = t
	u.trail = append(u.trail, m)
	return true
}

// occurs reports whether x, a meta or a variable, is part of t. A variable may
// not be bound in t.
func occurs(x, t Type) bool {
	v, isVar := x.(*Var)
	seen := map[Type]bool{}
	var visit func(t Type) bool
	visit = func(t Type) bool {
		t = head(t)
		switch {
		case t == x:
			return true
		case !hasMeta(t):
			return isVar && slices.Contains(FreeVars(t), v)
		case seen[t]:
			return false
		}
		seen[t] = true
		return slices.ContainsFunc(parts(t), visit)
	}
	return visit(t)
}
