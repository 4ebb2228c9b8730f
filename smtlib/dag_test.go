package smtlib_test

import (
	"fmt"
	"testing"

	"semdiff/smtlib"
)

// Graphs whose trees are exponentially large must cost no more than their size.
func TestSharedGraphs(t *testing.T) {
	const depth = 60
	c := smtlib.NewContext()
	s := scope(c)
	choice := func(i int) *smtlib.Term { return c.Var(fmt.Sprintf("b%d", i), c.Bool) }

	m := s.Vars["m"]
	for i := range depth {
		m = c.Ite(choice(i), c.Store(m, c.IntVal(int64(i)), c.IntVal(1)), c.Store(m, c.IntVal(int64(i)), c.IntVal(2)))
	}
	c.Select(m, c.IntVal(-1))
	c.Store(m, c.IntVal(-1), s.Vars["x"])

	x, y := s.Vars["x"], s.Vars["y"]
	for i := range depth {
		x = c.Ite(choice(i), c.Add(x, c.IntVal(1)), c.Sub(x, c.IntVal(1)))
		y = c.Ite(choice(i), c.Add(y, c.IntVal(1)), c.Sub(y, c.IntVal(1)))
	}
	c.Not(c.Eq(x, y))
	c.Le(x, y)
	c.Substitute(c.Eq(x, y), map[*smtlib.Term]*smtlib.Term{s.Vars["x"]: s.Vars["z"]})

	p := s.Vars["p"]
	for i := range depth {
		p = c.Ite(choice(i), c.Not(p), p)
	}
	c.Not(p)

	n := c.IntVal(0)
	for i := range depth {
		n = c.Ite(choice(i), n, c.IntVal(int64(i)))
	}
	c.Eq(n, c.IntVal(7))
	c.Le(n, c.IntVal(7))
	c.Eq(n, c.Add(n, c.Var("one", c.Int)))

	u, w := s.Vars["x"], s.Vars["y"]
	for i := range depth {
		u = c.Ite(choice(i), c.IntVal(int64(i)), u)
		w = c.Ite(choice(i+depth), c.IntVal(int64(-i-1)), w)
	}
	c.Eq(u, w)
	c.Le(u, w)
	c.Lt(w, u)
}
