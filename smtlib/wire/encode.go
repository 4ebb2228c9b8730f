package wire

import (
	"encoding/binary"
	"math/big"
	"slices"

	"semdiff/smtlib"
)

const version = 1

// Encoder numbers sorts, functions and terms, from 0, in the order in which they
// are met. Those of a Graph are the same.
type Encoder struct {
	sorts map[*smtlib.Sort]int
	funcs map[*smtlib.Func]int
	terms map[*smtlib.Term]int

	sortTable, ctorTable, funcTable, termTable []byte
	datatypes                                  int
}

// NewEncoder is an Encoder that knows nothing.
func NewEncoder() *Encoder {
	return &Encoder{sorts: map[*smtlib.Sort]int{}, funcs: map[*smtlib.Func]int{}, terms: map[*smtlib.Term]int{}}
}

// Bytes are the tables of all that has a number.
func (e *Encoder) Bytes() []byte {
	out := []byte{version}
	for _, t := range []struct {
		length int
		table  []byte
	}{{len(e.sorts), e.sortTable}, {e.datatypes, e.ctorTable}, {len(e.funcs), e.funcTable}, {len(e.terms), e.termTable}} {
		out = append(binary.AppendUvarint(out, uint64(t.length)), t.table...)
	}
	return out
}

// Term is the number of t, -1 when it is nil.
func (e *Encoder) Term(t *smtlib.Term) int {
	if t == nil {
		return -1
	}
	if i, ok := e.terms[t]; ok {
		return i
	}
	entry := e.term(t.Node()) // numbers what it refers to
	i := len(e.terms)
	e.terms[t] = i
	e.termTable = append(e.termTable, entry...)
	return i
}

// Terms numbers a list; nil stays nil.
func (e *Encoder) Terms(ts []*smtlib.Term) []int {
	if ts == nil {
		return nil
	}
	out := make([]int, len(ts))
	for i, t := range ts {
		out[i] = e.Term(t)
	}
	return out
}

// Func is the number of f.
func (e *Encoder) Func(f *smtlib.Func) int {
	if i, ok := e.funcs[f]; ok {
		return i
	}
	entry := appendText(nil, f.Name)
	entry = appendInts(entry, e.numbers(f.Params))
	entry = appendInt(entry, e.sort(f.Result))
	i := len(e.funcs)
	e.funcs[f] = i
	e.funcTable = append(e.funcTable, entry...)
	return i
}

// Funcs are the functions that have numbers, by number.
func (e *Encoder) Funcs() []*smtlib.Func {
	out := make([]*smtlib.Func, len(e.funcs))
	for f, i := range e.funcs {
		out[i] = f
	}
	return out
}

// term writes a node: its head, its sort and its arguments, and what else its head
// has.
func (e *Encoder) term(n smtlib.Node) (out []byte) {
	out = append(out, byte(n.Op))
	out = appendInt(out, e.sort(n.Sort))
	out = appendInts(out, e.Terms(n.Args))
	switch n.Op {
	case smtlib.OpVar, smtlib.OpFloat, smtlib.OpRoundingLit:
		out = appendText(out, n.Name)
	case smtlib.OpNumeral:
		out = append(out, byte(n.Num.Sign()+1))
		out = appendNatural(appendNatural(out, n.Num.Num()), n.Num.Denom())
	case smtlib.OpBVLit, smtlib.OpFloatLit:
		out = appendNatural(out, n.Bits)
	case smtlib.OpApp:
		out = appendInt(out, e.Func(n.Func))
	case smtlib.OpBV:
		out = append(out, byte(n.BV))
	case smtlib.OpExtract:
		out = appendInt(appendInt(out, n.Hi), n.Lo)
	case smtlib.OpConstruct, smtlib.OpField, smtlib.OpIs:
		out = appendInt(out, e.sort(n.Ctor.Of))
		out = appendInt(out, slices.Index(n.Ctor.Of.Ctors, n.Ctor))
		if n.Op == smtlib.OpField {
			out = appendInt(out, n.Lo)
		}
	case smtlib.OpForall, smtlib.OpExists:
		out = appendInts(out, e.Terms(n.Bound))
		out = appendInt(out, len(n.Triggers))
		for _, list := range n.Triggers {
			out = appendInts(out, e.Terms(list))
		}
	}
	return out
}

func (e *Encoder) numbers(sorts []*smtlib.Sort) []int {
	out := make([]int, len(sorts))
	for i, s := range sorts {
		out[i] = e.sort(s)
	}
	return out
}

func (e *Encoder) sort(s *smtlib.Sort) int {
	if i, ok := e.sorts[s]; ok {
		return i
	}
	entry := []byte{byte(s.Kind)}
	switch s.Kind {
	case smtlib.BVKind:
		entry = appendInt(entry, s.Width)
	case smtlib.FloatKind:
		entry = appendInt(appendInt(entry, s.Format.Exp), s.Format.Sig)
	case smtlib.ArrayKind:
		entry = appendInts(entry, e.numbers([]*smtlib.Sort{s.Index, s.Elem}))
	case smtlib.OpaqueKind, smtlib.DatatypeKind:
		entry = appendText(entry, s.String())
	}
	i := len(e.sorts)
	e.sorts[s] = i
	e.sortTable = append(e.sortTable, entry...)
	if s.Kind == smtlib.DatatypeKind {
		e.constructors(i, s)
	}
	return i
}

// constructors writes those of datatype s, of number i. Their fields may be of the
// same sort, which has its number by now.
func (e *Encoder) constructors(i int, s *smtlib.Sort) {
	entry := appendInt(appendInt(nil, i), len(s.Ctors))
	for _, k := range s.Ctors {
		entry = appendInt(appendText(entry, k.Name), len(k.Fields))
		for _, f := range k.Fields {
			entry = appendInt(appendText(entry, f.Name), e.sort(f.Sort))
		}
	}
	e.datatypes++
	e.ctorTable = append(e.ctorTable, entry...)
}

func appendInt(out []byte, n int) []byte { return binary.AppendUvarint(out, uint64(n)) }

func appendInts(out []byte, list []int) []byte {
	out = appendInt(out, len(list))
	for _, n := range list {
		out = appendInt(out, n)
	}
	return out
}

func appendText(out []byte, s string) []byte { return append(appendInt(out, len(s)), s...) }

// appendNatural writes the absolute value of n.
func appendNatural(out []byte, n *big.Int) []byte { return appendText(out, string(n.Bytes())) }
