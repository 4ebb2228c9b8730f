package concolic

import (
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math/big"
	"slices"
	"strings"

	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

const (
	maxPoints   = 400   // applications in a pair of runs whose values are chosen
	maxReads    = 400   // cells of maps that a pair of runs reads
	uniqueApart = 1_000 // between constants that differ from each other
)

// meaning is what a function that nothing defines is taken to be, but for single points.
type meaning struct {
	kind shape
	n    int64 // a constant, a summand, or a seed
	arg  int
}

// shape is how the values of such a function are made.
type shape int

const (
	constantShape shape = iota
	argumentShape       // an argument, and n
	sumShape            // the sum of all arguments, and n
	randomShape         // another value at each point
	shapes
)

// chosen is what functions that nothing defines are taken to mean in a run.
type chosen struct {
	meanings map[*smtlib.Func]meaning
	points   map[*smtlib.Term]interp.Value // of functions at values
}

func newChosen() chosen {
	return chosen{map[*smtlib.Func]meaning{}, map[*smtlib.Term]interp.Value{}}
}

func (c chosen) clone() chosen { return chosen{maps.Clone(c.meanings), maps.Clone(c.points)} }

// point is an application whose value was chosen.
type point struct {
	term  *smtlib.Term // the function at values
	value interp.Value
}

// cellRead is a cell of a map that a run reads.
type cellRead struct{ of, index, value interp.Value }

// comparison is the last one of a run at one place of the text.
type comparison struct{ left, right interp.Value }

// guesses is a meaning of functions in which those that nothing defines, and the input
// tape, have the values that are chosen for them. It notes which it was asked for, which
// cells of maps were read, and which numbers compared. Nothing that is chosen is known: a
// difference under it names the points, and holds where the axioms have a model with them.
type guesses struct {
	*interp.Model // closed
	in            *inputs
	programs      []*ir.Program
	patterns      map[*smtlib.Func][]pattern // of the programs' axioms
	chosen        chosen
	at            map[*smtlib.Term]interp.Value
	points        []point
	reads         []cellRead
	comparisons   []comparison         // in the order in which their places were met
	places        map[*smtlib.Term]int // of comparisons
}

// start begins a pair of runs under what is chosen.
func (g *guesses) start(c chosen) {
	g.chosen, g.at, g.points, g.reads = c, map[*smtlib.Term]interp.Value{}, nil, nil
	g.comparisons, g.places = nil, map[*smtlib.Term]int{}
}

// Selected implements interp.Observer.
func (g *guesses) Selected(m, index, value interp.Value) {
	if len(g.reads) < maxReads {
		g.reads = append(g.reads, cellRead{m, index, value})
	}
}

// Compared implements interp.Observer: it notes numbers, but none that a division by 0 leaves
// open.
func (g *guesses) Compared(t *smtlib.Term, left, right interp.Value) {
	_, isNumber := left.Integer()
	if _, both := right.Integer(); !isNumber || !both {
		return
	}
	i, known := g.places[t]
	if !known {
		i = len(g.comparisons)
		g.places[t] = i
		g.comparisons = append(g.comparisons, comparison{})
	}
	g.comparisons[i] = comparison{left, right}
}

// Apply implements interp.Functions.
func (g *guesses) Apply(f *smtlib.Func, args []interp.Value) (interp.Value, error) {
	v, err := g.Model.Apply(f, args)
	if err == nil || !errors.Is(err, interp.ErrUndetermined) || !g.mayChoose(f) {
		return v, err
	}
	at, ok := g.point(f, args)
	if !ok {
		return v, err
	}
	if v, known := g.at[at]; known {
		return v, nil
	}
	if len(g.points) == maxPoints {
		return v, err
	}
	value, ok := g.chosen.points[at]
	if !ok {
		value = g.value(at, args)
	}
	value = g.allowed(at, args, value)
	g.at[at] = value
	g.points = append(g.points, point{at, value})
	return value, nil
}

// point is the function at values.
func (g *guesses) point(f *smtlib.Func, args []interp.Value) (at *smtlib.Term, ok bool) {
	terms := make([]*smtlib.Term, len(args))
	for i, a := range args {
		if terms[i], ok = a.Term(g.Ctx); !ok {
			return nil, false
		}
	}
	return g.Ctx.App(f, terms...), true
}

// mayChoose reports whether the values of f may be chosen: it is none of the functions
// that programs define, in part or with others, and they are of a sort that has literals.
func (g *guesses) mayChoose(f *smtlib.Func) bool {
	if f.Evaluated() {
		return false
	}
	for _, p := range g.programs {
		if _, lambda := p.Lambda(f); lambda {
			return false
		}
	}
	switch f.Result.Kind {
	case smtlib.BoolKind, smtlib.IntKind, smtlib.BVKind:
		return true
	}
	return false
}

// value is the value of a function at args by its meaning.
func (g *guesses) value(at *smtlib.Term, args []interp.Value) interp.Value {
	f := at.Func()
	if n, unique := g.Unique[f]; unique && f.Result.Kind == smtlib.IntKind { // an address, say, far from others
		return g.in.like(f.Result, big.NewInt(int64(n)*uniqueApart))
	}
	m, known := g.chosen.meanings[f]
	if !known {
		m = firstMeaning(f)
	}
	if m.kind == randomShape || f.Result.Kind == smtlib.BoolKind && m.kind != constantShape {
		h := fnv.New64a()
		fmt.Fprint(h, m.n, " ", f.Name)
		for _, a := range at.Args() {
			fmt.Fprint(h, " ", a)
		}
		return g.ofHash(f.Result, h.Sum64())
	}
	if f.Result.Kind == smtlib.BoolKind {
		return interp.Bool(g.Ctx, m.n%2 != 0)
	}
	sum := big.NewInt(m.n)
	for i, a := range args {
		if n, ok := a.Integer(); ok && (m.kind == sumShape || m.kind == argumentShape && i == m.arg) {
			sum.Add(sum, n)
		}
	}
	return g.in.like(f.Result, sum)
}

// firstMeaning is the meaning that is tried first: of what has an argument, that; the sum
// of several, which as an address lies beyond them.
func firstMeaning(f *smtlib.Func) meaning {
	switch {
	case strings.HasPrefix(f.Name, ir.TapePrefix):
		return meaning{kind: randomShape}
	case len(f.Params) == 1:
		return meaning{kind: argumentShape}
	case len(f.Params) > 1:
		return meaning{kind: sumShape, n: 1}
	}
	return meaning{kind: constantShape, n: 1}
}

// ofHash is a constant of the programs, or a small number.
func (g *guesses) ofHash(s *smtlib.Sort, x uint64) interp.Value {
	list := g.in.consts[s]
	switch {
	case s.Kind == smtlib.BoolKind:
		return interp.Bool(g.Ctx, x>>7&1 != 0)
	case len(list) > 0 && x>>9&1 != 0:
		return list[x>>10%uint64(len(list))]
	}
	return g.in.like(s, big.NewInt(int64(x>>10%8)))
}

// model is the closed model in which functions have the chosen values at the points of
// the runs at hand, and elsewhere none.
func (g *guesses) model() *interp.Model {
	out := interp.NewModel(g.Ctx, g.programs...)
	out.Closed = true
	for f, d := range g.definitions(func(f *smtlib.Func, params []*smtlib.Term, _ *smtlib.Term) *smtlib.Term {
		return g.Ctx.App(g.Ctx.Func("elsewhere:"+f.Name, f.Params, f.Result), params...)
	}) {
		out.Defs[f] = interp.Definition{Params: d.Params, Body: d.Body}
	}
	return out
}

// definitions are functions that have the chosen values at the points of the runs at
// hand, and elsewhere what is given; first is the value at the first point.
func (g *guesses) definitions(elsewhere func(f *smtlib.Func, params []*smtlib.Term, first *smtlib.Term) *smtlib.Term) map[*smtlib.Func]*solver.FuncInterp {
	out := map[*smtlib.Func]*solver.FuncInterp{}
	for _, p := range slices.Backward(g.points) {
		f := p.term.Func()
		value, _ := p.value.Term(g.Ctx)
		d := out[f]
		if d == nil {
			d = &solver.FuncInterp{}
			for i, s := range f.Params {
				d.Params = append(d.Params, g.Ctx.Var(fmt.Sprintf("x!%d", i), s))
			}
			d.Body = elsewhere(f, d.Params, value)
			out[f] = d
		}
		var here []*smtlib.Term
		for i, a := range p.term.Args() {
			here = append(here, g.Ctx.Eq(d.Params[i], a))
		}
		d.Body = g.Ctx.Ite(g.Ctx.And(here...), value, d.Body)
	}
	return out
}

// condition says that functions have the chosen values at the points.
func (g *guesses) condition() *smtlib.Term {
	var list []*smtlib.Term
	for _, p := range g.points {
		value, _ := p.value.Term(g.Ctx) // a literal
		list = append(list, g.Ctx.Eq(p.term, value))
	}
	return g.Ctx.And(list...)
}
