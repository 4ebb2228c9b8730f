package solver

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"semdiff/internal/needs"
	"semdiff/smtlib"
)

// pigeons says that n+1 pigeons sit in n holes, one in each at most.
func pigeons(c *smtlib.Context, n int) []*smtlib.Term {
	sits := func(p, h int) *smtlib.Term { return c.Var(fmt.Sprintf("p%d.%d", p, h), c.Bool) }
	var out []*smtlib.Term
	for p := range n + 1 {
		var somewhere []*smtlib.Term
		for h := range n {
			somewhere = append(somewhere, sits(p, h))
			for q := range p {
				out = append(out, c.Not(c.And(sits(p, h), sits(q, h))))
			}
		}
		out = append(out, c.Or(somewhere...))
	}
	return out
}

// What resources stop costs no restart of the process, and the next query has
// its own.
func TestResources(t *testing.T) {
	eachSolver(t, func(t *testing.T, name string) {
		c := smtlib.NewContext()
		s, err := newSession(c, name, Options{Resources: 5_000, QuickResources: 2_000})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		ctx := context.Background()
		for range 2 {
			if r := s.Check(ctx, pigeons(c, 12), false); r.Reason != ResourceOut {
				t.Errorf("Check: %v, want it to run out of resources", r)
			}
			if r := s.Quick(ctx, pigeons(c, 8), false); r.Reason != ResourceOut {
				t.Errorf("Quick: %v, want it to run out of resources", r)
			}
			if r := s.Check(ctx, pigeons(c, 4), false); r.Answer != Unsat {
				t.Errorf("Check of little: %v, want unsat", r)
			}
			if r := s.Quick(ctx, []*smtlib.Term{x0(c)}, false); r.Answer != Sat {
				t.Errorf("Quick of little: %v, want sat", r)
			}
		}
		if n := s.Stats().Restarts; n != 0 {
			t.Errorf("%d restarts", n)
		}
	})
}

// A solver that counts no resources has little time for Quick.
func TestQuickTimeout(t *testing.T) {
	needs.Z3(t)
	c := smtlib.NewContext()
	s, err := newSession(c, "sh testdata/plain.sh", Options{Timeout: time.Minute, QuickTimeout: 300 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if r := s.Quick(context.Background(), []*smtlib.Term{hard(c)}, false); r.Reason != Timeout {
		t.Errorf("got %v, want a timeout", r)
	}
	if r := s.Quick(context.Background(), []*smtlib.Term{x0(c)}, false); r.Answer != Sat {
		t.Errorf("afterwards: %v", r)
	}
}

// A query that needs more memory than there is costs at most that query,
// whether the solver keeps the limit or the operating system does.
func TestMemory(t *testing.T) {
	commands := []string{"z3", "sh testdata/plain.sh", "cvc5"}
	if testing.Short() {
		commands = commands[:2]
	}
	for _, command := range commands {
		t.Run(command, func(t *testing.T) {
			needs.Solvers(t, "z3", strings.Fields(command)[0])
			c := smtlib.NewContext()
			s, err := newSession(c, command, Options{Timeout: time.Minute, Memory: 200})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			a, b := c.Var("a", c.BV(1024)), c.Var("b", c.BV(1024))
			big := []*smtlib.Term{
				c.Eq(c.BVOp(smtlib.BVMul, c.BVOp(smtlib.BVMul, a, b), a), c.BVOp(smtlib.BVAdd, a, b)),
				c.Eq(c.BVOp(smtlib.BVUDiv, a, b), c.BVOp(smtlib.BVMul, b, b)),
				c.Not(c.Eq(a, b)),
			}
			if r := s.Check(context.Background(), big, false); r.Reason != ResourceOut {
				t.Errorf("got %v, want it to run out of memory", r)
			}
			if r := s.Check(context.Background(), []*smtlib.Term{x0(c)}, true); r.Answer != Sat {
				t.Errorf("afterwards: %v", r)
			}
		})
	}
}

func TestCommandLine(t *testing.T) {
	opts := Options{Timeout: 2 * time.Second, Memory: 100}
	for command, want := range map[string]string{
		"/z3":                  "/z3 -in -smt2 -memory:100",
		"/z3 -in -memory:7":    "/z3 -in -memory:7 -smt2",
		"/cvc5 --tlimit-per=3": "/bin/sh -c " + limitMemory + " sh 102400 /cvc5 --tlimit-per=3 --lang=smt2 --incremental --quiet",
		"/other -x":            "/bin/sh -c " + limitMemory + " sh 102400 /other -x",
	} {
		argv := strings.Fields(command)
		if got := strings.Join(profileOf(argv[0]).commandLine(argv, opts), " "); got != want {
			t.Errorf("%s: %s, want %s", command, got, want)
		}
	}
}

// TestTooLarge checks that what is too large to be read is not asked, shared terms
// counted once, and that the next question is.
func TestTooLarge(t *testing.T) {
	eachSolver(t, func(t *testing.T, name string) {
		c := smtlib.NewContext()
		s, err := newSession(c, name, Default)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		f := c.Func("f", []*smtlib.Sort{c.Bool, c.Int}, c.Bool)
		chain := func(n int, name string) *smtlib.Term {
			x := c.Var(name, c.Bool)
			for i := range n {
				x = c.App(f, x, c.IntVal(int64(i)))
			}
			return x
		}
		g := c.Func("g", []*smtlib.Sort{c.Bool, c.Bool}, c.Bool)
		shared := c.Var("x", c.Bool)
		for range 40 {
			shared = c.App(g, shared, shared) // 2^40 as a tree
		}
		ctx := context.Background()
		large := []*smtlib.Term{chain(maxTerms/3, "x"), chain(maxTerms/3, "y")}
		for _, list := range [][]*smtlib.Term{large, {chain(maxTerms, "z")}} {
			if r := s.Check(ctx, list, false); r.Answer != Unknown || r.Reason != ResourceOut || !strings.Contains(r.Detail, "more than 100000 terms") {
				t.Errorf("%v", r)
			}
		}
		if r := s.Check(ctx, []*smtlib.Term{shared}, false); r.Answer != Sat {
			t.Errorf("%v", r)
		}
		if got := s.Stats().Queries; got != 1 {
			t.Errorf("%d questions reached the process", got)
		}
	})
}

// TestUsage checks that the same questions use the same resources again after a reset,
// whatever was asked before it.
func TestUsage(t *testing.T) {
	needs.Z3(t)
	c := smtlib.NewContext()
	s, err := newSession(c, "z3", Default)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx := context.Background()
	var used []int64
	for i := range 3 {
		for n := range i { // differs from round to round
			s.Check(ctx, pigeons(c, 3+n), false)
		}
		s.Reset()
		before := s.Stats().Resources
		s.Check(ctx, pigeons(c, 5), true)
		s.Quick(ctx, pigeons(c, 6), false)
		s.Check(ctx, []*smtlib.Term{x0(c)}, false) // tells what those before have used
		used = append(used, s.Stats().Resources-before)
	}
	if used[0] < 1_000 || used[1] != used[0] || used[2] != used[0] {
		t.Errorf("used %v", used)
	}
}
