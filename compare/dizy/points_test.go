package dizy

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"semdiff/compare/engine"
	"semdiff/compare/points"
	"semdiff/internal/needs"
	"semdiff/internal/randprog"
	"semdiff/moddiff/witness"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// markedTask is the task of comparing two versions with marks at points of a kind.
func markedTask(t *testing.T, oldText, newText, what string) (engine.Task, []points.Point) {
	t.Helper()
	needs.Z3(t)
	var versions [2]translate.Source
	var err error
	for i, text := range []string{oldText, newText} {
		if versions[i], err = translate.Parse([]string{"old.bpl", "new.bpl"}[i], []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	versions, list, err := points.Mark(versions[0], versions[1], what)
	if err != nil {
		t.Skip(err)
	}
	c := smtlib.NewContext()
	task := engine.Task{}
	if task.Old, task.New, err = translate.LowerPair(c, versions[0], versions[1], translate.Options{}); err != nil {
		t.Fatal(err)
	}
	if task.Solver, err = solver.New(c, "z3", solver.Default); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { task.Solver.Close() })
	return task, list
}

// said is what is found of a point, a line for each state.
func (d *PointDelta) said() (lines []string) {
	for _, s := range d.States {
		head := fmt.Sprintf("%s %d", d.What, d.Visit)
		if d.Loop != nil {
			head += " in a step"
		}
		if v := d.Only(s); v >= 0 {
			head += ", only " + [...]string{"old", "new"}[v]
		}
		lines = append(lines, fmt.Sprintf("%s: %s; %s; %s; %s", head, Words(s.Requires), Words(s.Old), Words(s.New), Words(s.Relations)))
	}
	return lines
}

// TestPoints compares what is said of points where it is known what both versions do
// there.
func TestPoints(t *testing.T) {
	const print = "procedure print(x: int);\nprocedure main(n: int) returns (r: int) "
	for _, tt := range []struct {
		name, old, new, what string
		want                 []string
	}{
		{"another argument", print + "{ call print(n); r := n; }", print + "{ call print(n + 1); r := n; }", "calls",
			[]string{"call print 1: true; n == print.x; n == print.x' - 1; true"}},
		{"two calls swapped", print + "{ call print(1); call print(2); }", print + "{ call print(2); call print(1); }", "calls",
			[]string{"call print 1: true; print.x == 1; print.x' == 2; true", "call print 2: true; print.x == 2; print.x' == 1; true"}},
		{"two branches made one", print + "{ if (n > 0) { call print(n); } else { call print(-n); } }", print + "{ call print(if n > 0 then n else -n); }", "calls", nil},
		{"one call left out", print + "{ if (n == 7) { call print(7); } r := n; }", print + "{ r := n; }", "calls",
			[]string{"call print 1, only old: n == 7; print.x == 7; true; true"}},
		{"another second call", print + "{ if (n > 0) { call print(0); } call print(n); }", print + "{ if (n > 1) { call print(0); } call print(n); }", "calls",
			[]string{"call print 1: n == 1; print.x == 0; print.x' == 1; true", "call print 2, only old: n == 1; print.x == 1; true; true"}},
		{"in a loop", print + "{ r := 0; while (r < n) { call print(r); r := r + 1; } }", print + "{ r := 0; while (r < n) { r := r + 1; call print(r - 1); } }", "calls", nil},
		{"in a loop, by one more", print + "{ r := 0; while (r < n) { call print(r); r := r + 1; } }", print + "{ r := 0; while (r < n) { r := r + 1; call print(r); } }", "calls",
			[]string{"call print 1 in a step: n == n' && r == r' && r >= 0 && r < n; print.x == r; print.x' == r + 1; true"}},
		{"one iteration less", print + "{ var i: int; i := 0; while (i < n) { call print(5); i := i + 1; } }", print + "{ var i: int; i := 1; while (i < n) { call print(5); i := i + 1; } }", "calls",
			[]string{"call print 1 in a step, only old: i' == n && n == n' && n >= 1 && i == n - 1; print.x == 5; true; true"}},
		{"the last iteration of the one that is done", print + "{ var i: int; i := 0; while (i < 3) { i := i + 1; } call print(i); }",
			print + "{ var i: int; i := 0; while (i < 4) { i := i + 1; } call print(i - 1); }", "calls", nil},
		{"through a callee", print + "{ call help(n); } procedure help(k: int) { call print(k); }", print + "{ call help(n + 1); } procedure help(k: int) { call print(k); }", "calls",
			[]string{"call help 1: true; help.k == n; help.k' == n + 1; true"}},
		{"a loop that one version enters", print + "{ r := 0; while (r < 2) { r := r + 1; call print(r); } }", print + "{ r := 2; if (n != 4) { r := 0; while (r < 2) { r := r + 1; call print(r); } } }", "calls",
			[]string{"loop main_loop_head1 1, only old: n == 4; true; true; true"}},
		{"an index", "procedure main(a: [int]int, n: int) returns (r: int) { r := a[n] - a[n]; }", "procedure main(a: [int]int, n: int) returns (r: int) { r := a[n + 2] - a[n]; }", "maps",
			[]string{"map a 1: true; a.index == n; a.index' == n + 2; true"}},
		{"a label", "procedure main(n: int) returns (r: int) { var k: int; k := n; L: r := k + 1; }", "procedure main(n: int) returns (r: int) { var k: int; k := n + 1; L: r := k; }", "L",
			[]string{"label L 1: true; L.k == n && L.n == n; L.k' == n + 1 && L.n' == n; L.r == L.r'"}},
		{"a label in one version", "procedure main(n: int) returns (r: int) { L: r := n; }", "procedure main(n: int) returns (r: int) { r := n + 0; }", "L",
			[]string{"label L 1, only old: true; L.n == n; true; true"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			task, list := markedTask(t, tt.old, tt.new, tt.what)
			r, err := Run(context.Background(), task, Options{Points: list, Explain: true})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range r.Deltas {
				if !d.WholePoints {
					t.Errorf("not all visits in %s are compared", d.Pair.Name)
				}
				for _, p := range d.Points {
					got = append(got, p.said()...)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
			for _, p := range r.Pairs {
				if strings.HasPrefix(p.Name, "point(") {
					t.Errorf("the answer lists %s", p.Name)
				}
			}
		})
	}
}

// marks are the visits of points in a run: what they mark, and the values.
type marks struct {
	points []points.Point
	list   map[string][]string
}

// Enter implements interp.Watcher.
func (m *marks) Enter(p *ir.Proc, in []interp.Value) {
	if slices.ContainsFunc(m.points, func(of points.Point) bool { return isMarkOf(of, p.Name) }) {
		m.list[p.Name] = append(m.list[p.Name], fmt.Sprint(in))
	}
}

// Again and Leave implement interp.Watcher.
func (m *marks) Again([]interp.Value) {}
func (m *marks) Leave([]interp.Value) {}

var assignment = regexp.MustCompile(`(?m)^( +)([a-z]\w*) := [^;]*[+-][^;]*;$`)

// watched is a program in which a procedure without a body is given the values of sums.
func watched(text string) string {
	return "procedure seen<T>(x: T);\n" + assignment.ReplaceAllString(text, "$0\n${1}call seen($2);")
}

// TestRandomPoints checks of random pairs that runs of both versions, where they end, give
// the same values to a procedure without a body if nothing is said of its calls.
func TestRandomPoints(t *testing.T) {
	count := map[string]int{}
	for seed := *seedFlag; seed < *seedFlag+int64(*pairsFlag); seed++ {
		old, new := randprog.Pair(seed, randprog.Options{Linear: true, NoChecks: seed%3 != 0, NoHavoc: seed%2 == 0, TwoWays: seed%2 == 0})
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			task, list := markedTask(t, watched(old), watched(new), points.Calls)
			r, err := Run(context.Background(), task, Options{Points: list})
			if err != nil {
				t.Fatal(err)
			}
			same := true
			for _, d := range r.Deltas {
				same = same && d.WholePoints && len(d.Points) == 0
			}
			if !same {
				count["pairs with a difference at points"]++
				return
			}
			count["pairs without"]++
			for _, d := range r.Deltas {
				for try := range int64(20) {
					checkMarks(t, task, d, list, 1+seed*1000+try, count)
				}
			}
		})
	}
	t.Logf("%v", count)
	if count["runs"] == 0 {
		t.Error("no runs were compared")
	}
}

// checkMarks runs both versions on a random input.
func checkMarks(t *testing.T, task engine.Task, d *Delta, list []points.Point, seed int64, count map[string]int) {
	env, model := randomInput(task, d, seed)
	if env == nil {
		return
	}
	var visited [2]*marks
	for v := range visited {
		p := d.Pair.Proc(v)
		visited[v] = &marks{list, map[string][]string{}}
		end, err := interp.Run(p.Version.Prog, p.Name, witness.ArgsOf(p, d.Pair, env), model, interp.Limits{Steps: 5_000, Depth: 500, Watch: visited[v]})
		if err != nil || end.Outcome == ir.OutOfFuel {
			return
		}
	}
	count["runs"]++
	if old, new := fmt.Sprint(visited[0].list), fmt.Sprint(visited[1].list); old != new {
		t.Errorf("%s on %v: the old version passes %s, the new one %s", d.Pair.Name, env, old, new)
	}
}
