package interp

import (
	"fmt"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// lambda is the map that binds index parameter k and those after it.
func (m *Model) lambda(s *smtlib.Sort, l ir.Lambda, k int, env Env) Value {
	if k == len(l.Index)-1 {
		if v, ok := m.pointwise(s, l, env); ok {
			return v
		}
		if v, ok := m.piecewise(s, l, env); ok {
			return v
		}
	}
	return byRule(s, func(i Value) (Value, error) {
		inner := Env{l.Index[k]: i}
		for p, v := range env {
			inner[p] = v
		}
		if k+1 < len(l.Index) {
			return m.lambda(s.Elem, l, k+1, inner), nil
		}
		return Eval(m.Ctx, l.Body, inner, m)
	})
}

// pointwise computes a lambda that uses its last index for nothing but to read
// maps that are known in whole, as a map known in whole: it can be compared
// then. Others are known by rule only; ok is false.
func (m *Model) pointwise(s *smtlib.Sort, l ir.Lambda, env Env) (v Value, ok bool) {
	index := l.Index[len(l.Index)-1]
	reads := map[*smtlib.Term]*smtlib.Term{} // (select m index) to a variable for it
	var maps []Value
	var vars []*smtlib.Term
	smtlib.Visit(l.Body, func(t *smtlib.Term) {
		if t.Op() != smtlib.OpSelect || t.Args()[1] != index {
			return
		}
		from, known := env[t.Args()[0]]
		if !known || from.arr.root().base == nil {
			return
		}
		x := m.Ctx.Var(fmt.Sprintf("?read.%d", len(vars)), t.Sort())
		reads[t] = x
		vars, maps = append(vars, x), append(maps, from)
	})
	body := m.Ctx.Substitute(l.Body, reads)
	uses := false
	smtlib.Visit(body, func(t *smtlib.Term) { uses = uses || t == index })
	if uses {
		return Value{}, false
	}
	inner := Env{}
	for p, v := range env {
		inner[p] = v
	}
	at := func(read func(m Value) (Value, error)) (Value, bool) {
		for i, x := range vars {
			v, err := read(maps[i])
			if err != nil {
				return Value{}, false
			}
			inner[x] = v
		}
		v, err := Eval(m.Ctx, body, inner, m)
		return v, err == nil
	}
	rest, ok := at(func(m Value) (Value, error) { return *m.arr.root().base, nil })
	v = Value{sort: s, arr: &array{base: &rest}}
	for _, from := range maps {
		for _, i := range from.arr.indices() {
			x, known := at(func(m Value) (Value, error) { return Select(m, i) })
			ok = ok && known
			v = Store(v, i, x)
		}
	}
	return v, ok
}
