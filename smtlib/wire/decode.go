package wire

import (
	"fmt"
	"math"
	"math/big"

	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
)

// maxText bounds how long the texts of all sorts in a graph may be together, and
// those of all parameters: arrays of arrays double them with each level.
const maxText = 1 << 26

// Graph is what the numbers of an Encoder stand for in a Context.
type Graph struct {
	c     *smtlib.Context
	sorts []*smtlib.Sort
	funcs []*smtlib.Func
	terms []*smtlib.Term
	text  int                   // of sorts and parameters so far
	open  map[*smtlib.Sort]bool // datatypes whose constructors are to be compared
	err   error
}

// Decode reads what an Encoder wrote. Terms come back as they were, without being
// simplified again. Declared sorts must be known to the Context, datatypes with the
// same constructors; where they are not, and for bytes that no Encoder wrote, there
// is an error.
func Decode(c *smtlib.Context, data []byte) (*Graph, error) {
	g, r := &Graph{c: c, open: map[*smtlib.Sort]bool{}}, &reader{data: data}
	if r.byte() != version {
		r.fail()
	}
	r.table(g.sort)
	r.table(g.datatype)
	if len(g.open) > 0 {
		r.fail()
	}
	r.table(g.function)
	r.table(g.term)
	if len(r.data) > 0 {
		r.fail()
	}
	if r.err != nil {
		return nil, r.err
	}
	return g, nil
}

// Term is the term of a number, nil for -1.
func (g *Graph) Term(i int) *smtlib.Term {
	if i == -1 {
		return nil
	}
	return at(g, g.terms, i)
}

// Terms are the terms of a list of numbers; nil stays nil.
func (g *Graph) Terms(list []int) []*smtlib.Term {
	if list == nil {
		return nil
	}
	out := make([]*smtlib.Term, len(list))
	for i, n := range list {
		out[i] = g.Term(n)
	}
	return out
}

// Func is the function of a number.
func (g *Graph) Func(i int) *smtlib.Func { return at(g, g.funcs, i) }

// Err says that a number was asked for that the graph does not have: what it stood
// for is nil.
func (g *Graph) Err() error { return g.err }

func at[T any](g *Graph, table []*T, i int) *T {
	if i < 0 || i >= len(table) {
		g.err = fmt.Errorf("wire: no entry %d of %d", i, len(table))
		return nil
	}
	return table[i]
}

// sort reads a sort. Its constructors are compared later.
func (g *Graph) sort(r *reader) {
	var s *smtlib.Sort
	switch kind := smtlib.SortKind(r.byte()); kind {
	case smtlib.BoolKind:
		s = g.c.Bool
	case smtlib.IntKind:
		s = g.c.Int
	case smtlib.RealKind:
		s = g.c.Real
	case smtlib.RoundingKind:
		s = g.c.Rounding
	case smtlib.BVKind:
		if w := r.number(math.MaxInt32); w > 0 {
			s = g.c.BV(w)
		}
	case smtlib.FloatKind:
		if f := (ieee.Format{Exp: r.number(math.MaxInt32), Sig: r.number(math.MaxInt32)}); f.Valid() {
			s = g.c.Float(f)
		}
	case smtlib.ArrayKind:
		if parts := g.sortsOf(r); len(parts) == 2 {
			s = g.c.Array(parts[0], parts[1])
		}
	case smtlib.OpaqueKind, smtlib.DatatypeKind:
		text := r.text()
		if s = g.c.SortOf(text); r.err == nil && (s == nil || s.Kind != kind) {
			r.err = fmt.Errorf("wire: no sort %s", text)
		}
	}
	if s == nil {
		r.fail()
		return
	}
	g.sorts = append(g.sorts, s)
	g.spend(r, s)
	if s.Kind == smtlib.DatatypeKind {
		g.open[s] = true
	}
}

// spend counts the text of a sort.
func (g *Graph) spend(r *reader, s *smtlib.Sort) {
	if g.text += len(s.String()); g.text > maxText {
		r.fail()
	}
}

