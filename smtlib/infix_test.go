package smtlib_test

import (
	"strings"
	"testing"

	"semdiff/smtlib"
)

// scope has the variables that the tests of this package use.
func scope(c *smtlib.Context) *smtlib.Scope {
	s := smtlib.NewScope()
	u := c.Opaque("U")
	s.Sorts["U"] = u
	ints := c.Array(c.Int, c.Int)
	for _, v := range []*smtlib.Term{
		c.Var("p", c.Bool), c.Var("q", c.Bool), c.Var("o", c.Bool), c.Var("x", c.Int), c.Var("y", c.Int), c.Var("z", c.Int),
		c.Var("r", c.Real), c.Var("t", c.Real), c.Var("v", c.BV(8)), c.Var("w", c.BV(8)), c.Var("m", ints),
		c.Var("mm", c.Array(c.Int, c.Array(c.Int, c.Bool))), c.Var("u", u),
	} {
		s.Vars[v.Name()] = v
	}
	s.Funcs["f"] = c.Func("f", []*smtlib.Sort{c.Int, c.Int}, c.Int)
	s.Funcs["g"] = c.Func("g", []*smtlib.Sort{u}, c.Bool)
	s.Funcs["k"] = c.Func("k", nil, u)
	return s
}

func TestInfix(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"true", "true"},
		{"(- 5)", "-5"},
		{"1.5", "3.0 / 2.0"},
		{"(/ r 2.0)", "(1.0 / 2.0)*r"},
		{"(/ r t)", "r / t"},
		{"(and (= x 4) (< y 3))", "x == 4 && y <= 2"},
		{"(>= x 5)", "x >= 5"},
		{"(< x y)", "x < y"},
		{"(<= x y)", "x <= y"},
		{"(<= x (+ y 3))", "x <= y + 3"},
		{"(< x (+ y z))", "x < y + z"},
		{"(<= (- 0 x) y)", "x + y >= 0"},
		{"(not (= x y))", "x != y"},
		{"(not p)", "!p"},
		{"(not (= p q))", "!(p <==> q)"},
		{"(= p (and q o))", "p <==> q && o"},
		{"(or p (and q o))", "p || (q && o)"},
		{"(=> p q)", "q || !p"},
		{"(+ x (* (- 3) y) 2)", "x - 3*y + 2"},
		{"(- y x)", "y - x"},
		{"(- x)", "-x"},
		{"(* x y)", "x*y"},
		{"(* (- 2) x y)", "-2*x*y"},
		{"(div (+ x 1) 2)", "(x + 1) div 2"},
		{"(mod (* 2 x) (- 3))", "2*x mod -3"},
		{"(div (div x 5) (div y 5))", "x div 5 div (y div 5)"},
		{"(* 2 (mod x 5))", "2*(x mod 5)"},
		{"(+ (mod x 5) 1)", "x mod 5 + 1"},
		{"(ite p x y)", "if p then x else y"},
		{"(+ 1 (ite p x y))", "(if p then x else y) + 1"},
		{"(select m (+ x 1))", "m[x + 1]"},
		{"(store m x (- 1))", "m[x := -1]"},
		{"(select (select mm x) y)", "mm[x][y]"},
		{"((as const (Array Int Int)) x)", "const(x)"},
		{"(f x (f y 1))", "f(x, f(y, 1))"},
		{"(g k)", "g(k)"},
		{"(bvadd v #x05)", "bvadd(v, 5bv8)"},
		{"((_ extract 3 0) v)", "v[4:0]"},
		{"((_ zero_extend 8) v)", "zero_extend_8(v)"},
		{"(concat v (concat v w))", "v ++ (v ++ w)"},
		{"(to_real x)", "real(x)"},
		{"(< r 2.0)", "r < 2.0"},
		{"(forall ((a Int)) (=> (not (= a x)) (> (f a x) 0)))", "(forall i: int :: x == i || f(i, x) >= 1)"},
		{"(forall ((a Int)) (=> (= a x) (> (f a x) 0)))", "(forall i: int :: x == i ==> f(i, x) >= 1)"},
		{"(exists ((a U) (b (Array Int Bool))) (and (g a) (select b 0)))", "(exists i: U, j: [int]bool :: g(i) && j[0])"},
	} {
		c := smtlib.NewContext()
		s := scope(c)
		term, err := c.ParseTerm(s, tt.in)
		if err != nil {
			t.Errorf("%s: %v", tt.in, err)
			continue
		}
		if got := smtlib.Infix(term); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.in, got, tt.want)
		}
	}
}

func TestInfixCuts(t *testing.T) {
	c := smtlib.NewContext()
	x := c.Var("x", c.Int)
	f := c.Func("f", []*smtlib.Sort{c.Int, c.Int}, c.Int)
	for range 200 {
		x = c.App(f, x, x)
	}
	text := smtlib.Infix(x)
	if !strings.Contains(text, "...") || len(text) > 10_000 {
		t.Errorf("%d bytes: %.200s", len(text), text)
	}
}
