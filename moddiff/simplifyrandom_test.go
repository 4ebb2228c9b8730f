package moddiff

import (
	"flag"
	"math/rand"
	"testing"

	"semdiff/moddiff/query"
	"semdiff/moddiff/readable"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

var conditionsFlag = flag.Int("conditions", 400, "random conditions to simplify")

// TestSimplifyRandom asks the solver whether random conditions, many of them about
// maps, mean the same when they are simplified, and whether terms are what the
// resolver makes of them where a condition holds.
func TestSimplifyRandom(t *testing.T) {
	a, _, _ := run(t, simplifyProgram, simplifyProgram, Options{})
	c := a.Ctx
	undecided := 0
	check := func(seed int, what string, t1, t2, cond *smtlib.Term) {
		switch r := a.Check(c.And(cond, c.Not(c.Eq(t1, t2))), query.Thorough); r.Answer {
		case solver.Sat:
			t.Errorf("%d: where %v, %v\nis %s to %v", seed, cond, t1, what, t2)
		case solver.Unknown:
			undecided++
		}
	}
	for seed := range *conditionsFlag {
		g := &formulas{c: c, scope: simplifyScope(c), rng: rand.New(rand.NewSource(int64(seed)))}
		cond := g.condition(3)
		a.Patience = innerPatience
		check(seed, "simplified", cond, simplify(a, cond), c.True)
		if a.Feasible(cond) {
			term := g.number(3)
			if seed%2 == 0 {
				term = g.mapping(3)
			}
			check(seed, "resolved", term, readable.NewResolver(a.Ctx, a.Session, cond, nil).Terms(term)[0], cond)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d of %d not decided", undecided, 2**conditionsFlag)
	if undecided > *conditionsFlag/5 {
		t.Errorf("%d of %d not decided", undecided, 2**conditionsFlag)
	}
}

// formulas makes random terms.
type formulas struct {
	c     *smtlib.Context
	scope *smtlib.Scope
	rng   *rand.Rand
}

func (g *formulas) variable(names ...string) *smtlib.Term {
	return g.scope.Vars[names[g.rng.Intn(len(names))]]
}

func (g *formulas) condition(depth int) *smtlib.Term {
	c := g.c
	if depth == 0 {
		return g.variable("p", "q")
	}
	switch d := depth - 1; g.rng.Intn(10) {
	case 0, 1:
		return c.And(g.condition(d), g.condition(d))
	case 2:
		return c.Or(g.condition(d), g.condition(d))
	case 3:
		return c.Not(g.condition(d))
	case 4, 5:
		return c.Not(c.Eq(g.mapping(depth), g.mapping(depth)))
	case 6:
		return c.Eq(g.number(d), g.number(d))
	}
	return c.Le(g.number(depth-1), g.number(depth-1))
}

func (g *formulas) number(depth int) *smtlib.Term {
	c := g.c
	if depth == 0 || g.rng.Intn(4) == 0 {
		if g.rng.Intn(3) == 0 {
			return c.IntVal(g.rng.Int63n(5) - 2)
		}
		return g.variable("x", "y", "z")
	}
	switch d := depth - 1; g.rng.Intn(4) {
	case 0:
		return c.Add(g.number(d), g.number(d))
	case 1:
		return c.Ite(g.condition(d), g.number(d), g.number(d))
	case 2:
		return c.Select(g.mapping(d), g.number(d))
	}
	return c.Mul(c.IntVal(g.rng.Int63n(5)-2), g.number(depth-1))
}

// mapping is a map in which few cells are written, often the same ones.
func (g *formulas) mapping(depth int) *smtlib.Term {
	c := g.c
	if depth == 0 || g.rng.Intn(6) == 0 {
		return g.variable("m", "m", "m", "n")
	}
	if d := depth - 1; g.rng.Intn(2) == 0 {
		return c.Ite(g.condition(min(d, 1)), g.mapping(d), g.mapping(d))
	}
	return c.Store(g.mapping(depth-1), g.variable("x", "x", "y"), c.IntVal(g.rng.Int63n(2)))
}
