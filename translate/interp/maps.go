package interp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/benbjohnson/immutable"

	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
)

// array is a map: a root, or cells that were written to another array, its parent.
// It never changes.
type array struct {
	// A root holds one value everywhere, or is computed by a rule.
	base *Value
	rule func(Value) (Value, error)

	parent *array
	// written are cells by the keys of their indices. Where an index has no key, it
	// is the only cell, and written is nil.
	written *immutable.Map[string, cell]
	cell
}

// cell is what a map holds at an index.
type cell struct{ index, value Value }

func (a *array) root() *array {
	for a.parent != nil {
		a = a.parent
	}
	return a
}

// cells are those written since the root, the last ones first: of several at one
// index the first counts.
func (a *array) cells() (out []cell) {
	for ; a.parent != nil; a = a.parent {
		out = append(out, a.layer()...)
	}
	return out
}

// layer are the cells of a that its parent does not have.
func (a *array) layer() (out []cell) {
	if a.written == nil {
		return []cell{a.cell}
	}
	for all := a.written.Iterator(); !all.Done(); {
		_, w, _ := all.Next()
		out = append(out, w)
	}
	return out
}

func (a *array) indices() (out []Value) {
	for _, w := range a.cells() {
		out = append(out, w.index)
	}
	return out
}

// Indices are those at which a map was written, in order; none for other values.
func Indices(m Value) []Value {
	if m.arr == nil {
		return nil
	}
	list := m.arr.indices()
	slices.SortStableFunc(list, compareIndices)
	return list
}

// SameOrigin reports whether two maps come from one map by writing cells.
func SameOrigin(a, b Value) bool { return a.arr != nil && b.arr != nil && a.arr.root() == b.arr.root() }

// Select reads map m at index i.
func Select(m, i Value) (Value, error) {
	if err := m.known(); err != nil {
		return Value{}, err
	}
	key, keyed := i.key()
	for a := m.arr; ; a = a.parent {
		switch {
		case a.rule != nil:
			return a.rule(i)
		case a.base != nil:
			return *a.base, nil
		case a.written != nil && keyed:
			if w, ok := a.written.Get(key); ok {
				return w.value, nil
			}
			continue
		}
		for _, w := range a.layer() {
			if same, err := Equal(w.index, i); err != nil {
				return Value{}, err
			} else if same {
				return w.value, nil
			}
		}
	}
}

// Store is m with value v at index i.
func Store(m, i, v Value) Value {
	key, keyed := i.key()
	if !keyed {
		return Value{sort: m.sort, arr: &array{parent: m.arr, cell: cell{i, v}}}
	}
	a := &array{parent: m.arr}
	if m.arr.written != nil {
		a.parent, a.written = m.arr.parent, m.arr.written.Set(key, cell{i, v})
	} else {
		a.written = immutable.NewMap[string, cell](nil).Set(key, cell{i, v})
	}
	return Value{sort: m.sort, arr: a}
}

// byRule is the map that holds f(i) at i.
func byRule(s *smtlib.Sort, f func(Value) (Value, error)) Value {
	return Value{sort: s, arr: &array{rule: f}}
}

// equalMaps compares two maps of one sort extensionally.
func equalMaps(a, b Value) (bool, error) {
	if a.arr == b.arr {
		return true, nil
	}
	ab, bb := a.arr.root(), b.arr.root()
	if ab == bb && a.arr.flat() && b.arr.flat() {
		return equalCells(a.arr, b.arr)
	}
	indices := slices.Concat(a.arr.indices(), b.arr.indices())
	for _, ix := range indices {
		x, err := Select(a, ix)
		if err != nil {
			return false, err
		}
		y, err := Select(b, ix)
		if err != nil {
			return false, err
		}
		if same, err := Equal(x, y); err != nil || !same {
			return false, err
		}
	}
	if ab == bb {
		return true, nil
	}
	if ab.base == nil || bb.base == nil {
		return false, fmt.Errorf("%w: equality of maps given by a rule", ErrUndetermined)
	}
	same, err := Equal(*ab.base, *bb.base)
	if err != nil || same {
		return same, err
	}
	n := len(indices)
	distinct, keyed := map[string]bool{}, true
	for _, ix := range indices {
		k, ok := ix.key()
		distinct[k] = true
		keyed = keyed && ok
	}
	if keyed {
		n = len(distinct)
	}
	if more, known := moreThan(a.sort.Index, n); known {
		return !more, nil // one index is left, or all were compared
	}
	return false, fmt.Errorf("%w: equality of maps over %s, of unknown size", ErrUndetermined, a.sort.Index)
}

// flat reports whether a is its root, or all cells written to that have keys.
func (a *array) flat() bool {
	return a.parent == nil || a.written != nil && a.parent.parent == nil
}

// equalCells compares two flat maps with one root.
func equalCells(a, b *array) (bool, error) {
	for _, side := range [][2]*array{{a, b}, {b, a}} {
		if side[0].written == nil {
			continue
		}
		for all := side[0].written.Iterator(); !all.Done(); {
			key, w, _ := all.Next()
			var other Value
			if o, ok := side[1].cellAt(key); ok {
				if side[0] == b {
					continue // was compared
				}
				other = o.value
			} else if root := side[1].root(); root.base != nil {
				other = *root.base
			} else {
				v, err := root.rule(w.index)
				if err != nil {
					return false, err
				}
				other = v
			}
			if same, err := Equal(w.value, other); err != nil || !same {
				return false, err
			}
		}
	}
	return true, nil
}

// cellAt is the cell that a flat map has written at the index with a key.
func (a *array) cellAt(key string) (cell, bool) {
	if a.written == nil {
		return cell{}, false
	}
	return a.written.Get(key)
}

// moreThan reports whether a sort has more than n values; known is false when
// nobody can say.
func moreThan(s *smtlib.Sort, n int) (more, known bool) {
	switch s.Kind {
	case smtlib.BoolKind:
		return n < 2, true
	case smtlib.BVKind:
		return s.Width > 62 || n < 1<<s.Width, true
	case smtlib.ArrayKind: // there are more maps than elements
		more, known = moreThan(s.Elem, n)
		return more, known && more
	case smtlib.OpaqueKind:
		return false, false
	case smtlib.FloatKind: // infinities and one NaN beside the finite numbers
		f := s.Format
		if f.Exp+f.Sig > 62 {
			return true, true
		}
		return n < 1<<(f.Exp+f.Sig)-1<<f.Sig+3, true
	case smtlib.RoundingKind:
		return n < len(ieee.Modes), true
	case smtlib.DatatypeKind:
		more = n < len(s.Ctors) // each makes a value
		return more, more
	}
	return true, true
}

func (v Value) mapString() string {
	var parts []string
	seen := map[string]bool{}
	for _, w := range v.arr.cells() {
		if k := w.index.String(); !seen[k] {
			seen[k] = true
			parts = append(parts, k+" := "+w.value.String())
		}
	}
	slices.Sort(parts)
	if b := v.arr.root().base; b != nil {
		parts = append(parts, "else "+b.String())
	} else {
		parts = append(parts, "else by rule")
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
