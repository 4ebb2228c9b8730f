package moddiff

import (
	"slices"
	"testing"

	"semdiff/moddiff/readable"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
)

// simplifyProgram has an axiom for conditions to rely on.
const simplifyProgram = `
function lift(b: bool) returns (int);
axiom lift(true) != 0;
axiom !(exists b: bool :: lift(b) > 100);
const limit: int;
procedure main(x: int) returns (r: int) { if (lift(x > 0) != limit) { r := x; } }`

// simplifyScope has inputs and functions for formulas of the tests.
func simplifyScope(c *smtlib.Context) *smtlib.Scope {
	s := smtlib.NewScope()
	ints := c.Array(c.Int, c.Int)
	for _, v := range []struct {
		name string
		sort *smtlib.Sort
	}{
		{"x", c.Int}, {"y", c.Int}, {"z", c.Int}, {"p", c.Bool}, {"q", c.Bool}, {"v", c.BV(8)},
		{"m", ints}, {"n", ints}, {"mm", c.Array(c.Int, ints)},
	} {
		s.Vars[v.name] = c.Var(v.name, v.sort)
	}
	s.Funcs["lift"] = c.Func("lift", []*smtlib.Sort{c.Bool}, c.Int)
	s.Funcs["limit"] = c.Func("limit", nil, c.Int)
	return s
}

// TestSimplify compares what a condition is written as, and asks the solver
// whether it still means the same.
func TestSimplify(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"nothing to do", "(= x 4)", "x == 4"},
		{"false", "(and (< x 3) (or (> x 5) (and p (not p))))", "false"},
		{"true", "(or (< x y) (>= x (+ y (- 5))))", "true"},

		{"a bound and its end", "(or (and p (< x 3)) (and p (= x 3)))", "p && x <= 3"},
		{"all but one", "(or (and p (< x 3)) (and p (> x 3)))", "p && x != 3"},
		{"an interval in pieces", "(or (and p (= x 3)) (and p (= x 4)) (and p (= x 5)))", "p && 3 <= x && x <= 5"},
		{"intervals that meet", "(or (and (>= x 0) (<= x 2)) (and (>= x 3) (<= x 9)))", "0 <= x && x <= 9"},
		{"intervals apart", "(or (and (>= x 0) (<= x 2)) (and (>= x 5) (<= x 9)))", "0 <= x && x <= 9 && (x <= 2 || x >= 5)"},
		{"exceptions", "(or (<= x 1) (= x 3) (>= x 5))", "x != 2 && x != 4"},
		{"all but some numbers in a row", "(and (not (= x 0)) (not (= x 1)) (not (= x 2)) (not (= x 3)))", "x <= -1 || x >= 4"},
		{"two points", "(or (= x 1) (= x 3))", "x == 1 || x == 3"},
		{"a difference of inputs", "(or (and p (<= x y)) (and p (= x (+ y 1))))", "p && x <= y + 1"},

		{"both ways of a branch", "(or (and p (= x 1)) (and (not p) (= x 1)))", "x == 1"},
		{"a branch and the rest", "(or (= y 1000) (and (not (= y 1000)) (= x 1)) (and (not (= y 1000)) (not (= x 1)) (= z 2)))", "x == 1 || y == 1000 || z == 2"},
		{"a case within another", "(or (and (> x 3) (> y 3)) (and (> x 5) (> y 4) p) (> x 100))", "x >= 101 || (x >= 4 && y >= 4)"},
		{"what the rest implies", "(and (> x 3) (>= (+ x y) 0) (> y 5))", "x >= 4 && y >= 6"},
		{"what all cases say", "(or (and p (< x y) (= z 1)) (and p (< x y) q))", "p && (q || z == 1) && x < y"},
		{"a conjunction of choices", "(and (or (<= x 10) (>= y 5)) (or (>= x 11) (>= y 5)))", "y >= 5"},

		{"a conditional", "(= (ite (< x 0) (- x) x) 5)", "x == -5 || x == 5"},
		{"a conditional in a condition", "(>= (ite (> (ite p x y) 3) 1 0) 1)", "(if p then x else y) >= 4"},
		{"a decided conditional", "(and (> x 10) (= y (ite (> x 5) 1 2)))", "y == 1 && x >= 11"},

		{"what the axioms say", "(and (> x 3) (not (= (lift true) 0)))", "x >= 4"},
		{"what the axioms exclude", "(or (> x 3) (= (lift true) 0))", "x >= 4"},
		{"what the axioms leave open", "(and (> x 3) (= limit 0))", "limit == 0 && x >= 4"},

		{"maps that differ in a cell", "(not (= (store m x 1) (store m x y)))", "y != 1"},
		{"a cell written or not", "(not (= (store m x 1) m))", "m[x] != 1"},
		{"two cells", "(= (store (store m x 1) (+ x 1) 2) m)", "m[x] == 1 && m[x + 1] == 2"},
		{"cells that may be one", "(= (store (store m x 1) y 2) (store (store m x 2) y 2))", "x == y"},
		{"a map in a map", "(not (= (store mm x (store (select mm x) y 1)) mm))", "mm[x][y] != 1"},
		{"maps without a common base", "(= (store m x 1) n)", "n == m[x := 1]"},

		{"bit-vectors", "(or (and p (bvult v #x05)) (and p (not (bvult v #x05))))", "p"},
		{"a conditional under a quantifier", "(forall ((i Int)) (= (select (ite (> i 3) m n) i) x))", "(forall i: int :: x == (if i <= 3 then n[i] else m[i]))"},
	}
	a, _, _ := run(t, simplifyProgram, simplifyProgram, Options{})
	scope := simplifyScope(a.Ctx)
	for _, tt := range tests {
		in, err := a.Ctx.ParseTerm(scope, tt.in)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		got := simplify(a, in)
		if smtlib.Infix(got) != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, smtlib.Infix(got), tt.want)
		}
		if a.Feasible(a.Ctx.Not(a.Ctx.Eq(in, got))) {
			t.Errorf("%s: %s is not shown to be %s", tt.name, smtlib.Infix(got), tt.in)
		}
	}
}

