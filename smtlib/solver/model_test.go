package solver

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
)

// modelScope is what a session would have declared.
func modelScope(c *smtlib.Context) *smtlib.Scope {
	s := smtlib.NewScope()
	u := c.Opaque("U")
	s.Sorts["U~"] = u
	ints := c.Array(c.Int, c.Int)
	for _, v := range []*smtlib.Term{
		c.Var("x", c.Int), c.Var("r", c.Real), c.Var("m", ints), c.Var("mm", c.Array(c.Int, ints)), c.Var("mu", c.Array(u, c.Bool)),
		c.Var("mb", c.Array(c.Bool, c.Int)), c.Var("u", u), c.Var("u2", u),
	} {
		s.Vars[v.Name()+"~"] = v
	}
	for name, sort := range map[string]*smtlib.Sort{
		"fx~": c.Float(ieee.Format{Exp: 8, Sig: 24}), "rm~": c.Rounding, "box~": boxSort(c, s, u), "bx~": boxSort(c, s, u),
	} {
		s.Vars[name] = c.Var(strings.TrimSuffix(name, "~"), sort)
	}
	s.Funcs["f~"] = c.Func("f", []*smtlib.Sort{c.Int}, c.Int)
	s.Funcs["g~"] = c.Func("g", []*smtlib.Sort{u}, ints)
	for i, name := range []string{"e0~", "e1~"} {
		s.Funcs[name] = c.Func(fmt.Sprintf("U~!val!%d", i), nil, u)
	}
	return s
}

// boxSort is the datatype Box of empty boxes and those with an element of u and
// an array.
func boxSort(c *smtlib.Context, s *smtlib.Scope, u *smtlib.Sort) *smtlib.Sort {
	box, isNew := c.Datatype("Box", "")
	if isNew {
		c.Define(box, []smtlib.Constructor{{Name: "empty"}, {Name: "full", Fields: []smtlib.Field{{Name: "what", Sort: u}, {Name: "at", Sort: c.Array(c.Int, c.Int)}, {Name: "next", Sort: box}}}})
	}
	s.Sorts["Box~"] = box
	s.Ctors["empty~"], s.Ctors["full~"] = box.Ctors[0], box.Ctors[1]
	for i, f := range box.Ctors[1].Fields {
		s.Fields[f.Name+"~"] = smtlib.Selector{Ctor: box.Ctors[1], Index: i}
	}
	return box
}

