package search

import (
	"testing"

	"semdiff/smtlib"
)

// hard is satisfiable, by y = 23 among others, and no walk leads there.
const hard = "(and (= (* 3 x) (+ y 1)) (= (mod y 5) 3) (> y 10))"

// TestLearn tells the search models of a condition that it does not decide, or that are
// none, and asks it about another one.
func TestLearn(t *testing.T) {
	for _, tt := range []struct {
		name    string
		text    string
		model   map[string]string // values, by term
		learned bool
		then    string
		want    Answer
	}{
		{"it decides the condition itself", hard, map[string]string{"x": "8", "y": "23"}, true, hard, Satisfiable},
		{"it decides what holds there too", hard, map[string]string{"x": "8", "y": "23"}, true, "(and " + hard + " (> x 7))", Satisfiable},
		{"it does not decide what is false there", hard, map[string]string{"x": "8", "y": "23"}, true, "(and " + hard + " (< x 8))", Open},
		{"what is no model is not learned", hard, map[string]string{"x": "8", "y": "24"}, false, hard, Open},
		{"a value that is missing is not guessed", hard, map[string]string{"y": "23"}, false, hard, Open},
		{"a value beyond 64 bits is none", "(> x y)", map[string]string{"x": "9223372036854775808", "y": "0"}, false, hard, Open},
		{"functions at values", "(and " + hard + " (= (f y) 5) (= (f (f y)) x))", map[string]string{"x": "8", "y": "23", "(f 23)": "5", "(f 5)": "8"}, true, "(and " + hard + " (> (f (f y)) (f y)))", Satisfiable},
		{"functions elsewhere", "(and " + hard + " (= (f y) 5))", map[string]string{"x": "8", "y": "23", "(f 22)": "5"}, false, hard, Open},
		{"maps", "(and " + hard + " (= (select m y) 5) (= (select (store m 1 2) 3) 4))", map[string]string{"x": "8", "y": "23", "m": "(store (store ((as const (Array Int Int)) 4) 23 5) 7 8)"}, true, "(and " + hard + " (= (select m 7) x))", Satisfiable},
		{"bit-vectors", "(and " + hard + " (bvult a b))", map[string]string{"x": "8", "y": "23", "a": "#xfe", "b": "#xff"}, true, "(and " + hard + " (bvult #xf0 a))", Satisfiable},
		{"elements of opaque sorts", "(and " + hard + " (not (= e d)) (= (next e) d))", map[string]string{"x": "8", "y": "23", "e": "one", "d": "two", "(next one)": "two"}, true, "(and " + hard + " (not (= (next e) e)))", Satisfiable},
		{"the same element", "(and " + hard + " (not (= e d)))", map[string]string{"x": "8", "y": "23", "e": "one", "d": "one"}, false, hard, Open},
		{"what has no value", "(forall ((i Int)) (> (f i) 0))", nil, false, hard, Open},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := smtlib.NewContext()
			in := scope(c)
			for _, name := range []string{"one", "two"} {
				in.Funcs[name] = c.Func(name, nil, c.Opaque("E"))
			}
			read := func(text string) *smtlib.Term {
				term, err := c.ParseTerm(in, text)
				if err != nil {
					t.Fatalf("%s: %v", text, err)
				}
				return term
			}
			model := map[*smtlib.Term]*smtlib.Term{}
			for of, is := range tt.model {
				model[read(of)] = read(is)
			}
			s := New()
			if got := s.Decide([]*smtlib.Term{read(hard)}); got != Open {
				t.Fatalf("%s is %v before anything is learned", hard, got)
			}
			learned := s.Learn(c, []*smtlib.Term{read(tt.text)}, func(x *smtlib.Term) *smtlib.Term {
				if v := model[x]; v != nil {
					return v
				}
				return x
			})
			if learned != tt.learned {
				t.Errorf("learned: %v, want %v", learned, tt.learned)
			}
			if got := s.Decide([]*smtlib.Term{read(tt.then)}); got != tt.want {
				t.Errorf("then %s is %v, want %v", tt.then, got, tt.want)
			}
		})
	}
}

func TestLearns(t *testing.T) {
	for _, tt := range []struct {
		text string
		want bool
	}{
		{"(and (< (* 3 x) y) (= (f x) (select m y)))", true},
		{"(< (* x y) 3)", false},
		{"(= (mod x 5) 3)", false},
		{"(> r 1.5)", false},
		{"(forall ((i Int)) (> (f i) 0))", false},
	} {
		if got := New().Learns([]*smtlib.Term{parsed(t, smtlib.NewContext(), tt.text)}); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.text, got, tt.want)
		}
	}
}