// TestUnder resolves terms where a condition holds.
func TestUnder(t *testing.T) {
	tests := []struct{ name, cond, in, want string }{
		{"a part of the condition", "(and p (> x 3))", "(ite p x y)", "x"},
		{"a weaker bound", "(> x 10)", "(ite (> x 5) 1 2)", "1"},
		{"what takes thought", "(and (> x y) (> y 10))", "(ite (> x 10) 1 2)", "1"},
		{"an outer conditional around an open one", "(and (> x 10) (> y 10))", "(ite (> (ite p x y) 5) (ite p x y) 0)", "if p then x else y"},
		{"a read of a written map", "(> x y)", "(select (store m x 1) y)", "m[y]"},
		{"a read of what was written", "(= x (+ y z))", "(select (store m x 1) (+ y z))", "1"},
		{"branches that say the same", "p", "(ite (= y 2) (* 2 x) (ite (= 1 y) x (ite (<= y 0) 0 (* x y))))", "if y <= 0 then 0 else x*y"},
		{"a first branch that serves", "p", "(ite (not (= y 2)) (* x y) (+ x x))", "x*y"},
		{"branches that differ", "p", "(ite (= y 2) (* 3 x) (* x y))", "if y == 2 then 3*x else x*y"},
		{"an open read", "(> x 0)", "(select (store m x 1) y)", "m[x := 1][y]"},
	}
	a, _, _ := run(t, simplifyProgram, simplifyProgram, Options{})
	scope := simplifyScope(a.Ctx)
	for _, tt := range tests {
		cond, err := a.Ctx.ParseTerm(scope, tt.cond)
		if err != nil {
			t.Fatal(err)
		}
		in, err := a.Ctx.ParseTerm(scope, tt.in)
		if err != nil {
			t.Fatal(err)
		}
		got := readable.NewResolver(a.Ctx, a.Session, cond, nil).Terms(in)[0]
		if smtlib.Infix(got) != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, smtlib.Infix(got), tt.want)
		}
		if a.Feasible(a.Ctx.And(cond, a.Ctx.Not(a.Ctx.Eq(in, got)))) {
			t.Errorf("%s: %s is not shown to be %s", tt.name, smtlib.Infix(got), tt.in)
		}
	}
}

