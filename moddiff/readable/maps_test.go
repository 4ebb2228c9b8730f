package readable

import (
	"testing"

	"semdiff/smtlib"
)

// TestSimplifyDiamonds keeps the work linear where maps join many times.
func TestSimplifyDiamonds(t *testing.T) {
	c := smtlib.NewContext()
	first, x := c.Var("m", c.Array(c.Int, c.Int)), c.Var("x", c.Int)
	m := first
	for range 60 {
		k := c.Fresh("k", c.Bool)
		m = c.Ite(k, c.Store(m, x, c.Fresh("v", c.Int)), c.Store(m, x, c.Fresh("w", c.Int)))
	}
	if equal := cellwise(c, c.Eq(m, first)); equal.Op() != smtlib.OpEq || equal.Args()[0].Sort() != c.Int {
		t.Errorf("equality of maps is %.200s", equal)
	}
}

// TestEqualCells compares equalities of maps with what they are written as, cell by
// cell, on all small values of what they depend on.
func TestEqualCells(t *testing.T) {
	c := smtlib.NewContext()
	m := c.Var("m", c.Array(c.Int, c.Int))
	x, y, p, q := c.Var("x", c.Int), c.Var("y", c.Int), c.Var("p", c.Bool), c.Var("q", c.Bool)
	at := func(m, i *smtlib.Term, v int64) *smtlib.Term { return c.Store(m, i, c.IntVal(v)) }
	wx, wy := at(m, x, 8), at(m, y, 8)
	for _, maps := range [][2]*smtlib.Term{
		{wx, m}, {wx, wy}, {at(wx, y, 1), wx}, {at(wx, y, 1), at(wy, x, 1)},
		{c.Ite(p, wx, m), c.Ite(q, wx, m)}, {c.Ite(p, wx, m), m}, {c.Ite(p, wx, wy), c.Ite(q, wx, wy)},
		{at(c.Ite(p, wx, m), y, 1), at(c.Ite(q, wx, m), y, 1)}, {c.Ite(p, at(wx, y, 1), wx), c.Ite(q, at(wx, y, 2), wx)},
		{c.Ite(p, at(c.Ite(q, wx, m), y, 1), m), c.Ite(q, wx, m)},
	} {
		equal := equalCells(c, maps[0], maps[1])
		if equal == nil {
			t.Errorf("%v and %v are not compared", maps[0], maps[1])
			continue
		}
		for i := range 4 * 81 {
			sub := map[*smtlib.Term]*smtlib.Term{
				x: c.IntVal(int64(i % 3)), y: c.IntVal(int64(i / 3 % 3)), p: c.BoolVal(i/9%2 == 0), q: c.BoolVal(i/18%2 == 0),
				m: at(at(c.ConstArray(m.Sort(), c.IntVal(8)), c.IntVal(0), []int64{8, 1, 2}[i/36%3]), c.IntVal(1), []int64{8, 1, 2}[i/108%3]),
			}
			cells := func(m *smtlib.Term) (values [4]*smtlib.Term) {
				for i := range values {
					values[i] = c.Select(c.Substitute(m, sub), c.IntVal(int64(i)))
				}
				return values
			}
			want := cells(maps[0]) == cells(maps[1])
			if got := c.Substitute(equal, sub); got != c.BoolVal(want) {
				t.Fatalf("%v = %v is written as %v, which is %v for %v, want %v", maps[0], maps[1], equal, got, sub, want)
			}
		}
	}
}
