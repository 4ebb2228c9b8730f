package witness_test

import (
	"context"
	"math/big"
	"testing"

	"semdiff/internal/pairtest"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/symexec"
	"semdiff/moddiff/witness"
	"semdiff/smtlib"
	"semdiff/translate/interp"
)

// TestSmaller checks that large numbers become small ones as far as a condition lets them, that an address
// takes the cells behind it along, and that cells which do not matter go.
func TestSmaller(t *testing.T) {
	const program = `procedure main(p: int, n: int, m: [int]int) returns (r: int) { r := n + m[p]; }`
	type cells map[int64]int64
	for _, test := range []struct {
		name string
		cond func(c *smtlib.Context, p, n, m *smtlib.Term) *smtlib.Term
		p, n int64
		m    cells
		want string
	}{
		{"free", func(c *smtlib.Context, p, n, m *smtlib.Term) *smtlib.Term { return c.True }, 36702, -54235, cells{7: 1}, "0 0 [else 0]"},
		{"bounded", func(c *smtlib.Context, p, n, m *smtlib.Term) *smtlib.Term { return c.Le(c.IntVal(7), n) }, 5, 54235, nil, "5 8 [else 0]"},
		{"all large", func(c *smtlib.Context, p, n, m *smtlib.Term) *smtlib.Term { return c.Le(c.IntVal(2000), n) }, 5, 54235, nil, "5 54235 [else 0]"},
		{"small already", func(c *smtlib.Context, p, n, m *smtlib.Term) *smtlib.Term { return c.True }, 5, 6, cells{7: 8}, "5 6 [7 := 8, else 0]"},
		{"address", func(c *smtlib.Context, p, n, m *smtlib.Term) *smtlib.Term {
			return c.And(c.Eq(c.Select(m, c.Add(p, c.IntVal(4))), c.IntVal(-100)), c.Le(c.IntVal(1), p))
		}, 36702, 0, cells{36706: -100, 36710: 5, 90000: 1}, "1 0 [5 := -100, else 0]"},
		{"cell", func(c *smtlib.Context, p, n, m *smtlib.Term) *smtlib.Term { return c.Lt(n, c.Select(m, p)) }, 3, 0, cells{3: 20337}, "3 0 [3 := 1, else 0]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := smtlib.NewContext()
			old, new := pairtest.Lower(t, c, program, program+" ")
			run, err := kit.NewRun(old, new, pairing.Options{Eager: true})
			if err != nil {
				t.Fatal(err)
			}
			a := run.NewAnalysis(context.Background(), nil, symexec.Options{})
			pair := run.Pairing.Named("main")
			p, n, m := pair.Inputs[0].Var, pair.Inputs[1].Var, pair.Inputs[2].Var
			number := func(x int64) interp.Value { return interp.Int(c, big.NewInt(x)) }
			env := interp.Env{p: number(test.p), n: number(test.n), m: interp.Default(m.Sort())}
			for i, v := range test.m {
				env[m] = interp.Store(env[m], number(i), number(v))
			}
			small := witness.Smaller(a.Finder, pair, test.cond(c, p, n, m), env, a.Finder.Model())
			if got := small[p].String() + " " + small[n].String() + " " + small[m].String(); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
