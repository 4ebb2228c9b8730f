package sourcenames

import (
	"slices"
	"strings"

	"semdiff/boogie"
	"semdiff/smtlib"
)

// heap is what the names of a program say of the memory of its objects.
type heap struct {
	fields      string            // the map from objects and fields to values
	permissions string            // the map from objects and fields to permissions
	elements    string            // the map from arrays and indices to values
	length      string            // the function from arrays to their lengths
	boxes       []string          // functions that put a value into a box and take it out
	member      map[string]string // fields, by the constants that stand for them
	parts       map[string]string // fields, by the maps from objects that hold them
}

// members finds the constants that are fields; text is what the source calls one by its
// full name.
func (r *reader) members(is func(*boogie.ConstDecl) bool, text func(string) string) {
	for _, d := range r.prog.Decls {
		if d, ok := d.(*boogie.ConstDecl); ok && is(d) {
			for _, name := range d.Names {
				full := text(name.Name)
				r.heap.member[name.Name] = clean(full[strings.LastIndexByte(full, '.')+1:])
			}
		}
	}
}

// monotype is the name of a variable or function without the types that it is taken at:
// $Heap for $Heap<int>.
func monotype(name string) string {
	base, _, found := strings.Cut(name, "<")
	if !found || base == "" {
		return name
	}
	return base
}

// member writes the field of an object as an expression of the source, and what a heap
// has boxed as what is in the box: this.balance for $Unbox($Heap[this][Account.balance]).
// It is nil for other terms.
func (w *Writer) member(t *smtlib.Term, memo map[*smtlib.Term]*smtlib.Term, bound map[*smtlib.Term]bool) *smtlib.Term {
	if mentions(t, bound) {
		return nil
	}
	text := w.memberText(t, func(x *smtlib.Term) *smtlib.Term { return w.write(x, memo, bound) })
	if text == "" || w.taken[text] != nil {
		return nil
	}
	out := w.call(t, text)
	w.cells[out] = t
	return out
}

// memberText is the text of member, "" where it has none.
func (w *Writer) memberText(t *smtlib.Term, write func(*smtlib.Term) *smtlib.Term) string {
	switch t.Op() {
	case smtlib.OpApp:
		if len(t.Args()) != 1 {
			return ""
		}
		name, arg := monotype(t.Func().Name), t.Args()[0]
		if w.any(func(n *Names) bool { return name == n.heap.length }) {
			return postfix(write(arg)) + ".Length"
		}
		if !w.any(func(n *Names) bool { return slices.Contains(n.heap.boxes, name) }) {
			return ""
		}
		return w.memberText(arg, write)
	case smtlib.OpSelect:
	default:
		return ""
	}
	m, at := t.Args()[0], t.Args()[1]
	for _, n := range w.names {
		if text := w.memberIn(n, m, at, write); text != "" {
			return text
		}
	}
	return ""
}

func (w *Writer) memberIn(n *Names, m, at *smtlib.Term, write func(*smtlib.Term) *smtlib.Term) string {
	if m.Op() == smtlib.OpVar { // one map for each field
		if field := n.heap.parts[w.program(m)]; field != "" {
			return postfix(write(at)) + "." + field
		}
		return ""
	}
	if m.Op() != smtlib.OpSelect || m.Args()[0].Op() != smtlib.OpVar { // one map for all objects
		return ""
	}
	heap, object := monotype(w.program(m.Args()[0])), m.Args()[1]
	if heap == n.heap.elements {
		return postfix(write(object)) + "[" + smtlib.Infix(write(at)) + "]"
	}
	if at.Op() != smtlib.OpApp || len(at.Args()) > 0 || n.heap.member[at.Func().Name] == "" {
		return ""
	}
	text := postfix(write(object)) + "." + n.heap.member[at.Func().Name]
	switch heap {
	case n.heap.permissions:
		return "perm(" + text + ")"
	case n.heap.fields:
		return text
	}
	return ""
}

func (w *Writer) any(f func(*Names) bool) bool { return f(w.names[0]) || f(w.names[1]) }
