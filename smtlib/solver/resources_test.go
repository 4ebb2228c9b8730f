package solver

import (
	"context"
	"fmt"
	"os/exec"
	"testing"
	"time"

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
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip(err)
	}
	c := smtlib.NewContext()
	s, err := New(c, "z3", Options{Resources: 20_000, QuickResources: 2_000})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx := context.Background()
	for range 2 {
		if r := s.Check(ctx, pigeons(c, 9), false); r.Reason != ResourceOut {
			t.Errorf("Check: %v, want it to run out of resources", r)
		}
		if r := s.Quick(ctx, pigeons(c, 8)); r.Reason != ResourceOut {
			t.Errorf("Quick: %v, want it to run out of resources", r)
		}
		if r := s.Check(ctx, pigeons(c, 4), false); r.Answer != Unsat {
			t.Errorf("Check of little: %v, want unsat", r)
		}
		if r := s.Quick(ctx, []*smtlib.Term{x0(c)}); r.Answer != Sat {
			t.Errorf("Quick of little: %v, want sat", r)
		}
	}
	if n := s.Stats().Restarts; n != 0 {
		t.Errorf("%d restarts", n)
	}
}

// A solver that counts no resources has little time for Quick.
func TestQuickTimeout(t *testing.T) {
	if _, err := exec.LookPath("cvc5"); err != nil {
		t.Skip(err)
	}
	c := smtlib.NewContext()
	s, err := New(c, "cvc5", Options{Timeout: time.Minute, QuickTimeout: 300 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if r := s.Quick(context.Background(), []*smtlib.Term{hard(c)}); r.Reason != Timeout {
		t.Errorf("got %v, want a timeout", r)
	}
	if r := s.Quick(context.Background(), []*smtlib.Term{x0(c)}); r.Answer != Sat {
		t.Errorf("afterwards: %v", r)
	}
}
