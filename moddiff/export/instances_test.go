package export

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"semdiff/internal/needs"
	"semdiff/moddiff/certificate"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// tower is n functions over two integers, each defined by calls of the one before.
func tower(c *smtlib.Context, rng *rand.Rand, n int) []*certificate.Definition {
	x, y := c.Var("x", c.Int), c.Var("y", c.Int)
	body := c.Add(x, c.App(c.Func("open", []*smtlib.Sort{c.Int}, c.Int), y))
	var defs []*certificate.Definition
	for i := range n {
		f := c.Func(string(rune('a'+i)), []*smtlib.Sort{c.Int, c.Int}, c.Int)
		defs = append(defs, &certificate.Definition{Func: f, Params: []*smtlib.Term{x, y}, Body: body})
		arg := func() *smtlib.Term { return c.Add([]*smtlib.Term{x, y}[rng.IntN(2)], c.IntVal(int64(rng.IntN(2)))) }
		call := func() *smtlib.Term { return c.App(f, arg(), arg()) }
		body = c.Ite(c.Lt(call(), y), c.Add(call(), x), c.Add(call(), c.IntVal(1)))
	}
	return defs
}

// doubling is n functions each of which calls the one before at two places of its
// own.
func doubling(c *smtlib.Context, n int) []*certificate.Definition {
	x, y := c.Var("x", c.Int), c.Var("y", c.Int)
	body := c.App(c.Func("open", []*smtlib.Sort{c.Int}, c.Int), c.Mul(x, y))
	var defs []*certificate.Definition
	for i := range n {
		f := c.Func("double-"+string(rune('a'+i)), []*smtlib.Sort{c.Int, c.Int}, c.Int)
		defs = append(defs, &certificate.Definition{Func: f, Params: []*smtlib.Term{x, y}, Body: body})
		double := c.Mul(c.IntVal(2), x)
		body = c.Add(c.App(f, double, y), c.App(f, c.Add(double, c.IntVal(1)), y))
	}
	return defs
}

// TestWriteOut compares functions written out at arguments with the functions
// expanded.
func TestWriteOut(t *testing.T) {
	c := smtlib.NewContext()
	needs.Z3(t)
	s, err := solver.New(c, "z3", solver.Default)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 1))
		defs := tower(c, rng, 4+rng.IntN(3))
		last := defs[len(defs)-1]
		call := c.App(last.Func, c.Var("u", c.Int), c.IntVal(int64(rng.IntN(3))))
		out := script{axioms: []*smtlib.Term{c.Lt(call, c.Var("u", c.Int))}}
		terms := out.writeOut(c, defs, []*smtlib.Term{call})
		if large(defs) == (len(out.calls) == 0) {
			t.Fatalf("large: %t, %d calls", large(defs), len(out.calls))
		}
		if want := c.Lt(terms[0], c.Var("u", c.Int)); out.axioms[0] != want {
			t.Errorf("seed %d: axiom %s, want %s", seed, out.axioms[0], want)
		}
		different := c.Not(c.Eq(expanded(c, defs, call), expanded(c, out.defs, terms[0])))
		if r := s.Check(context.Background(), []*smtlib.Term{different}, false); r.Answer != solver.Unsat {
			t.Errorf("seed %d: %s: %s", seed, r.Answer, different)
		}
	}
}

// expanded is t without the defined functions, the last of which it may call.
func expanded(c *smtlib.Context, defs []*certificate.Definition, t *smtlib.Term) *smtlib.Term {
	for i := len(defs) - 1; i >= 0; i-- {
		calls := map[*smtlib.Term]*smtlib.Term{}
		smtlib.Visit(t, func(x *smtlib.Term) {
			if x.Op() != smtlib.OpApp || x.Func() != defs[i].Func {
				return
			}
			values := map[*smtlib.Term]*smtlib.Term{}
			for k, p := range defs[i].Params {
				values[p] = x.Args()[k]
			}
			calls[x] = c.Substitute(defs[i].Body, values)
		})
		t = c.Substitute(t, calls)
	}
	return t
}

