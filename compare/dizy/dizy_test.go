package dizy

import (
	"context"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"semdiff/compare/engine"
	"semdiff/internal/enginetest"
	"semdiff/internal/needs"
	"semdiff/moddiff/product"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// run finds the delta of main, and what it has for a condition given as text.
func run(t *testing.T, old, new string, o Options) (*Result, *Delta, func(string) *smtlib.Term) {
	t.Helper()
	task := enginetest.Task(t, old, new)
	r, err := Run(context.Background(), task, o)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(r.Deltas, func(d *Delta) bool { return d.Pair.Old.Name == "main" })
	if i < 0 {
		t.Fatalf("nothing is said of main: %s", r.Verdict)
	}
	d := r.DeltaOf(r.Pair("main"))
	return r, d, func(text string) *smtlib.Term {
		scope, vars := smtlib.NewScope(), map[string]*smtlib.Term{}
		for _, in := range d.Pair.Inputs {
			vars[in.Var.Name()] = in.Var
		}
		condition, err := task.Old.Ctx.ParseTerm(scope.With(vars), text)
		if err != nil {
			t.Fatal(err)
		}
		return condition
	}
}

func implies(t *testing.T, c *smtlib.Context, x, y *smtlib.Term) bool {
	t.Helper()
	s, err := solver.New(c, "z3", solver.Default)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	return s.Check(context.Background(), []*smtlib.Term{x, c.Not(y)}, false).Answer == solver.Unsat
}

// TestTraps compares what is found with the inputs on which versions differ where both
// end: the difference holds all of them, and where exact is set no others. Each trap is
// tried with one choice of options beside the default, or with SEMDIFF_BENCH all.
func TestTraps(t *testing.T) {
	needs.Z3(t)
	const sum = `procedure main(n: int) returns (r: int) { var i: int; r := 0; i := 0; while (i < n) { r := r + i; i := i + 1; } }`
	options := []Options{
		{}, {Partition: Together}, {Partition: Paths, Domain: Intervals}, {Domain: Equalities, MaxStates: 2},
		{Sequential: true}, {Schedule: &product.Schedule{Steps: [2]int{1, 2}}},
	}
	for i, tt := range []struct {
		name, old, new string
		differ         string // where both end
		exact          bool
		verdicts       []engine.Verdict
	}{
		{
			"one side leaves early", sum,
			`procedure main(n: int) returns (r: int) { var i: int; r := 0; i := 0; while (i < n) { if (i == 10) { break; } r := r + i; i := i + 1; } }`,
			"(> n 10)", true, []engine.Verdict{engine.Different},
		}, {
			"one side leaves early, and nothing is lost",
			`procedure main(n: int) returns (r: int) { var i: int; r := 0; i := 0; while (i < n) { if (i < 5) { r := r + 1; } i := i + 1; } }`,
			`procedure main(n: int) returns (r: int) { var i: int; r := 0; i := 0; while (i < n) { if (i >= 5) { break; } r := r + 1; i := i + 1; } }`,
			"false", true, []engine.Verdict{engine.Equivalent, engine.PartiallyEquivalent},
		}, {
			"one side never ends",
			`procedure main(n: int) returns (r: int) { r := n; while (r > 10) { } }`,
			`procedure main(n: int) returns (r: int) { r := n; while (r > 10) { r := r - 1; } }`,
			"false", true, []engine.Verdict{engine.PartiallyEquivalent, engine.Different}, // T is not empty
		}, {
			"two for one", sum,
			`procedure main(n: int) returns (r: int) { var i: int; r := 0; i := 0; while (i + 1 < n) { r := r + i + i + 1; i := i + 2; } if (i < n) { r := r + i; } }`,
			"false", false, []engine.Verdict{engine.Equivalent, engine.PartiallyEquivalent, engine.Unknown},
		}, {
			"two for one, without the remainder",
			`procedure main(n: int) returns (i: int) { i := 0; while (i < n) { i := i + 1; } }`,
			`procedure main(n: int) returns (i: int) { i := 0; while (i + 1 < n) { i := i + 2; } }`,
			"(and (> n 0) (= (mod n 2) 1))", false, []engine.Verdict{engine.Different},
		}, {
			"loops in another order",
			`procedure main(n: int) returns (a: int, b: int) { a := 0; while (a < n) { a := a + 1; } b := 0; while (b < n) { b := b + 2; } }`,
			`procedure main(n: int) returns (a: int, b: int) { b := 0; while (b < n) { b := b + 2; } a := 0; while (a < n) { a := a + 1; } }`,
			"false", false, []engine.Verdict{engine.Equivalent, engine.PartiallyEquivalent, engine.Unknown},
		}, {
			"an assertion in a loop",
			`procedure main(n: int) returns (r: int) { r := 0; while (r < n) { assert r != 5; r := r + 1; } }`,
			`procedure main(n: int) returns (r: int) { r := 0; while (r < n) { assert r != 6; r := r + 1; } }`,
			"(= n 6)", true, []engine.Verdict{engine.Different},
		}, {
			"one choice more",
			`procedure main(n: int) returns (r: int) { havoc r; r := r + n; }`,
			`procedure main(n: int) returns (r: int) { havoc r; havoc r; r := r + n; }`,
			"false", false, []engine.Verdict{engine.Different, engine.Unknown}, // the draws may be the same
		}, {
			"choices",
			`procedure main(n: int) returns (r: int) { var i, x: int; r := 0; i := 0; while (i < n) { havoc x; r := r + x; i := i + 1; } }`,
			`procedure main(n: int) returns (r: int) { var i, x: int; r := 0; i := n; while (i > 0) { havoc x; r := r + x; i := i - 1; } }`,
			"false", true, []engine.Verdict{engine.Equivalent, engine.PartiallyEquivalent},
		}, {
			"a map but for one cell",
			`procedure main(m: [int]int, n: int) returns (r: [int]int) { var i: int; r := m; i := 0; while (i < n) { r[i] := 0; i := i + 1; } }`,
			`procedure main(m: [int]int, n: int) returns (r: [int]int) { var i: int; r := m; i := 1; while (i < n) { r[i] := 0; i := i + 1; } }`,
			"(and (> n 0) (not (= (select m 0) 0)))", false, []engine.Verdict{engine.Different},
		}, {
			"no number", `procedure main(b: bv8) returns (r: bv8) { r := b; }`, `procedure main(b: bv8) returns (r: bv8) { r := 0bv8; }`,
			"(not (= b #x00))", false, []engine.Verdict{engine.Different},
		}, {
			"recursion",
			`procedure main(n: int) returns (r: int) { r := 0; if (n > 0) { call r := main(n - 1); r := r + n; } }`,
			`procedure main(n: int) returns (r: int) { r := 0; if (n > 0) { call r := main(n - 1); if (n > 5) { r := r + n; } else { r := n + r; } } }`,
			"false", true, []engine.Verdict{engine.Equivalent},
		},
	} {
		for k, o := range options {
			plain := k == 0
			if os.Getenv("SEMDIFF_BENCH") == "" && !plain && (testing.Short() || k != 1+(i+2)%(len(options)-1)) {
				continue
			}
			r, d, read := run(t, tt.old, tt.new, o)
			c, differ := d.program.c, read(tt.differ)
			if !implies(t, c, differ, d.Difference) {
				t.Errorf("%s, %+v: %s misses some of %s", tt.name, o, smtlib.Infix(d.Difference), tt.differ)
			}
			if !implies(t, c, d.Answer.Summary.Unchanged, c.Not(differ)) {
				t.Errorf("%s, %+v: U, %s, has some of %s", tt.name, o, smtlib.Infix(d.Answer.Summary.Unchanged), tt.differ)
			}
			if tt.exact && plain && !implies(t, c, d.Difference, differ) {
				t.Errorf("%s: %s is more than %s", tt.name, smtlib.Infix(d.Difference), tt.differ)
			}
			if ok := slices.Contains(tt.verdicts, r.Verdict); !ok && (plain || r.Verdict != engine.Unknown) {
				t.Errorf("%s, %+v: %s, want one of %s", tt.name, o, r.Verdict, tt.verdicts)
			}
		}
	}
}

// TestConditionsOfCalls checks that states do not speak of functions that stand for calls,
// which no run gives values to.
func TestConditionsOfCalls(t *testing.T) {
	needs.Z3(t)
	const text = `procedure f(x: int) returns (r: int) { r := x; while (r mod 7 != 0) { r := r + 1; } }
		procedure main(x: int) returns (r: int) { var i: int; r := 2; i := 0; while (i < 4) { call r := f(x + r); i := i + 1; } }`
	_, d, _ := run(t, text, strings.Replace(text, "i < 4", "i <= 4", 1), Options{Partition: Together})
	if len(d.Relations) == 0 {
		t.Fatal("no relations")
	}
	for _, rel := range d.Relations {
		for _, p := range slices.Concat(rel.Pre, rel.Post) {
			if funcs := smtlib.Collect(p.Body).Funcs; len(funcs) > 0 {
				t.Errorf("%v: %s speaks of %s", rel.Procs, smtlib.Infix(p.Body), funcs[0].Name)
			}
		}
	}
}

// TestGhosts checks that states before steps tell of inputs of the pair that loops are not
// given as they are, and that what is said to others does not.
func TestGhosts(t *testing.T) {
	needs.Z3(t)
	const old = `procedure main(n: int) returns (r: int) { var i: int; i := n; r := 0; while (i > 0) { i := i - 1; r := r + 1; } }`
	const new = `procedure main(n: int) returns (r: int) { var i: int; i := n; r := 1; while (i > 0) { i := i - 1; r := 1 + r; } }`
	for _, without := range []bool{false, true} {
		r, d, _ := run(t, old, new, Options{Explain: true, WithoutGhosts: without})
		if len(d.Loops) != 1 || !d.Loops[0].Proven {
			t.Fatal("the states are not proven")
		}
		if says := d.Loops[0].Says(); strings.Contains(says, "n") == without {
			t.Errorf("without copies: %t, before steps: %s", without, says)
		}
		closed := r.Lockstep()
		if len(closed) != 1 {
			t.Fatalf("%d relations", len(closed))
		}
		for _, p := range slices.Concat(closed[0].Pre, closed[0].Post) {
			if vars := smtlib.Collect(p.Body).Vars; slices.ContainsFunc(vars, func(v *smtlib.Term) bool { return !slices.Contains(p.Vars, v) }) {
				t.Errorf("a relation for others says %s", smtlib.Infix(p.Body))
			}
		}
	}
}

// TestTimeUp checks that pairs which were done stay when time is up.
func TestTimeUp(t *testing.T) {
	needs.Z3(t)
	const old = `procedure f(x: int) returns (r: int) { r := x; } procedure main(x: int) returns (r: int) { call r := f(x); }`
	const new = `procedure f(x: int) returns (r: int) { r := x + 1; } procedure main(x: int) returns (r: int) { call r := f(x); }`
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := Run(ctx, enginetest.Task(t, old, new), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Deltas) > 0 || r.Verdict != engine.Unknown || !r.CutShort {
		t.Errorf("%d deltas, %s, cut short: %t", len(r.Deltas), r.Verdict, r.CutShort)
	}
	if r, err = Run(context.Background(), enginetest.Task(t, old, new), Options{}); err != nil || len(r.Deltas) != 2 {
		t.Errorf("%d deltas, %v", len(r.Deltas), err)
	}
}

// badSolver gives no answer, or none after a number of questions.
type badSolver struct {
	solver.Solver
	left int
}

func (s *badSolver) Check(ctx context.Context, list []*smtlib.Term, model bool) solver.Result {
	if s.left--; s.left < 0 {
		return solver.Result{Reason: solver.ResourceOut}
	}
	return s.Solver.Check(ctx, list, model)
}

func (s *badSolver) Quick(ctx context.Context, list []*smtlib.Term, model bool) solver.Result {
	return s.Check(ctx, list, model)
}

// TestNoAnswers checks that the difference is never missed by a solver that ceases to
// answer, whenever that is.
func TestNoAnswers(t *testing.T) {
	needs.Z3(t)
	const old = `procedure main(n: int) returns (i: int) { i := 0; while (i < n) { i := i + 1; } }`
	const new = `procedure main(n: int) returns (i: int) { i := 0; while (i < n) { i := i + 2; } }`
	for left := 0; left < 250; left += 53 {
		task := enginetest.Task(t, old, new)
		task.Solver = &badSolver{task.Solver, left}
		r, err := Run(context.Background(), task, Options{})
		if err != nil {
			t.Fatal(err)
		}
		d := r.DeltaOf(r.Pair("main"))
		if d == nil {
			continue
		}
		c := d.program.c
		n := d.Pair.Inputs[0].Var
		differ := c.And(c.Lt(c.IntVal(0), n), c.Eq(c.Mod(n, c.IntVal(2)), c.IntVal(1)))
		if !implies(t, c, differ, d.Difference) || !implies(t, c, d.Answer.Summary.Unchanged, c.Not(differ)) {
			t.Errorf("after %d answers: difference %s, U %s", left, smtlib.Infix(d.Difference), smtlib.Infix(d.Answer.Summary.Unchanged))
		}
	}
}

// TestTemplate checks that a template tells versions apart, or shows them to be the same,
// where the domain alone does not.
func TestTemplate(t *testing.T) {
	needs.Z3(t)
	const old = `procedure main(n: int, b: bool) returns (r: int) { var i, j: int; i := 0; j := 0; while (i < n) { i := i + 1; if (b) { j := j + 3; } else { j := j + 4; } } r := 0; if (n >= 0 && j > 4 * i) { r := 1; } }`
	const new = `procedure main(n: int, b: bool) returns (r: int) { var i, j: int; i := 0; j := 0; while (i < n) { i := i + 1; if (b) { j := j + 3; } else { j := j + 4; } } r := 0; }`
	template := Template{{Coef: big.NewRat(1, 1), Name: "j"}, {Coef: big.NewRat(-4, 1), Name: "i"}}
	o := Options{Domain: Intervals}
	for _, given := range []bool{false, true} {
		if given {
			o.Templates = []Template{template}
		}
		if r, d, _ := run(t, old, new, o); d.Difference.IsFalse() != given {
			t.Errorf("template given: %t, %s, difference %s", given, r.Verdict, smtlib.Infix(d.Difference))
		}
	}
	task := enginetest.Task(t, old, new)
	for _, m := range []Multiple{{Name: "k", Column: 3}, {Name: "b", Column: 3}} {
		m.Coef = big.NewRat(1, 1)
		if _, err := Run(context.Background(), task, Options{Templates: []Template{{m}}}); err == nil || !strings.Contains(err.Error(), "column 3") {
			t.Errorf("%s: %v", m.Name, err)
		}
	}
}
