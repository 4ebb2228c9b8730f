package concolic

import (
	"maps"
	"math/big"

	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
	"semdiff/translate/interp"
)

const (
	maxMutations = 4  // of one input
	maxRow       = 12 // neighbouring cells of a map that are written at once
	latest       = 16 // of the corpus, that are mutated more than others
)

// mutator changes inputs of a pair.
type mutator struct {
	*inputs
	p *pairing.Pair
}

func newMutator(c *smtlib.Context, p *pairing.Pair) *mutator { return &mutator{newInputs(c, p), p} }

// mutant is one of several inputs, changed in a few places.
func (m *mutator) mutant(corpus []interp.Env) interp.Env {
	from := corpus[m.rand.Intn(len(corpus))]
	if m.rand.Intn(2) == 0 {
		from = corpus[len(corpus)-1-m.rand.Intn(min(len(corpus), latest))]
	}
	env := maps.Clone(from)
	for range 1 + m.rand.Intn(maxMutations) {
		in := m.p.Inputs[m.rand.Intn(len(m.p.Inputs))].Var
		if m.rand.Intn(8) == 0 {
			env[in] = corpus[m.rand.Intn(len(corpus))][in]
		} else {
			env[in] = m.changed(env[in], env, 0)
		}
	}
	return env
}

// changed is another value in place of v, one of the inputs of env or within so many
// maps of one.
func (m *mutator) changed(v interp.Value, env interp.Env, within int) interp.Value {
	switch s := v.Sort(); s.Kind {
	case smtlib.BoolKind:
		return interp.Bool(m.c, !v.IsTrue())
	case smtlib.IntKind, smtlib.BVKind:
		return m.number(v, env)
	case smtlib.ArrayKind:
		if within < maxMapsOfMaps {
			return m.changedMap(v, env, within)
		}
	}
	return m.value(v.Sort(), 0, false, within)
}

// number is a number near v, or near another input, or one of the constants, or any.
func (m *mutator) number(v interp.Value, env interp.Env) interp.Value {
	s := v.Sort()
	switch m.rand.Intn(5) {
	case 0:
		return m.plus(v, int64(m.rand.Intn(2)*2-1))
	case 1:
		return m.plus(v, int64(m.rand.Intn(33)-16))
	case 2:
		return m.plus(m.another(s, v, env), int64(m.rand.Intn(9)-4))
	case 3:
		return m.of(s, int64(m.rand.Intn(16)-2))
	}
	return m.value(s, 0, false, 0)
}

// another is an input of sort s, or what a map holds somewhere; v where there is none.
func (m *mutator) another(s *smtlib.Sort, v interp.Value, env interp.Env) interp.Value {
	list := []interp.Value{}
	for _, in := range m.p.Inputs {
		x := env[in.Var]
		if x.Sort() == s {
			list = append(list, x)
		}
		for _, i := range interp.Indices(x) {
			if cell, err := interp.Select(x, i); err == nil && cell.Sort() == s {
				list = append(list, cell)
			}
			if i.Sort() == s {
				list = append(list, i)
			}
		}
	}
	if len(list) == 0 {
		return v
	}
	return list[m.rand.Intn(len(list))]
}

// changedMap writes cells of a map, or exchanges two, or takes another map with as many
// cells of its own.
func (m *mutator) changedMap(v interp.Value, env interp.Env, within int) interp.Value {
	s := v.Sort()
	indices := interp.Indices(v)
	switch m.rand.Intn(8) {
	case 0:
		return m.another(s, v, env)
	case 1:
		return interp.Constant(s, m.element(v, env, within))
	case 2:
		if len(indices) < 2 {
			break
		}
		i, j := indices[m.rand.Intn(len(indices))], indices[m.rand.Intn(len(indices))]
		x, errX := interp.Select(v, i)
		y, errY := interp.Select(v, j)
		if errX == nil && errY == nil {
			return interp.Store(interp.Store(v, i, y), j, x)
		}
	case 3, 4:
		i := m.index(v, env)
		for range 1 + m.rand.Intn(maxRow) {
			v = interp.Store(v, i, m.element(v, env, within))
			i = m.plus(i, 1)
		}
		return v
	}
	return interp.Store(v, m.index(v, env), m.element(v, env, within))
}

// index is where a map was written, or near, or near an input, or a small number.
func (m *mutator) index(v interp.Value, env interp.Env) interp.Value {
	s, indices := v.Sort().Index, interp.Indices(v)
	switch {
	case len(indices) > 0 && m.rand.Intn(3) == 0:
		return m.plus(indices[m.rand.Intn(len(indices))], int64(m.rand.Intn(3)-1))
	case m.rand.Intn(2) == 0:
		return m.plus(m.another(s, interp.Default(s), env), int64(m.rand.Intn(8)-1))
	}
	return m.of(s, int64(m.rand.Intn(10)))
}

// element is a value for a cell of a map.
func (m *mutator) element(v interp.Value, env interp.Env, within int) interp.Value {
	s := v.Sort().Elem
	if indices := interp.Indices(v); len(indices) > 0 && m.rand.Intn(2) == 0 {
		if x, err := interp.Select(v, indices[m.rand.Intn(len(indices))]); err == nil {
			return m.changed(x, env, within+1)
		}
	}
	return m.changed(m.value(s, 0, false, within+1), env, within+1)
}

// of is the number n in sort s, or any value where these are no numbers.
func (m *mutator) of(s *smtlib.Sort, n int64) interp.Value {
	if s.Kind != smtlib.IntKind && s.Kind != smtlib.BVKind {
		return m.value(s, 0, false, 0)
	}
	return m.like(s, big.NewInt(n))
}
