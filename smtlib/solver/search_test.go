package solver

import (
	"context"
	"flag"
	"math"
	"testing"
	"time"

	"semdiff/internal/needs"
	"semdiff/smtlib"
	"semdiff/smtlib/search"
)

var searchesFlag = flag.Int("searches", 1500, "random conjunctions whose answers by search are checked")

// TestSearchConfirmed holds what the search finds for random conjunctions, with
// functions and elements of opaque sorts in them, against z3, and its models
// against the evaluator. Terms with reals it must leave to z3; of the others it
// must decide many, or it would be of no use.
func TestSearchConfirmed(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	needs.Z3(t)
	n := uint64(*searchesFlag)
	c := smtlib.NewContext()
	setup, err := NewSetup(Config{Solver: "z3", CheckWith: "z3", Search: true, Options: Options{Timeout: 3 * time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	s := setup.Open(c)
	defer s.Close()
	all, found := map[Answer]int{}, map[Answer]int{}
	for seed := range n {
		g := newGenerator(c, 2_000_000+seed)
		sorts := g.functions()
		var list []*smtlib.Term
		if seed%3 == 0 {
			for range 2 + g.rnd.IntN(5) {
				list = append(list, c.Substitute(g.comparison(2), sorts))
			}
		}
		for seed%3 > 0 && len(list) < 1+g.rnd.IntN(4) {
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
		all[r.Answer]++
		if r.By == BySearch || r.By == ByBounds {
			found[r.Answer]++
		}
	}
	for _, d := range setup.Disagreements() {
		t.Error(d)
	}
	confirmed, _ := setup.Confirmed()
	t.Logf("%d of %d sat and %d of %d unsat by search, %d answers confirmed", found[Sat], all[Sat], found[Unsat], all[Unsat], confirmed)
	if found[Sat] < all[Sat]/4 || found[Unsat] < all[Unsat]/4 || confirmed < int(n)/2 {
		t.Error("too few")
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
		c.Var("u", g.bv8):  c.BVOp(smtlib.BVConcat, c.Var("a", g.bv4), c.Var("b", g.bv4)),
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

// comparison makes a formula that bounds terms.
func (g *generator) comparison(depth int) *smtlib.Term {
	c := g.c
	switch g.rnd.IntN(8) {
	case 0:
		return c.Not(g.comparison(depth))
	case 1:
		if depth > 0 {
			return c.Or(g.comparison(depth-1), g.comparison(depth-1))
		}
	case 2:
		if depth > 0 {
			return c.And(g.comparison(depth-1), g.comparison(depth-1))
		}
	case 3:
		return c.Eq(g.linear(depth), g.linear(depth))
	case 4:
		return c.Eq(g.linear(depth), c.IntVal(g.rnd.Int64N(9)-4))
	}
	if g.rnd.IntN(3) == 0 {
		return c.Le(g.linear(depth), g.linear(depth))
	}
	l, n := g.linear(depth), c.IntVal(g.rnd.Int64N(13)-6)
	if g.rnd.IntN(12) == 0 { // where 64 bits end, and half of that
		n = c.Add(n, pick(g, c.IntVal(math.MaxInt64), c.IntVal(math.MinInt64), c.IntVal(math.MaxInt64/2), c.IntVal(math.MinInt64/2)))
	}
	return pick(g, c.Le(l, n), c.Le(n, l))
}

// linear makes an integer term of small numbers.
func (g *generator) linear(depth int) *smtlib.Term {
	c := g.c
	v := c.Var(pick(g, "x", "y", "z"), c.Int)
	if depth == 0 || g.rnd.IntN(3) == 0 {
		return v
	}
	k := c.IntVal(g.rnd.Int64N(7) - 3)
	switch g.rnd.IntN(6) {
	case 0:
		return c.Ite(g.comparison(depth-1), g.linear(depth-1), g.linear(depth-1))
	case 1:
		return c.Mul(g.linear(depth-1), g.linear(depth-1))
	case 2:
		d := c.IntVal(g.rnd.Int64N(4) + 1)
		return pick(g, c.Mod(g.linear(depth-1), d), c.IntDiv(g.linear(depth-1), d))
	case 3:
		return c.Mul(k, v)
	}
	return c.Add(c.Mul(k, v), g.linear(depth-1))
}

// liar decides everything, the same way.
type liar search.Answer

func (l liar) Decide([]*smtlib.Term) search.Answer { return search.Answer(l) }

func (l liar) Find(c *smtlib.Context, _ []*smtlib.Term) (*search.Model, search.Answer) {
	zero := map[*smtlib.Term]*smtlib.Term{c.Var("x", c.Int): c.IntVal(0)}
	return &search.Model{Vars: zero}, search.Answer(l)
}

func (l liar) Forget() {}

func (l liar) Learns([]*smtlib.Term) bool { return true }

func (l liar) Learn(*smtlib.Context, []*smtlib.Term, func(*smtlib.Term) *smtlib.Term) bool {
	return false
}

// TestSearchLies puts a search and bounds that are wrong in the place of those that
// are not: without a second solver they are believed, with one they are caught, for
// whatever kind of query.
func TestSearchLies(t *testing.T) {
	c := smtlib.NewContext()
	x := c.Var("x", c.Int)
	sat := []*smtlib.Term{c.Le(c.IntVal(1), x), c.Le(x, c.IntVal(2))}
	unsat := []*smtlib.Term{c.Le(c.IntVal(1), c.Mul(x, x)), c.Le(c.Mul(x, x), c.IntVal(3)), c.Not(c.Eq(c.Mul(x, x), c.IntVal(1)))}
	kinds := []func(Solver, []*smtlib.Term) Result{
		func(s Solver, q []*smtlib.Term) Result { return s.Check(context.Background(), q, false) },
		func(s Solver, q []*smtlib.Term) Result { return s.Check(context.Background(), q, true) },
		func(s Solver, q []*smtlib.Term) Result { return s.Quick(context.Background(), q, false) },
	}
	for _, tt := range []struct {
		lie    search.Answer
		query  []*smtlib.Term
		answer Answer
		by     string
		claims [3]string // by kind of query
	}{
		{search.Unsatisfiable, sat, Unsat, ByBounds, [3]string{"bounds says unsat, z3 says sat", "bounds says unsat, z3 says sat", "bounds says unsat, z3 says sat"}},
		{search.Satisfiable, unsat, Sat, BySearch, [3]string{"search says sat, z3 says unsat", "search says sat, but its model makes an assertion false", "search says sat, z3 says unsat"}},
		{search.Satisfiable, sat, Sat, BySearch, [3]string{1: "search says sat, but its model makes an assertion false"}},
	} {
		for _, checked := range []bool{false, true} {
			config := Config{Solver: "z3", Search: true}
			if checked {
				config.CheckWith = "z3"
			}
			setup := setup(t, config)
			setup.newDecider = func() decider { return liar(tt.lie) }
			first := session(t, setup, c)
			second := first.Fork()
			t.Cleanup(func() { second.Close() })
			second.Reset()
			for _, s := range []Solver{first, second} {
				for i, ask := range kinds {
					known := len(setup.Disagreements())
					r := ask(s, tt.query)
					d := setup.Disagreements()[known:]
					switch caught := checked && tt.claims[i] != ""; {
					case !caught && (r.Answer != tt.answer || r.By != tt.by || len(d) > 0):
						t.Errorf("%v by %s, want %v by %s; %v", r, r.By, tt.answer, tt.by, d)
					case caught && (r.Answer != Unknown || r.Reason != Disputed || len(d) != 1 || d[0].Claims != tt.claims[i]):
						t.Errorf("%v, with %v, want %q", r, d, tt.claims[i])
					}
				}
			}
		}
	}
}
