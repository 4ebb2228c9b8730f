package horn_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"semdiff/internal/needs"
	"semdiff/smtlib"
	"semdiff/smtlib/horn"
	"semdiff/smtlib/solver"
)

// system reads clauses: conditions and conclusions over the variables x, y, i, j, n
// and the predicates P(x, y) and Q(i).
type clauses []struct{ body, cond, head string }

func (list clauses) system(t *testing.T, c *smtlib.Context) *horn.System {
	t.Helper()
	scope := smtlib.NewScope()
	for _, v := range []string{"x", "y", "i", "j", "n"} {
		scope.Vars[v] = c.Var(v, c.Int)
	}
	p, q := c.Func("P", []*smtlib.Sort{c.Int, c.Int}, c.Bool), c.Func("Q", []*smtlib.Sort{c.Int}, c.Bool)
	scope.Funcs["P"], scope.Funcs["Q"] = p, q
	scope.Funcs["f"] = c.Func("f", []*smtlib.Sort{c.Int}, c.Int)
	read := func(text string) *smtlib.Term {
		term, err := c.ParseTerm(scope, text)
		if err != nil {
			t.Fatal(err)
		}
		return term
	}
	s := &horn.System{Ctx: c, Preds: []*smtlib.Func{p, q}}
	for _, k := range list {
		var body []*smtlib.Term
		for _, b := range strings.Split(k.body, ";") {
			if b != "" {
				body = append(body, read(b))
			}
		}
		s.Add(read(k.cond), read(k.head), body...)
	}
	return s
}

// counters are two loops that count from 0 up to n, one from 0 and one from n down.
var counters = clauses{
	{"", "(and (= x 0) (= y n) (>= n 0))", "(P x y)"},
	{"(P x y)", "(> y 0)", "(P (+ x 1) (- y 1))"},
	{"(P x y)", "(<= y 0)", "(and (<= y 0) (>= x 0))"},
}

func tested(t *testing.T, list clauses, abstract bool) (*horn.System, horn.Model, solver.Result, func(*smtlib.Term) bool) {
	t.Helper()
	needs.Z3(t)
	c := smtlib.NewContext()
	s := list.system(t, c)
	asked := s
	if abstract {
		asked = s.Abstract()
	}
	m, r, err := horn.Solve(context.Background(), asked, horn.Limits{Command: horn.DefaultSolver, Resources: 10_000_000, Timeout: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	z3, err := solver.New(c, "z3", solver.Options{Timeout: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { z3.Close() })
	return s, m, r, func(cond *smtlib.Term) bool {
		return z3.Check(context.Background(), []*smtlib.Term{cond}, false).Answer == solver.Unsat
	}
}

// TestSolve solves systems and checks the models clause by clause.
func TestSolve(t *testing.T) {
	for _, tt := range []struct {
		name     string
		clauses  clauses
		abstract bool
		want     solver.Answer
	}{
		{"counters", counters, false, solver.Sat},
		{"a conclusion that does not hold", append(counters[:2:2], clauses{{"(P x y)", "(<= y 0)", "(< x 5)"}}...), false, solver.Unsat},
		{"two predicates", clauses{
			{"", "(= i 0)", "(Q i)"},
			{"(Q i)", "(< i 10)", "(Q (+ i 2))"},
			{"(Q i)", "true", "(P i (* 2 i))"},
			{"(P x y);(Q i)", "(= x i)", "(= y (+ i i))"},
		}, false, solver.Sat},
		{"shared terms", clauses{
			{"", "(and (= x (+ i j 1)) (= y (* 2 (+ i j 1))) (> (+ i j 1) 3))", "(P x y)"},
			{"(P x y)", "true", "(and (= y (* 2 x)) (> x 3))"},
		}, false, solver.Sat},
		{"a function that both apply", clauses{
			{"", "(= x y)", "(P x y)"},
			{"(P x y)", "true", "(P (f x) (f y))"},
			{"(P x y)", "true", "(= x y)"},
		}, true, solver.Sat},
		{"a product that both compute", clauses{
			{"", "(= x y)", "(P x y)"},
			{"(P x y)", "(< x n)", "(P (+ (* x n) 1) (+ (* y n) 1))"},
			{"(P x y)", "true", "(= x y)"},
		}, true, solver.Sat},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, m, r, unsat := tested(t, tt.clauses, tt.abstract)
			if r.Answer != tt.want {
				t.Fatalf("%s (%s), want %s", r.Answer, r.Detail, tt.want)
			}
			if r.Answer == solver.Sat && !s.Valid(m, unsat) {
				t.Errorf("the model is not one: %v", m)
			}
		})
	}
}

// TestValid finds a model that is none.
func TestValid(t *testing.T) {
	s, m, _, unsat := tested(t, counters, false)
	c := s.Ctx
	for _, p := range s.Preds[:1] {
		d := m[p]
		m[p] = horn.Definition{Params: d.Params, Body: c.And(d.Body, c.Lt(d.Params[0], c.IntVal(7)))}
		if s.Valid(m, unsat) {
			t.Error("a predicate that no step preserves is taken for a model")
		}
		m[p] = horn.Definition{Params: d.Params, Body: c.True}
		if s.Valid(m, unsat) {
			t.Error("a predicate that proves nothing is taken for a model")
		}
	}
	if s.Valid(horn.Model{}, unsat) {
		t.Error("nothing is taken for a model")
	}
}

// TestScript has one prenex quantifier a clause, no let, and one conclusion.
func TestScript(t *testing.T) {
	c := smtlib.NewContext()
	text, _, err := counters.system(t, c).Script(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(text, "\n") {
		if strings.Count(line, "forall") > 1 || strings.Contains(line, "(let") || strings.Count(line, "=>") > 1 {
			t.Errorf("not in the form that solvers take: %s", line)
		}
	}
	if got := strings.Count(text, "(assert"); got != 4 { // the last conclusion is two
		t.Errorf("%d clauses, want 4:\n%s", got, text)
	}
	list := clauses{{"", "true", "(forall ((z Int)) (= (f z) z))"}}
	if _, _, err := list.system(t, c).Script(0); err == nil {
		t.Error("a quantifier inside is no error")
	}
	list = clauses{{"", "(= (f x) 1)", "(Q x)"}}
	if _, _, err := list.system(t, c).Script(0); err == nil {
		t.Error("a function that is no predicate is no error")
	}
}

// TestFaultySolvers gets no model from programs that fail, hang, or say what is no
// model.
func TestFaultySolvers(t *testing.T) {
	c := smtlib.NewContext()
	s := counters.system(t, c)
	for name, body := range map[string]string{
		"dies": "exit 1", "hangs": "sleep 60", "garbage": "echo sat; echo '(model (define-fun'", "no model": "echo sat", "another sort": "echo sat; echo '((define-fun P~ ((a Bool) (b Bool)) Bool a))'",
	} {
		t.Run(name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "solver")
			if err := os.WriteFile(program, []byte("#!/bin/sh\n"+body+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			m, _, err := horn.Solve(context.Background(), s, horn.Limits{Command: program, Timeout: 300 * time.Millisecond})
			if err != nil {
				t.Fatal(err)
			}
			if m != nil && s.Valid(m, func(*smtlib.Term) bool { return false }) {
				t.Errorf("got the model %v", m)
			}
		})
	}
	if _, _, err := horn.Solve(context.Background(), s, horn.Limits{Command: "no-such-solver", Timeout: time.Second}); err == nil {
		t.Error("a solver that is not there is no error")
	}
}
