package closedform_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand"
	"testing"

	"semdiff/internal/needs"
	"semdiff/internal/pairtest"
	"semdiff/moddiff/closedform"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/symexec"
	"semdiff/moddiff/termination"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// analysisOf is an analysis of a program, compared with itself, that keeps so many paths of
// a procedure apart.
func analysisOf(t *testing.T, text string, apart int) (*closedform.Analysis, *pairing.Version) {
	t.Helper()
	needs.Z3(t)
	c := smtlib.NewContext()
	old, new := pairtest.Lower(t, c, text, text)
	run, err := kit.NewRun(old, new, pairing.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := solver.New(c, "z3", solver.Default)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	a := run.NewAnalysis(context.Background(), s, symexec.Options{Paths: symexec.Merge, Apart: apart, Unwind: 5})
	version := run.Pairing.Versions[0]
	for _, p := range version.All() {
		a.Load(p)
	}
	return closedform.New(a.Explorer), version
}

// in is a procedure with a loop in it, over three integers and a map.
func in(loop string) string {
	return "procedure p(a: int, b: int, k: int, m: [int]int, on: bool) returns (r: int, s: int, t: int, flag: bool, found: int) {\n" +
		"  var i, j: int;\n  i := a; j := b; r := k;\n" + loop + "\n  t := t + i + j;\n}"
}

var loops = []struct {
	name, proc, text string
	times            string // how often it goes round where it does at all; "" where no form is found
	never            string // where it does not end; "" for nowhere
}{
	{"up", "p_loop_head1", in("while (i < b) { i := i + 1; }"), "(- b i)", ""},
	{"up to and with", "p_loop_head1", in("while (i <= b) { i := i + 1; r := r + 5; }"), "(+ (- b i) 1)", ""},
	{"down", "p_loop_head1", in("while (i > b) { i := i - 1; r := r - 2; }"), "(- i b)", ""},
	{"down to and with", "p_loop_head1", in("while (i >= 0) { i := i - 1; r := r + k; }"), "(+ i 1)", ""},
	{"by two", "p_loop_head1", in("while (i < b) { i := i + 2; r := r + 1; }"), "(div (+ (- b i) 1) 2)", ""},
	{"by three, down", "p_loop_head1", in("while (i > b) { i := i - 3; r := r + 1; }"), "(div (+ (- i b) 2) 3)", ""},
	{"a bound that comes near", "p_loop_head1", in("while (i < j) { i := i + 1; j := j - 2; }"), "(div (+ (- j i) 2) 3)", ""},
	{"unequal", "p_loop_head1", in("while (i != b) { i := i + 1; r := r + 1; }"), "(- b i)", "(> i b)"},
	{"unequal, down by three", "p_loop_head1", in("while (i != b) { i := i - 3; r := r + 1; }"), "(div (- i b) 3)",
		"(and (not (= i b)) (or (< i b) (not (= (mod (- i b) 3) 0))))"},
	{"equal", "p_loop_head1", in("while (i == b) { i := i + 1; r := r + 1; }"), "1", ""},
	{"the wrong way", "p_loop_head1", in("while (i < b) { i := i - 1; }"), "", "(< i b)"},
	{"for ever", "p_loop_head1", in("while (i < b) { r := r + 1; }"), "", "(< i b)"},
	{"two conditions", "p_loop_head1", in("while (i < b && j > 0) { i := i + 1; j := j - 2; }"),
		"(ite (<= (- b i) (div (+ j 1) 2)) (- b i) (div (+ j 1) 2))", ""},
	{"two conditions, one of which may never fail", "p_loop_head1", in("while (i < b && i != k) { i := i + 1; r := r + 2; }"),
		"(ite (and (<= i k) (< k b)) (- k i) (- b i))", ""},
	{"a condition that stays", "p_loop_head1", in("while (i < b && m[k] > 0 && on) { i := i + 1; }"), "(- b i)", ""},
	{"the sum of the counter", "p_loop_head1", in("while (i < b) { r := r + i; i := i + 1; }"), "(- b i)", ""},
	{"a sum of linear terms", "p_loop_head1", in("while (i > 0) { r := r + 3 * i - j + k; j := j + 2; i := i - 1; }"), "i", ""},
	{"the sum of even numbers", "p_loop_head1", in("while (i < b) { r := r + 2 * i; i := i + 1; }"), "(- b i)", ""},
	{"the previous value", "p_loop_head1", in("while (i < b) { s := i; i := i + 1; }"), "(- b i)", ""},
	{"the one before the previous value", "p_loop_head1", in("while (i < b) { t := s; s := i; i := i + 1; }"), "(- b i)", ""},
	{"an element", "p_loop_head1", in("while (i < b) { s := m[i]; i := i + 1; flag := true; }"), "(- b i)", ""},
	{"a way out", "p_loop_head1", in("while (i < b) { if (i == k) { break; } i := i + 1; r := r + 2; }"),
		"(ite (and (< i k) (< k b)) (- k i) (- b i))", ""},
	{"an assertion", "p_loop_head1", in("while (i < b) { assert i < 4; i := i + 1; }"), "(ite (< b 4) (- b i) (- 4 i))", ""},
	{"an assumption", "p_loop_head1", in("while (i < b) { assume i != 4; i := i + 1; }"), "(ite (and (< i 4) (< 4 b)) (- 4 i) (- b i))", ""},
	{"an inner loop", "p_loop_head1", in("while (i < b) { s := 0; while (s < 4) { s := s + 1; r := r + 1; } i := i + 1; }"), "(- b i)", ""},
	{"an inner loop that may not end", "p_loop_head1", in("while (i < b) { s := 0; while (s != k) { s := s + 1; } i := i + 1; }"), "(- b i)", ""},
	{"tail recursion", "q", `procedure q(i: int, n: int, x: int) returns (r: int) { if (i < n) { call r := q(i + 1, n, x + 3); } else { r := x; } }`, "(- n i)", ""},
	{"doubling, of which the counter is known", "p_loop_head1", in("while (i < b) { i := i + 1; r := r + r; }"), "(- b i)", ""},
	{"squares, of which the counter is known", "p_loop_head1", in("while (i < b) { r := r + i * i; i := i + 1; }"), "(- b i)", ""},
	{"an assertion, and elements of which nothing is known", "p_loop_head1", in("while (i < b) { assert i < 4; i := i + 1; s := s + m[i]; }"), "(ite (< b 4) (- b i) (- 4 i))", ""},
	{"a choice, beside the counter", "p_loop_head1", in("while (i < b) { if (m[i] > 0) { r := r + 1; } i := i + 1; s := i; }"), "(- b i)", ""},
	{"choices", "p_loop_head1", in("while (i < b) { if (m[i] > 0) { r := r + 1; } else if (m[i] < -3) { s := r; } i := i + 2; t := t - 1; }"), "(div (+ (- b i) 1) 2)", ""},

	{"nothing that is used later", "p_loop_head1", "procedure p(n: int) { var i: int; i := 0; while (i < n && n > 3) { i := i + 1; } }", "(- n i)", ""},
	{"an assumption behind it", "p_loop_head1", "procedure p(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; } assume n != 12; }", "(- n i)", ""},
	{"an assertion behind it, and some that stay", "p_loop_head1", "procedure p(n: int) { var i: int; i := 0; while (i != n) { i := i + 1; } assert n != 12; }", "(- n i)", "(> i n)"},

	{"a choice of steps", "p_loop_head1", in("while (i < b) { if (m[i] > 0) { i := i + 1; } else { i := i + 2; } }"), "", ""},
	{"a choice to leave", "p_loop_head1", in("while (i < b) { if (m[i] > 0) { r := i; break; } i := i + 1; }"), "", ""},
	{"a step that varies", "p_loop_head1", in("while (i < b) { i := i + k; }"), "", ""},
	{"a map", "p_loop_head1", "var g: [int]int; procedure p(n: int) modifies g; { var i: int; i := 0; while (i < n) { g[i] := 0; i := i + 1; } }", "", ""},
	{"a condition on elements", "p_loop_head1", in("while (m[i] != 0) { i := i + 1; }"), "", ""},
	{"bit-vectors", "p_loop_head1", `function {:bvbuiltin "bvadd"} add(bv8, bv8) returns (bv8);
procedure p(n: bv8) returns (i: bv8) { i := 0bv8; while (i != n) { i := add(i, 1bv8); } }`, "", ""},
	{"recursion that goes on after the call", "q", `procedure q(n: int) returns (r: int) { if (n > 0) { call r := q(n - 1); r := r + n; } }`, "", ""},
	{"two calls", "q", `procedure q(n: int) returns (r: int) { if (n > 0) { call r := q(n - 1); call r := q(r); } }`, "", ""},
	{"another failure after the call", "q", `procedure q(n: int) returns (r: int) { if (n > 0) { call r := q(n - 1); assert r > n; } }`, "", ""},
}

// TestForms checks which loops have a closed form, how often they go round by it, and
// that runs do as it says.
func TestForms(t *testing.T) {
	for _, test := range loops {
		t.Run(test.name, func(t *testing.T) {
			a, v := analysisOf(t, test.text, symexec.MaxApart)
			p := v.At(test.proc)
			f := a.Find(p)
			if test.times == "" && test.never == "" {
				if f != nil {
					t.Errorf("found: %v times", f.Times())
				}
				return
			}
			if f == nil {
				t.Fatal("no closed form")
			}
			same := func(what string, under, got *smtlib.Term, text string) {
				scope := smtlib.NewScope()
				for _, in := range p.Inputs {
					scope.Vars[in.Name()] = in
				}
				want, err := a.Ctx.ParseTerm(scope, text)
				if err != nil {
					t.Fatal(err)
				}
				if q := a.Ctx.And(under, a.Ctx.Not(a.Ctx.Eq(got, want))); a.Check(q, query.Thorough).Answer != solver.Unsat {
					t.Errorf("%s is %s, want %s", what, got, want)
				}
			}
			ends := a.Ctx.Not(f.Loops())
			never := test.never
			if never == "" {
				never = "false"
			}
			same("never ends", a.Ctx.True, f.Loops(), never)
			if test.times != "" {
				same("the number of iterations", a.Ctx.And(ends, f.GoesOn()), f.Times(), test.times)
			}
			rng := rand.New(rand.NewSource(1))
			for range 300 {
				if msg := wrong(a, p, f, rng); msg != "" {
					t.Fatal(msg)
				}
			}
		})
	}
}

// TestFormsWhereAllEnd checks that exits are not taken for calls where one path has both,
// all of whose runs are known to end.
func TestFormsWhereAllEnd(t *testing.T) {
	for _, test := range loops {
		if test.never != "" {
			continue
		}
		a, v := analysisOf(t, test.text, 1)
		p := v.At(test.proc)
		if termination.New(a.Explorer).Analyse(p); a.State.Of(p).MayDiverge {
			continue
		}
		f := a.Find(p)
		if f == nil {
			continue
		}
		if !f.Loops().IsFalse() {
			t.Errorf("%s: does not end where %s", test.name, f.Loops())
		}
		rng := rand.New(rand.NewSource(2))
		for range 100 {
			if msg := wrong(a, p, f, rng); msg != "" {
				t.Errorf("%s: %s", test.name, msg)
				break
			}
		}
	}
}

// wrong runs a procedure on random inputs, and says where its closed form is not what
// the run does.
func wrong(a *closedform.Analysis, p *pairing.Proc, f *closedform.Form, rng *rand.Rand) string {
	model := interp.NewModel(a.Ctx, p.Version.Prog)
	env := map[*smtlib.Term]interp.Value{}
	args := make([]interp.Value, len(p.Inputs))
	for i, in := range p.Inputs {
		args[i] = value(a.Ctx, in.Sort(), rng)
		env[in] = args[i]
	}
	out, err := interp.Run(p.Version.Prog, p.Name, args, model, interp.Limits{Steps: 5_000, Depth: 2_000})
	if err != nil {
		return err.Error()
	}
	here := fmt.Sprintf("on %v: %s %v, but", args, out.Outcome, out.Values)
	a.Close(p)
	ends, loops := a.KnownTo(p, p.Inputs)
	for _, said := range []struct {
		where *smtlib.Term
		stays bool
	}{{ends, false}, {loops, true}} {
		holds, err := interp.Eval(a.Ctx, said.where, env, model)
		if err != nil {
			return err.Error()
		}
		if holds.IsTrue() && said.stays != (out.Outcome == ir.OutOfFuel) {
			return fmt.Sprintf("%s by what is known of termination it ends where %s, and does not where %s", here, ends, loops)
		}
	}
	known := func(terms []*smtlib.Term) string {
		for i, x := range terms {
			if x == nil {
				continue
			}
			got, err := interp.Eval(a.Ctx, x, env, model)
			if err != nil {
				return err.Error()
			}
			if same, err := interp.Equal(got, out.Values[i]); err != nil || !same {
				return fmt.Sprintf("%s %s is %s = %s", here, p.Outputs[i].Name(), x, got)
			}
		}
		return ""
	}
	if !f.Complete() {
		if out.Outcome != ir.Normal {
			return ""
		}
		return known(f.Results())
	}
	taken := 0
	for _, path := range f.Paths() {
		if holds, err := interp.Eval(a.Ctx, path.R, env, model); err != nil {
			return err.Error()
		} else if !holds.IsTrue() {
			continue
		}
		taken++
		end := path.End
		if end == ir.Diverges {
			end = ir.OutOfFuel
		}
		if end != out.Outcome {
			return fmt.Sprintf("%s %s where %s", here, path.End, path.R)
		}
		if msg := known(path.T); msg != "" {
			return msg
		}
	}
	if taken != 1 {
		return fmt.Sprintf("%s %d paths are taken", here, taken)
	}
	return ""
}

func value(c *smtlib.Context, s *smtlib.Sort, rng *rand.Rand) interp.Value {
	switch s.Kind {
	case smtlib.IntKind:
		return interp.Int(c, big.NewInt(rng.Int63n(31)-15))
	case smtlib.BoolKind:
		return interp.Bool(c, rng.Intn(2) == 0)
	case smtlib.ArrayKind:
		v := interp.Default(s)
		for range rng.Intn(6) {
			v = interp.Store(v, value(c, s.Index, rng), value(c, s.Elem, rng))
		}
		return v
	}
	return interp.Default(s)
}

// TestLies checks that forms which are wrong in one place are not proven.
func TestLies(t *testing.T) {
	lies := 0
	for _, test := range loops {
		if test.times == "" {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			a, v := analysisOf(t, test.text, symexec.MaxApart)
			f := a.Guess(v.At(test.proc))
			if f == nil || !a.Proves(f) {
				t.Fatal("the form itself is not proven")
			}
			for _, lie := range f.Mutations() {
				lies++
				if a.Proves(lie) {
					t.Errorf("proven: %v times, for ever where %s: %v", lie.Times(), lie.Loops(), lie.Results())
				}
			}
		})
	}
	if lies < 100 {
		t.Errorf("only %d lies", lies)
	}
}

