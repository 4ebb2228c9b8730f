package sourcenames

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"semdiff/smtlib"
)

// summand is a part of an address.
type summand struct {
	coef int64
	term *smtlib.Term
}

// cell writes an element of memory as an expression of C; nil where it is none.
func (w *Writer) cell(t *smtlib.Term, memo map[*smtlib.Term]*smtlib.Term, bound map[*smtlib.Term]bool) *smtlib.Term {
	if t.Op() != smtlib.OpSelect {
		return nil
	}
	m, address := t.Args()[0], t.Args()[1]
	if m.Op() != smtlib.OpVar || mentions(address, bound) {
		return nil
	}
	text := w.element(m, address, func(x *smtlib.Term) *smtlib.Term { return w.write(x, memo, bound) })
	if text == "" || w.taken[text] != nil {
		return nil
	}
	out := w.call(t, text)
	w.cells[out] = t
	return out
}

func mentions(t *smtlib.Term, vars map[*smtlib.Term]bool) (found bool) {
	if len(vars) > 0 {
		smtlib.Visit(t, func(x *smtlib.Term) { found = found || vars[x] })
	}
	return found
}

// Element is what the source calls the element of a map at an index, both in the
// program's names; "" where it is not known.
func (w *Writer) Element(m, index *smtlib.Term) string { return w.element(m, index, w.Term) }

// element writes the cell of m at an address; write writes what is in that.
func (w *Writer) element(m, address *smtlib.Term, write func(*smtlib.Term) *smtlib.Term) string {
	if address.Sort().Kind != smtlib.IntKind {
		return ""
	}
	before, name, prime := w.related(m.Name())
	for _, n := range w.names {
		r := n.regions[name]
		if r == nil {
			continue
		}
		text := w.elementOf(n, r, address, write)
		switch isNew := strings.Contains(text, "'"); { // a pointer of the new version says whose memory is meant
		case text == "" || w.relates && isNew && prime == "":
		case w.relates && !isNew:
			return before + text + prime
		default:
			return before + text
		}
	}
	return ""
}

func (w *Writer) elementOf(n *Names, r *region, address *smtlib.Term, write func(*smtlib.Term) *smtlib.Term) string {
	if f := address.Func(); address.Op() == smtlib.OpApp && len(address.Args()) == 1 && f != nil {
		if off, ok := n.offsets[f.Name]; ok {
			address = w.ctx.Add(address.Args()[0], w.ctx.IntVal(off))
		}
	}
	constant, parts, ok := sum(address)
	if !ok {
		return ""
	}
	at := w.base(parts)
	var base string
	var size int64
	rest, indexed := parts, false
	switch {
	case at >= 0:
		base, indexed = postfix(write(parts[at].term)), w.indexed(parts[at].term)
		size = w.sizeAt(r, parts[at].term)
		rest = slices.Delete(slices.Clone(parts), at, at+1)
	default:
		o, known := n.objectAt(constant)
		if !known {
			return ""
		}
		base, constant = o.name, constant-o.from
		size = w.sizeAt(r, nil)
		if len(rest) == 0 && constant == 0 && (size == 0 || o.size <= size) && !r.isField(size, 0) {
			return o.name
		}
		indexed = o.size > size
	}
	return w.place(n, r, base, size, constant, rest, write, indexed)
}

// place writes the element behind base by constant and rest.
func (w *Writer) place(n *Names, r *region, base string, size, constant int64, rest []summand, write func(*smtlib.Term) *smtlib.Term, indexed bool) string {
	if r.field != "" {
		constant -= r.offset
	}
	if size <= 0 {
		if len(rest) > 0 {
			return ""
		}
		switch {
		case r.field != "" && constant == 0:
			return base + "->" + r.field
		case constant == 0:
			return "*" + base
		}
		return fmt.Sprintf("%s->f%d", base, constant)
	}
	offset := new(big.Int).Mod(big.NewInt(constant), big.NewInt(size)).Int64()
	index := []*smtlib.Term{w.ctx.IntVal((constant - offset) / size)}
	for _, s := range rest {
		if s.coef%size != 0 {
			return ""
		}
		index = append(index, w.ctx.Mul(w.ctx.IntVal(s.coef/size), s.term))
	}
	i := w.ctx.Add(index...)
	isZero := i.Op() == smtlib.OpNumeral && i.Num().Sign() == 0
	field := ""
	switch {
	case r.field != "" && offset == 0:
		field = r.field
	case r.field != "":
		return ""
	case offset != 0 || r.isField(size, offset):
		field = n.fieldName(shape{size, offset, true})
	}
	switch {
	case isZero && field != "":
		return base + "->" + field
	case isZero && size > 1 && !indexed:
		return "*" + base
	}
	text := base + "[" + smtlib.Infix(write(i)) + "]"
	if field != "" {
		text += "." + field
	}
	return text
}

// isField reports whether what stands at an offset of elements of a size is a field.
func (r *region) isField(size, offset int64) bool { return r.shapes[shape{size, offset, true}] }

