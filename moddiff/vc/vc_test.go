package vc_test

import (
	"fmt"
	"testing"

	"semdiff/internal/randprog"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// lower lowers versions of a program, with all bodies.
func lower(t testing.TB, texts ...string) (programs [2]*ir.Program) {
	t.Helper()
	c := smtlib.NewContext()
	for i, text := range texts {
		src, err := translate.Parse(fmt.Sprintf("v%d.bpl", i+1), []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if programs[i], err = translate.Lower(c, src, translate.Options{}); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	return programs
}

func anyEnd(int, string) ir.Ends { return ir.Ends{Fail: true, Block: true, Diverge: true} }

// inlining is a Calls that inlines all calls up to a depth, and leaves the others
// open.
func inlining(depth int, open vc.Calls) vc.Calls {
	return vc.CallsFunc(func(s *vc.Site) vc.Effect {
		if f := s.Frame(); f.Depth() <= depth {
			return s.Inline(f)
		}
		return open.Call(s)
	})
}

// The programs that encodings are compared with runs of, beside random ones.
var programs = map[string]string{
	"branches": `procedure main(x: int, y: int) returns (r: int, s: int)
{ if (x < y) { r := y; s := 1; } else if (x == y) { r := 0; } else { r := x - y; s := r * 2; } if (s > 3) { s := s - r; } }`,
	"ends": `procedure main(x: int) returns (r: int)
{ assume x != 1; assert x != 2; if (x > 2) { assert x < 5; r := x; } else { assume x < 0; r := -x; } assert r != 3; }`,
	"no return": `procedure main(x: int) returns (r: int) { if (x < 0) { assert false; } assume false; }`,
	"goto": `procedure main(x: int) returns (r: int)
{ goto a, b; a: assume x > 0; r := 1; goto c; b: assume x <= 0; r := 2; c: r := r + x; }`,
	"loop": `procedure main(n: int) returns (s: int)
{ var i: int; i := 0; while (i < n) { if (i == 7) { break; } assert s < 15; s := s + i; i := i + 1; } s := s + 100; }`,
	"nested": `procedure main(n: int) returns (s: int)
{ var i, j: int; i := 0; while (i < n) { j := 0; while (j < i) { j := j + 1; s := s + j; } i := i + 2; } }`,
	"calls": `procedure f(x: int) returns (r: int) { assume x != 4; assert x < 9; r := x + 1; }
procedure main(x: int) returns (r: int, s: int) { call r := f(x); if (r > 3) { call s := f(r); call r := f(s); } }`,
	"recursion": `procedure down(x: int) returns (r: int) { if (x > 0) { call r := down(x - 1); r := r + x; } else { assert x > -3; } }
procedure main(x: int) returns (r: int) { call r := down(x); }`,
	"map and global": `var m: [int]int; procedure put(k: int, v: int) modifies m; { m[k] := v; }
procedure main(x: int) returns (r: int) modifies m; { call put(x, 3); call put(m[x], x); r := m[3] + m[x]; }`,
}

// random adds random programs.
func random(n int64) map[string]string {
	all := map[string]string{}
	for name, text := range programs {
		all[name] = text
	}
	for seed := range n {
		text, _ := randprog.Pair(seed, randprog.Options{Linear: seed%2 == 0, Data: seed%3 == 0, Sorts: seed%3 == 1})
		all[fmt.Sprintf("random %d", seed)] = text
	}
	return all
}

// checker compares the encoding of one procedure with runs of it.
type checker struct {
	t     *testing.T
	prog  *ir.Program
	proc  *ir.Proc
	run   *vc.Activation
	calls []*vc.Activation
	count map[ir.Outcome]int
}

var limits = interp.Limits{Steps: 20_000, Depth: 500}

// check compares on one random input; calls that the encoding left open do what
// runs of their callees do.
func (ch *checker) check(seed int64) {
	c := ch.prog.Ctx
	model := interp.NewModel(c, ch.prog)
	model.Seed = 1 + seed
	env := interp.Env{}
	var inputs []interp.Value
	for i, in := range ch.proc.Inputs {
		v, err := model.Apply(c.Func(fmt.Sprintf("input %d", i), nil, in.Sort()), nil)
		if err != nil {
			return
		}
		env[in] = v
		inputs = append(inputs, v)
	}
	want, err := interp.Run(ch.prog, ch.proc.Name, inputs, model, limits)
	if err != nil || want.Outcome == ir.OutOfFuel || !ch.runCalls(env, model) {
		return
	}
	holds := func(t *smtlib.Term) bool {
		v, err := interp.Eval(c, t, env, model)
		if err != nil {
			ch.t.Errorf("%s: %v", t, err)
		}
		return err == nil && v.IsTrue()
	}
	ch.count[want.Outcome]++
	for end, cond := range ch.run.Ends {
		if holds(cond) != (ir.Outcome(end) == want.Outcome) {
			ch.t.Errorf("%s on %v ends as %s, the condition of %s says otherwise", ch.proc.Name, inputs, want.Outcome, ir.Outcome(end))
		}
	}
	if want.Outcome != ir.Normal {
		return
	}
	for i, t := range ch.run.Outputs {
		got, err := interp.Eval(c, t, env, model)
		if err != nil {
			continue // the run did not need it to be known
		}
		if same, err := interp.Equal(got, want.Values[i]); err == nil && !same {
			ch.t.Errorf("%s on %v returns %v, the term of %s is %v", ch.proc.Name, inputs, want.Values[i], ch.proc.Outputs[i].Name(), got)
		}
	}
}

// runCalls runs the calls that are reached, and gives the variables that stand for
// what they give their values; it reports whether all ended.
func (ch *checker) runCalls(env interp.Env, model *interp.Model) bool {
	c := ch.prog.Ctx
	for _, call := range ch.calls {
		smtlib.VisitAll(append(call.Outputs[:len(call.Outputs):len(call.Outputs)], call.Ends[:]...), func(t *smtlib.Term) {
			if _, known := env[t]; t.Op() == smtlib.OpVar && !known {
				env[t] = interp.Default(t.Sort())
			}
		})
	}
	for _, call := range ch.calls {
		if reached, err := interp.Eval(c, call.Reached, env, model); err != nil || !reached.IsTrue() {
			if err != nil {
				return false
			}
			continue
		}
		var args []interp.Value
		for _, t := range call.Args {
			v, err := interp.Eval(c, t, env, model)
			if err != nil {
				return false
			}
			args = append(args, v)
		}
		out, err := interp.Run(ch.prog, call.Proc, args, model, limits)
		if err != nil || out.Outcome == ir.OutOfFuel {
			return false
		}
		for i, v := range out.Values {
			env[call.Outputs[i]] = v
		}
		if out.Outcome != ir.Normal { // the condition is: outcome = n
			outcome := call.Ends[out.Outcome].Args()
			for i, t := range outcome {
				if t.Op() == smtlib.OpVar {
					if env[t], err = interp.Eval(c, outcome[1-i], env, model); err != nil {
						return false
					}
				}
			}
		}
	}
	return true
}

// TestAgreesWithRuns checks encodings with calls left open and inlined against runs
// on random inputs: of all procedures and loops.
func TestAgreesWithRuns(t *testing.T) {
	n := int64(40)
	if testing.Short() {
		n = 15
	}
	count := map[ir.Outcome]int{}
	for name, text := range random(n) {
		for depth := range 3 {
			t.Run(fmt.Sprintf("%s, inlined to depth %d", name, depth), func(t *testing.T) {
				prog := lower(t, text)[0]
				for _, proc := range all(prog) {
					calls := &vc.Recorder{Calls: &vc.Open{Ctx: prog.Ctx, MayEnd: anyEnd}}
					e := &vc.Encoder{Ctx: prog.Ctx, Programs: [2]*ir.Program{prog}, Calls: inlining(depth, calls)}
					ch := &checker{t: t, prog: prog, proc: proc, run: e.Encode(0, proc, proc.Inputs), calls: calls.Made[0], count: count}
					for seed := range int64(12) {
						ch.check(seed)
					}
				}
			})
		}
	}
	t.Log(count)
	for _, end := range []ir.Outcome{ir.Normal, ir.Fails, ir.Blocked} {
		if count[end] < 20 {
			t.Errorf("only %d runs end as %s", count[end], end)
		}
	}
}

// all are the procedures of a program and their loops.
func all(p *ir.Program) (list []*ir.Proc) {
	for _, name := range p.Order {
		list = append(list, p.Procs[name])
		list = append(list, p.Procs[name].Loops...)
	}
	return list
}
