package smtlib_test

import (
	"strings"
	"testing"

	"semdiff/smtlib"
)

func TestReadErrors(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", "want one term"},
		{"x y", "want one term"},
		{"(and p", "unclosed parenthesis"},
		{"(and p))", "unexpected )"},
		{"(foo x)", "unknown symbol foo"},
		{"(and p x)", "argument 2 of and is Int"},
		{"(not p q)", "not with 2 arguments"},
		{"(and)", "without arguments"},
		{"()", "not a term"},
		{"(= x p)", "argument 2 of ="},
		{"(ite x y z)", "ite of"},
		{"(f x)", "f takes 2 arguments"},
		{"(f x p)", "argument 2 of f is Bool"},
		{"(select x y)", "bad select"},
		{"(select m p)", "argument 2 of select"},
		{"(store m x p)", "argument 3 of store"},
		{"(bvadd v #b1)", "argument 2 of bvadd"},
		{"((_ extract 8 0) v)", "extract"},
		{"((_ extract 0 3) v)", "extract"},
		{"((_ extract 9999999999999999999999 3) v)", "bad index"},
		{"((_ zero_extend 65536) v)", "too wide"},
		{"(_ bv1 0)", "bad bit-vector literal"},
		{"((as const Int) x)", "bad constant array"},
		{"((as const (Array Int Int)) p)", "constant"},
		{"(div r t)", "argument 1 of div"},
		{"(forall ((a Int)) a)", "body of a quantifier"},
		{"(forall ((a Int) (a Int)) p)", "bad binding"},
		{"(forall () p)", "bad binder"},
		{"(let ((a 1)) b)", "unknown symbol b"},
		{"(let a)", "bad binder"},
		{"1a", "bad number"},
		{"1.", "bad number"},
		{"#xg", "bad number"},
		{"#", "bad number"},
		{"(fp.add f1 f2)", "fp.add wants a rounding mode"},
		{"(fp.add RNE f1 v)", "fp.add of (_ BitVec 8)"},
		{"(fp.neg f1 f2)", "fp.neg with 2 arguments"},
		{"((_ to_fp 1 24) RNE f1)", "to_fp 1 24"},
		{"((_ to_fp 8 24) f1)", "(_ to_fp 8 24) of"},
		{"((_ to_fp 8 24) v)", "(_ to_fp 8 24) of"},
		{"(fp v v #b00)", "fp of"},
		{"(_ NaN 0 0)", "bad floating-point format"},
		{"(_ inf 8 24)", "unknown indexed symbol"},
		{"(Cons 1)", "Cons takes 2 arguments, got 1"},
		{"(Cons p l)", "argument 1 of Cons is Bool"},
		{"(head x)", "bad use of field head"},
		{"((_ is Cons) x)", "bad test for a constructor"},
		{"((_ is Snoc) l)", "bad test for a constructor"},
		{`"a"`, "not a term"},
		{":a", "not a term"},
		{strings.Repeat("(", 20000), "nested too deep"},
	} {
		c := smtlib.NewContext()
		if term, err := c.ParseTerm(scope(c), tt.in); err == nil {
			t.Errorf("%.50s: no error, read %s", tt.in, term)
		} else if !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.50s: %v, want %q", tt.in, err, tt.want)
		}
	}
}

// Forms that are read as other terms.
func TestReadSame(t *testing.T) {
	for _, tt := range [][2]string{
		{"(=> p q o)", "(or (not p) (not q) o)"},
		{"(xor p q o)", "(= (= p q) o)"},
		{"(distinct x y z)", "(and (not (= x y)) (not (= x z)) (not (= y z)))"},
		{"(< x y z)", "(and (< x y) (< y z))"},
		{"(- x y z)", "(+ x (* (- 1) y) (* (- 1) z))"},
		{"(abs x)", "(ite (>= x 0) x (- x))"},
		{"(! (= x y) :named a)", "(= x y)"},
		{"(= r 1)", "(= r 1.0)"},
		{"(is_int r)", "(= r (to_real (to_int r)))"},
		{"(bvadd v w v)", "(bvadd (bvadd v w) v)"},
		{"((_ rotate_left 3) v)", "(concat ((_ extract 4 0) v) ((_ extract 7 5) v))"},
		{"((_ rotate_right 3) v)", "(concat ((_ extract 2 0) v) ((_ extract 7 3) v))"},
		{"((_ repeat 2) v)", "(concat v v)"},
		{"(bvcomp v w)", "(ite (= v w) #b1 #b0)"},
		{"(_ bv300 8)", "#x2c"},
		{"(let ((x y) (y x)) (- x y))", "(- y x)"},
		{"(forall ((x Int)) (= (f x y) 0))", "(forall ((z Int)) (= (f z y) 0))"},
		{"(forall ((x Int)) (exists ((x Bool)) (= x (= (f y 0) 1))))", "(exists ((b Bool)) (= b (= (f y 0) 1)))"},
	} {
		c := smtlib.NewContext()
		s := scope(c)
		a, err := c.ParseTerm(s, tt[0])
		b, err2 := c.ParseTerm(s, tt[1])
		if err != nil || err2 != nil {
			t.Errorf("%s: %v %v", tt[0], err, err2)
			continue
		}
		if a != b && !strings.Contains(tt[0], "exists") {
			t.Errorf("%s is %s, want %s", tt[0], a, b)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("(fp.add RNE f1 ((_ to_fp 8 24) RTZ (fp.to_real (fp #b0 #x80 #b00000000000000000000000))))")
	f.Add("((_ fp.to_sbv 8) rm (fp.rem f1 ((_ to_fp_unsigned 8 24) RNA v)))")
	f.Add("((_ is Cons) (ite p l (Cons (head l2) (tail (Cons x Nil)))))")
	for _, s := range []string{
		"(and p (<= x 5))", "(let ((a (f x y))) (f a a))", "(forall ((a Int)) (! (= (f a 1) 0) :pattern ((f a 1))))",
		"((_ extract 4 2) (bvadd v #x0f))", "((as const (Array Int Int)) 7)", "(store m 1 (select m (- 2)))", "(/ 1.5 (- t))",
		"(_ bv5 8)", "|x", `"a""b"`, "(ite p x r)", "(_ as-array f)", "(concat v ((_ repeat 3) w))", "(g (as k U))",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 300 {
			return
		}
		c := smtlib.NewContext()
		s := scope(c)
		term, err := c.ParseTerm(s, text)
		if err != nil {
			return
		}
		smtlib.Infix(term)
		again, err := c.ParseTerm(s, term.String())
		if err != nil {
			t.Fatalf("%s printed as %s: %v", text, term, err)
		}
		if again.Sort() != term.Sort() {
			t.Fatalf("%s: sort %s became %s", text, term.Sort(), again.Sort())
		}
	})
}
