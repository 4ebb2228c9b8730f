package moddiff

import (
	"context"
	"strings"
	"testing"
	"time"

	"semdiff/internal/pairtest"
	"semdiff/internal/randprog"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// openRunsOf checks what runs that choose what is left open show of the entry of two
// programs: nil for no difference.
func openRunsOf(t *testing.T, ctx context.Context, oldText, newText string, check func(r *comparison, d *summary.DiffSummary, s solver.Solver)) {
	t.Helper()
	c := smtlib.NewContext()
	old, new := pairtest.Lower(t, c, oldText, newText)
	s := newZ3(t, c)
	defer s.Close()
	opts := Options{Until: UntilVerdict, Unwind: 3}.withDefaults()
	x, err := pairUp(old, new, opts)
	if err != nil {
		t.Fatal(err)
	}
	r := &comparison{Run: x.Run, subject: x, ctx: ctx, opts: opts, tasks: x.tasks()}
	for _, p := range x.entries {
		if !p.Affected || len(p.Interface) > 0 {
			continue
		}
		a := r.newAnalysis(x.entries, nil, s)
		outputs := p.Observed(a.Ctx, true)
		diff := a.Runs.FuzzOpen(p, outputs, 1_000_000, opts.judgement())
		if diff == nil {
			check(r, nil, s)
			continue
		}
		d := a.differentAt(outputs, diff)
		r.settle(p, d, a)
		check(r, d, s)
	}
}

// TestFuzzOpen checks that runs which depend on what is left open show a difference, with
// what that gives in its condition, and none where axioms, unique constants, assumptions,
// or that functions give the same for the same exclude it.
func TestFuzzOpen(t *testing.T) {
	const begin = "procedure next(at: int) returns (c: int);\nprocedure ask(m: [int]int) returns (c: int);\n" +
		"procedure main(m: [int]int, n: int) returns (r: int)\n{\n  var c, d, i: int;\n  r := 1;\n  "
	for _, tc := range []struct {
		name, declared, body string // the new version sets r to 2 where the old one sets it to 1
		want                 bool
	}{
		{"an external", "", "call c := next(n); if (c == 17 && n == 5) { R }", true},
		{"several calls", "", "call c := next(n); call d := next(c); if (c == n + 70 && d == c + 3000) { R }", true},
		{"cells at what an external gives", "", "call c := next(n); if (m[c] == 23 && m[m[c]] == 7777) { R }", true},
		{"the tape", "", "havoc c; havoc d; if (c == d + 17) { R }", true},
		{"the same twice", "", "call c := next(n); call d := next(n); if (c != d) { R }", false},
		{"the same for the same map", "", "call c := ask(m[1 := 2][3 := 4]); call d := ask(m[3 := 4][1 := 2]); if (c != d) { R }", false},
		{"the same for equal numbers", "", "call c := next(n + 1); call d := next(1 + n + m[0] - m[0]); if (c != d) { R }", false},
		{"an axiom allows it", "function f(int) returns (int);\naxiom (forall x: int :: f(x) <= x);", "if (f(n) == n - 9) { R }", true},
		{"an axiom excludes it", "function f(int) returns (int);\naxiom (forall x: int :: f(x) <= x);", "if (f(n) > n) { R }", false},
		{"an axiom of two points", "function f(int) returns (int);\naxiom (forall x, y: int :: x < y ==> f(x) < f(y));", "if (f(n) == 7 && f(n + 3) == 9) { R }", false},
		{"an axiom of another function", "function f(int) returns (int);\nfunction g(int) returns (int);\naxiom (forall x: int :: f(x) == g(x) + 1);",
			"if (f(n) == g(n)) { R }", false},
		{"an axiom allows other values than the first", "function f(int) returns (int);\naxiom (forall x: int :: f(x) < x);", "if (f(n) != 0 && f(n + 1) != 0) { R }", true},
		{"an axiom of a constant", "const k: int;\naxiom k > 3;", "if (k < 100) { R }", true},
		{"an axiom of a constant excludes it", "const k: int;\naxiom k > 3;", "if (k < 4) { R }", false},
		{"an axiom of some arguments", "function f(int, int) returns (int);\naxiom (forall x: int :: f(x, 1) == x - 5);", "if (f(n, 1) != n - 5) { R }", false},
		{"an axiom of other arguments", "function f(int, int) returns (int);\naxiom (forall x: int :: f(x, 1) == x - 5);", "if (f(n, 2) != n - 5) { R }", true},
		{"axioms that contradict each other", "const k: int;\naxiom k < 0;\naxiom k > 0;", "if (k == 3) { R }", false},
		{"unique constants", "const unique a: int;\nconst unique b: int;", "if (a == b) { R }", false},
		{"unique constants are any numbers", "const unique a: int;\nconst unique b: int;", "if (a == 5 && b == a + 1) { R }", true},
		{"an assumption", "", "call c := next(n); assume c < 0; if (c == 17) { R }", false},
		{"an assumption of an axiom's function", "function f(int) returns (int);\naxiom (forall x: int :: f(x) <= x);", "assume f(n) >= n; if (f(n) == n) { R }", true},
		{"an assumption blocks the old version alone", "", "call c := next(n); r := 0; if (c == n + 17) { R assume r == 2; } r := 0;", true},
		{"an assumption blocks the new version alone", "", "call c := next(n); r := 0; if (c == n + 17) { R assume r == 1; } r := 0;", true},
		{"a postcondition", "procedure pos() returns (c: int);\n  ensures c > 0;", "call c := pos(); if (c < 0) { R }", false},
		{"quantified assumptions", "", "call c := next(n); assume (forall j: int :: m[j] > c); if (m[0] == c) { R }", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			version := func(r string) string {
				body := ""
				for _, x := range tc.body {
					if x == 'R' {
						body += "r := " + r + ";"
						continue
					}
					body += string(x)
				}
				return tc.declared + "\n" + begin + body + "\n}\n"
			}
			openRunsOf(t, context.Background(), version("1"), version("2"), func(_ *comparison, d *summary.DiffSummary, _ solver.Solver) {
				switch {
				case tc.want && d == nil:
					t.Error("no difference shows")
				case !tc.want && d != nil:
					t.Errorf("different where %v", d.Changed)
				}
			})
		})
	}
}

