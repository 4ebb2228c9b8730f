package export

import (
	"fmt"
	"testing"

	"semdiff/smtlib"
)

// TestWithoutLets checks terms without their let, and which are left alone.
func TestWithoutLets(t *testing.T) {
	deep := "x40"
	for i := 40; i > 0; i-- {
		deep = fmt.Sprintf("(let ((x%d (f x%d x%d))) %s)", i, i-1, i-1, deep)
	}
	for _, tt := range []struct{ text, want string }{
		{"x", "x"},
		{"(f (g x) 3)", "(f (g x) 3)"},
		{"(let ((y (g x))) (f y y))", "(f (g x) (g x))"},
		{"(let ((y x) (x y)) (f x y))", "(f y x)"}, // all at once
		{"(let ((y 1)) (let ((z (g y)) (y 2)) (f z y)))", "(f (g 1) 2)"},
		{"(f (let ((y 1)) y) y)", "(f 1 y)"},
		{"(forall ((x Int)) (p x))", "(forall ((x Int)) (p x))"},
		{"(let ((y x)) (forall ((x Int)) (p x y)))", ""}, // x would be another one
		{deep, ""},
	} {
		terms, err := smtlib.ReadSexprs(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := withoutLets(terms[0])
		if !ok && tt.want != "" || ok && got.String() != tt.want {
			t.Errorf("%.80s: %s, %v; want %q", tt.text, got, ok, tt.want)
		}
	}
}
