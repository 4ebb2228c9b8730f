package interp

import (
	"fmt"
	"hash/fnv"
	"math/big"

	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
	"semdiff/translate/ir"
)

// Definition is a function given by a term over its parameters, as solver
// models give them.
type Definition struct {
	Params []*smtlib.Term
	Body   *smtlib.Term
}

// Model gives meaning to the uninterpreted functions of a program: those of a
// solver's model by their definition, lambdas by their program text, and any
// other by a default value, unless an axiom speaks of it.
type Model struct {
	Ctx   *smtlib.Context
	Defs  map[*smtlib.Func]Definition
	Bound map[*smtlib.Func]bool // functions that axioms speak of
	// Unique numbers the constants that differ from each other.
	Unique map[*smtlib.Func]int
	// Closed makes every function without a definition undetermined, and every
	// division by zero, so that what runs under the model holds whatever such
	// functions mean.
	Closed bool
	// Seed, when set, makes functions without a definition pseudo-random
	// instead of constant.
	Seed int64

	programs []*ir.Program // that run under the model
}

// NewModel is the model without definitions for the given programs.
func NewModel(c *smtlib.Context, programs ...*ir.Program) *Model {
	m := &Model{Ctx: c, Defs: map[*smtlib.Func]Definition{}, Bound: map[*smtlib.Func]bool{}, Unique: map[*smtlib.Func]int{}, programs: programs}
	for _, p := range programs {
		for _, a := range p.Axioms {
			smtlib.Visit(a.Term, func(t *smtlib.Term) {
				if t.Op() == smtlib.OpApp {
					m.Bound[t.Func()] = true
				}
			})
		}
		for _, g := range p.Unique {
			for _, t := range g {
				if _, known := m.Unique[t.Func()]; t.Op() == smtlib.OpApp && !known {
					m.Unique[t.Func()] = len(m.Unique) + 1
				}
			}
		}
	}
	return m
}

// unique is the value of a constant that differs from others and that nothing
// else is said of. Beside a solver's model only fresh elements of opaque sorts
// are sure to differ from the values that the model gives to the others.
func (m *Model) unique(f *smtlib.Func, n int) (Value, error) {
	switch {
	case f.Result.Kind == smtlib.OpaqueKind:
		return Value{sort: f.Result, rest: &rest{name: f.Name}}, nil
	case f.Result.Kind == smtlib.IntKind && len(m.Defs) == 0:
		return Int(m.Ctx, big.NewInt(int64(n))), nil
	}
	return Value{}, fmt.Errorf("%w: %s differs from other constants", ErrUndetermined, f.Name)
}

// Apply implements Functions.
func (m *Model) Apply(f *smtlib.Func, args []Value) (Value, error) {
	for _, p := range m.programs {
		l, ok := p.Lambda(f)
		if !ok {
			continue
		}
		env := Env{}
		for i, p := range l.Captured {
			env[p] = args[i]
		}
		return m.lambda(f.Result, l, 0, env), nil
	}
	if v, ok := m.evaluated(f, args); ok {
		return v, nil
	}
	if d, ok := m.Defs[f]; ok {
		env := Env{}
		for i, p := range d.Params {
			env[p] = args[i]
		}
		return Eval(m.Ctx, d.Body, env, elements{m})
	}
	if m.Closed {
		return Value{}, fmt.Errorf("%w: %s has no definition", ErrUndetermined, f.Name)
	}
	if m.Bound[f] {
		return Value{}, fmt.Errorf("%w: %s is bound by axioms", ErrUndetermined, f.Name)
	}
	if n, ok := m.Unique[f]; ok {
		return m.unique(f, n)
	}
	if m.Seed != 0 {
		return m.random(f, args), nil
	}
	return Default(f.Result), nil
}

// DividesByZero implements Functions.
func (m *Model) DividesByZero() bool { return !m.Closed }

// evaluated is the value of a function that has one at these arguments in every
// program.
func (m *Model) evaluated(f *smtlib.Func, args []Value) (Value, bool) {
	if !f.Evaluated() {
		return Value{}, false
	}
	terms := make([]*smtlib.Term, len(args))
	for i, a := range args {
		t, ok := a.Term(m.Ctx)
		if !ok {
			return Value{}, false
		}
		terms[i] = t
	}
	t := f.Value(terms)
	if t == nil {
		return Value{}, false
	}
	v, err := m.Literal(t)
	return v, err == nil
}

// elements reads the constants that name elements of opaque sorts in a
// solver's definitions; other functions are as in the model.
type elements struct{ m *Model }

// DividesByZero implements Functions.
func (e elements) DividesByZero() bool { return e.m.DividesByZero() }

func (e elements) Apply(f *smtlib.Func, args []Value) (Value, error) {
	if _, known := e.m.Defs[f]; !known && len(args) == 0 && f.Result.Kind == smtlib.OpaqueKind {
		return Value{sort: f.Result, rest: &rest{name: f.Name}}, nil
	}
	return e.m.Apply(f, args)
}

// Literal evaluates a value as a solver's model prints it.
func (m *Model) Literal(t *smtlib.Term) (Value, error) {
	return Eval(m.Ctx, t, Env{}, elements{m})
}

// random is a pseudo-random value that depends on the seed, f and args only.
func (m *Model) random(f *smtlib.Func, args []Value) Value {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", m.Seed, f.Name)
	for _, a := range args {
		fmt.Fprintf(h, " %s", a)
	}
	return m.randomOf(f.Result, h.Sum64(), 3)
}

// randomOf makes a value of a sort from x; datatypes nest up to depth.
func (m *Model) randomOf(s *smtlib.Sort, x uint64, depth int) Value {
	small := big.NewInt(int64(x>>8%21) - 10)
	c := m.Ctx
	switch s.Kind {
	case smtlib.BoolKind:
		return Bool(c, x&256 != 0)
	case smtlib.IntKind:
		return Int(c, small)
	case smtlib.RealKind:
		return Real(c, new(big.Rat).SetInt(small))
	case smtlib.BVKind:
		return BV(c, new(big.Int).SetUint64(x), s.Width)
	case smtlib.OpaqueKind:
		return Value{sort: s, rest: &rest{name: fmt.Sprintf("%s!%d", s.Name, x>>8%3)}}
	case smtlib.FloatKind:
		if x>>16%4 == 0 {
			return Float(c, s.Format.FromBits(new(big.Int).SetUint64(x>>20)))
		}
		return Float(c, s.Format.FromInt(ieee.TowardZero, small))
	case smtlib.RoundingKind:
		return Rounding(c, ieee.Modes[x>>8%5])
	case smtlib.DatatypeKind:
		k := s.BaseConstructor()
		if depth > 0 {
			k = s.Ctors[x>>8%uint64(len(s.Ctors))]
		}
		v := Value{sort: s, rest: &rest{ctor: k}}
		for _, f := range k.Fields {
			x = (x ^ x>>29) * 1099511628211
			v.fields = append(v.fields, m.randomOf(f.Sort, x, depth-1))
		}
		return v
	}
	return Default(s)
}
