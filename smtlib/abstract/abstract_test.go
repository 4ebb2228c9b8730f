package abstract_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"semdiff/internal/needs"
	"semdiff/smtlib"
	"semdiff/smtlib/abstract"
	"semdiff/smtlib/solver"
)

// world is a context with variables and spaces over them.
type world struct {
	t *testing.T
	c *smtlib.Context
}

func (w *world) term(text string) *smtlib.Term {
	w.t.Helper()
	scope := smtlib.NewScope()
	vars := map[string]*smtlib.Term{"b": w.c.Var("b", w.c.Bool)}
	for _, name := range []string{"x", "y", "z"} {
		vars[name] = w.c.Var(name, w.c.Int)
	}
	for _, name := range []string{"r", "s"} {
		vars[name] = w.c.Var(name, w.c.Real)
	}
	scope.Funcs["f"] = w.c.Func("f", []*smtlib.Sort{w.c.Int}, w.c.Int)
	scope = scope.With(vars)
	t, err := w.c.ParseTerm(scope, text)
	if err != nil {
		w.t.Fatal(err)
	}
	return t
}

func (w *world) dims(names string) (list []*smtlib.Term) {
	for _, name := range strings.Fields(names) {
		list = append(list, w.term(name))
	}
	return list
}

func ints(list ...int64) (out []*big.Rat) {
	for _, n := range list {
		out = append(out, big.NewRat(n, 1))
	}
	return out
}

func all(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

func (w *world) z3() abstract.Ask {
	needs.Z3(w.t)
	s, err := solver.New(w.c, "z3", solver.Default)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { s.Close() })
	return func(t *smtlib.Term) solver.Result { return s.Check(context.Background(), []*smtlib.Term{t}, true) }
}

// TestBest abstracts conditions of which the smallest element is known: as a condition
// that is equivalent.
func TestBest(t *testing.T) {
	for _, tt := range []struct {
		name, dims string
		facts      []string
		phi, want  string
	}{
		{"nothing", "x y", nil, "(and (< x y) (< y x))", "false"},
		{"a point", "x y", nil, "(and (= x 3) (= y (* 2 x)))", "(and (= x 3) (= y 6))"},
		{"a line", "x y z", nil, "(and (= y (+ x 1)) (= z (* 2 x)))", "(and (= y (+ x 1)) (= z (* 2 x)))"},
		{"a hull of lines", "x y z", nil, "(and (= z (+ x y)) (or (= x 1) (= y 2)))", "(= z (+ x y))"},
		{"a box", "x y", nil, "(and (<= (- 3) x 1000000) (<= 2 y 7))", "(and (<= (- 3) x 1000000) (<= 2 y 7))"},
		{"a bound beside steps", "x", nil, "(and (<= 0 x) (< (* 3 x) 1000))", "(<= 0 x 333)"},
		{"no bound", "x y", nil, "(<= 0 x y)", "(and (<= 0 x) (<= x y))"},
		{"an octagon", "x y", nil, "(and (<= 0 (+ x y)) (<= (+ x y) 10) (<= (- x y) 4) (<= (- y x) 4))", "(and (<= 0 (+ x y)) (<= (+ x y) 10) (<= (- x y) 4) (<= (- y x) 4))"},
		{"branches joined", "x y", nil, "(and (<= 0 x 9) (= y (ite (< x 5) x (- 9 x))))", "(and (<= 0 x 9) (<= 0 y 4) (<= y x) (<= (+ x y) 9))"},
		{"a function", "x y z", nil, "(and (= y (f x)) (= z (+ 1 (f x))))", "(= z (+ y 1))"},
		{"facts", "x", []string{"b", "(= r s)"}, "(and (=> (< x 5) b) (< x 4) (= r (+ s 1)))", "(and (<= x 3) b)"},
		{"a truth value", "x", []string{"b", "(not b)"}, "(and (not b) (= x 1))", "(and (= x 1) (not b))"},
		{"reals", "r s", nil, "(and (<= 0.0 r 2.5) (= s (* 3.0 r)))", "(and (<= 0.0 r 2.5) (= s (* 3.0 r)))"},
		{"an open bound of reals", "r", nil, "(< 0.0 r 2.5)", "(<= 0.0 r 2.5)"},
		{"a whole and a real", "x r", nil, "(and (= r (* 0.5 (to_real x))) (<= 0 x 8))", "(and (= r (* 0.5 (to_real x))) (<= 0 x 8))"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := &world{t, smtlib.NewContext()}
			ask := w.z3()
			var facts []*smtlib.Term
			for _, text := range tt.facts {
				facts = append(facts, w.term(text))
			}
			dims := w.dims(tt.dims)
			steps := append(ints(-100, -1, 0, 1, 10, 1000, 10_000_000), big.NewRat(5, 2))
			s := abstract.NewSpace(w.c, dims, abstract.Octagons(all(len(dims))), facts, steps)
			e := s.Of(ask, w.term(tt.phi))
			want := w.term(tt.want)
			if ask(w.c.Not(w.c.Eq(e.Term(), want))).Answer != solver.Unsat {
				t.Errorf("got %v, want %s", e.Conditions(), want)
			}
		})
	}
}

