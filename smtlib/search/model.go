package search

import (
	"cmp"
	"encoding/binary"
	"maps"
	"math/big"
	"slices"
	"strings"

	"semdiff/smtlib"
)

// symbol is what a model gives a value: a variable, or a function at arguments.
type symbol struct {
	variable *smtlib.Term
	fn       *smtlib.Func
	args     string // encoded
}

// model gives values to symbols; those it does not have get their initial one.
type model struct {
	values map[symbol]value
	points map[symbol][]value // the arguments of applications
}

func newModel() *model { return &model{values: map[symbol]value{}, points: map[symbol][]value{}} }

func (m *model) clone() *model {
	return &model{values: maps.Clone(m.values), points: maps.Clone(m.points)}
}

func (m *model) value(s symbol, sort *smtlib.Sort) value {
	if v, ok := m.values[s]; ok {
		return v
	}
	return initial(sort)
}

// set gives s a value and returns what takes that back.
func (m *model) set(s symbol, v value) (undo func()) {
	old, had := m.values[s]
	m.values[s] = v
	return func() {
		if had {
			m.values[s] = old
		} else {
			delete(m.values, s)
		}
	}
}

// applied is the symbol of f at args.
func applied(f *smtlib.Func, args []value) symbol {
	var text []byte
	for _, a := range args {
		text = a.encode(text)
	}
	return symbol{fn: f, args: string(text)}
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
func (m *model) terms(c *smtlib.Context, g *graph, order []int32) (_ *Model, ok bool) {
	out := &Model{Vars: map[*smtlib.Term]*smtlib.Term{}, Funcs: map[*smtlib.Func]*Func{}}
	for _, i := range order {
		switch t := g.nodes[i].term; t.Op() {
		case smtlib.OpVar:
			if out.Vars[t], ok = term(c, t.Sort(), m.value(symbol{variable: t}, t.Sort())); !ok {
				return nil, false
			}
		case smtlib.OpApp:
			f := t.Func()
			if out.Funcs[f] != nil {
				continue
			}
			d, ok := term(c, f.Result, initial(f.Result))
			if !ok {
				return nil, false
			}
			out.Funcs[f] = &Func{Default: d}
		}
	}
	for _, s := range m.applications() {
		f := out.Funcs[s.fn]
		if f == nil {
			continue
		}
		p := Point{}
		if p.Value, ok = term(c, s.fn.Result, m.values[s]); !ok {
			return nil, false
		}
		for i, a := range m.points[s] {
			x, ok := term(c, s.fn.Params[i], a)
			if !ok {
				return nil, false
			}
			p.Args = append(p.Args, x)
		}
		f.Points = append(f.Points, p)
	}
	return out, true
}

// applications are the applications that m has values of, in an order that
// depends on them alone.
func (m *model) applications() []symbol {
	var out []symbol
	for s := range m.values {
		if s.fn != nil {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b symbol) int {
		return cmp.Or(strings.Compare(a.fn.Name, b.fn.Name), strings.Compare(a.args, b.args))
	})
	return out
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
