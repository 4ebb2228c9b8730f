package solver

import (
	"context"
	"os/exec"
	"testing"
	"time"

	"semdiff/smtlib"
)

// TestSearchConfirmed holds what the search finds for random conjunctions, with
// functions and elements of opaque sorts in them, against z3, and its models
// against the evaluator. Terms with reals it must leave to z3; of the others it
// must find many, or it would be of no use.
func TestSearchConfirmed(t *testing.T) {
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip("no z3")
	}
	n := uint64(1500)
	if testing.Short() {
		n = 300
	}
	c := smtlib.NewContext()
	setup, err := NewSetup(Config{Solver: "z3", CheckWith: "z3", Search: true, Options: Options{Timeout: 3 * time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	s := setup.Open(c)
	defer s.Close()
	found, sat := 0, 0
	for seed := range n {
		g := newGenerator(c, 2_000_000+seed)
		sorts := g.functions()
		var list []*smtlib.Term
		for range 1 + g.rnd.IntN(4) {
			term, err := c.ParseTerm(g.scope(), g.term(c.Bool, 3).text())
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, c.Substitute(term, sorts))
		}
		if c.And(list...).IsFalse() {
			continue
		}
		r := s.Check(context.Background(), list, seed%2 == 0)
		if r.Answer == Sat {
			sat++
			if r.By == searcher {
				found++
			}
		}
	}
	for _, d := range setup.Disagreements() {
		t.Error(d)
	}
	confirmed, _ := setup.Confirmed()
	t.Logf("%d of %d models found, %d answers confirmed", found, sat, confirmed)
	if found < sat/4 || confirmed < int(n)/2 {
		t.Errorf("%d of %d models found, %d answers confirmed", found, sat, confirmed)
	}
}

// functions puts applications in the place of some variables.
func (g *generator) functions() map[*smtlib.Term]*smtlib.Term {
	c := g.c
	elem := c.Opaque("E")
	x, y, p, m := c.Var("x", c.Int), c.Var("y", c.Int), c.Var("p", c.Bool), c.Var("m", g.ints)
	e, d := c.Var("e", elem), c.Var("d", elem)
	f := c.Func("f", []*smtlib.Sort{c.Int, g.ints}, c.Int)
	next := c.Func("next", []*smtlib.Sort{elem}, elem)
	rank := c.Func("rank", []*smtlib.Sort{elem}, c.Int)
	all := map[*smtlib.Term]*smtlib.Term{
		x:                  c.App(f, c.Add(y, c.IntVal(1)), m),
		p:                  c.Eq(c.App(next, e), c.App(next, d)),
		c.Var("z", c.Int):  c.App(rank, c.App(next, e)),
		c.Var("q", c.Bool): c.Eq(e, d),
		c.Var("k", g.bv):   c.Store(c.Var("k", g.bv), c.Var("a", g.bv4), c.Var("u", g.bv8)),
		c.Var("v", g.bv8):  c.App(c.Func("h", nil, g.bv8)),
		c.Var("n", g.ints): c.ConstArray(g.ints, y),
		c.Var("b", g.bv4):  c.Extract(c.Var("v", g.bv8), 5, 2),
		c.Var("y", c.Int):  c.BVToNat(c.Var("u", g.bv8)),
		c.Var("u", g.bv8):  c.BVOp("concat", c.Var("a", g.bv4), c.Var("b", g.bv4)),
		c.Var("a", g.bv4):  c.NatToBV(c.Var("z", c.Int), 4),
		c.Var("s", c.Real): c.ToReal(x),
	}
	sub := map[*smtlib.Term]*smtlib.Term{}
	for _, name := range g.varNames() {
		v := c.Var(name, g.vars[name])
		if t := all[v]; t != nil && g.rnd.IntN(3) == 0 {
			sub[v] = t
		}
	}
	return sub
}