// box answers by trying all points whose coordinates are between -size and size.
type box struct {
	c    *smtlib.Context
	dims []*smtlib.Term
	size int64
	next int // starts the search somewhere else each time
}

func (b *box) ask(phi *smtlib.Term) solver.Result {
	width := int(2*b.size + 1)
	points := 1
	for range b.dims {
		points *= width
	}
	b.next += 7919
	for k := range points {
		if m := b.model((k + b.next) % points); m.Eval(b.c, phi).IsTrue() {
			return solver.Result{Answer: solver.Sat, Model: m}
		}
	}
	return solver.Result{Answer: solver.Unsat}
}

func (b *box) model(k int) *solver.Model {
	m := &solver.Model{Vars: map[*smtlib.Term]*smtlib.Term{}}
	width := int(2*b.size + 1)
	for _, d := range b.dims {
		m.Vars[d] = b.c.IntVal(int64(k%width) - b.size)
		k /= width
	}
	return m
}

// randomPhi is a random combination of linear constraints.
func (w *world) randomPhi(rng *rand.Rand, dims []*smtlib.Term) *smtlib.Term {
	c := w.c
	atom := func() *smtlib.Term {
		sum := c.IntVal(rng.Int63n(7) - 3)
		for _, d := range dims {
			sum = c.Add(sum, c.Mul(c.IntVal(rng.Int63n(5)-2), d))
		}
		if rng.Intn(3) == 0 {
			return c.Eq(sum, c.IntVal(0))
		}
		return c.Le(sum, c.IntVal(0))
	}
	var parts []*smtlib.Term
	for range 1 + rng.Intn(3) {
		parts = append(parts, c.Or(atom(), c.And(atom(), atom())))
	}
	return c.And(parts...)
}

// TestRandom compares with all models: each is in the element, each bound is the value
// of one, and an equation of the element is missing only where models violate it.
func TestRandom(t *testing.T) {
	const size = 3
	for seed := range int64(60) {
		rng := rand.New(rand.NewSource(seed))
		w := &world{t, smtlib.NewContext()}
		b := &box{c: w.c, dims: w.dims("x y z")[:2+seed%2], size: size}
		facts := []*smtlib.Term{w.randomPhi(rng, b.dims), w.randomPhi(rng, b.dims)}
		templates := abstract.Octagons(all(len(b.dims)))
		s := abstract.NewSpace(w.c, b.dims, templates, facts, ints(-9, -5, -1, 0, 1, 5, 9))
		phi := w.randomPhi(rng, b.dims)
		e := s.Of(b.ask, phi)
		if b.ask(w.c.And(phi, w.c.Not(e.Term()))).Answer == solver.Sat {
			t.Fatalf("seed %d: %s is not in %v", seed, phi, e.Conditions())
		}
		if e.IsEmpty() {
			continue
		}
		for i, f := range s.Templates {
			reached := b.ask(w.c.And(phi, w.c.Eq(sum(w.c, b.dims, f), w.c.Numeral(e.Most(i), w.c.Int))))
			if reached.Answer != solver.Sat {
				t.Errorf("seed %d: %s: no model at the bound %s of %s", seed, phi, e.Most(i).RatString(), sum(w.c, b.dims, f))
			}
		}
		for i, f := range facts {
			if always := b.ask(w.c.And(phi, w.c.Not(f))).Answer == solver.Unsat; always != e.Holds(i) {
				t.Errorf("seed %d: fact %s of %s: %t, want %t", seed, f, phi, e.Holds(i), always)
			}
		}
		for k := int64(-2); k <= 2; k++ { // y = k*x + d, where that holds
			for d := int64(-3); d <= 3; d++ {
				eq := w.c.Eq(b.dims[1], w.c.Add(w.c.Mul(w.c.IntVal(k), b.dims[0]), w.c.IntVal(d)))
				if b.ask(w.c.And(phi, w.c.Not(eq))).Answer == solver.Unsat && b.ask(w.c.And(e.Term(), w.c.Not(eq))).Answer == solver.Sat {
					t.Errorf("seed %d: %s is not in %v", seed, eq, e.Conditions())
				}
			}
		}
	}
}

func sum(c *smtlib.Context, dims []*smtlib.Term, f abstract.Linear) *smtlib.Term {
	var parts []*smtlib.Term
	for _, m := range f {
		parts = append(parts, c.Mul(c.Numeral(m.Coef, c.Int), dims[m.Dim]))
	}
	return c.Add(parts...)
}

