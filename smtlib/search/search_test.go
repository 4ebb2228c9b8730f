package search

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"semdiff/smtlib"
)

// scope declares what the terms of the tests speak of.
func scope(c *smtlib.Context) *smtlib.Scope {
	s := smtlib.NewScope()
	elem := c.Opaque("E")
	for name, sort := range map[string]*smtlib.Sort{
		"x": c.Int, "y": c.Int, "z": c.Int, "p": c.Bool, "q": c.Bool, "r": c.Real, "e": elem, "d": elem,
		"a": c.BV(8), "b": c.BV(8), "w": c.BV(64), "m": c.Array(c.Int, c.Int), "n": c.Array(c.Int, c.Int), "bm": c.Array(c.BV(1), c.Bool),
		"mm": c.Array(c.Int, c.Array(c.Int, c.Int)),
	} {
		s.Vars[name] = c.Var(name, sort)
	}
	s.Funcs["f"] = c.Func("f", []*smtlib.Sort{c.Int}, c.Int)
	s.Funcs["g"] = c.Func("g", []*smtlib.Sort{c.Int, c.Int, c.Int, c.Int, c.Array(c.Int, c.Int)}, c.Int)
	s.Funcs["next"] = c.Func("next", []*smtlib.Sort{elem}, elem)
	return s
}

func parsed(t *testing.T, c *smtlib.Context, text string) *smtlib.Term {
	t.Helper()
	term, err := c.ParseTerm(scope(c), text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return term
}

func TestDecide(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Answer
	}{
		{"(= x 7)", Satisfiable},
		{"(and (< x y) (< y z) (< (+ x z) 0))", Satisfiable},
		{"(and (< x y) (< y x))", Open},
		{"(and (= (* 3 x) (+ y 1)) (= (mod y 5) 3))", Satisfiable},
		{"(and (= (* 3 x) (+ y 1)) (= (mod y 5) 3) (> y 10))", Open}, // 23, but no step leads there
		{"(not (= (* 3 x) (* 4 y)))", Satisfiable},
		{"(and (= (div x 4) (- 3)) (= (mod x 4) 1))", Satisfiable},
		{"(= (div x 0) 1)", Open}, // any function: left to the solver
		{"(and (or p q) (not (and p q)) (= p (> x 5)) (< x 3))", Satisfiable},
		{"(= x 9223372036854775808)", Open}, // beyond 64 bits
		{"(and (> x 9223372036854775806) (> y x))", Open},
		{"(> r 1.5)", Open}, // reals have no values here
		{"(or (> r 1.5) (= x 2))", Satisfiable},
		{"(forall ((i Int)) (> (f i) 0))", Open},
		{"(and (= (f x) 3) (= (f y) 4) (= (f (f x)) y))", Satisfiable},
		{"(and (= x y) (not (= (f x) (f y))))", Open},
		{"(and (= (g 1 2 3 4 m) 5) (= (g 1 2 3 4 n) 6))", Satisfiable},
		{"(and (= m n) (not (= (g 1 2 3 4 m) (g 1 2 3 4 n))))", Open},
		{"(and (not (= e d)) (= (next e) d) (= (next d) e))", Satisfiable},
		{"(and (= (select m x) 1) (= (select m y) 2))", Satisfiable},
		{"(and (= (select (store m x 1) y) 2) (= x y))", Open},
		{"(= (store m x 1) n)", Satisfiable},
		{"(and (= (store m 3 1) n) (= (select n 3) 2))", Open},
		{"(= (select (select mm 3) 4) 5)", Satisfiable},
		{"(and (= (select bm #b0) true) (= (select bm #b1) false))", Satisfiable},
		{"(and (= (bvadd a b) #x00) (bvult a b) (not (= a #x00)))", Satisfiable},
		{"(= (bvmul a #x03) #x01)", Satisfiable},
		{"(= (bvmul a #x02) #x01)", Open},
		{"(= ((_ extract 7 4) a) #xa)", Satisfiable},
		{"(= (concat ((_ extract 3 0) a) #x5) #xc5)", Satisfiable},
		{"(bvslt a #x80)", Open},
		{"(and (bvslt a #x00) (= ((_ sign_extend 8) a) #xff85))", Satisfiable},
		{"(= (bvlshr w #x0000000000000004) #x0fedcba987654321)", Satisfiable},
		{"(= (bv2nat a) 200)", Satisfiable},
		{"(= ((_ int2bv 8) x) #xff)", Satisfiable},
		{"(not (= (ite (= x 3) y (ite (= x 2) (* 2 y) 0)) 0))", Satisfiable},
		// Bounds.
		{"(and (<= x 3) (>= (+ x y) 10) (<= y 6))", Unsatisfiable},
		{"(and (<= x (- 1)) (>= y 6) (not (= (ite (= x 5) 7 0) (ite (= y 5) 8 0))))", Unsatisfiable},
		{"(and (< x y) (< y z) (<= z 4) (>= x 3))", Unsatisfiable},
		{"(and (>= x 0) (<= x 1) (not (= x 0)) (not (= x 1)))", Unsatisfiable},
		{"(and (or p (> x 5)) (<= x 5) (or (not p) (< x 0)) (>= x 0))", Unsatisfiable},
		{"(and (= (mod x 4) 4))", Unsatisfiable},
		{"(and (>= x 8) (<= (div x 4) 1))", Unsatisfiable},
		{"(and (<= x (- 2)) (>= (* (- 3) x) 6) (<= (* (- 3) x) 5))", Unsatisfiable},
		{"(and (>= x 2) (>= y 2) (<= x 3) (<= y 3) (> (* x y) 9))", Unsatisfiable},
		{"(and (>= (f x) 3) (<= (f x) 2))", Unsatisfiable},
		{"(and (>= (select m x) 3) (= (select m x) (f y)) (<= (f y) 2))", Unsatisfiable},
		{"(and (= x y) (>= x 3) (<= y 2))", Unsatisfiable},
		{"(and (> x 9223372036854775806) (< x 9223372036854775800))", Unsatisfiable}, // merged when built
		{"(and (>= x 4611686018427387000) (>= y 4611686018427387000) (<= (+ x y) 0))", Unsatisfiable},
		{"(and (<= x (- 4611686018427387904)) (>= (+ x y) 0) (<= y 5))", Unsatisfiable},
		{"(and (>= r 2.5) (<= r 2.0))", Open},
	} {
		c := smtlib.NewContext()
		s := New()
		term := parsed(t, c, tt.text)
		list := smtlib.Conjuncts(term)
		if term.IsFalse() { // as the term builder knows
			continue
		}
		for range 2 {
			if got := s.Decide(list); got != tt.want {
				t.Errorf("%s: %v, want %v", tt.text, got, tt.want)
			}
		}
		if m, got := s.Find(c, list); tt.want != Satisfiable && (m != nil || got != tt.want) {
			t.Errorf("%s: now %v, want %v", tt.text, got, tt.want)
		}
	}
}