func TestReadModel(t *testing.T) {
	for _, tt := range []struct {
		name, reply string
		holds       []string // in the model, over the declared names
		incomplete  string
	}{
		{"numbers", "((define-fun x~ () Int (- 3)) (define-fun r~ () Real (- (/ 1.0 3.0))))", []string{"(= x~ (- 3))", "(= (* 3.0 r~) (- 1.0))"}, ""},
		{"cvc5 fractions", "((define-fun r~ () Real (/ (- 1) 3)))", []string{"(= (* 3.0 r~) (- 1.0))"}, ""},
		{"old z3", "(model (define-fun x~ () Int 7))", []string{"(= x~ 7)"}, ""},
		{"as-array", `((define-fun m~ () (Array Int Int) (_ as-array k!0))
			(define-fun k!0 ((x!0 Int)) Int (ite (= x!0 3) 5 (ite (or (= x!0 4) (= 6 x!0)) 7 9))))`,
			[]string{"(= (select m~ 3) 5)", "(= (select m~ 4) 7)", "(= (select m~ 6) 7)", "(= (select m~ 0) 9)"}, ""},
		{"nested as-array", `((define-fun k!1 ((x!0 Int)) Int (ite (= x!0 1) 2 3))
			(define-fun mm~ () (Array Int (Array Int Int)) (_ as-array k!0))
			(define-fun k!0 ((x!0 Int)) (Array Int Int) (ite (= x!0 8) (_ as-array k!1) ((as const (Array Int Int)) 0))))`,
			[]string{"(= (select (select mm~ 8) 1) 2)", "(= (select (select mm~ 8) 9) 3)", "(= (select (select mm~ 1) 1) 0)"}, ""},
		{"as-array over elements", `((declare-fun U~!val!0 () U~) (define-fun u~ () U~ U~!val!0) (define-fun u2~ () U~ U~!val!1)
			(define-fun mu~ () (Array U~ Bool) (_ as-array k!0)) (define-fun k!0 ((x!0 U~)) Bool (= x!0 U~!val!1)))`,
			[]string{"(select mu~ u2~)", "(not (select mu~ u~))", "(not (= u~ u2~))"}, ""},
		{"as-array over Booleans", "((define-fun mb~ () (Array Bool Int) (_ as-array k!0)) (define-fun k!0 ((x!0 Bool)) Int (ite x!0 1 2)))",
			[]string{"(= (select mb~ true) 1)", "(= (select mb~ false) 2)"}, ""},
		{"no finite table", "((define-fun x~ () Int 1) (define-fun m~ () (Array Int Int) (_ as-array k!0)) (define-fun k!0 ((x!0 Int)) Int (+ x!0 1)))",
			[]string{"(= x~ 1)"}, "m"},
		{"lambda", `((define-fun m~ () (Array Int Int) (lambda ((x!1 Int)) (ite (= x!1 3) 5 (ite (= 4 x!1) 7 9))))
			(define-fun mb~ () (Array Bool Int) (lambda ((b Bool)) (ite b 1 2)))
			(define-fun mm~ () (Array Int (Array Int Int)) (lambda ((i Int)) (lambda ((j Int)) (ite (= j 2) 1 0)))))`,
			[]string{"(= (select m~ 3) 5)", "(= (select m~ 4) 7)", "(= (select m~ 0) 9)", "(= (select mb~ true) 1)", "(= (select mb~ false) 2)", "(= (select (select mm~ 7) 2) 1)"}, ""},
		{"lambda that is no finite table", `((define-fun m~ () (Array Int Int) (lambda ((x!1 Int)) (ite (<= 4 x!1) 1 0))) (define-fun x~ () Int 1)
			(define-fun mm~ () (Array Int (Array Int Int)) (lambda ((i Int)) (lambda ((j Int)) (ite (= i j) 1 0)))))`, []string{"(= x~ 1)"}, "m mm"},
		{"functions by functions", `((define-fun f~ ((x!0 Int)) Int (f!1 (k!0 x!0))) (define-fun k!0 ((x!0 Int)) Int (ite (>= x!0 5) 5 0))
			(define-fun f!1 ((x!0 Int)) Int (ite (= x!0 5) 50 (- 1))))`,
			[]string{"(= (f~ 7) 50)", "(= (f~ 5) 50)", "(= (f~ 4) (- 1))"}, ""},
		{"cvc5 elements", `((define-fun u~ () U~ (as @U~_0 U~)) (define-fun u2~ () U~ (as @U~_1 U~))
			(define-fun g~ ((_arg_1 U~)) (Array Int Int) (ite (= (as @U~_0 U~) _arg_1) (store ((as const (Array Int Int)) 0) 1 2) ((as const (Array Int Int)) 4))))`,
			[]string{"(= (select (g~ u~) 1) 2)", "(= (select (g~ u2~) 1) 4)", "(not (= (g~ u~) (g~ u2~)))"}, ""},
		{"constants that have names of elements", `((define-fun e0~ () U~ U~!val!1) (define-fun e1~ () U~ U~!val!0) (define-fun u~ () U~ U~!val!0) (define-fun u2~ () U~ U~!val!2))`,
			[]string{"(= u~ e1~)", "(not (= u~ e0~))", "(not (= e0~ e1~))", "(not (= u2~ e0~))"}, ""},
		{"equal arrays written differently", `((define-fun u~ () U~ (as @U~_0 U~)) (define-fun u2~ () U~ (as @U~_1 U~))
			(define-fun mu~ () (Array U~ Bool) (store (store ((as const (Array U~ Bool)) false) (as @U~_0 U~) true) (as @U~_1 U~) false)))`,
			[]string{"(= mu~ (store (store mu~ u2~ false) u~ true))", "(= mu~ (store (store mu~ u~ true) u2~ false))", "(not (= mu~ (store mu~ u2~ true)))"}, ""},
		{"division by zero", "((define-fun div0 ((x!0 Int)) Int 4) (define-fun mod0 ((x!0 Int) (x!1 Int)) Int x!0) (define-fun x~ () Int 0))",
			[]string{"(= (div 9 x~) 4)", "(= (mod 9 x~) 9)"}, ""},
		{"floats", "((define-fun fx~ () (_ FloatingPoint 8 24) (fp #b1 #x7f #b10000000000000000000000)) (define-fun rm~ () RoundingMode roundTowardZero))",
			[]string{"(= (fp.add RNE fx~ fx~) (fp #b1 #x80 #b10000000000000000000000))", "(= rm~ RTZ)", "(fp.isNegative fx~)"}, ""},
		{"special floats", "((define-fun fx~ () Float32 (_ -zero 8 24)))", []string{"(= fx~ (fp.neg (_ +zero 8 24)))", "(fp.eq fx~ (_ +zero 8 24))", "(not (= fx~ (_ +zero 8 24)))"}, ""},
		{"datatypes", `((define-fun box~ () Box~ (full~ U~!val!0 ((as const (Array Int Int)) 1) (as empty~ Box~)))
			(define-fun bx~ () Box~ (full~ U~!val!0 (store ((as const (Array Int Int)) 1) 5 1) empty~)) (define-fun u~ () U~ U~!val!1))`,
			[]string{"(= box~ bx~)", "(not (= (what~ box~) u~))", "(= (next~ box~) empty~)", "(not (= box~ (full~ u~ (at~ box~) empty~)))", "(= (select (at~ (ite ((_ is full~) bx~) bx~ box~)) 9) 1)"}, ""},
		{"tester as z3 writes it", `((define-fun f~ ((x!0 Int)) Int (ite ((_ is (full~ (U~ (Array Int Int) Box~) Box~)) (k!0 x!0)) 1 2)) (define-fun k!0 ((x!0 Int)) Box~ empty~))`,
			[]string{"(= (f~ 3) 2)"}, ""},
		{"recursive", "((define-fun x~ () Int (+ k!0 1)) (define-fun k!0 () Int (+ k!1 1)) (define-fun k!1 () Int (+ k!0 1)))", nil, "x"},
		{"algebraic number", "((define-fun r~ () Real (root-obj (+ (^ x 2) (- 2)) 2)) (define-fun x~ () Int 1))", []string{"(= x~ 1)"}, "r"},
		{"wrong sort", "((define-fun x~ () Bool true) (define-fun f~ ((x!0 Bool)) Int 1))", nil, "f x"},
		{"empty", "()", nil, ""},
	} {
		c := smtlib.NewContext()
		scope := modelScope(c)
		m, err := readModel(c, scope, tt.reply)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var incomplete []string
		for n := range m.Incomplete {
			incomplete = append(incomplete, n)
		}
		slices.Sort(incomplete)
		if got := strings.Join(incomplete, " "); got != tt.incomplete {
			t.Errorf("%s: incomplete %v, want %q", tt.name, m.Incomplete, tt.incomplete)
		}
		for _, h := range tt.holds {
			term, err := c.ParseTerm(scope, h)
			if err != nil {
				t.Fatal(err)
			}
			if v := m.Eval(c, term); !v.IsTrue() {
				t.Errorf("%s: %s is %s", tt.name, h, v)
			}
		}
	}
}

