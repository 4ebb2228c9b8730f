package smtlib

import "testing"

// Axioms and terms are over f of three integers, g of one and variables x, y.
func TestFindDefinitions(t *testing.T) {
	tests := []struct {
		name   string
		axioms []string
		term   string
		want   string
	}{
		{"everywhere", []string{"(forall ((a Int)) (= (g a) (+ a 1)))"}, "(g x)", "(+ x 1)"},
		{"at a point", []string{"(= (g 3) 7)"}, "(+ (g 3) (g x))", "(+ 7 (g x))"},
		{"at a literal argument", []string{"(forall ((a Int) (b Int)) (= (f a b 1) (- a b)))"}, "(f x y 1)", "(- x y)"},
		{"at another argument", []string{"(forall ((a Int) (b Int)) (= (f a b 1) (- a b)))"}, "(f x y 2)", "(f:else:4e773a1c7508 x y 2)"},
		{"at any argument", []string{"(forall ((a Int) (b Int)) (= (f a b 1) (- a b)))"}, "(f x y x)", "(ite (= x 1) (- x y) (f:else:4e773a1c7508 x y x))"},
		{"a variable without use", []string{"(forall ((a Int) (b Int) (c Int)) (= (f a b 1) (- a b)))"}, "(f x y 1)", "(- x y)"},
		{"cases", []string{"(forall ((a Int) (b Int)) (= (f a b 1) a))", "(forall ((a Int) (b Int)) (= (f a b 2) b))"},
			"(+ (f x y 1) (f x y 2))", "(+ x y)"},
		{"everywhere before cases", []string{"(forall ((a Int) (b Int)) (= (f a b 0) a))", "(forall ((a Int) (b Int) (c Int)) (= (f a b c) (+ a c)))"},
			"(f x y 0)", "x"},
		{"a variable twice", []string{"(forall ((a Int)) (= (f a a 1) a))"}, "(f x x 1)", "(f x x 1)"},
		{"by itself", []string{"(forall ((a Int)) (= (g a) (+ 1 (g (+ a 1)))))"}, "(g x)", "(g x)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := NewContext()
			scope := NewScope()
			three := []*Sort{c.Int, c.Int, c.Int}
			for _, f := range []*Func{c.Func("f", three, c.Int), c.Func("f:else:4e773a1c7508", three, c.Int), c.Func("g", three[:1], c.Int)} {
				scope.Funcs[f.Name] = f
			}
			scope.Vars["x"], scope.Vars["y"] = c.Var("x", c.Int), c.Var("y", c.Int)
			parse := func(s string) *Term {
				term, err := c.ParseTerm(scope, s)
				if err != nil {
					t.Fatal(err)
				}
				return term
			}
			var axioms []*Term
			for _, s := range test.axioms {
				axioms = append(axioms, parse(s))
			}
			d := FindDefinitions(c, axioms, func(*Func) bool { return true })
			if got, want := d.Expand(parse(test.term)), parse(test.want); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}
