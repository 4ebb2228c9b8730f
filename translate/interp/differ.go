package interp

import (
	"cmp"
	"math/big"
	"slices"

	"semdiff/smtlib"
)

// Place is an element in which two maps differ: the indices that lead to it,
// outermost first, and what each map holds there.
type Place struct {
	Index []Value
	A, B  Value
}

// Differing lists elements in which the maps a and b differ, up to most, in the
// order of their indices; those that cannot be computed are left out. Of maps
// that differ almost everywhere it names one element that neither was written
// at.
func Differing(a, b Value, most int) []Place {
	var out []Place
	differing(a, b, nil, most, &out)
	return out
}

func differing(a, b Value, path []Value, most int, out *[]Place) {
	if len(*out) >= most {
		return
	}
	if a.sort.Kind != smtlib.ArrayKind {
		if same, err := Equal(a, b); err == nil && !same {
			*out = append(*out, Place{Index: path, A: a, B: b})
		}
		return
	}
	if a.arr == b.arr {
		return
	}
	for _, i := range places(a, b) {
		x, errA := Select(a, i)
		y, errB := Select(b, i)
		if errA == nil && errB == nil {
			differing(x, y, append(slices.Clone(path), i), most, out)
		}
	}
}

// places are the indices that a or b was written at, in order, then one more
// where their bases are not one.
func places(a, b Value) []Value {
	list := slices.Concat(a.arr.indices(), b.arr.indices())
	slices.SortFunc(list, compareIndices)
	list = slices.CompactFunc(list, func(x, y Value) bool { return compareIndices(x, y) == 0 })
	if a.arr.root() != b.arr.root() {
		if i, ok := fresh(a.sort.Index, list); ok {
			list = append(list, i)
		}
	}
	return list
}

func compareIndices(x, y Value) int {
	switch {
	case x.isOpen() || y.isOpen():
	case x.sort.Kind == smtlib.IntKind, x.sort.Kind == smtlib.BVKind:
		return x.n.Cmp(y.n)
	case x.sort.Kind == smtlib.RealKind:
		return x.r.Cmp(y.r)
	}
	return cmp.Compare(x.String(), y.String())
}

// fresh is the smallest number that is not among the indices; ok is false for
// other sorts, or when there is none.
func fresh(s *smtlib.Sort, indices []Value) (_ Value, ok bool) {
	if s.Kind != smtlib.IntKind && s.Kind != smtlib.BVKind {
		return Value{}, false
	}
	taken := map[string]bool{}
	for _, x := range indices {
		if key, ok := x.key(); ok {
			taken[key] = true
		}
	}
	for n := int64(0); ; n++ {
		v := Value{sort: s, n: big.NewInt(n)}
		if s.Kind == smtlib.BVKind && v.n.BitLen() > s.Width {
			return Value{}, false
		}
		if key, _ := v.key(); !taken[key] {
			return v, true
		}
	}
}