// TestFind checks that models make the conjunction true as the term builder
// computes, and do not depend on what was asked before.
func TestFind(t *testing.T) {
	c := smtlib.NewContext()
	s := New()
	term := parsed(t, c, "(and (> x 3) (= (f (+ x 1)) y) (not (= y 0)) (= (select m y) 4))")
	first, answer := s.Find(c, []*smtlib.Term{term})
	if answer != Satisfiable {
		t.Fatal("no model")
	}
	value := func(name string) *smtlib.Term { return first.Vars[scope(c).Vars[name]] }
	x, y := value("x"), value("y")
	if !c.Lt(c.IntVal(3), x).IsTrue() || y.IsLiteral() && y == c.IntVal(0) || c.Select(value("m"), y) != c.IntVal(4) {
		t.Errorf("x = %v, y = %v, m = %v", x, y, value("m"))
	}
	points := first.Funcs[scope(c).Funcs["f"]].Points
	if len(points) != 1 || points[0].Args[0] != c.Add(x, c.IntVal(1)) || points[0].Value != y {
		t.Errorf("f is %v", points)
	}
	for i := range 20 {
		s.Decide([]*smtlib.Term{parsed(t, c, fmt.Sprintf("(and (= x %d) (= y %d))", 100+i, i))})
	}
	if again, _ := s.Find(c, []*smtlib.Term{term}); again == nil || again.Vars[scope(c).Vars["x"]] != x {
		t.Errorf("another model after other queries: %v", again)
	}
	if m, _ := s.Find(c, []*smtlib.Term{parsed(t, c, "(= e d)")}); m != nil {
		t.Errorf("elements have no terms, and the model is %v", m)
	}
}

// TestForget checks that what is found depends on what was asked since.
func TestForget(t *testing.T) {
	c := smtlib.NewContext()
	s := New()
	s.Decide([]*smtlib.Term{parsed(t, c, "(= x 7)")})
	s.Forget()
	if len(s.known) > 0 || len(s.graph.symbols.list) > 0 {
		t.Errorf("%d models and %d symbols are left", len(s.known), len(s.graph.symbols.list))
	}
}

// TestFold compares the functions of bit-vectors with smtlib's.
func TestFold(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		w := 1 + rng.IntN(64)
		a, b := rng.Uint64()&mask(w), rng.Uint64()&mask(w)
		if rng.IntN(3) == 0 {
			b = uint64(rng.IntN(w+2)) & mask(w)
		}
		for f := smtlib.BVNeg; f < smtlib.BVULT; f++ {
			if !knows(f) {
				continue
			}
			args := []*big.Int{new(big.Int).SetUint64(a), new(big.Int).SetUint64(b)}
			if f == smtlib.BVNeg || f == smtlib.BVNot {
				args = args[:1]
			}
			want := new(big.Int).And(smtlib.FoldBV(f, args, w), new(big.Int).SetUint64(mask(w)))
			if got := fold(f, a, b, w) & mask(w); got != want.Uint64() {
				t.Fatalf("%s of %#x and %#x, %d bits: %#x, want %#x", f, a, b, w, got, want)
			}
		}
	}
}
