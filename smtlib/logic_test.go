package smtlib_test

import (
	"testing"

	"semdiff/smtlib"
)

func TestLogic(t *testing.T) {
	c := smtlib.NewContext()
	s := scope(c)
	bytes := c.Var("bytes", c.Array(c.BV(8), c.BV(8)))
	s.Vars["bytes"] = bytes
	s.Funcs["h"] = c.Func("h", []*smtlib.Sort{c.BV(8)}, c.BV(8))
	none := func(*smtlib.Func) bool { return false }
	for _, tt := range []struct{ term, want string }{
		{"p", "QF_UF"},
		{"(g u)", "QF_UF"},
		{"(<= (+ x (* 2 y)) 3)", "QF_LIA"},
		{"(= (mod x 3) (div y 2))", "QF_LIA"},
		{"(= (* x y) 2)", "QF_NIA"},
		{"(= (div x y) 2)", "QF_NIA"},
		{"(= (mod x 0) 2)", "QF_NIA"},
		{"(<= r 1.5)", "QF_LRA"},
		{"(= (* r t) 2.0)", "QF_NRA"},
		{"(= (to_real x) r)", "QF_LIRA"},
		{"(= (f x 2) 1)", "QF_UFLIA"},
		{"(= (f (* x y) 2) 1)", "QF_UFNIA"},
		{"(= (select m x) 1)", "QF_ALIA"},
		{"(= (select m (f x 2)) 1)", "QF_AUFLIA"},
		{"(= m ((as const (Array Int Int)) 0))", "ALL"},
		{"(bvult v #x03)", "QF_BV"},
		{"(= (select bytes v) w)", "QF_ABV"},
		{"(= (h v) w)", "QF_UFBV"},
		{"(and (bvult v #x03) (<= x 3))", "ALL"},
		{"(forall ((i Int)) (<= i (+ x i)))", "LIA"},
		{"(forall ((i Int)) (= (f i 2) i))", "UFLIA"},
		{"(exists ((i Int)) (<= i (select m i)))", "ALIA"},
	} {
		term, err := c.ParseTerm(s, tt.term)
		if err != nil {
			t.Fatal(err)
		}
		if got := smtlib.Logic(none, term); got != tt.want {
			t.Errorf("%s is in %s, want %s", tt.term, got, tt.want)
		}
	}
	call := c.Eq(c.App(s.Funcs["h"], s.Vars["v"]), s.Vars["w"])
	if got := smtlib.Logic(func(*smtlib.Func) bool { return true }, call); got != "QF_BV" {
		t.Errorf("with h defined, not declared, the logic is %s", got)
	}
}
