package witness

import (
	"maps"
	"math/big"

	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
)

// Bounds of making a witness smaller.
const (
	largeValue   = 999       // beyond which a number, or the place of a cell, is not small
	smallerNodes = 3_000_000 // of conditions that are evaluated for one witness
	smallerTries = 400
	behindBase   = 4096 // how far behind an address cells may belong to it
)

// smallValues are what large numbers are tried to be replaced by, the best first.
var smallValues = []int64{0, 1, -1, 2, -2, 3, 4, 5, 8, 10, 16, 20, 50, 100, -100, 200, 500}

// smaller is a witness like env that a person can take in: where there are large numbers in
// it, it has small ones and fewer cells of maps, as far as the condition still holds. An address
// moves together with the cells behind it.
func (a *Finder) smaller(p *pairing.Pair, cond *smtlib.Term, env interp.Env, model *interp.Model) interp.Env {
	if !a.hasLarge(p, env) {
		return env
	}
	nodes := 0
	smtlib.Visit(cond, func(*smtlib.Term) { nodes++ })
	s := &shrinking{Finder: a, cond: cond, env: env, model: model, left: min(smallerTries, smallerNodes/max(nodes, 1))}
	for range 2 {
		for _, in := range p.Inputs {
			if isMemory(a.Ctx, in.Var.Sort()) {
				s.fewerCells(in.Var)
			}
		}
		for _, in := range p.Inputs {
			switch {
			case in.Var.Sort() == a.Ctx.Int:
				s.smallerNumber(p, in.Var)
			case isMemory(a.Ctx, in.Var.Sort()):
				s.smallerCells(in.Var)
			}
		}
	}
	return s.env
}

// withInputs is a solver's model with other values of the inputs; nil where a value has no term.
func (a *Finder) withInputs(p *pairing.Pair, m *solver.Model, env interp.Env) *solver.Model {
	with := *m
	with.Vars = maps.Clone(m.Vars)
	if with.Vars == nil {
		with.Vars = map[*smtlib.Term]*smtlib.Term{}
	}
	for _, in := range p.Inputs {
		t, ok := env[in.Var].Term(a.Ctx)
		if !ok {
			return nil
		}
		with.Vars[in.Var] = t
	}
	return &with
}

// isMemory reports whether a sort is that of maps from numbers to numbers.
func isMemory(c *smtlib.Context, s *smtlib.Sort) bool {
	return s.Kind == smtlib.ArrayKind && s.Index == c.Int && s.Elem == c.Int
}

func isLarge(v interp.Value) bool {
	n, ok := v.Integer()
	return ok && n.CmpAbs(big.NewInt(largeValue)) > 0
}

// hasLarge reports whether an input is a large number, or a map with one in it.
func (a *Finder) hasLarge(p *pairing.Pair, env interp.Env) bool {
	for _, in := range p.Inputs {
		v := env[in.Var]
		if in.Var.Sort() == a.Ctx.Int && isLarge(v) {
			return true
		}
		if !isMemory(a.Ctx, in.Var.Sort()) {
			continue
		}
		for _, i := range interp.Indices(v) {
			if x, err := interp.Select(v, i); isLarge(i) || err == nil && isLarge(x) {
				return true
			}
		}
	}
	return false
}

// shrinking makes one witness smaller.
type shrinking struct {
	*Finder
	cond  *smtlib.Term
	env   interp.Env
	model *interp.Model
	left  int // tries
}

// try takes over other values of inputs if the condition holds of them.
func (s *shrinking) try(values interp.Env) bool {
	if s.left <= 0 || s.TimeUp() {
		return false
	}
	s.left--
	env := maps.Clone(s.env)
	maps.Copy(env, values)
	v, err := interp.Evaluator(s.Ctx, env, s.model)(s.cond)
	if err != nil || !v.IsTrue() {
		return false
	}
	s.env = env
	return true
}

func (s *shrinking) number(n int64) interp.Value { return interp.Int(s.Ctx, big.NewInt(n)) }

// smallerNumber makes an input smaller, alone or as the address of cells.
func (s *shrinking) smallerNumber(p *pairing.Pair, x *smtlib.Term) {
	if !isLarge(s.env[x]) {
		return
	}
	for _, n := range smallValues {
		if s.try(interp.Env{x: s.number(n)}) || s.try(s.moved(p, x, n)) {
			return
		}
	}
}

// moved are the inputs with an address at n, and the cells of all maps that are behind it.
func (s *shrinking) moved(p *pairing.Pair, x *smtlib.Term, n int64) interp.Env {
	from, _ := s.env[x].Integer()
	by := new(big.Int).Sub(big.NewInt(n), from)
	out := interp.Env{x: s.number(n)}
	for _, in := range p.Inputs {
		if !isMemory(s.Ctx, in.Var.Sort()) {
			continue
		}
		out[in.Var] = s.rebuilt(in.Var, s.base(s.env[in.Var]), func(i, v interp.Value) (interp.Value, interp.Value, bool) {
			at, _ := i.Integer()
			if behind := new(big.Int).Sub(at, from); behind.CmpAbs(big.NewInt(behindBase)) <= 0 {
				i = interp.Int(s.Ctx, new(big.Int).Add(at, by))
			}
			return i, v, true
		})
	}
	return out
}

// rebuilt is a map with other cells, and a value elsewhere: each cell as it is told, or left out.
func (s *shrinking) rebuilt(m *smtlib.Term, elsewhere interp.Value, cell func(i, v interp.Value) (interp.Value, interp.Value, bool)) interp.Value {
	was := s.env[m]
	out := interp.Constant(m.Sort(), elsewhere)
	for _, i := range interp.Indices(was) {
		v, err := interp.Select(was, i)
		if err != nil {
			continue
		}
		if j, w, keep := cell(i, v); keep {
			out = interp.Store(out, j, w)
		}
	}
	return out
}

// base is what a map has where it has no cell of its own.
func (s *shrinking) base(m interp.Value) interp.Value {
	far := new(big.Int).Lsh(big.NewInt(1), 200)
	v, err := interp.Select(m, interp.Int(s.Ctx, far))
	if err != nil {
		return interp.Default(m.Sort().Elem)
	}
	return v
}

// fewerCells leaves out what a map need not have.
func (s *shrinking) fewerCells(m *smtlib.Term) {
	if s.base(s.env[m]).String() != "0" {
		s.try(interp.Env{m: s.rebuilt(m, s.number(0), func(i, v interp.Value) (interp.Value, interp.Value, bool) { return i, v, true })})
	}
	for _, out := range interp.Indices(s.env[m]) {
		name := out.String()
		s.try(interp.Env{m: s.rebuilt(m, s.base(s.env[m]), func(i, v interp.Value) (interp.Value, interp.Value, bool) { return i, v, i.String() != name })})
	}
}

// smallerCells makes what is in a map smaller.
func (s *shrinking) smallerCells(m *smtlib.Term) {
	for _, i := range interp.Indices(s.env[m]) {
		v, err := interp.Select(s.env[m], i)
		if err != nil || !isLarge(v) {
			continue
		}
		for _, n := range smallValues {
			if s.try(interp.Env{m: interp.Store(s.env[m], i, s.number(n))}) {
				break
			}
		}
	}
}
