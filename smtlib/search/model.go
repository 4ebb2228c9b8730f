package search

import (
	"encoding/binary"
	"math/big"

	"semdiff/smtlib"
)

// symbol numbers what a model gives a value: a variable, or a function at
// arguments.
type symbol int32

// symbols are what was numbered, in the order in which it was met.
type symbols struct {
	list  []meaning
	index map[place]symbol // of applications
}

// meaning is a variable, or a function at arguments.
type meaning struct {
	variable *smtlib.Term
	fn       *smtlib.Func
	args     []value
}

// place is a function at arguments as a key: the first of them, and the others
// encoded.
type place struct {
	fn   *smtlib.Func
	few  [3]int64
	many string
}

func (t *symbols) add(m meaning) symbol {
	t.list = append(t.list, m)
	return symbol(len(t.list) - 1)
}

// applied is the symbol of f at the values of args.
func (t *symbols) applied(f *smtlib.Func, args []int32, vals []value) symbol {
	p := place{fn: f}
	var more []byte
	for i, a := range args {
		if v := vals[a]; v.a == nil && i < len(p.few) {
			p.few[i] = v.n
		} else {
			more = v.encode(more)
		}
	}
	p.many = string(more)
	if s, ok := t.index[p]; ok {
		return s
	}
	at := make([]value, len(args))
	for i, a := range args {
		at[i] = vals[a]
	}
	s := t.add(meaning{fn: f, args: at})
	t.index[p] = s
	return s
}

func (v value) encode(text []byte) []byte {
	if v.a == nil {
		return binary.AppendVarint(text, v.n)
	}
	text = binary.AppendVarint(text, int64(len(v.a.entries)))
	for _, e := range v.a.entries {
		text = e.value.encode(binary.AppendVarint(text, e.index))
	}
	return v.a.rest.encode(text)
}

// model gives values to symbols; those it does not have are none, or beyond its
// end, and stand for the initial value.
type model []value

func (m model) value(s symbol, sort *smtlib.Sort) value {
	if int(s) < len(m) && !m[s].none {
		return m[s]
	}
	return initial(sort)
}

// with is m with another value of s; m may be overwritten.
func (m model) with(s symbol, v value) model {
	for int(s) >= len(m) {
		m = append(m, none)
	}
	m[s] = v
	return m
}

// Model is a model as terms. Symbols that it does not have may have any value.
type Model struct {
	Vars map[*smtlib.Term]*smtlib.Term
	// Funcs are functions by their values at points; elsewhere they are Default.
	Funcs map[*smtlib.Func]*Func
}

// Func is a function with finitely many values that differ from a default.
type Func struct {
	Points  []Point
	Default *smtlib.Term
}

// Point is a value of a function.
type Point struct {
	Args  []*smtlib.Term
	Value *smtlib.Term
}

// terms writes what m says of the symbols below order. ok is false when there is
// no term for a value: elements of opaque sorts have none.
func (s *Search) terms(c *smtlib.Context, m model, order []int32) (_ *Model, ok bool) {
	out := &Model{Vars: map[*smtlib.Term]*smtlib.Term{}, Funcs: map[*smtlib.Func]*Func{}}
	for _, i := range order {
		switch n := &s.graph.nodes[i]; n.op {
		case smtlib.OpVar:
			if out.Vars[n.term], ok = term(c, n.term.Sort(), m.value(n.symbol, n.term.Sort())); !ok {
				return nil, false
			}
		case smtlib.OpApp:
			f := n.term.Func()
			d, ok := term(c, f.Result, initial(f.Result))
			if !ok {
				return nil, false
			}
			if out.Funcs[f] == nil {
				out.Funcs[f] = &Func{Default: d}
			}
		}
	}
	for i, v := range m {
		of := s.graph.symbols.list[i]
		f := out.Funcs[of.fn]
		if v.none || f == nil {
			continue
		}
		p := Point{}
		if p.Value, ok = term(c, of.fn.Result, v); !ok {
			return nil, false
		}
		for i, a := range of.args {
			x, ok := term(c, of.fn.Params[i], a)
			if !ok {
				return nil, false
			}
			p.Args = append(p.Args, x)
		}
		f.Points = append(f.Points, p)
	}
	return out, true
}

// term writes a value of sort s.
func term(c *smtlib.Context, s *smtlib.Sort, v value) (*smtlib.Term, bool) {
	switch s.Kind {
	case smtlib.BoolKind:
		return c.BoolVal(v.n == 1), true
	case smtlib.IntKind:
		return c.IntVal(v.n), true
	case smtlib.BVKind:
		return c.BVVal(new(big.Int).SetUint64(uint64(v.n)), s.Width), true
	case smtlib.ArrayKind:
		rest, ok := term(c, s.Elem, v.a.rest)
		if !ok {
			return nil, false
		}
		t := c.ConstArray(s, rest)
		for _, e := range v.a.entries {
			i, ok := term(c, s.Index, value{n: e.index})
			x, ok2 := term(c, s.Elem, e.value)
			if !ok || !ok2 {
				return nil, false
			}
			t = c.Store(t, i, x)
		}
		return t, true
	}
	return nil, false
}
