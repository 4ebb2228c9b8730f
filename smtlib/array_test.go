package smtlib

import (
	"math/big"
	"math/rand"
	"testing"
)

// TestTable holds tables against stores one by one, with indices that are literals and others.
func TestTable(t *testing.T) {
	c := NewContext()
	x, b := c.Var("x", c.Int), c.Var("b", c.Bool)
	pools := map[*Sort][]*Term{
		c.Int:   {c.IntVal(-2), c.IntVal(-1), c.IntVal(0), c.IntVal(1), c.IntVal(7), c.IntVal(300)},
		c.Bool:  {c.True, c.False},
		c.BV(8): {c.BVVal(big.NewInt(0), 8), c.BVVal(big.NewInt(1), 8), c.BVVal(big.NewInt(255), 8)},
	}
	others := map[*Sort]*Term{c.Int: c.Add(x, c.IntVal(1)), c.Bool: b, c.BV(8): c.Var("v", c.BV(8))}
	rand := rand.New(rand.NewSource(1))
	for range 2000 {
		for index, pool := range pools {
			s, v := c.Array(index, c.Int), c.IntVal(int64(rand.Intn(2)))
			want := c.ConstArray(s, v)
			var cells []Cell
			withOthers := rand.Intn(2) == 0
			for range rand.Intn(7) {
				i := pool[rand.Intn(len(pool))]
				if withOthers && rand.Intn(3) == 0 {
					i = others[index]
				}
				cells = append(cells, Cell{i, c.IntVal(int64(rand.Intn(3)))})
			}
			for _, x := range cells {
				want = c.Store(want, x.Index, x.Value)
			}
			if got := c.Table(s, v, cells); got != want {
				t.Fatalf("%v: %s, want %s", cells, got, want)
			}
		}
	}
}
