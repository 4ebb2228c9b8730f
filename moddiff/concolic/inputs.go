package concolic

import (
	"hash/fnv"
	"math/big"
	"math/rand"
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// inputs makes values of the inputs of a pair.
type inputs struct {
	c      *smtlib.Context
	rand   *rand.Rand
	consts map[*smtlib.Sort][]interp.Value
}

func newInputs(c *smtlib.Context, p *pairing.Pair) *inputs {
	h := fnv.New64a()
	h.Write([]byte(p.Name))
	in := &inputs{c: c, rand: rand.New(rand.NewSource(int64(h.Sum64()))), consts: map[*smtlib.Sort][]interp.Value{}}
	for _, n := range []int64{0, 1, -1, 2} {
		in.add(interp.Int(c, big.NewInt(n)))
	}
	for _, s := range []*pairing.Proc{p.Old, p.New} {
		for _, q := range s.Version.Near(s, maxTestProcs) {
			if q.Pair == nil || q.Pair.Affected { // no other needs to be lowered
				ir.Terms(q.Proc, in.neighbours)
			}
		}
	}
	return in
}

// Inputs are the test inputs of a pair: the i-th one.
func (a *Runner) Inputs(p *pairing.Pair) func(i int) interp.Env {
	in := newInputs(a.Ctx, p)
	return func(i int) interp.Env { return in.next(p, i) }
}

// Rows are test inputs of a pair in whose maps equal rows of cells begin at each number
// among the inputs, as strings do at pointers, but for a cell of some.
func (a *Runner) Rows(p *pairing.Pair) func(i int) interp.Env {
	in := newInputs(a.Ctx, p)
	return func(i int) interp.Env { return in.rows(p, i) }
}

func (in *inputs) rows(p *pairing.Pair, i int) interp.Env {
	env := in.next(p, i)
	length, ofElem := in.rand.Intn(maxRow+1), map[*smtlib.Sort][]interp.Value{}
	for _, port := range p.Inputs {
		s := port.Var.Sort()
		if s.Kind != smtlib.ArrayKind || s.Elem.Kind == smtlib.ArrayKind {
			continue
		}
		if ofElem[s.Elem] == nil {
			for range length {
				ofElem[s.Elem] = append(ofElem[s.Elem], in.plus(in.value(s.Elem, 0, false, 0), int64(in.rand.Intn(2))))
			}
		}
		for _, at := range p.Inputs {
			if at.Var.Sort() != s.Index {
				continue
			}
			index := env[at.Var]
			for _, v := range ofElem[s.Elem] {
				env[port.Var] = interp.Store(env[port.Var], index, v)
				index = in.plus(index, 1)
			}
			if in.rand.Intn(4) == 0 {
				env[port.Var] = interp.Store(env[port.Var], index, in.value(s.Elem, 0, false, 0))
			}
		}
	}
	return env
}

// neighbours takes a literal and the values next to it.
func (in *inputs) neighbours(t *smtlib.Term) {
	for _, d := range []int64{0, 1, -1} {
		switch {
		case t.Op() == smtlib.OpNumeral && t.Sort() == in.c.Int:
			in.add(interp.Int(in.c, new(big.Int).Add(t.Num().Num(), big.NewInt(d))))
		case t.Op() == smtlib.OpBVLit:
			in.add(interp.BV(in.c, new(big.Int).Add(t.Bits(), big.NewInt(d)), t.Sort().Width))
		}
	}
}

// addConstants takes the numbers in what differs in the text, however many there are.
func (in *inputs) addConstants(pairs []*pairing.Pair) {
	known := map[*smtlib.Term]bool{}
	for _, p := range pairs {
		if !p.Modified {
			continue
		}
		for i := range 2 {
			ir.Terms(p.Proc(i).Proc, func(t *smtlib.Term) {
				if t.Op() == smtlib.OpNumeral && t.Sort() == in.c.Int && !known[t] {
					known[t] = true
					in.consts[t.Sort()] = append(in.consts[t.Sort()], interp.Int(in.c, t.Num().Num()))
				}
			})
		}
	}
}

// add takes a constant unless it is there or there are many.
func (in *inputs) add(v interp.Value) {
	list := in.consts[v.Sort()]
	known := slices.ContainsFunc(list, func(w interp.Value) bool { same, err := interp.Equal(v, w); return same && err == nil })
	if !known && len(list) < maxTestConsts {
		in.consts[v.Sort()] = append(list, v)
	}
}

// next is the i-th input. With one input all constants come first.
func (in *inputs) next(p *pairing.Pair, i int) interp.Env {
	env := interp.Env{}
	for _, port := range p.Inputs {
		env[port.Var] = in.value(port.Var.Sort(), i, len(p.Inputs) == 1, 0)
	}
	return env
}

// maxMapsOfMaps is how deep maps to and from maps are filled with values.
const maxMapsOfMaps = 4

// value is a value of s for the i-th input, within so many maps.
func (in *inputs) value(s *smtlib.Sort, i int, inOrder bool, within int) interp.Value {
	c, list := in.c, in.consts[s]
	switch {
	case inOrder && i < len(list):
		return list[i]
	case len(list) > 0 && in.rand.Intn(4) > 0:
		return list[in.rand.Intn(len(list))]
	}
	switch s.Kind {
	case smtlib.BoolKind:
		return interp.Bool(c, in.rand.Intn(2) == 0)
	case smtlib.IntKind:
		return interp.Int(c, big.NewInt(in.rand.Int63n(200)-100))
	case smtlib.BVKind:
		return interp.BV(c, big.NewInt(in.rand.Int63()), s.Width)
	case smtlib.ArrayKind:
		m := interp.Default(s)
		if within == maxMapsOfMaps {
			return m
		}
		for range in.rand.Intn(4) {
			m = interp.Store(m, in.value(s.Index, 0, false, within+1), in.value(s.Elem, 0, false, within+1))
		}
		return m
	}
	return interp.Default(s)
}

// plus is v + n where v is a number, else v.
func (in *inputs) plus(v interp.Value, n int64) interp.Value {
	x, ok := v.Integer()
	if !ok {
		return v
	}
	return in.like(v.Sort(), new(big.Int).Add(x, big.NewInt(n)))
}

func (in *inputs) like(s *smtlib.Sort, n *big.Int) interp.Value {
	if s.Kind == smtlib.BVKind {
		return interp.BV(in.c, n, s.Width)
	}
	return interp.Int(in.c, n)
}
