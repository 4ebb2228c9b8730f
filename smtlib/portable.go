package smtlib

import (
	"fmt"
	"math/big"

	"semdiff/smtlib/ieee"
)

// Portable is a graph of terms that no Context owns, for files: it can be
// encoded by any means that keeps exported fields. Sorts, functions and terms
// are numbered; each comes after those that it is made of, but for the fields
// of datatypes.
type Portable struct {
	Sorts []PortableSort
	Funcs []PortableFunc
	Terms []PortableTerm
}

// PortableSort is a Sort.
type PortableSort struct {
	Kind        SortKind
	Width       int        `json:",omitempty"`
	Text        string     `json:",omitempty"` // of opaque sorts and datatypes
	Index, Elem int        `json:",omitempty"`
	Exp, Sig    int        `json:",omitempty"`
	Ctors       [][]string `json:",omitempty"` // of a datatype: name, then the fields' names
	Fields      [][]int    `json:",omitempty"` // and their sorts
}

// PortableFunc is a Func.
type PortableFunc struct {
	Name   string
	Params []int
	Result int
}

// PortableTerm is a Term. Num is a numeral or the bits of a literal.
type PortableTerm struct {
	Op       Op
	Sort     int
	Args     []int   `json:",omitempty"`
	Name     string  `json:",omitempty"`
	Func     int     `json:",omitempty"`
	Ctor     []int   `json:",omitempty"` // sort and place
	Num      string  `json:",omitempty"`
	Hi, Lo   int     `json:",omitempty"`
	Bound    []int   `json:",omitempty"`
	Triggers [][]int `json:",omitempty"`
}

// Packer puts terms into a Portable.
type Packer struct {
	Portable
	sorts map[*Sort]int
	funcs map[*Func]int
	terms map[*Term]int
}

// NewPacker returns a Packer with an empty graph.
func NewPacker() *Packer {
	return &Packer{sorts: map[*Sort]int{}, funcs: map[*Func]int{}, terms: map[*Term]int{}}
}

// Sort is the number of s.
func (p *Packer) Sort(s *Sort) int {
	if i, ok := p.sorts[s]; ok {
		return i
	}
	q := PortableSort{Kind: s.Kind, Width: s.Width, Exp: s.Format.Exp, Sig: s.Format.Sig}
	switch s.Kind {
	case OpaqueKind, DatatypeKind:
		q.Text = s.text
	case ArrayKind:
		q.Index, q.Elem = p.Sort(s.Index), p.Sort(s.Elem)
	}
	i := len(p.Sorts)
	p.sorts[s] = i
	p.Sorts = append(p.Sorts, q)
	for _, k := range s.Ctors { // the fields may be of this sort again
		names, sorts := []string{k.Name}, []int{}
		for _, f := range k.Fields {
			names, sorts = append(names, f.Name), append(sorts, p.Sort(f.Sort))
		}
		p.Sorts[i].Ctors, p.Sorts[i].Fields = append(p.Sorts[i].Ctors, names), append(p.Sorts[i].Fields, sorts)
	}
	return i
}

// Func is the number of f.
func (p *Packer) Func(f *Func) int {
	if i, ok := p.funcs[f]; ok {
		return i
	}
	q := PortableFunc{Name: f.Name, Result: p.Sort(f.Result)}
	for _, s := range f.Params {
		q.Params = append(q.Params, p.Sort(s))
	}
	p.funcs[f] = len(p.Funcs)
	p.Funcs = append(p.Funcs, q)
	return p.funcs[f]
}

// AllFuncs are the functions of the graph, by number.
func (p *Packer) AllFuncs() []*Func {
	out := make([]*Func, len(p.Funcs))
	for f, i := range p.funcs {
		out[i] = f
	}
	return out
}

// Term is the number of t, -1 when it is nil.
func (p *Packer) Term(t *Term) int {
	if t == nil {
		return -1
	}
	if i, ok := p.terms[t]; ok {
		return i
	}
	q := PortableTerm{
		Op: t.op, Sort: p.Sort(t.sort), Args: p.AllTerms(t.args), Name: t.name,
		Hi: t.hi, Lo: t.lo, Bound: p.AllTerms(t.bound),
	}
	for _, list := range t.triggers {
		q.Triggers = append(q.Triggers, p.AllTerms(list))
	}
	if t.fn != nil {
		q.Func = p.Func(t.fn)
	}
	if t.ctor != nil {
		for i, k := range t.ctor.Of.Ctors {
			if k == t.ctor {
				q.Ctor = []int{p.Sort(k.Of), i}
			}
		}
	}
	switch {
	case t.num != nil:
		q.Num = t.num.RatString()
	case t.bits != nil:
		q.Num = t.bits.String()
	}
	p.terms[t] = len(p.Terms)
	p.Terms = append(p.Terms, q)
	return p.terms[t]
}

