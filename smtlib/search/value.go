package search

import (
	"cmp"
	"slices"

	"semdiff/smtlib"
)

// value is what a term means in a model. Numbers, truth values (0 and 1),
// bit-vectors (their 64 bits) and elements of opaque sorts (any number) are n;
// arrays are a.
type value struct {
	n    int64
	a    *array
	none bool // the term has no value here
}

var none = value{none: true}

func truth(b bool) value {
	if b {
		return value{n: 1}
	}
	return value{}
}

// literal is the value of a literal; none where t is none, or beyond 64 bits.
func literal(t *smtlib.Term) value {
	switch t.Op() {
	case smtlib.OpTrue, smtlib.OpFalse:
		return truth(t.IsTrue())
	case smtlib.OpNumeral:
		if valued(t.Sort()) && t.Num().IsInt() && t.Num().Num().IsInt64() {
			return value{n: t.Num().Num().Int64()}
		}
	case smtlib.OpBVLit:
		if valued(t.Sort()) {
			return value{n: int64(t.Bits().Uint64())}
		}
	}
	return none
}

func (v value) isTrue() bool { return v.n == 1 && !v.none }

// array is rest everywhere but at finitely many indices, in order, where it is
// something else. It never changes.
type array struct {
	rest    value
	entries []entry
}

type entry struct {
	index int64
	value value
}

func (a *array) find(i int64) (int, bool) {
	return slices.BinarySearchFunc(a.entries, i, func(e entry, i int64) int { return cmp.Compare(e.index, i) })
}

func (a *array) at(i int64) value {
	if k, ok := a.find(i); ok {
		return a.entries[k].value
	}
	return a.rest
}

func (a *array) with(i int64, v value) *array {
	k, ok := a.find(i)
	out := &array{rest: a.rest}
	out.entries = append(out.entries, a.entries[:k]...)
	if !same(v, a.rest) {
		out.entries = append(out.entries, entry{i, v})
	}
	if ok {
		k++
	}
	out.entries = append(out.entries, a.entries[k:]...)
	return out
}

// same reports whether two values are written alike. Those that are not may yet
// be equal, where an index sort has few elements.
func same(v, w value) bool {
	if v.a == nil || w.a == nil {
		return v.a == w.a && v.n == w.n && v.none == w.none
	}
	return v.a == w.a || same(v.a.rest, w.a.rest) &&
		slices.EqualFunc(v.a.entries, w.a.entries, func(x, y entry) bool { return x.index == y.index && same(x.value, y.value) })
}

// equal compares two values of sort s as SMT-LIB does.
func equal(s *smtlib.Sort, v, w value) value {
	switch {
	case v.none || w.none:
		return none
	case same(v, w):
		return truth(true)
	case s.Kind == smtlib.ArrayKind && !endless(s):
		return none
	}
	return truth(false)
}

// endless reports whether arrays of sort s are equal only when written alike: all
// index sorts have elements without end. Those of opaque sorts do here.
func endless(s *smtlib.Sort) bool {
	for ; s.Kind == smtlib.ArrayKind; s = s.Elem {
		if s.Index.Kind != smtlib.IntKind && s.Index.Kind != smtlib.OpaqueKind {
			return false
		}
	}
	return true
}

// initial is the value that symbols have before anything is known of them.
func initial(s *smtlib.Sort) value {
	if s.Kind == smtlib.ArrayKind {
		return value{a: &array{rest: initial(s.Elem)}}
	}
	return value{}
}

// valued reports whether the terms of sort s have values here.
func valued(s *smtlib.Sort) bool {
	switch s.Kind {
	case smtlib.BoolKind, smtlib.IntKind, smtlib.OpaqueKind:
		return true
	case smtlib.BVKind:
		return s.Width <= 64
	case smtlib.ArrayKind:
		return s.Index.Kind != smtlib.ArrayKind && valued(s.Index) && valued(s.Elem)
	}
	return false
}
