package query_test

import (
	"context"
	"testing"

	"semdiff/moddiff/query"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// giving is a solver that gives up on all questions, for one reason.
type giving struct {
	reason    solver.Reason
	asked     int
	resources int64 // that each question uses
}

func (g *giving) give() solver.Result {
	g.asked++
	return solver.Result{Reason: g.reason}
}

func (g *giving) Check(context.Context, []*smtlib.Term, bool) solver.Result { return g.give() }
func (g *giving) Quick(context.Context, []*smtlib.Term, bool) solver.Result { return g.give() }
func (g *giving) Reset()                                                    {}
func (g *giving) Fork() solver.Solver                                       { return g }
func (g *giving) Close() error                                              { return nil }

func (g *giving) Stats() solver.Stats {
	return solver.Stats{Resources: int64(g.asked) * g.resources}
}

func newSession(c *smtlib.Context, health *query.Health, s solver.Solver) *query.Session {
	session := query.NewSession(context.Background(), s, query.NewAxioms(c, [2]*ir.Program{{Ctx: c}, {Ctx: c}}), health)
	session.Patience = 10
	return session
}

// TestUnanswered checks that a question without an answer is not asked again, unless
// more patience or another try may help.
func TestUnanswered(t *testing.T) {
	efforts := []query.Effort{query.Quick, query.Quick, query.Thorough, query.WithModel, query.Thorough, query.Quick}
	for _, tt := range []struct {
		reason      solver.Reason
		first, then int // questions of two sessions of one run
	}{
		{solver.ResourceOut, 2, 2},
		{solver.Incomplete, 2, 2},
		{solver.Timeout, 2, 0},
		{solver.Disputed, len(efforts), len(efforts)},
	} {
		c := smtlib.NewContext()
		x := c.Var("x", c.Bool)
		health, s := &query.Health{}, &giving{reason: tt.reason}
		var asked [2]int
		for i := range asked {
			before := s.asked
			session := newSession(c, health, s)
			for _, e := range efforts {
				if r := session.Check(x, e); r.Answer != solver.Unknown || r.Reason != tt.reason {
					t.Fatalf("%s: %v", tt.reason, r)
				}
			}
			asked[i] = s.asked - before
			if repeatable := tt.reason.Repeatable(); session.Hurried == repeatable {
				t.Errorf("%s: hurried %t", tt.reason, session.Hurried)
			}
		}
		if asked != [2]int{tt.first, tt.then} {
			t.Errorf("%s: asked %v", tt.reason, asked)
		}
	}
}

// TestAllotResources checks when a session has used its share of the solver's
// resources: what others have used before does not count.
func TestAllotResources(t *testing.T) {
	c := smtlib.NewContext()
	s := &giving{reason: solver.ResourceOut, resources: 10}
	newSession(c, &query.Health{}, s).Check(c.Var("before", c.Bool), query.Quick)
	session := newSession(c, &query.Health{}, s)
	if session.AllotResources(20); session.Spent() {
		t.Error("spent at the start")
	}
	for i, name := range []string{"x", "y", "z"} {
		session.Check(c.Var(name, c.Bool), query.Quick)
		if got := session.Spent(); got != (i == 2) {
			t.Errorf("spent after %d questions: %t", i+1, got)
		}
	}
	if left := session.AllotResources(query.Unlimited); left != -10 || session.Spent() {
		t.Errorf("%d left, spent %t", left, session.Spent())
	}
}
