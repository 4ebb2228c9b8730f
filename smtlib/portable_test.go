package smtlib_test

import (
	"bytes"
	"encoding/gob"
	"testing"

	"semdiff/smtlib"
)

// TestPortable sends terms through a file into the same Context, where they are
// the same terms, and into another one, where they say the same.
func TestPortable(t *testing.T) {
	texts := []string{
		"(and p (<= (+ (* 2 x) y) (- 7)) (or q (= y 4)))",
		"(= (f x (f y 1)) (select m (+ x 1)))",
		"(store ((as const (Array Int Int)) x) 2 y)",
		"(= (bvadd v (concat #b1 ((_ extract 6 0) w))) #x0f)",
		"(forall ((a Int) (b U)) (! (=> (g b) (> (f a x) 0)) :pattern ((f a x) (g b))))",
		"(ite (and ((_ is Cons) l) (= l (Cons (head l) Nil))) (/ r 2.5) (to_real x))",
		"(= (fp.min f1 f2) (_ NaN 8 24))",
		"(= rm RNE)",
	}
	c, other := smtlib.NewContext(), smtlib.NewContext()
	s := scope(c)
	scope(other)
	p := smtlib.NewPacker()
	var terms []*smtlib.Term
	for _, text := range texts {
		term, err := c.ParseTerm(s, text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		terms = append(terms, term)
	}
	list := p.AllTerms(terms)
	var file bytes.Buffer
	if err := gob.NewEncoder(&file).Encode(p.Portable); err != nil {
		t.Fatal(err)
	}
	var g smtlib.Portable
	if err := gob.NewDecoder(&file).Decode(&g); err != nil {
		t.Fatal(err)
	}
	same, err := c.Unpack(&g)
	if err != nil {
		t.Fatal(err)
	}
	there, err := other.Unpack(&g)
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range list {
		if got := same.Term(n); got != terms[i] {
			t.Errorf("%s came back as %s", terms[i], got)
		}
		if got := there.Term(n); got.String() != terms[i].String() {
			t.Errorf("%s came as %s", terms[i], got)
		}
	}
	if same.Term(-1) != nil || p.Term(nil) != -1 {
		t.Error("no term is a term")
	}
	if _, err := smtlib.NewContext().Unpack(&g); err == nil {
		t.Error("a datatype that is not there was unpacked")
	}
}
