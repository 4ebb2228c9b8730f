package smtlib

import "testing"

func TestWithoutTriggers(t *testing.T) {
	c := NewContext()
	x, y := c.Var("x", c.Int), c.Var("y", c.Int)
	f := c.Func("f", []*Sort{c.Int}, c.Int)
	fx, fy := c.App(f, x), c.App(f, y)
	formula := func(outer, inner [][]*Term) *Term {
		return c.Forall([]*Term{x}, c.Or(c.Lt(fx, x), c.Exists([]*Term{y}, c.Eq(fx, fy), inner)), outer)
	}
	bare := formula(nil, nil)
	for _, triggers := range [][2][][]*Term{{{{fx}}, nil}, {nil, {{fy}}}, {{{fx}}, {{fy}, {fx}}}} {
		with := formula(triggers[0], triggers[1])
		if with == bare {
			t.Fatal("triggers tell formulas apart")
		}
		if got := c.WithoutTriggers(c.Not(with)); got != c.Not(bare) {
			t.Errorf("%v, want %v", got, c.Not(bare))
		}
	}
}