// TestRandomFuzzOpen holds differences of random pairs that such runs show against other
// runs, and against what is shown of the whole pair.
func TestRandomFuzzOpen(t *testing.T) {
	shown := 0
	for _, seed := range seedsOf(2) {
		oldText, newText := randprog.Pair(seed, randprog.Options{Linear: true, Sorts: seed%3 == 0, Idioms: seed%3 == 1})
		w := world{}
		if seed%3 == 0 {
			w.domain = randprog.DomainOf(seed, randprog.Options{Linear: true, Sorts: true})
		}
		ctx, cancel := context.WithTimeout(context.Background(), 6*time.Second)
		openRunsOf(t, ctx, oldText, newText, func(r *comparison, d *summary.DiffSummary, s solver.Solver) {
			if d == nil {
				return
			}
			shown++
			_, problems := r.checkAnswers(s, seed, 40, preserving(newText), w)
			for _, p := range problems {
				t.Errorf("seed %d: %s", seed, p)
			}
			programs := r.Pairing.Versions
			if v := compareOnce(t, ctx, programs[0].Prog, programs[1].Prog, s, Options{Unwind: 3}).result().Verdict; v != Unknown && v != Different {
				t.Errorf("seed %d: such runs differ, and the pair is %s", seed, v)
			}
		})
		cancel()
	}
	t.Logf("%d differences", shown)
}

// TestAround checks that what such runs show is said of all inputs that lead to the same
// runs, and of no others.
func TestAround(t *testing.T) {
	const program = `procedure next(at: int) returns (c: int);
procedure main(m: [int]int, n: int) returns (r: int)
{
  var c: int;
  call c := next(n);
  r := 1;
  if (c > 17 && m[c] == 3 && n > 5) { r := $; }
}`
	openRunsOf(t, context.Background(), strings.Replace(program, "$", "2", 1), strings.Replace(program, "$", "4", 1), func(r *comparison, d *summary.DiffSummary, s solver.Solver) {
		if d == nil {
			t.Fatal("no difference")
		}
		c := r.Pairing.Ctx
		a := r.newAnalysis(r.entries, nil, s)
		m, n := r.entries[0].Inputs[0].Var, r.entries[0].Inputs[1].Var
		at := c.IntVal(-1000)
		elsewhere := c.And(c.Eq(n, c.IntVal(900)), c.Eq(c.Select(m, at), c.IntVal(77)))
		if !a.Feasible(c.And(d.Changed, elsewhere)) {
			t.Errorf("C is %s alone", d.Changed)
		}
		if a.Feasible(c.And(d.Changed, c.Eq(n, c.IntVal(5)))) {
			t.Errorf("C holds where n is 5: %s", d.Changed)
		}
	})
}

// TestRunEdited checks that runs show edited procedures to differ, and say nothing of those
// that are known or where they show nothing.
func TestRunEdited(t *testing.T) {
	const program = `procedure next(at: int) returns (c: int);
procedure f(n: int) returns (r: int) { call r := next(n); if (r > 17) { r := $; } }
procedure g(n: int) returns (r: int) { call r := next(n); if (r > $ && r * r < 0) { r := 7; } }
procedure main(n: int) returns (r: int) { call r := f(n); call r := g(n); r := 0; }`
	c := smtlib.NewContext()
	old, new := pairtest.Lower(t, c, strings.ReplaceAll(program, "$", "2"), strings.ReplaceAll(program, "$", "4"))
	s := newZ3(t, c)
	defer s.Close()
	opts := Options{Unwind: 3, Mode: ModDiffRef}.withDefaults()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r := runEdited(ctx, old, new, s, opts, nil)
	if r == nil {
		t.Fatal("nothing is shown")
	}
	for _, p := range r.Pairs {
		if want := p.Name == "f"; (p.Verdict == Different) != want {
			t.Errorf("%s is %s", p.Name, p.Verdict)
		}
	}
	if ctx.Err() != nil {
		t.Error("runs of what is equal never end")
	}
	if r = runEdited(ctx, old, new, s, opts, []*Result{r}); r != nil {
		t.Error("what is known is run again")
	}
}
