package depend_test

import (
	"fmt"
	"strings"
	"testing"

	"semdiff/internal/bitset"
	"semdiff/internal/randprog"
	"semdiff/smtlib"
	"semdiff/translate"
	"semdiff/translate/depend"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

func lower(t testing.TB, text string) *ir.Program {
	t.Helper()
	src, err := translate.Parse("p.bpl", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	p, err := translate.Lower(smtlib.NewContext(), src, translate.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// TestInputs checks on which inputs the outputs and the outcome of main depend.
func TestInputs(t *testing.T) {
	returns := func(string) bool { return false }
	for _, test := range []struct {
		name, text, want string
		opts             depend.Options
	}{
		{name: "data", text: `procedure main(x: int, y: int) returns (r: int, s: int) { r := x; s := r + y; r := s - y; }`,
			want: "r: x y; s: x y; outcome:"},
		{name: "last definition", text: `procedure main(x: int, y: int) returns (r: int) { r := x; r := y; }`, want: "r: y; outcome:"},
		{name: "branch", text: `procedure main(x: int, y: int) returns (r: int, s: int) { s := y; if (x > 0) { r := 1; } else { r := 2; } s := s + 1; }`,
			want: "r: x; s: y; outcome:"},
		{name: "nested branches", text: `procedure main(x: int, y: int, z: int) returns (r: int, s: int)
			{ r := 0; s := 0; if (x > 0) { if (y > 0) { r := z; } s := 1; } }`, want: "r: x y z; s: x; outcome:"},
		{name: "early return", text: `procedure main(x: int, y: int) returns (r: int) { r := 1; if (x > 0) { return; } r := y; }`, want: "r: x y; outcome:"},
		{name: "store reads its map", text: `var m: [int]int; procedure main(x: int, y: int) returns (r: int) { m[x] := y; r := m[0]; }`,
			want: "r: x y m; m: x y m; outcome:"},
		{name: "assertion before", text: `procedure main(x: int, y: int) returns (r: int, s: int) { s := y; assert x > 0; r := y; }`,
			want: "r: x y; s: y; outcome: x"},
		{name: "assumption in a branch", text: `procedure main(x: int, y: int) returns (r: int) { if (y > 0) { assume x > 0; } r := 1; }`,
			want: "r: x y; outcome: x y"},
		{name: "assertions ignored by none", text: `procedure main(x: int, y: int) returns (r: int) { assert x > 0; assert y > 0; r := 1; }`,
			want: "r: x y; outcome: x y"},
		{name: "loop", text: `procedure main(n: int, x: int) returns (i: int, s: int, k: int)
			{ k := x; i := 0; s := x; while (i < n) { i := i + 1; s := s + x; } }`, want: "i: n; s: n x; k: x; outcome: n"},
		{name: "after a loop", text: `procedure main(n: int, x: int) returns (r: int) { var i: int; i := 0; while (i != n) { i := i + 1; } r := x; }`,
			want: "r: n x; outcome: n"},
		{name: "after a loop that ends", text: `procedure main(n: int, x: int) returns (r: int) { var i: int; i := 0; while (i < n) { i := i + 1; } r := x; }`,
			opts: depend.Options{MayNotReturn: returns}, want: "r: x; outcome:"},
		{name: "by context", text: `procedure f(a: int, b: int) returns (p: int, q: int) { p := a; q := b; }
			procedure main(x: int, y: int) returns (r: int, s: int) { call r, s := f(x, y); }`, want: "r: x; s: y; outcome:"},
		{name: "callee that may fail", text: `procedure f(a: int, b: int) returns (p: int) { p := a; assert b > 0; }
			procedure main(x: int, y: int, z: int) returns (r: int, s: int) { call r := f(x, y); s := z; }`,
			want: "r: x; s: y z; outcome: y"},
		{name: "callee not entered", text: `procedure f(a: int, b: int) returns (p: int, q: int) { p := a; q := b; }
			procedure main(x: int, y: int) returns (r: int, s: int) { call r, s := f(x, y); }`,
			opts: depend.Options{Enter: func(p string) bool { return p == "main" }}, want: "r: x y; s: x y; outcome:"},
		{name: "recursion", text: `procedure main(n: int, x: int, y: int) returns (r: int, s: int)
			{ if (n > 0) { call r, s := main(n - 1, y, x); } else { r := x; s := 0; } }`, want: "r: n x y; s: n; outcome: n"},
		{name: "mutual recursion", text: `procedure main(n: int, x: int, y: int) returns (r: int) { r := x; if (n > 0) { call r := g(n, y, x); } }
			procedure g(n: int, a: int, b: int) returns (r: int) { call r := main(n - 1, 0, a); }`, want: "r: n x; outcome: n"},
		{name: "tape", text: `procedure main(x: int) returns (r: int, s: int) { havoc r; s := x; }`, want: "r: tape:at; s: x; tape:at: tape:at; outcome:"},
		{name: "no edge taken", text: `procedure main(x: int, y: int) returns (r: int) { r := 0; goto a, b; a: assume x > 0; r := 1; goto c; b: assume x < 0; c: }`,
			want: "r: x; outcome: x"},
		{name: "global", text: `var g: int; procedure f() { g := g + 1; } procedure main(x: int) returns (r: int) { call f(); r := x; }`,
			want: "r: x; g: g; outcome:"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := lower(t, test.text)
			d := depend.NewProgram(p, test.opts)
			if got := describe(p.Procs["main"], d.Inputs("main")); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func describe(p *ir.Proc, in *depend.Inputs) string {
	names := func(set bitset.Set) (s string) {
		for _, k := range set.All() {
			s += " " + p.Inputs[k].Name()
		}
		return s
	}
	s := ""
	for k, v := range p.Outputs {
		s += v.Name() + ":" + names(in.Outputs[k]) + "; "
	}
	return s + "outcome:" + names(in.Outcome)
}

// TestGraph checks nodes and what they depend on, in one body.
func TestGraph(t *testing.T) {
	p := lower(t, `procedure f(a: int) returns (p: int) { assert a > 0; p := a; }
procedure main(x: int, y: int) returns (r: int)
{
  r := x;
  if (y > 0) {
    call r := f(r);
  }
  r := r + 1;
}`)
	g := depend.NewProgram(p, depend.Options{}).Graph("main")
	var lines []string
	for i, n := range g.Nodes {
		line := fmt.Sprintf("%d %s", i, n.Kind)
		if n.Var != nil {
			line += " " + n.Var.Name()
		}
		for _, u := range n.Uses {
			line += fmt.Sprintf(" %s%v", u.Var.Name(), u.Defs)
		}
		for _, e := range n.Sources {
			line += fmt.Sprintf(" from %d", e)
		}
		for _, e := range n.Control {
			line += fmt.Sprintf(" if %d", e)
		}
		if n.Before >= 0 {
			line += fmt.Sprintf(" unless %d", n.Before)
		}
		lines = append(lines, line)
	}
	want := `0 input x
1 input y
2 assignment r x[0]
3 branch y[1]
4 branch y[1]
5 argument r[2] if 3
6 result r if 3
7 end of call if 3
8 before from 7
9 assignment r r[2 6] unless 8
10 output r r[9]
11 outcome from 7`
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, m := range []struct {
		from, to int
		may      bool
	}{{2, 9, true}, {9, 2, false}, {0, 2, true}, {6, 9, true}, {9, 6, false}, {9, 10, true}, {10, 9, false}, {3, 6, true}} {
		if g.MayFollow(m.from, m.to) != m.may {
			t.Errorf("MayFollow(%d, %d) is %v", m.from, m.to, !m.may)
		}
	}
}

// TestAgainstRuns changes, on random programs and inputs, the inputs on which an
// output or the outcome does not depend: it stays what it is.
func TestAgainstRuns(t *testing.T) {
	n := int64(200)
	if testing.Short() {
		n = 50
	}
	c := &comparer{t: t}
	for seed := range n {
		text, _ := randprog.Pair(seed, randprog.Options{Data: seed%3 == 0, Sorts: seed%3 == 1, NoHavoc: seed%2 == 0})
		c.program(lower(t, text), text, seed)
	}
	t.Logf("%d outputs and %d outcomes compared", c.outputs, c.outcomes)
	if c.outputs < 300 || c.outcomes < 300 {
		t.Error("too few to mean anything")
	}
}

type comparer struct {
	t                 *testing.T
	outputs, outcomes int
}

func (c *comparer) program(p *ir.Program, text string, seed int64) {
	d := depend.NewProgram(p, depend.Options{})
	for _, name := range p.Order {
		in := d.Inputs(name)
		procs := append([]*ir.Proc{p.Procs[name]}, p.Procs[name].Loops...)
		for _, proc := range procs {
			if proc.Kind == ir.Loop {
				in = d.Inputs(proc.Name)
			}
			for k := range int64(6) {
				c.proc(p, proc, in, text, 100*seed+k)
			}
		}
	}
}

var limits = interp.Limits{Steps: 20_000, Depth: 500}

func (c *comparer) proc(p *ir.Program, proc *ir.Proc, in *depend.Inputs, text string, seed int64) {
	model := interp.NewModel(p.Ctx, p)
	model.Seed = 1 + seed
	draw := func(what string) []interp.Value {
		var out []interp.Value
		for k, v := range proc.Inputs {
			x, err := model.Apply(p.Ctx.Func(fmt.Sprintf("%s %d", what, k), nil, v.Sort()), nil)
			if err != nil {
				return nil
			}
			out = append(out, x)
		}
		return out
	}
	first, second := draw("first"), draw("second")
	if first == nil || second == nil {
		return
	}
	want, err := interp.Run(p, proc.Name, first, model, limits)
	if err != nil || want.Outcome == ir.OutOfFuel {
		return
	}
	other := func(keep bitset.Set) (interp.Result, bool) {
		mixed := append([]interp.Value(nil), second...)
		for _, k := range keep.All() {
			mixed[k] = first[k]
		}
		got, err := interp.Run(p, proc.Name, mixed, model, limits)
		return got, err == nil && got.Outcome != ir.OutOfFuel
	}
	if got, ok := other(in.Outcome); ok {
		c.outcomes++
		if got.Outcome != want.Outcome {
			c.t.Errorf("%s ends as %s and as %s, but its outcome does not depend on what changed\n%s", proc.Name, want.Outcome, got.Outcome, text)
		}
	}
	for k := range proc.Outputs {
		got, ok := other(in.Outputs[k])
		if !ok || want.Outcome != ir.Normal || got.Outcome != ir.Normal {
			continue
		}
		c.outputs++
		if same, err := interp.Equal(want.Values[k], got.Values[k]); err == nil && !same {
			c.t.Errorf("%s of %s is %v and %v, but does not depend on what changed\n%s", proc.Outputs[k].Name(), proc.Name, want.Values[k], got.Values[k], text)
		}
	}
}