// TestBadSolver checks that elements hold all models whatever a solver does but claim
// that there are none: it gives no answer, no model, or models of something else.
func TestBadSolver(t *testing.T) {
	const size = 2
	faults := map[string]func(*rand.Rand, *box, solver.Result) solver.Result{
		"unknown":  func(*rand.Rand, *box, solver.Result) solver.Result { return solver.Result{Reason: solver.Timeout} },
		"no model": func(*rand.Rand, *box, solver.Result) solver.Result { return solver.Result{Answer: solver.Sat} },
		"lies": func(rng *rand.Rand, b *box, _ solver.Result) solver.Result {
			return solver.Result{Answer: solver.Sat, Model: b.model(rng.Intn(25))}
		},
		"a value is missing": func(_ *rand.Rand, _ *box, r solver.Result) solver.Result {
			return solver.Result{Answer: solver.Sat, Model: &solver.Model{Incomplete: map[string]string{"x": "a root"}}}
		},
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			for seed := range int64(60) {
				rng := rand.New(rand.NewSource(seed))
				w := &world{t, smtlib.NewContext()}
				b := &box{c: w.c, dims: w.dims("x y"), size: size}
				often := 1 + rng.Intn(4)
				asked := 0
				ask := func(phi *smtlib.Term) solver.Result {
					if asked++; asked > 5_000 {
						t.Fatalf("seed %d: no end", seed)
					}
					r := b.ask(phi)
					if rng.Intn(often) == 0 {
						return fault(rng, b, r)
					}
					return r
				}
				s := abstract.NewSpace(w.c, b.dims, abstract.Octagons(all(2)), []*smtlib.Term{w.randomPhi(rng, b.dims)}, ints(-1, 0, 1))
				phi := w.randomPhi(rng, b.dims)
				if e := s.Of(ask, phi); b.ask(w.c.And(phi, w.c.Not(e.Term()))).Answer == solver.Sat {
					t.Fatalf("seed %d: %s is not in %v", seed, phi, e.Conditions())
				}
			}
		})
	}
}

// TestWidening follows counters, of which each round of a loop raises the bound: it
// ends, at the constant that bounds the loop or at infinity.
func TestWidening(t *testing.T) {
	for _, tt := range []struct{ name, step, want string }{
		{"to a constant", "(< x 1000)", "(<= 0 x 1000)"},
		{"for ever", "true", "(<= 0 x)"},
		{"past constants", "(< x 5000)", "(<= 0 x 5000)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := &world{t, smtlib.NewContext()}
			ask := w.z3()
			x, y := w.term("x"), w.term("y")
			s := abstract.NewSpace(w.c, []*smtlib.Term{y}, abstract.Octagons([]int{0}), nil, ints(-1, 0, 1, 1000, 5000))
			e := s.Empty()
			e.Grow(ask, w.term("(= y 0)"), abstract.Widening)
			next := func() *smtlib.Term {
				return w.c.And(w.c.Substitute(e.Term(), map[*smtlib.Term]*smtlib.Term{y: x}), w.term(tt.step), w.term("(= y (+ x 1))"))
			}
			rounds := 0
			for e.Grow(ask, next(), abstract.Widening) {
				if rounds++; rounds > 20 {
					t.Fatal("no end")
				}
			}
			got := w.c.Substitute(e.Term(), map[*smtlib.Term]*smtlib.Term{y: x})
			if ask(w.c.Not(w.c.Eq(got, w.term(tt.want)))).Answer != solver.Unsat {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestFormOf(t *testing.T) {
	w := &world{t, smtlib.NewContext()}
	dims := w.dims("x y r")
	for _, tt := range []struct{ term, want string }{
		{"(+ (* 2 x) (* (- 3) y) 7)", "2*x0 -3*x1 + 7"},
		{"(* 2.5 (to_real (+ x 2)))", "5/2*x0 + 5"},
		{"(- r (to_real x))", "-1*x0 1*x2 + 0"},
		{"(+ x (* y x))", "none"},
		{"(f x)", "none"},
		{"(+ x z)", "none"},
		{"12", "+ 12"},
	} {
		got := "none"
		if f, k, ok := abstract.FormOf(w.term(tt.term), dims); ok {
			got = ""
			for _, m := range f {
				got += fmt.Sprintf("%s*x%d ", m.Coef.RatString(), m.Dim)
			}
			got += "+ " + k.RatString()
		}
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.term, got, tt.want)
		}
	}
}

func TestMinimal(t *testing.T) {
	w := &world{t, smtlib.NewContext()}
	list := []*smtlib.Term{w.term("(<= 0 x)"), w.term("(<= x y)"), w.term("(<= 0 y)"), w.term("(<= x 100)")}
	got := abstract.Minimal(w.c, w.z3(), w.term("(< y 50)"), list)
	if want := list[:2]; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
