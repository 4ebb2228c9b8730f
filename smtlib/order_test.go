package smtlib_test

import (
	"math/rand/v2"
	"testing"

	"semdiff/smtlib"
)

// TestOrder makes the same terms in different orders: what they say, and so what
// is printed, depends on that in nothing.
func TestOrder(t *testing.T) {
	texts := []string{
		"(+ (* 2 x10) x2 y (* x2 y) 7)",
		"(and (<= x10 3) (<= x2 3) p (or q (= y 4)) (<= x2 (+ y 1)))",
		"(= (ite (< x10 x2) y x2) (ite (<= x2 x10) x2 y))",
		"(= v #x0f)",
		"(= (bvadd v w (bvand w v)) (bvmul w v))",
		"(store (store m (+ x2 2) 1) (+ x2 1) y)",
		"(= (f y x2) (f x2 y))",
		"(forall ((a Int)) (or (= a y) (= (f a x2) 0) (< x10 a)))",
	}
	var want []string
	for range 20 {
		c := smtlib.NewContext()
		s := scope(c)
		for _, name := range []string{"x10", "x2"} {
			s.Vars[name] = c.Var(name, c.Int)
		}
		got := make([]string, len(texts))
		for _, i := range rand.Perm(len(texts)) {
			term, err := c.ParseTerm(s, texts[i])
			if err != nil {
				t.Fatal(err)
			}
			got[i] = term.String()
		}
		if want == nil {
			want = got
		}
		for i := range texts {
			if got[i] != want[i] {
				t.Errorf("%s is %s or %s", texts[i], got[i], want[i])
			}
		}
	}
}
