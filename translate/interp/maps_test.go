package interp

import (
	"errors"
	"math/big"
	"testing"

	"semdiff/smtlib"
)

// TestManyWrites writes maps as long runs do: each write and read must not look at
// all others.
func TestManyWrites(t *testing.T) {
	c := smtlib.NewContext()
	const n = 50_000
	number := func(i int) Value { return Int(c, big.NewInt(int64(i))) }
	up, down := Default(c.Array(c.Int, c.Int)), Default(c.Array(c.Int, c.Int))
	for i := range n {
		up = Store(Store(up, number(i), number(-1)), number(i), number(i))
		down = Store(down, number(n-1-i), number(n-1-i))
	}
	if same, err := Equal(up, down); !same || err != nil {
		t.Errorf("equal maps are called different: %v", err)
	}
	if same, err := Equal(Store(up, number(7), number(8)), down); same || err != nil {
		t.Errorf("different maps are called equal: %v", err)
	}
	for _, i := range []int{0, 1, n / 2, n - 1, n} {
		v, err := Select(up, number(i))
		if want := i % n; err != nil || v.n.Int64() != int64(want) {
			t.Errorf("[%d] is %v, want %d: %v", i, v, want, err)
		}
	}
	places := Differing(up, Store(down, number(n), number(1)), 3)
	if len(places) != 1 || places[0].Index[0].n.Int64() != n {
		t.Errorf("they differ at %v", places)
	}
}

// TestSharedWithoutValue evaluates a term whose tree doubles with each level, and
// that has no value: each level must be looked at once.
func TestSharedWithoutValue(t *testing.T) {
	c := smtlib.NewContext()
	m := c.Var("m", c.Array(c.Int, c.Int))
	byRule := byRule(m.Sort(), func(Value) (Value, error) { return Value{}, ErrUndetermined })
	x, y := c.Var("x", c.Int), c.Var("y", c.Int)
	term := c.Le(c.Select(m, x), y)
	for i := range 60 {
		k := c.IntVal(int64(i + 1))
		term = c.And(c.Or(term, c.Lt(x, c.Sub(y, k))), c.Or(c.Not(term), c.Lt(c.Add(y, k), x)))
	}
	env := Env{m: byRule, x: Int(c, big.NewInt(1)), y: Int(c, big.NewInt(1))}
	if _, err := Eval(c, term, env, NewModel(c)); !errors.Is(err, ErrUndetermined) {
		t.Errorf("the error is %v", err)
	}
}

// TestTermsOfLargeMaps writes thousands of cells in other orders than that of terms, some of
// them twice: the terms are those of the cells written in order, and come soon.
func TestTermsOfLargeMaps(t *testing.T) {
	const n = 1500
	c := smtlib.NewContext()
	s := c.Array(c.Int, c.Int)
	number := func(i int64) Value { return Int(c, big.NewInt(i)) }
	want := c.ConstArray(s, c.IntVal(0))
	up, down := Default(s), Default(s)
	for i := range int64(n) {
		want = c.Store(want, c.IntVal(i), c.IntVal(i+1))
		up = Store(up, number(i*7%n), number(i*7%n+1))
		down = Store(down, number(n-1-i), number(-1))
	}
	for i := range int64(n) {
		down = Store(down, number(n-1-i), number(n-i))
	}
	for name, m := range map[string]Value{"scattered": up, "descending, twice": down} {
		if got, ok := m.Term(c); !ok || got != want {
			t.Errorf("%s: another term than that of the cells in order", name)
		}
	}
}