// sortsOf reads a list of known sorts, whose texts will be a part of another one.
func (g *Graph) sortsOf(r *reader) []*smtlib.Sort {
	var out []*smtlib.Sort
	for _, i := range r.list(len(g.sorts)) {
		if r.err == nil {
			out = append(out, g.sorts[i])
			g.spend(r, g.sorts[i])
		}
	}
	if r.err != nil {
		return nil
	}
	return out
}

func (g *Graph) sortOf(r *reader) *smtlib.Sort {
	i := r.number(len(g.sorts))
	if r.err != nil {
		return nil
	}
	return g.sorts[i]
}

// datatype compares the constructors of a datatype with those that are known.
func (g *Graph) datatype(r *reader) {
	s := g.sortOf(r)
	if s == nil {
		return
	}
	delete(g.open, s)
	same := r.length() == len(s.Ctors)
	for i := 0; same && i < len(s.Ctors); i++ {
		k := s.Ctors[i]
		same = r.text() == k.Name && r.length() == len(k.Fields)
		for j := 0; same && j < len(k.Fields); j++ {
			same = r.text() == k.Fields[j].Name && g.sortOf(r) == k.Fields[j].Sort
		}
	}
	if !same && r.err == nil {
		r.err = fmt.Errorf("wire: datatype %s is defined otherwise", s)
	}
}

func (g *Graph) function(r *reader) {
	name := r.text()
	params, result := g.sortsOf(r), g.sortOf(r)
	if r.err == nil {
		g.funcs = append(g.funcs, g.c.Func(name, params, result))
	}
}

func (g *Graph) term(r *reader) {
	n := smtlib.Node{Op: smtlib.Op(r.byte()), Sort: g.sortOf(r), Args: g.termsOf(r)}
	switch n.Op {
	case smtlib.OpVar, smtlib.OpFloat, smtlib.OpRoundingLit:
		n.Name = r.text()
	case smtlib.OpNumeral:
		n.Num = rational(r)
	case smtlib.OpBVLit, smtlib.OpFloatLit:
		n.Bits = r.natural()
	case smtlib.OpApp:
		if i := r.number(len(g.funcs)); r.err == nil {
			n.Func = g.funcs[i]
		}
	case smtlib.OpBV:
		n.BV = smtlib.BVFunc(r.byte())
	case smtlib.OpExtract:
		n.Hi, n.Lo = r.number(math.MaxInt32), r.number(math.MaxInt32)
	case smtlib.OpConstruct, smtlib.OpField, smtlib.OpIs:
		if of := g.sortOf(r); of != nil {
			if i := r.number(len(of.Ctors)); r.err == nil {
				n.Ctor = of.Ctors[i]
			}
		}
		if n.Op == smtlib.OpField {
			n.Lo = r.number(math.MaxInt32)
		}
	case smtlib.OpForall, smtlib.OpExists:
		n.Bound = g.termsOf(r)
		for range r.length() {
			n.Triggers = append(n.Triggers, g.termsOf(r))
		}
	}
	if r.err != nil {
		return
	}
	t, err := g.c.Exact(n)
	if err != nil {
		r.err = err
		return
	}
	g.terms = append(g.terms, t)
}

// termsOf reads a list of known terms.
func (g *Graph) termsOf(r *reader) []*smtlib.Term {
	list := r.list(len(g.terms))
	if r.err != nil || len(list) == 0 {
		return nil
	}
	return g.Terms(list)
}

func rational(r *reader) *big.Rat {
	sign, num, denom := int(r.byte())-1, r.natural(), r.natural()
	if r.err != nil || denom.Sign() == 0 || sign < -1 || sign > 1 || (sign == 0) != (num.Sign() == 0) {
		r.fail()
		return nil
	}
	if sign < 0 {
		num.Neg(num)
	}
	q := new(big.Rat).SetFrac(num, denom)
	if q.Denom().CmpAbs(denom) != 0 {
		r.fail() // not in lowest terms
	}
	return q
}