// sum takes an address apart; ok is false for one that is no sum of small multiples.
func sum(t *smtlib.Term) (constant int64, parts []summand, ok bool) {
	list := []*smtlib.Term{t}
	if t.Op() == smtlib.OpAdd {
		list = t.Args()
	}
	for _, x := range list {
		switch {
		case x.Op() == smtlib.OpNumeral:
			if !x.Num().IsInt() || !x.Num().Num().IsInt64() {
				return 0, nil, false
			}
			constant += x.Num().Num().Int64()
		case x.Op() == smtlib.OpMul && x.Args()[0].Op() == smtlib.OpNumeral && len(x.Args()) == 2:
			c := x.Args()[0].Num()
			if !c.IsInt() || !c.Num().IsInt64() {
				return 0, nil, false
			}
			parts = append(parts, summand{c.Num().Int64(), x.Args()[1]})
		default:
			parts = append(parts, summand{1, x})
		}
	}
	return constant, parts, true
}

// base is the part of an address that is a pointer, by its place, negative where none
// is known to be.
func (w *Writer) base(parts []summand) int {
	best, rank := -1, 0
	for i, s := range parts {
		if s.coef != 1 {
			continue
		}
		if r := w.pointerRank(s.term, len(parts) == 1); r > rank {
			best, rank = i, r
		}
	}
	return best
}

// pointerRank says how sure it is that a term is a pointer, from 0.
func (w *Writer) pointerRank(t *smtlib.Term, alone bool) int {
	switch t.Op() {
	case smtlib.OpVar:
		name := w.program(t)
		switch {
		case w.isAddressed(name):
			return 6
		case w.isSummand(name):
			return 1
		case w.sizeOf(name) > 0:
			return 5
		case strings.HasPrefix(name, "$p"):
			return 4
		}
	case smtlib.OpApp:
		if len(t.Args()) == 0 {
			if w.sizeOf(t.Func().Name) > 0 {
				return 5
			}
			return 3
		}
	case smtlib.OpSelect:
		if m := t.Args()[0]; m.Op() == smtlib.OpVar && (strings.HasPrefix(m.Name(), "Mem_T.P") || memoryMap.MatchString(m.Name())) {
			return 2
		}
	}
	if alone && (t.Op() == smtlib.OpVar || t.Op() == smtlib.OpSelect) {
		return 1
	}
	return 0
}

// program is the name of a variable in the program.
func (w *Writer) program(v *smtlib.Term) string {
	if w.relates {
		_, name, _ := w.related(v.Name())
		return name
	}
	return strings.TrimSuffix(strings.TrimPrefix(v.Name(), "local("), ")")
}

// isAddressed reports whether elements of what a variable points to are read or written.
func (w *Writer) isAddressed(v string) bool {
	return slices.ContainsFunc(w.procs[:], func(p *Proc) bool { return p != nil && p.addressed[v] })
}

// isSummand reports whether HAVOC adds to a variable as to a pointer, and no more is known of it:
// it writes i + 1 and p + 1 alike.
func (w *Writer) isSummand(v string) bool {
	return slices.ContainsFunc(w.procs[:], func(p *Proc) bool { return p != nil && p.summands[v] && !p.addressed[v] })
}

// sizeOf is the size of what a variable points to, 0 where that is not known.
func (w *Writer) sizeOf(v string) int64 {
	for _, p := range w.procs {
		if p != nil && p.pointers[v] > 0 {
			return p.pointers[v]
		}
	}
	return 0
}

// indexed reports whether the source takes elements of what a term points to.
func (w *Writer) indexed(t *smtlib.Term) bool {
	if t.Op() != smtlib.OpVar && t.Op() != smtlib.OpApp || len(t.Args()) > 0 {
		return false
	}
	name := t.Name()
	if t.Op() == smtlib.OpApp {
		name = t.Func().Name
	}
	return slices.ContainsFunc(w.procs[:], func(p *Proc) bool { return p != nil && p.indexed[name] })
}

// sizeAt is the size of the elements that a cell of a region belongs to, where base
// points to the first of them.
func (w *Writer) sizeAt(r *region, base *smtlib.Term) int64 {
	if r.field == "" && r.size > 0 {
		return r.size
	}
	var known int64
	if base != nil {
		switch {
		case base.Op() == smtlib.OpVar:
			known = w.sizeOf(w.program(base))
		case base.Op() == smtlib.OpApp && len(base.Args()) == 0:
			known = w.sizeOf(base.Func().Name)
		}
	}
	sizes := r.sizes()
	switch {
	case slices.Contains(sizes, known):
		return known
	case len(sizes) == 1:
		return sizes[0]
	}
	return known
}

// regionName is what a whole map of memory is called.
func (n *Names) regionName(name string, r *region) string {
	if r.field != "" {
		return "memory." + r.field
	}
	field := ""
	for s := range r.shapes {
		if !s.field || n.fields[s] == "" || field != "" && field != n.fields[s] {
			field = ""
			break
		}
		field = n.fields[s]
	}
	short := strings.TrimPrefix(strings.TrimPrefix(name, "$M."), "Mem_T.")
	return "memory." + cmp.Or(field, short)
}

// postfix is a term as it stands before [i] and ->f.
func postfix(t *smtlib.Term) string {
	text := smtlib.Infix(t)
	if t.Op() == smtlib.OpVar || t.Op() == smtlib.OpApp && len(t.Args()) == 0 {
		if strings.HasPrefix(text, "*") {
			return "(" + text + ")"
		}
		return text
	}
	return "(" + text + ")"
}