func FuzzModel(f *testing.F) {
	f.Add("((define-fun x~ () Int (- 3)) (define-fun f~ ((x!0 Int)) Int (k!0 x!0)) (define-fun k!0 ((x!0 Int)) Int (ite (= x!0 5) 50 (- 1))))")
	f.Add("((declare-fun U~!val!0 () U~) (define-fun u~ () U~ U~!val!0) (define-fun mu~ () (Array U~ Bool) (_ as-array k!0)) (define-fun k!0 ((x!0 U~)) Bool (= x!0 U~!val!1)))")
	f.Add(`(error "no model")`)
	f.Add("((define-fun div0 ((x!0 Int)) Int 4) (define-fun mb~ () (Array Bool Int) ((as const (Array Bool Int)) 1)))")
	f.Fuzz(func(t *testing.T, reply string) {
		if len(reply) > 400 {
			return
		}
		c := smtlib.NewContext()
		scope := modelScope(c)
		m, err := readModel(c, scope, reply)
		if err != nil {
			return
		}
		for _, h := range []string{"(= (div 9 x~) (f~ x~))", "(select mu~ u2~)", "(= (select m~ (select mb~ (= u~ u2~))) 1)", "(= (/ r~ 0.0) 1.0)"} {
			term, err := c.ParseTerm(scope, h)
			if err != nil {
				t.Fatal(err)
			}
			m.Eval(c, term)
		}
	})
}
