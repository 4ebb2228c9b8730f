package vc_test

import (
	"slices"
	"strings"
	"testing"

	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// pairOf pairs procedures of two versions with the inputs and outputs of their
// names; those of one version only come last.
func pairOf(programs [2]*ir.Program, name string) *vc.Pair {
	p := &vc.Pair{Name: name}
	for version := range p.Procs {
		p.Procs[version] = programs[version].Proc(name)
	}
	ports := func(of func(*ir.Proc) []*smtlib.Term) (list []vc.Port) {
		old, new := of(p.Procs[0]), of(p.Procs[1])
		for i, v := range old {
			list = append(list, vc.Port{Var: v, At: [2]int{i, slices.Index(new, v)}})
		}
		for i, v := range new {
			if !slices.Contains(old, v) {
				list = append(list, vc.Port{Var: v, At: [2]int{-1, i}})
			}
		}
		return list
	}
	p.Inputs = ports(func(p *ir.Proc) []*smtlib.Term { return p.Inputs })
	p.Outputs = ports(func(p *ir.Proc) []*smtlib.Term { return p.Outputs })
	return p
}

// funcsOf are the names of the functions in an effect, of each kind of result.
func funcsOf(e vc.Effect) string {
	var names []string
	add := func(t *smtlib.Term) {
		for _, f := range smtlib.Funcs(t) {
			if !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
	}
	for _, end := range []ir.Outcome{ir.Diverges, ir.Fails, ir.Blocked} {
		add(e.Ends[end])
	}
	for _, t := range e.Outputs {
		add(t)
	}
	return strings.Join(names, " ")
}

// TestSymbols checks which functions stand for calls, given what is known.
func TestSymbols(t *testing.T) {
	programs := lower(t,
		`procedure f(x: int, y: int) returns (r: int, s: int) { assert x > 0; r := x; s := y; }`,
		`procedure f(y: int, x: int) returns (s: int, r: int) { assert x > 0; r := x; s := y; }`)
	c := programs[0].Ctx
	p := pairOf(programs, "f")
	same, agreeing := vc.Same(p), vc.Agreeing(p)
	for _, tt := range []struct {
		name     string
		known    *vc.Known
		old, new string
	}{
		{"nothing", nil, "v1.f:ends v1.f:kind v1.f:r:0 v1.f:s:1", "v2.f:ends v2.f:kind v2.f:s:0 v2.f:r:1"},
		{"one output", &vc.Known{Outputs: map[int]bool{1: true}}, "v1.f:ends v1.f:kind v1.f:r:0 v1v2.f:s:1", "v2.f:ends v2.f:kind v1v2.f:s:1 v2.f:r:1"},
		{"partial equivalence", &agreeing, "v1.f:ends v1v2.f:kind v1v2.f:r:0 v1v2.f:s:1", "v2.f:ends v1v2.f:kind v1v2.f:s:1 v1v2.f:r:0"},
		// The new version cannot be blocked and does end, the old one not be blocked.
		{"equivalence", &same, "v1v2.f:kind v1v2.f:r:0 v1v2.f:s:1", "v1v2.f:kind v1v2.f:s:1 v1v2.f:r:0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var declared []string
			may := func(version int, _ string) ir.Ends {
				return ir.Ends{Fail: true, Diverge: version == 0 || tt.name != "equivalence", Block: version == 0}
			}
			symbols := vc.NewSymbols(c, may, func(f *smtlib.Func) { declared = append(declared, f.Name) })
			a, b := c.Var("a", c.Int), c.Var("b", c.Int)
			old := symbols.Call(0, p.Procs[0], []*smtlib.Term{a, b}, p, tt.known)
			new := symbols.Call(1, p.Procs[1], []*smtlib.Term{b, a}, p, tt.known)
			if got := funcsOf(old); got != tt.old {
				t.Errorf("old: %s, want %s", got, tt.old)
			}
			if got := funcsOf(new); got != tt.new {
				t.Errorf("new: %s, want %s", got, tt.new)
			}
			for i, port := range p.Outputs {
				shared := old.Outputs[port.At[0]] == new.Outputs[port.At[1]]
				if want := tt.known != nil && tt.known.Outputs[i]; shared != want {
					t.Errorf("%s is shared: %t", port.Var.Name(), shared)
				}
				symbol, ok := symbols.Of(old.Outputs[port.At[0]].Func())
				if !ok || symbol.Shared() != shared || symbol.Result != vc.Result(port.At[0]) {
					t.Errorf("%s stands for %v", port.Var.Name(), symbol)
				}
			}
			slices.Sort(declared)
			if len(declared) == 0 || len(slices.Compact(declared)) != len(declared) {
				t.Errorf("declared: %v", declared)
			}
		})
	}
}

// TestNotShared checks that versions that take different inputs share nothing.
func TestNotShared(t *testing.T) {
	programs := lower(t, `procedure f(x: int) returns (r: int) { r := x; }`, `procedure f(x: int, y: int) returns (r: int) { r := x; }`)
	p := pairOf(programs, "f")
	if p.Sharable() {
		t.Error("f is sharable")
	}
	same := vc.Same(p)
	e := vc.NewSymbols(programs[0].Ctx, anyEnd, func(*smtlib.Func) {}).Call(0, p.Procs[0], p.Procs[0].Inputs, p, &same)
	if got := funcsOf(e); strings.Contains(got, "v1v2") {
		t.Error(got)
	}
}

// TestAgreement checks the parts of the assertion against runs of both versions.
func TestAgreement(t *testing.T) {
	for _, tt := range []struct {
		name, old, new string
		xs             []int64
		want           []string // for each x
	}{
		{"output", `procedure f(x: int) returns (r: int) { r := x; }`, `procedure f(x: int) returns (r: int) { r := (if x > 1 then 0 else x); }`,
			[]int64{0, 1, 2}, []string{"agree", "agree", "differ in r"}},
		{"ends", `procedure f(x: int) returns (r: int) { assert x > 0; assume x > 1; r := 0; }`, `procedure f(x: int) returns (r: int) { assume x > 1; assert x > 2; r := 0; }`,
			[]int64{0, 1, 2, 3}, []string{"differ", "agree", "differ", "agree"}},
		{"termination", `procedure f(x: int) returns (r: int) { r := 0; if (x == 1) { call r := f(x); } }`, `procedure f(x: int) returns (r: int) { r := 0; if (x > 0) { call r := f(x); } }`,
			[]int64{0, 1, 2}, []string{"agree", "agree", "one ends"}},
		{"global that one version sets", `var g: int; procedure f(x: int) modifies g; { g := x + g; }`, `var g: int; procedure f(x: int) modifies g; { assert g == g; }`,
			[]int64{0, 1}, []string{"agree", "differ in g"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			programs := lower(t, tt.old, tt.new)
			c := programs[0].Ctx
			p := pairOf(programs, "f")
			e := &vc.Encoder{Ctx: c, Programs: programs, Calls: vc.CallsFunc(func(s *vc.Site) vc.Effect {
				if !s.In.Ongoing(s.Callee, s.Args) {
					t.Errorf("call of %s on %v", s.Callee.Name, s.Args)
				}
				return vc.Effect{Outputs: s.Callee.Outputs, Ends: vc.Forever(c)}
			})}
			a := vc.Agree(c, e.Both(p), p.Outputs)
			for i, x := range tt.xs {
				env := interp.Env{}
				for _, in := range p.Inputs {
					env[in.Var] = interp.Default(in.Var.Sort())
				}
				env[c.Var("x", c.Int)], _ = interp.Eval(c, c.IntVal(x), nil, nil)
				if got := verdict(t, c, a, env); got != tt.want[i] {
					t.Errorf("x = %d: %s, want %s", x, got, tt.want[i])
				}
			}
		})
	}
}

// verdict says in words what an agreement is on an input.
func verdict(t *testing.T, c *smtlib.Context, a *vc.Agreement, env interp.Env) string {
	t.Helper()
	holds := func(x *smtlib.Term) bool {
		v, err := interp.Eval(c, x, env, interp.NewModel(c))
		if err != nil {
			t.Fatal(err)
		}
		return v.IsTrue()
	}
	if holds(a.Holds()) != (holds(a.SameEnds) && !holds(a.Differ())) {
		t.Error("Holds is something else")
	}
	switch {
	case holds(a.Holds()):
		return "agree"
	case !holds(a.SameEnds):
		return "one ends"
	}
	for i, port := range a.Outputs {
		if holds(a.DifferIn(i)) {
			return "differ in " + port.Var.Name()
		}
	}
	return "differ"
}

// TestApart checks that the versions of a product have no variable in common, and
// that those of Both do.
func TestApart(t *testing.T) {
	text := `var g: int; procedure f(x: int) returns (r: int) modifies g; { g := g + 1; r := x; call r := f(r + g); }`
	programs := lower(t, text, text)
	c := programs[0].Ctx
	p := pairOf(programs, "f")
	e := &vc.Encoder{Ctx: c, Programs: programs, Calls: &vc.Open{Ctx: c, MayEnd: anyEnd}}
	if got, want := common(e.Apart(p.Procs)), ""; got != want {
		t.Errorf("apart: %s in common", got)
	}
	if got, want := common(e.Both(p)), "g x"; got != want {
		t.Errorf("both: %s in common, want %s", got, want)
	}
}

// common names the variables that two runs have in common, but for those of what
// is not reached.
func common(runs [2]*vc.Activation) string {
	var vars [2][]string
	for i, run := range runs {
		for _, t := range slices.Concat(run.Args, run.Outputs, run.Ends[:]) {
			smtlib.Visit(t, func(x *smtlib.Term) {
				if x.Op() == smtlib.OpVar && !slices.Contains(vars[i], x.Name()) {
					vars[i] = append(vars[i], x.Name())
				}
			})
		}
	}
	both := slices.DeleteFunc(vars[0], func(name string) bool { return !slices.Contains(vars[1], name) })
	slices.Sort(both)
	return strings.Join(both, " ")
}
