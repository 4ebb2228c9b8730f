package smtlib_test

import (
	"strings"
	"testing"

	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
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
	addDatatypes(c, s)
	s.Funcs["f"] = c.Func("f", []*smtlib.Sort{c.Int, c.Int}, c.Int)
	s.Funcs["g"] = c.Func("g", []*smtlib.Sort{u}, c.Bool)
	s.Funcs["k"] = c.Func("k", nil, u)
	return s
}

// addDatatypes declares lists, shapes and pairs, and variables of their sorts
// and of floats.
func addDatatypes(c *smtlib.Context, s *smtlib.Scope) {
	f := c.Float(ieee.Format{Exp: 8, Sig: 24})
	list, isNew := c.Datatype("List", "")
	shape, _ := c.Datatype("Shape", "")
	pair, _ := c.Datatype("Pair", "")
	if isNew {
		c.Define(list, []smtlib.Constructor{{Name: "Nil"}, {Name: "Cons", Fields: []smtlib.Field{{Name: "head", Sort: c.Int}, {Name: "tail", Sort: list}}}})
		c.Define(shape, []smtlib.Constructor{{Name: "Point"}, {Name: "Disk", Fields: []smtlib.Field{{Name: "size", Sort: f}}}, {Name: "Box", Fields: []smtlib.Field{{Name: "edge", Sort: f}}}})
		c.Define(pair, []smtlib.Constructor{{Name: "Pair", Fields: []smtlib.Field{{Name: "fst", Sort: c.Int}, {Name: "snd", Sort: list}}}})
	}
	for _, d := range []*smtlib.Sort{list, shape, pair} {
		s.Add(d)
	}
	for _, v := range []*smtlib.Term{
		c.Var("l", list), c.Var("l2", list), c.Var("s", shape), c.Var("d", pair), c.Var("f1", f), c.Var("f2", f), c.Var("f3", f),
		c.Var("rm", c.Rounding),
	} {
		s.Vars[v.Name()] = v
	}
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
		{"(and (<= x 5) p (>= x 3))", "p && 3 <= x && x <= 5"},
		{"(or (>= x 5) p (<= x 1))", "p || x <= 1 || x >= 5"},
		{"(and (>= x 3) (<= y 5))", "y <= 5 && x >= 3"},
		{"(<= x y)", "x <= y"},
		{"(<= x (+ y 3))", "x <= y + 3"},
		{"(< x (+ y z))", "x < y + z"},
		{"(<= (- 0 x) y)", "x + y >= 0"},
		{"(not (= x y))", "x != y"},
		{"(not p)", "!p"},
		{"(not (= p q))", "!(p <==> q)"},
		{"(= p (and q o))", "p <==> o && q"},
		{"(or p (and q o))", "p || (o && q)"},
		{"(=> p q)", "q || !p"},
		{"(+ x (* (- 3) y) 2)", "x - 3*y + 2"},
		{"(- y x)", "y - x"},
		{"(- x)", "-x"},
		{"(* x y)", "x*y"},
		{"(* (- 2) x y)", "-2*x*y"},
		{"(div (+ x 1) 2)", "(x + 1) div 2"},
		{"(fp.add RNE f1 (fp.mul RNE f2 f3))", "f1 + f2 * f3"},
		{"(fp.mul RNE (fp.add RNE f1 f2) f3)", "f3 * (f1 + f2)"},
		{"(fp.sub RNE f1 (fp.sub RNE f2 f3))", "f1 - (f2 - f3)"},
		{"(fp.div rm f1 f2)", "fp.div(rm, f1, f2)"},
		{"(fp.lt f1 (fp.add RNE f2 f3))", "f1 < f2 + f3"},
		{"(fp.geq f1 f2)", "f2 <= f1"},
		{"(not (fp.isNaN f1))", "!fp.isNaN(f1)"},
		{"(= f1 (_ NaN 8 24))", "f1 == 0NaN24e8"},
		{"(fp.add RTZ f1 (fp #b1 #x7f #b10000000000000000000000))", "fp.add(RTZ, f1, -0x1.8e0f24e8)"},
		{"((_ to_fp 11 53) RTZ f1)", "to_fp_11_53(RTZ, f1)"},
		{"((_ int2bv 8) x)", "int2bv_8(x)"},
		{"((_ is Cons) (tail l))", "l->tail is Cons"},
		{"(not ((_ is Box) s))", "!(s is Box)"},
		{"(= l (Cons (+ x 1) Nil))", "l == Cons(x + 1, Nil())"},
		{"(snd (ite p d (Pair 1 l)))", "if p then d->snd else l"},
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
		{"(forall ((a Int)) (=> (not (= a x)) (> (f a x) 0)))", "(forall i: int :: i == x || f(i, x) >= 1)"},
		{"(forall ((a Int)) (=> (= a x) (> (f a x) 0)))", "(forall i: int :: i == x ==> f(i, x) >= 1)"},
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
