package smtlib

import "testing"

// TestWork checks that what is built counts the same whether it was there before.
func TestWork(t *testing.T) {
	c := NewContext()
	build := func(c *Context) *Term {
		x, y := c.Var("x", c.Int), c.Var("y", c.Int)
		return c.Not(c.And(c.Le(x, y), c.Not(c.Eq(c.Add(x, c.IntVal(3)), y)), c.Or(c.Eq(x, y), c.Lt(y, c.IntVal(7)))))
	}
	var first, second Work
	a, b := build(c.Counting(&first)), build(c.Counting(&second))
	if first.Built() == 0 || first.Built() != second.Built() {
		t.Errorf("%d terms the first time, %d the second", first.Built(), second.Built())
	}
	if a != b || a != build(c) {
		t.Error("Contexts that share terms make different ones")
	}
}

// TestSpent reads a map of many cases when the work is spent: it makes one term.
func TestSpent(t *testing.T) {
	c := NewContext()
	m := c.Var("m", c.Array(c.Int, c.Int))
	for i := range 100 {
		k := c.Var("k", c.Array(c.Int, c.Bool))
		m = c.Ite(c.Select(k, c.IntVal(int64(i))), c.Store(m, c.IntVal(int64(i)), c.IntVal(-1)), m)
	}
	for _, test := range []struct {
		most, min, max int64
	}{{1_000_000, 100, 1_000_000}, {0, 1, 10}} {
		w := &Work{Most: test.most}
		counting := c.Counting(w)
		i := counting.Var("i", c.Int) // with it, no work is left in the second case
		r := counting.Select(m, i)
		if n := w.Built(); n < test.min || n > test.max {
			t.Errorf("%d terms are built where %d are left", n, test.most)
		}
		if spent := w.Built() > test.most; w.Spent() != spent || spent != (r.Op() == OpSelect) {
			t.Errorf("%.100s when it is spent: %t", r, spent)
		}
	}
}
