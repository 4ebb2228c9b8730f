package smtlib

import "testing"

// TestExcludes holds Excludes against And for all pairs of a list of literals.
func TestExcludes(t *testing.T) {
	c := NewContext()
	x, y, p := c.Var("x", c.Int), c.Var("y", c.Int), c.Var("p", c.Bool)
	m := c.Var("m", c.Array(c.Int, c.Int))
	list, _ := c.Datatype("List", "List")
	c.Define(list, []Constructor{{Name: "nil"}, {Name: "cons", Fields: []Field{{"tail", list}}}})
	n := c.IntVal
	atoms := []*Term{
		c.True, p, c.Is(list.Ctors[0], c.Var("b", list)),
		c.Le(x, n(3)), c.Le(x, n(4)), c.Le(n(4), x), c.Eq(x, n(3)), c.Eq(x, n(4)), c.Eq(x, y), c.Le(x, y), c.Lt(x, y), c.Lt(y, x),
		c.Le(c.Add(x, n(2)), y), c.Eq(c.Add(x, n(2)), y), c.Le(c.Mul(n(2), x), y), c.Eq(c.Select(m, x), n(0)), c.Le(n(1), c.Select(m, x)),
		c.Eq(m, c.ConstArray(m.Sort(), n(0))),
	}
	contradictions := 0
	for _, a := range atoms {
		for _, b := range atoms {
			for _, l := range []*Term{a, c.Not(a)} {
				for _, k := range []*Term{b, c.Not(b)} {
					got, want := c.Excludes(l, k), c.And(l, k).IsFalse()
					if got != want {
						t.Errorf("%v and %v: Excludes is %v, And is false: %v", l, k, got, want)
					}
					if want {
						contradictions++
					}
				}
			}
		}
	}
	if contradictions < 2*len(atoms) {
		t.Errorf("only %d contradictions", contradictions)
	}
}