// AllTerms numbers a list; nil stays nil.
func (p *Packer) AllTerms(ts []*Term) []int {
	if ts == nil {
		return nil
	}
	out := make([]int, len(ts))
	for i, t := range ts {
		out[i] = p.Term(t)
	}
	return out
}

// Unpacked is a Portable in a Context: what its numbers stand for.
type Unpacked struct {
	Sorts []*Sort
	Funcs []*Func
	terms []*Term
}

// Term is the term of a number; nil for -1.
func (u *Unpacked) Term(i int) *Term {
	if i < 0 {
		return nil
	}
	return u.terms[i]
}

// AllTerms are the terms of a list of numbers; nil stays nil.
func (u *Unpacked) AllTerms(list []int) []*Term {
	if list == nil {
		return nil
	}
	out := make([]*Term, len(list))
	for i, n := range list {
		out[i] = u.Term(n)
	}
	return out
}

// Unpack makes the terms of a graph as they were packed, without simplifying
// them again. Datatypes must be known to the Context, under the same definition.
// A graph that no Packer made is an error, or a panic of the runtime.
func (c *Context) Unpack(g *Portable) (*Unpacked, error) {
	u := &Unpacked{}
	for i := range g.Sorts {
		s, err := c.unpackSort(u, &g.Sorts[i])
		if err != nil {
			return nil, err
		}
		u.Sorts = append(u.Sorts, s)
	}
	for i, q := range g.Sorts {
		if !sameConstructors(u, &q, u.Sorts[i]) {
			return nil, fmt.Errorf("smtlib: datatype %s is defined otherwise", q.Text)
		}
	}
	for _, q := range g.Funcs {
		params := make([]*Sort, len(q.Params))
		for i, n := range q.Params {
			params[i] = u.Sorts[n]
		}
		u.Funcs = append(u.Funcs, c.Func(q.Name, params, u.Sorts[q.Result]))
	}
	for i := range g.Terms {
		t, err := c.unpackTerm(u, &g.Terms[i])
		if err != nil {
			return nil, err
		}
		u.terms = append(u.terms, t)
	}
	return u, nil
}

func (c *Context) unpackSort(u *Unpacked, q *PortableSort) (*Sort, error) {
	switch q.Kind {
	case BoolKind:
		return c.Bool, nil
	case IntKind:
		return c.Int, nil
	case RealKind:
		return c.Real, nil
	case RoundingKind:
		return c.Rounding, nil
	case BVKind:
		return c.BV(q.Width), nil
	case ArrayKind:
		return c.Array(u.Sorts[q.Index], u.Sorts[q.Elem]), nil
	case FloatKind:
		return c.Float(ieee.Format{Exp: q.Exp, Sig: q.Sig}), nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.sorts {
		if s.Kind == q.Kind && s.text == q.Text {
			return s, nil
		}
	}
	return nil, fmt.Errorf("smtlib: no sort %s", q.Text)
}

func sameConstructors(u *Unpacked, q *PortableSort, s *Sort) bool {
	if len(q.Ctors) != len(s.Ctors) {
		return false
	}
	for i, k := range s.Ctors {
		names, sorts := q.Ctors[i], q.Fields[i]
		if names[0] != k.Name || len(sorts) != len(k.Fields) {
			return false
		}
		for j, f := range k.Fields {
			if names[j+1] != f.Name || u.Sorts[sorts[j]] != f.Sort {
				return false
			}
		}
	}
	return true
}

func (c *Context) unpackTerm(u *Unpacked, q *PortableTerm) (*Term, error) {
	t := Term{
		op: q.Op, sort: u.Sorts[q.Sort], args: u.AllTerms(q.Args), name: q.Name,
		hi: q.Hi, lo: q.Lo, bound: u.AllTerms(q.Bound),
	}
	for _, list := range q.Triggers {
		t.triggers = append(t.triggers, u.AllTerms(list))
	}
	switch q.Op {
	case OpTrue:
		return c.True, nil
	case OpFalse:
		return c.False, nil
	case OpApp:
		t.fn = u.Funcs[q.Func]
	case OpNumeral:
		num, ok := new(big.Rat).SetString(q.Num)
		if !ok {
			return nil, fmt.Errorf("smtlib: bad numeral %q", q.Num)
		}
		t.num = num
	case OpBV:
		if t.bv = bvOfSymbol(q.Name); t.bv == BVNone {
			return nil, fmt.Errorf("smtlib: bad function %q", q.Name)
		}
	case OpBVLit, OpFloatLit:
		bits, ok := new(big.Int).SetString(q.Num, 10)
		if !ok {
			return nil, fmt.Errorf("smtlib: bad literal %q", q.Num)
		}
		t.bits = bits
	case OpConstruct, OpField, OpIs:
		t.ctor = u.Sorts[q.Ctor[0]].Ctors[q.Ctor[1]]
	}
	return c.intern(t), nil
}