// TestCells names the elements in which maps differ: as terms only where they
// differ under the whole condition, and as the replay showed them.
func TestCells(t *testing.T) {
	tests := []struct {
		name, old, new string
		want           []string // index: old, new (as terms)
		concrete       int      // cells known from the witness alone
	}{
		{"one cell", "m[p := 3]", "m[p := 4]", []string{"[p]: 3, 4"}, 0},
		{"a write that is gone", "m[p := 3]", "m", []string{"[p]: 3, m[p]"}, 0},
		{"two cells", "m[p := 3][p + 1 := x]", "m[p := 4][p + 1 := x + 1]", []string{"[p + 1]: x, x + 1", "[p]: 3, 4"}, 0},
		{"cells that are one", "m[p := 1][x := 2]", "m[x := 2][p := 1]", []string{"[x]: 2, 1"}, 0},
		{"cells that may be one", "m[p := 3][x := 5]", "m[p := 4][x := 5]", []string{"[p]: 3, 4"}, 0},
		{"another place", "m[p := m[p] + 1]", "m[p + 1 := m[p + 1] + 1]", []string{"[p]: m[p] + 1, m[p]", "[p + 1]: m[p + 1], m[p + 1] + 1"}, 0},
		{"one of two cells", "m[p := 3][p + 1 := 3]", "m[p := if x > 0 then 4 else 3][p + 1 := if x > 0 then 3 else 4]", nil, 1},
		{"another map", "m", "n", nil, 1},
	}
	for _, tt := range tests {
		program := func(result string) string {
			return "procedure main(m: [int]int, n: [int]int, p: int, x: int) returns (r: [int]int) { r := " + result + "; }"
		}
		a, entries, r := run(t, program(tt.old), program(tt.new), Options{})
		if r.Verdict != Different {
			t.Errorf("%s: %s", tt.name, r.Verdict)
			continue
		}
		checkCells(t, tt.name, a, a.State.OfPair(entries[0]).Entry.Differences[0], tt.want, tt.concrete)
	}
}

func checkCells(t *testing.T, name string, a *analysis, d *summary.Difference, want []string, concrete int) {
	t.Helper()
	var got []string
	for _, cell := range d.Cells {
		if same := cell.OldValue.String() == cell.NewValue.String(); same || len(cell.At) == 0 {
			t.Errorf("%s: the witness does not show cell %v", name, cell.At)
		}
		if cell.Index == nil {
			concrete--
			continue
		}
		text := ""
		for _, i := range cell.Index {
			text += "[" + smtlib.Infix(i) + "]"
		}
		got = append(got, text+": "+smtlib.Infix(cell.Old)+", "+smtlib.Infix(cell.New))
		if a.Feasible(a.Ctx.And(d.Condition, a.Ctx.Eq(cell.Old, cell.New))) {
			t.Errorf("%s: %s may be the same where %s", name, text, smtlib.Infix(d.Condition))
		}
	}
	if !slices.Equal(got, want) || concrete != 0 {
		t.Errorf("%s: cells %q, want %q; %d more from the witness are wanted", name, got, want, concrete)
	}
}

func TestCellsOfNestedMaps(t *testing.T) {
	program := func(value string) string {
		return "procedure main(m: [int][int]int, i: int, j: int) returns (r: [int][int]int) { r := m[i := m[i][j := " + value + "]]; }"
	}
	a, entries, _ := run(t, program("1"), program("2"), Options{})
	checkCells(t, "nested", a, a.State.OfPair(entries[0]).Entry.Differences[0], []string{"[i][j]: 1, 2"}, 0)
}
