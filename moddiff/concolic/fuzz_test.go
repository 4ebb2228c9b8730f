package concolic

import (
	"fmt"
	"math/big"
	"math/rand"
	"testing"

	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

func portsOf(vars ...*smtlib.Term) *pairing.Pair {
	p := &pairing.Pair{}
	for _, v := range vars {
		p.Inputs = append(p.Inputs, pairing.Port{Var: v})
	}
	return p
}

// TestGrid checks that a grid gives each tuple of numbers within a magnitude once, and
// no larger number before.
func TestGrid(t *testing.T) {
	c := smtlib.NewContext()
	x, y, flag := c.Var("x", c.Int), c.Var("y", c.BV(8)), c.Var("flag", c.Bool)
	for _, tc := range []struct {
		vars []*smtlib.Term
		want int // tuples of magnitude 3 at most
	}{
		{[]*smtlib.Term{x}, 7},
		{[]*smtlib.Term{x, y}, 49},
		{[]*smtlib.Term{flag, x}, 14},
		{[]*smtlib.Term{x, flag, y}, 98},
	} {
		g, ok := newGrid(c, portsOf(tc.vars...))
		if !ok {
			t.Fatalf("no grid for %v", tc.vars)
		}
		seen := map[string]bool{}
		for env := g.next(); g.radius <= 3; env = g.next() {
			key := ""
			for _, v := range tc.vars {
				key += fmt.Sprint(env[v], " ")
			}
			if seen[key] {
				t.Errorf("%v: %s is given twice", tc.vars, key)
			}
			seen[key] = true
		}
		if len(seen) != tc.want {
			t.Errorf("%v: %d tuples, want %d", tc.vars, len(seen), tc.want)
		}
	}
	for _, vars := range [][]*smtlib.Term{{flag}, {x, c.Var("m", c.Array(c.Int, c.Int))}} {
		if _, ok := newGrid(c, portsOf(vars...)); ok {
			t.Errorf("a grid for %v", vars)
		}
	}
}

// TestMutants checks that mutants alias pointers, write the cells that inputs point at,
// and make two maps equal, or but for one cell; and that the same ones come each time.
func TestMutants(t *testing.T) {
	c := smtlib.NewContext()
	s := c.Array(c.Int, c.Int)
	p, q, a, b := c.Var("p", c.Int), c.Var("q", c.Int), c.Var("a", s), c.Var("b", s)
	pair := portsOf(p, q, a, b)
	mutants := func() (list []interp.Env) {
		in := &inputs{c: c, rand: rand.New(rand.NewSource(1)), consts: map[*smtlib.Sort][]interp.Value{}}
		in.add(interp.Int(c, big.NewInt(1000)))
		m := &mutator{in, pair}
		list = []interp.Env{{p: interp.Default(c.Int), q: interp.Int(c, big.NewInt(500)), a: interp.Default(s), b: interp.Default(s)}}
		for range 2_000 {
			list = append(list, m.mutant(list[max(0, len(list)-20):]))
		}
		return list
	}
	found := map[string]int{}
	list, again := mutants(), mutants()
	for i, env := range list {
		for _, v := range []*smtlib.Term{p, q, a, b} {
			if env[v].Sort() != v.Sort() {
				t.Fatalf("%s is %s", v.Name(), env[v])
			}
			if env[v].String() != again[i][v].String() {
				t.Fatalf("%s is %s once and %s then", v.Name(), env[v], again[i][v])
			}
		}
		x, _ := env[p].Integer()
		y, _ := env[q].Integer()
		cell, err := interp.Select(env[a], env[p])
		if err != nil {
			t.Fatal(err)
		}
		if n, _ := cell.Integer(); n.Sign() != 0 && x.Cmp(y) != 0 {
			found["a cell of a at p"]++
		}
		places := interp.Differing(env[a], env[b], 2)
		for what, holds := range map[string]bool{
			"p == q": x.Cmp(y) == 0, "1000": x.Int64() == 1000, "equal maps": len(places) == 0 && len(interp.Indices(env[a])) > 0, "one cell differs": len(places) == 1,
		} {
			if holds {
				found[what]++
			}
		}
	}
	for _, what := range []string{"a cell of a at p", "p == q", "1000", "equal maps", "one cell differs"} {
		if found[what] < 5 {
			t.Errorf("%s: %d of %d mutants", what, found[what], len(list))
		}
	}
}

// TestCoverage checks that runs through other branches have other traces, whatever their
// order, and that counts matter to within a factor of two.
func TestCoverage(t *testing.T) {
	x := smtlib.NewContext()
	c, b := newCoverage(), &ir.Block{}
	for _, name := range []string{"p", "q", "r"} {
		b.Succs = append(b.Succs, ir.Edge{Cond: x.Var(name, x.Bool)})
	}
	trace := func(edges ...int) uint64 {
		c.start()
		for _, e := range edges {
			c.branch(b, e)
		}
		return c.trace()
	}
	base := trace(0, 0, 1)
	for _, tc := range []struct {
		edges []int
		same  bool
	}{
		{[]int{1, 0, 0}, true},
		{[]int{0, 0, 0, 1}, true},
		{[]int{0, 1}, false},
		{[]int{0, 0, 0, 0, 1}, false},
		{[]int{0, 0}, false},
		{[]int{0, 0, 2}, false},
	} {
		if got := trace(tc.edges...) == base; got != tc.same {
			t.Errorf("%v: same is %t", tc.edges, got)
		}
	}
}

// TestWayOfParting checks that runs which take the same conditions part in no way, however
// often they do, and others in the way that the conditions say which one version took.
func TestWayOfParting(t *testing.T) {
	x := smtlib.NewContext()
	of := func(names ...string) conditions {
		out := conditions{}
		for _, name := range names {
			out[x.Var(name, x.Bool)] = true
		}
		return out
	}
	if way := wayOfParting(of("p", "q"), of("q", "p")); way != 0 {
		t.Error("equal runs part")
	}
	way := wayOfParting(of("p", "q"), of("p", "r"))
	if way == 0 {
		t.Fatal("other runs do not part")
	}
	if wayOfParting(of("q"), of("r")) != way {
		t.Error("what both took matters")
	}
	for _, other := range []uint64{wayOfParting(of("p", "r"), of("p", "q")), wayOfParting(of("p", "q"), of("p")), wayOfParting(of("p"), of("q"))} {
		if other == way {
			t.Error("other ways are the same")
		}
	}
}
