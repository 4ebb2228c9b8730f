package moddiff

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"semdiff/internal/needs"
	"semdiff/internal/pairtest"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/readable"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// run analyses two programs given as text.
func run(t *testing.T, oldText, newText string, opts Options) (*analysis, []*pairing.Pair, *Result) {
	t.Helper()
	c := smtlib.NewContext()
	old, new := pairtest.Lower(t, c, oldText, newText)
	needs.Z3(t)
	s, err := solver.New(c, "z3", solver.Options{Timeout: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if opts.Unwind == 0 {
		opts.Unwind = 5
	}
	r := compareOnce(t, context.Background(), old, new, s, opts)
	a := r.newAnalysis(r.entries, r.tasks, s)
	for _, p := range r.Pairing.Pairs {
		if err := a.sanity(p); err != nil {
			t.Error(err)
		}
	}
	return a, r.entries, r.result()
}

// means checks that a condition is equivalent to one given as SMT-LIB over the
// pair's inputs.
func means(t *testing.T, a *analysis, p *pairing.Pair, what string, got *smtlib.Term, want string) {
	t.Helper()
	scope := smtlib.NewScope()
	for _, in := range p.Inputs {
		scope.Vars[in.Var.Name()] = in.Var
	}
	w, err := a.Ctx.ParseTerm(scope, want)
	if err != nil {
		t.Fatal(err)
	}
	if a.Feasible(a.Ctx.Not(a.Ctx.Eq(got, w))) {
		t.Errorf("%s: %s is %s, want %s", p.Name, what, got, want)
	}
}

// compareOnce compares under one unwinding bound.
func compareOnce(t testing.TB, ctx context.Context, old, new *ir.Program, s solver.Solver, opts Options) *comparison {
	t.Helper()
	opts = opts.withDefaults()
	x, err := pairUp(old, new, opts)
	if err != nil {
		t.Fatal(err)
	}
	return compare(ctx, x, s, opts, nil)
}

// sanity checks the difference summaries of a pair.
func (a *analysis) sanity(p *pairing.Pair) error {
	holds := func(t *smtlib.Term) bool { return a.Check(t, query.Quick).Answer == solver.Sat }
	known := a.State.OfPair(p)
	for _, d := range []*summary.DiffSummary{known.Summary, known.Entry} {
		if d == nil {
			continue
		}
		if err := d.Sanity(a.Ctx, p, holds); err != nil {
			return err
		}
	}
	return nil
}

// simplify writes a condition as a person would rather read it.
func simplify(a *analysis, t *smtlib.Term) *smtlib.Term {
	return readable.Simplify(a.Ctx, a.Session, t)
}

const (
	fig2 = `
procedure p(x0: int) returns (x: int)
{
  x := x0;
  if (x < 0) { x := -1; return; }
  if (x >= 2) { return; }
  while (x == 2) { x := 2; }
  x := 3;
}`
	fig3 = `
procedure abs(x0: int) returns (x: int)
{
  x := x0;
  if (x >= 1) { return; } else { x := -x; }
}
procedure f(x0: int) returns (x: int)
{
  x := x0;
  if (x == 5) {
    call x := abs(x);
    if (x == 0) { x := 0; return; }
  }
}`
)

func fig2New() string { return strings.Replace(fig2, "x >= 2", "x > 4", 1) }

// TestFigure2 is Example 3 of the paper: C, U and T of the pair are exact.
func TestFigure2(t *testing.T) {
	a, entries, r := run(t, fig2, fig2New(), Options{Entry: "p"})
	p := entries[0]
	if r.Verdict != Different {
		t.Errorf("verdict %s, want different", r.Verdict)
	}
	means(t, a, p, "C", a.State.OfPair(p).Entry.Changed, "(= x0 4)")
	means(t, a, p, "U", a.State.OfPair(p).Entry.Unchanged, "(and (not (= x0 2)) (not (= x0 4)))")
	means(t, a, p, "T", a.State.OfPair(p).Entry.TerminationChanged, "(= x0 2)")
	means(t, a, p, "unknown", a.State.OfPair(p).Entry.Unknown, "false")
	for _, d := range a.State.OfPair(p).Entry.Differences {
		if !d.Termination && d.Witness[0].String() != "4" {
			t.Errorf("witness %s, want 4", d.Witness[0])
		}
	}
}

// TestExample2 checks procedure summaries against Example 2 of the paper.
func TestExample2(t *testing.T) {
	a, entries, _ := run(t, fig2, fig2New(), Options{Entry: "p"})
	p := entries[0]
	want := []struct{ r, x string }{
		{"(<= x0 (- 1))", "(- 1)"}, {"(>= x0 2)", "x0"}, {"(and (>= x0 0) (< x0 2))", "3"},
	}
	normal := 0
	for _, path := range a.State.Of(p.Old).Summary.Paths {
		r := a.Expand(path.R)
		if path.End != ir.Normal || !a.Feasible(r) {
			continue
		}
		if normal < len(want) {
			means(t, a, p, "R", r, want[normal].r)
			if got := a.Expand(path.T[0]).String(); got != want[normal].x {
				t.Errorf("T is %s, want %s", got, want[normal].x)
			}
		}
		normal++
	}
	if normal != len(want) {
		t.Errorf("%d feasible paths, want %d", normal, len(want))
	}
}

// TestExample4 checks the abstraction of a call against Example 4.
func TestExample4(t *testing.T) {
	a, entries, _ := run(t, fig2, fig2New(), Options{Entry: "p"})
	p, c := entries[0], a.Ctx
	x, minus1 := p.Old.Inputs[0], c.IntVal(-1)
	a.State.Of(p.Old).Summary = summary.Summary{Paths: []*summary.Path{
		{R: c.Lt(x, c.IntVal(0)), T: []*smtlib.Term{minus1}},
		{R: c.Le(c.IntVal(2), x), T: []*smtlib.Term{x}},
	}}
	a.State.OfPair(p).Equality = summary.Equality{}
	a.State.OfPair(p).Summary = &summary.DiffSummary{Unchanged: c.Or(c.Lt(x, c.IntVal(2)), c.Lt(c.IntVal(4), x))}
	a.SummariesChanged()
	arg := c.Var("a", c.Int)
	uf := a.Own(p.Old).Func(0)
	got := a.Expand(c.App(uf, arg))
	shared := c.App(a.Shared(p).Func(0), arg)
	want := c.Ite(c.Lt(arg, c.IntVal(0)), minus1, c.Ite(c.Le(c.IntVal(2), arg), arg,
		c.Ite(c.Or(c.Lt(arg, c.IntVal(2)), c.Lt(c.IntVal(4), arg)), shared, c.App(uf, arg))))
	if got != want {
		t.Errorf("the call is\n%s, want\n%s", got, want)
	}
}

// TestExample6 is the refinement of Figure 3: abs is explored for x = 5 only.
func TestExample6(t *testing.T) {
	newText := strings.Replace(fig3, "x := 0;", "x := 1;", 1)
	a, _, r := run(t, fig3, newText, Options{Entry: "f"})
	if r.Verdict != Equivalent {
		t.Fatalf("verdict %s, want equivalent", r.Verdict)
	}
	abs := a.Pairing.Named("abs")
	if len(a.State.Of(abs.New).Summary.Paths) != 0 || len(a.State.Of(abs.Old).Summary.Paths) != 1 {
		t.Fatalf("abs has %d old and %d new paths, want 1 and 0", len(a.State.Of(abs.Old).Summary.Paths), len(a.State.Of(abs.New).Summary.Paths))
	}
	means(t, a, abs, "the path explored", a.State.Of(abs.Old).Summary.Paths[0].R, "(>= x0 1)")
	if got := r.Pairs[0]; got.Name != "abs" || got.Status != StatusUnchanged || got.Analysed {
		t.Errorf("abs is %s (analysed: %v), want unchanged and never analysed", got.Status, got.Analysed)
	}
	// Without refinement the difference stays possible.
	if _, _, r := run(t, fig3, newText, Options{Entry: "f", Mode: ModDiff}); r.Verdict != Unknown {
		t.Errorf("without refinement the verdict is %s, want unknown", r.Verdict)
	}
}

func TestVerdicts(t *testing.T) {
	tests := []struct {
		name, old, new string
		want           Verdict
	}{
		{"several calls of one procedure on a path", `
procedure inc(x: int) returns (r: int) { r := x + 1; }
procedure main(x: int) returns (r: int) { var a: int; call a := inc(x); call r := inc(a); call r := inc(r); }`, `
procedure inc(x: int) returns (r: int) { r := x + 2; }
procedure main(x: int) returns (r: int) { var a: int; call a := inc(x); call r := inc(a - 1); r := r + 0; }`, Equivalent},
		{"calls inside a loop", `
procedure step(x: int) returns (r: int) { r := x + x; }
procedure main(n: int) returns (r: int) { var i: int; i := 0; r := 1; while (i < n) { call r := step(r); i := i + 1; } }`, `
procedure step(x: int) returns (r: int) { r := 2 * x; }
procedure main(n: int) returns (r: int) { var i: int; i := 0; r := 1; while (i < n) { call r := step(r); i := 1 + i; } }`, Equivalent},
		{"recursion rewritten", `
procedure fact(n: int) returns (r: int) { if (n <= 1) { r := 1; } else { call r := fact(n - 1); r := n * r; } }
procedure main(n: int) returns (r: int) { call r := fact(n); }`, `
procedure fact(n: int) returns (r: int) { if (n <= 0) { r := 1; } else { call r := fact(n - 1); r := r * n; } }
procedure main(n: int) returns (r: int) { call r := fact(n); }`, Equivalent},
		{"both run on below zero", `
procedure main(n: int) returns (r: int) { r := n; while (r != 0) { r := r - 1; } }`, `
procedure main(n: int) returns (r: int) { r := n; while (r > 0) { r := r - 1; } while (r < 0) { } }`, Equivalent},
		{"an infinite loop appears", `
procedure main(n: int) returns (r: int) { r := 0; if (n == 7) { r := 1; } }`, `
procedure main(n: int) returns (r: int) { r := 0; if (n == 7) { while (true) { r := 1; } } }`, Different},
		{"a call whose result is not used may not end", `
procedure spin(n: int) returns (r: int) { r := n; while (r != 10) { r := r + 1; } }
procedure main(n: int) returns (r: int) { call r := spin(n); r := 0; }`, `
procedure spin(n: int) returns (r: int) { r := n; while (r != 10) { r := r + 1; } }
procedure main(n: int) returns (r: int) { r := 0; }`, Different},
		{"a call whose result is not used and whose end is open", `
procedure spin(n: int, m: int) { var x, y: int; x := n; y := m; while (x > 0) { x := x + y; y := y - 1; } }
procedure main(n: int, m: int) returns (r: int) { call spin(n, m); r := 0; }`, `
procedure spin(n: int, m: int) { var x, y: int; x := n; y := m; while (x > 0) { x := x + y; y := y - 1; } }
procedure main(n: int, m: int) returns (r: int) { r := 0; }`, PartiallyEquivalent},
		{"one of a recursive group fails, so none is proven", `
procedure even(n: int) returns (r: bool) { if (n == 0) { r := true; } else { call r := odd(n - 1); } }
procedure odd(n: int) returns (r: bool) { if (n == 0) { r := false; } else { call r := even(n - 1); } }
procedure main(n: int) returns (r: bool) { call r := even(n); }`, `
procedure even(n: int) returns (r: bool) { if (n == 0) { r := true; } else { call r := odd(n - 1); } }
procedure odd(n: int) returns (r: bool) { if (n == 0) { r := true; } else { call r := even(n - 1); } }
procedure main(n: int) returns (r: bool) { call r := even(n); }`, Different},
		{"a tape position is not observed at the entry", `
procedure main() returns (r: int) { var a: int; havoc a; r := 3; }`, `
procedure main() returns (r: int) { r := 3; }`, Equivalent},
		{"two draws differ", `
procedure main() returns (r: int) { var a, b: int; havoc a; havoc b; r := a - b; }`, `
procedure main() returns (r: int) { r := 0; }`, Different},
		{"both fail, at different places", `
procedure main(x: int) returns (r: int) { assert x > 0; r := x; }`, `
procedure main(x: int) returns (r: int) { r := x; if (x <= 0) { assert false; } }`, Equivalent},
		{"fails against blocked", `
procedure main(x: int) returns (r: int) { assert x > 0; r := x; }`, `
procedure main(x: int) returns (r: int) { assume x > 0; r := x; }`, Different},
		{"maps are compared extensionally", `
procedure main(m: [int]int, i: int) returns (r: [int]int) { r := m[i := m[i]]; }`, `
procedure main(m: [int]int, i: int) returns (r: [int]int) { r := m; }`, Equivalent},
		{"a global kept on one path", `
var g: int;
procedure set(b: bool) modifies g; { if (b) { g := 1; } }
procedure main(b: bool) returns (r: int) modifies g; { call set(b); r := g; }`, `
var g: int;
procedure set(b: bool) modifies g; { if (b) { g := 1; } else { g := 0; } }
procedure main(b: bool) returns (r: int) modifies g; { call set(b); r := g; }`, Different},
		{"let stands for its value", `
procedure main(x: int) returns (r: int) { r := (var a, b := x + 1, x; a * b); }`, `
procedure main(x: int) returns (r: int) { r := (var a := x; (var b := a + 1; b * a)) + 0; if (r == 3) { r := 4; } }`, Equivalent},
		{"an axiom of one version only", `
function f(x: int): int;
axiom (forall x: int :: {f(x)} f(x) >= 0);
procedure main(x: int) returns (r: int) { r := 0; if (f(x) < 0) { r := 1; } }`, `
function f(x: int): int;
procedure main(x: int) returns (r: int) { r := 0; if (f(x) < 0) { r := 1; } }`, Different},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, _, r := run(t, test.old, test.new, Options{})
			if r.Verdict != test.want {
				t.Errorf("verdict %s, want %s (%v)", r.Verdict, test.want, r.Notes)
			}
			if _, _, same := run(t, test.old, test.old, Options{}); same.Verdict != Equivalent {
				t.Errorf("the old version against itself is %s", same.Verdict)
			}
		})
	}
}

// TestOpenTerms has a difference that does not depend on what a call returns, but
// the values that the versions return do: they are not shown without the call.
func TestOpenTerms(t *testing.T) {
	const text = `
procedure q(x: int) returns (r: int) { if (x > 3) { r := 7; } else { r := x; } }
procedure main(x: int) returns (r: int, s: int) { var t: int; s := x; call t := q(x); r := x + 9 + t; }`
	_, _, r := run(t, text, strings.Replace(text, "x + 9", "x + 109", 1), Options{})
	p := r.Pairs[slices.IndexFunc(r.Pairs, func(p *PairResult) bool { return p.Name == "main" })]
	if len(p.Summary.Differences) != 1 {
		t.Fatalf("%d differences", len(p.Summary.Differences))
	}
	d := p.Summary.Differences[0]
	for _, b := range []summary.Behaviour{d.Old, d.New} {
		if b.Term(0) != nil {
			t.Errorf("r = %s holds for some inputs only", b.Term(0))
		}
		if b.Term(1) == nil || b.Term(1).Name() != "x" {
			t.Errorf("s = %v, want x", b.Term(1))
		}
	}
}
