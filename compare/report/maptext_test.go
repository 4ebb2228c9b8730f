package report

import (
	"math/big"
	"strings"
	"testing"

	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/translate/interp"
)

// TestGiven checks that of a long map the cells are shown that a difference reads.
func TestGiven(t *testing.T) {
	c := smtlib.NewContext()
	number := func(n int64) interp.Value { return interp.Int(c, big.NewInt(n)) }
	s := c.Array(c.Int, c.Int)
	m, i := c.Var("m", s), c.Var("i", c.Int)
	value := interp.Default(s)
	for k := range int64(30) {
		value = interp.Store(value, number(k), number(100+k))
	}
	env := interp.Env{m: value, i: number(7)}
	d := &moddiff.Difference{
		Condition: c.And(c.Le(c.Select(m, i), c.IntVal(200)), c.Eq(c.Select(m, c.Add(i, c.IntVal(20))), c.IntVal(127))),
		Witness:   []interp.Value{value, number(7)}, Values: interp.Evaluator(c, env, interp.NewModel(c)),
	}
	p := &moddiff.PairResult{Inputs: []*smtlib.Term{m, i}}
	if got, want := given(p, d, 0), "[27 := 127, 7 := 107, ...]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := given(p, d, 1); got != "7" {
		t.Errorf("got %s", got)
	}
	if got := shorten(value); !strings.HasSuffix(got, ", ...]") || len(got) > maxValue+6 {
		t.Errorf("got %s", got)
	}
	d.Condition = c.True
	if got, want := given(p, d, 0), shorten(value); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