// TestNoSolver checks that without answers nothing is found.
func TestNoSolver(t *testing.T) {
	a, v := analysisOf(t, in("while (i < b) { i := i + 2; r := r + i; }"), symexec.MaxApart)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := v.At("p_loop_head1")
	if a.Guess(p) == nil {
		t.Fatal("not recognised")
	}
	a.Within(ctx)
	if a.Find(p) != nil {
		t.Error("a form without proof")
	}
}

// TestRandomLoops checks the closed forms of random loops against runs.
func TestRandomLoops(t *testing.T) {
	found := 0
	for seed := range int64(40) {
		rng := rand.New(rand.NewSource(seed))
		pick := func(list ...string) string { return list[rng.Intn(len(list))] }
		guard := func() string {
			return pick("i", "j", "i - j", "2 * i + j", "r") + pick(" < ", " <= ", " > ", " >= ", " != ", " == ") + pick("b", "k", "0", "j", "b - 3")
		}
		update := func() string {
			v := pick("i", "i", "j", "r", "s", "t")
			return v + " := " + pick(v+" + 1", v+" - 1", v+" + 3", v+" - 2", v+" + i", v+" + j - k", v+" - 2 * i", v+" + k", "i", "r", "i + j", "m[i]", "t", "-"+v) + "; "
		}
		condition, body := guard(), ""
		for range rng.Intn(2) {
			condition += pick(" && ", " && ", " || ") + guard()
		}
		for range 1 + rng.Intn(4) {
			body += update()
		}
		switch rng.Intn(6) {
		case 3:
			body += "t := 0; while (t != " + pick("k", "b", "2") + ") { t := t + 1; } "
		case 0:
			body = "if (" + guard() + ") { break; } " + body
		case 1:
			body += "if (" + guard() + ") { " + update() + "} "
		case 2:
			body += "assert " + guard() + "; "
		}
		text := in("while (" + condition + ") { " + body + "}")
		a, v := analysisOf(t, text, symexec.MaxApart)
		p := v.At("p_loop_head1")
		if p == nil {
			continue // nothing that the loop does is used
		}
		f := a.Find(p)
		if f == nil {
			continue
		}
		found++
		for range 60 {
			if msg := wrong(a, p, f, rng); msg != "" {
				t.Errorf("seed %d: %s\n%s", seed, msg, text)
				break
			}
		}
	}
	if found < 8 {
		t.Errorf("only %d forms were found", found)
	}
	t.Logf("%d forms", found)
}