// TestWriteOutLeaves has the cases in which definitions stay as they are: they
// are small, applied to bound variables, or too many.
func TestWriteOutLeaves(t *testing.T) {
	c := smtlib.NewContext()
	u := c.Var("u", c.Int)
	call := func(defs []*certificate.Definition) *smtlib.Term { return c.App(defs[len(defs)-1].Func, u, u) }
	rng := rand.New(rand.NewPCG(1, 1))
	small, high := tower(c, rng, 2), tower(c, rng, 12)
	wide, many := tower(c, rng, 6), doubling(c, 20)
	bound := c.Var("b", c.Int)
	for _, tt := range []struct {
		name  string
		defs  []*certificate.Definition
		term  *smtlib.Term
		whole bool
	}{
		{"small", small, call(small), true},
		{"high", high, call(high), false},
		{"many", many, call(many), true},
		{"bound", wide, c.Forall([]*smtlib.Term{bound}, c.Lt(c.App(wide[5].Func, bound, u), u), nil), true},
	} {
		var s script
		terms := s.writeOut(c, tt.defs, []*smtlib.Term{tt.term})
		if whole := terms[0] == tt.term; whole != tt.whole {
			t.Errorf("%s: as it was: %t", tt.name, whole)
		}
		text, _, _ := s.print(nil)
		if strings.Contains(text, "@1") == tt.whole {
			t.Errorf("%s:\n%s", tt.name, text)
		}
	}
}

// TestWriteOutKeeps checks that sets stay as they are, with the functions in
// them, where all else is written out.
func TestWriteOutKeeps(t *testing.T) {
	c := smtlib.NewContext()
	defs := doubling(c, 12)
	x, y := c.Var("x", c.Int), c.Var("y", c.Int)
	given := &certificate.Definition{Func: c.Func("given", []*smtlib.Sort{c.Int}, c.Int), Params: []*smtlib.Term{x}, Body: c.Add(x, y)}
	last := defs[len(defs)-1].Func
	kept := &certificate.Definition{Func: c.Func("set", nil, c.Bool), Body: c.Eq(c.App(given.Func, c.Mul(x, y)), x), Condition: true}
	other := &certificate.Definition{Func: c.Func("other", nil, c.Bool), Body: c.Lt(c.App(last, x, c.App(given.Func, y)), x), Condition: true}
	s := script{keep: map[string]bool{"set": true}}
	s.writeOut(c, append([]*certificate.Definition{given}, append(defs, kept, other)...), []*smtlib.Term{c.App(kept.Func), c.App(other.Func)})
	if len(s.calls) == 0 {
		t.Fatal("nothing is written out")
	}
	text, _, _ := s.print(nil)
	for _, want := range []string{"(define-fun given ((x Int)) Int\n  (+ x y))", "(define-fun set () Bool\n  (= x (given (* x y))))", "(define-fun given@1 () Int"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%.300s", want, text)
		}
	}
}

// TestWriteOutOnce checks that a constant is defined once that a definition which stays
// as it is needs, and others do too.
func TestWriteOutOnce(t *testing.T) {
	c := smtlib.NewContext()
	defs := tower(c, rand.New(rand.NewPCG(1, 1)), 6)
	null := c.App(c.Func("null", nil, c.Int))
	kept, other := c.App(c.Func("kept", nil, c.Bool)), c.App(c.Func("other", nil, c.Bool))
	last := c.App(defs[len(defs)-1].Func, c.Var("u", c.Int), null)
	defs = append([]*certificate.Definition{{Func: null.Func(), Body: c.IntVal(3)}}, defs...)
	defs = append(defs,
		&certificate.Definition{Func: kept.Func(), Body: c.Lt(c.Var("u", c.Int), null), Condition: true},
		&certificate.Definition{Func: other.Func(), Body: c.Lt(last, null), Condition: true})
	for _, terms := range [][]*smtlib.Term{{kept, other}, {other, kept}} {
		s := script{keep: map[string]bool{"kept": true}}
		s.writeOut(c, defs, terms)
		count := map[*smtlib.Func]int{}
		for _, d := range s.defs {
			if count[d.Func]++; count[d.Func] > 1 {
				t.Errorf("%s is defined twice", d.Func.Name)
			}
		}
		if s.calls == nil || count[null.Func()] != 1 || count[kept.Func()] != 1 {
			t.Errorf("%d definitions, of null %d", len(s.defs), count[null.Func()])
		}
	}
}
