package vc_test

import (
	"fmt"
	"strings"
	"testing"

	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// TestPruned checks that bodies are pruned as asked, and that the blocks are told.
func TestPruned(t *testing.T) {
	prog := lower(t, `procedure f(x: int) returns (r: int) { if (x > 0) { r := 1; } else { r := 2; } }
procedure main(x: int) returns (r: int) { assume x > 5; call r := f(x); }`)[0]
	c := prog.Ctx
	for _, pruned := range []bool{false, true} {
		var blocks []string
		e := &vc.Encoder{
			Ctx: c, Programs: [2]*ir.Program{prog}, Block: func(reached *smtlib.Term) { blocks = append(blocks, smtlib.Infix(reached)) },
			Calls: vc.CallsFunc(func(s *vc.Site) vc.Effect {
				f := s.Frame()
				f.Pruned = pruned
				return s.Inline(f)
			}),
			Feasible: func(t *smtlib.Term) bool { return !t.IsFalse() },
		}
		run := e.Encode(0, prog.Proc("main"), prog.Proc("main").Inputs)
		if got, want := len(blocks), map[bool]int{false: 2, true: 1}[pruned]; got != want {
			t.Errorf("pruned %t: blocks %v, want %d", pruned, blocks, want)
		}
		if got, want := run.Outputs[0].IsLiteral(), pruned; got != want {
			t.Errorf("pruned %t: r is %s", pruned, run.Outputs[0])
		}
	}
}

// ExampleOpen encodes one iteration of a loop, whose next iteration stays open: the
// premises of a Horn clause.
func ExampleOpen() {
	t := &testing.T{}
	prog := lower(t, `procedure main(n: int) returns (s: int) { var i: int; i := 0; s := 0; while (i < n) { s := s + i; i := i + 1; } }`)[0]
	loop := prog.Proc("main").Loops[0]
	calls := &vc.Recorder{Calls: &vc.Open{Ctx: prog.Ctx, MayEnd: func(int, string) ir.Ends { return ir.Ends{Diverge: true} }}}
	e := &vc.Encoder{Ctx: prog.Ctx, Programs: [2]*ir.Program{prog}, Calls: calls}
	run := e.Encode(0, loop, loop.Inputs)
	fmt.Println(loop.Name, infix(run.Args))
	for _, call := range calls.Made[0] {
		fmt.Println("  if", smtlib.Infix(call.Reached), "calls", call.Proc, infix(call.Args), "which gives", infix(call.Outputs))
	}
	fmt.Println("  returns", infix(run.Outputs), "if", smtlib.Infix(run.Ends[ir.Normal]))
	// Output:
	// main_loop_head1 (n, s, i)
	//   if i < n calls main_loop_head1 (n, i + s, i + 1) which gives (v1.main_loop_head1@1:s:0)
	//   returns (if n <= i then s else v1.main_loop_head1@1:s:0) if n <= i || v1.main_loop_head1@1:kind != 3
}

func infix(list []*smtlib.Term) string {
	var out []string
	for _, t := range list {
		out = append(out, smtlib.Infix(t))
	}
	return "(" + strings.Join(out, ", ") + ")"
}

// TestReached checks under which conditions calls are made.
func TestReached(t *testing.T) {
	prog := lower(t, `
procedure f(x: int) { }
procedure g(x: int) { }
procedure h(x: int) { if (x != 7) { call g(x); } }
procedure main(x: int)
{
  assert x > 0;
  if (x > 3) { assume x != 5; if (x < 6) { call f(x); } else { call h(x); } }
  call g(x + 10);
}`)[0]
	c := prog.Ctx
	open := &vc.Recorder{Calls: &vc.Open{Ctx: c, MayEnd: func(int, string) ir.Ends { return ir.Ends{} }}}
	e := &vc.Encoder{Ctx: c, Programs: [2]*ir.Program{prog}, Calls: vc.CallsFunc(func(s *vc.Site) vc.Effect {
		if s.Callee.Name == "h" {
			return s.Inline(s.Frame())
		}
		return open.Call(s)
	})}
	e.Encode(0, prog.Proc("main"), prog.Proc("main").Inputs)
	for x, want := range []string{"", "g(11)", "g(12)", "g(13)", "f(4) g(14)", "", "g(6) g(16)", "g(17)", "g(8) g(18)"} {
		env := interp.Env{}
		env[c.Var("x", c.Int)], _ = interp.Eval(c, c.IntVal(int64(x)), nil, nil)
		var made []string
		for _, call := range open.Made[0] {
			if v, err := interp.Eval(c, call.Reached, env, interp.NewModel(c)); err != nil || !v.IsTrue() {
				continue
			}
			arg, err := interp.Eval(c, call.Args[0], env, interp.NewModel(c))
			if err != nil {
				t.Fatal(err)
			}
			made = append(made, fmt.Sprintf("%s(%s)", call.Proc, arg))
		}
		if got := strings.Join(made, " "); got != want {
			t.Errorf("x = %d: %q, want %q", x, got, want)
		}
	}
}
