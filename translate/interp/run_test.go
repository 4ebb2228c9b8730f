package interp_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"semdiff/smtlib"
	"semdiff/translate"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

func lower(t testing.TB, src string) *ir.Program {
	t.Helper()
	checked, err := translate.Parse("t.bpl", []byte(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	p, err := translate.Lower(smtlib.NewContext(), checked, translate.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return p
}

// run executes main on SMT-LIB literals and describes what happens.
func run(t testing.TB, p *ir.Program, inputs []string, seed int64, limits interp.Limits) (string, error) {
	t.Helper()
	m := interp.NewModel(p.Ctx, p)
	m.Seed = seed
	main := p.Procs["main"]
	values := make([]interp.Value, len(main.Inputs))
	for i, v := range main.Inputs {
		values[i] = interp.Default(v.Sort())
		if i >= len(inputs) {
			continue
		}
		term, err := p.Ctx.ParseTerm(smtlib.NewScope(), inputs[i])
		if err != nil {
			t.Fatal(err)
		}
		if values[i], err = m.Literal(term); err != nil {
			t.Fatal(err)
		}
	}
	out, err := interp.Run(p, "main", values, m, limits)
	if err != nil {
		return "", err
	}
	var sb strings.Builder
	sb.WriteString(out.Outcome.String())
	for i, v := range out.Values {
		fmt.Fprintf(&sb, " %s=%s", main.Outputs[i].Name(), v)
	}
	if out.Outcome == ir.Fails || out.Outcome == ir.Blocked {
		fmt.Fprintf(&sb, " %s", out.Pos)
	}
	if out.What != "" {
		fmt.Fprintf(&sb, " %s", out.What)
	}
	return sb.String(), nil
}

func TestRun(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		inputs    []string
		want      string
	}{
		{"euclid", "procedure main(x: int, y: int) returns (q: int, r: int) { q := x div y; r := x mod y; }", []string{"(- 7)", "2"}, "normal q=-4 r=1"},
		{"euclid negative divisor", "procedure main(x: int, y: int) returns (q: int, r: int) { q := x div y; r := x mod y; }", []string{"7", "(- 2)"}, "normal q=-3 r=1"},
		{"euclid both negative", "procedure main(x: int, y: int) returns (q: int, r: int) { q := x div y; r := x mod y; }", []string{"(- 7)", "(- 2)"}, "normal q=4 r=1"},
		{"euclid exact", "procedure main(x: int, y: int) returns (q: int, r: int) { q := x div y; r := x mod y; }", []string{"(- 8)", "2"}, "normal q=-4 r=0"},
		{"by zero", "procedure main(x: int, y: int) returns (b: bool) { b := x div y == x div (y + 0) && x mod y == x mod y; }", []string{"5", "0"}, "normal b=true"},
		{"big", "procedure main(x: int) returns (r: int) { r := x * x * x + 1; }", []string{"10000000000000000000"}, "normal r=1000000000000000000000000000000000000000000000000000000001"},
		{"reals", "procedure main(x: real, y: int) returns (r: real, i: int, s: real) { r := x / 3.0; i := int(x); s := y / 2; }", []string{"(- 1.5)", "3"}, "normal r=-1.0/2.0 i=-2 s=3.0/2.0"},
		{"logic", "procedure main(a: bool, b: bool) returns (r: bool, s: bool, u: bool) { r := a ==> b; s := a <==> b; u := a <== b; }", []string{"true", "false"}, "normal r=false s=false u=true"},
		{"bits", `function {:bvbuiltin "bvsub"} sub(x: bv8, y: bv8): bv8; function {:bvbuiltin "bvsgt"} gt(x: bv8, y: bv8): bool;
			procedure main(x: bv8, y: bv8) returns (r: bv8, b: bool, c: bv16, e: bv4) { r := sub(x, y); b := gt(x, y); c := x ++ y; e := x[7:3]; }`,
			[]string{"#x05", "#xf0"}, "normal r=21bv8 b=true c=1520bv16 e=0bv4"},
		{"map", "procedure main(m: [int]int, i: int) returns (n: [int]int, a: int, b: int) { n := m[i := 5][i + 1 := m[i]]; a := n[i]; b := n[77]; }",
			[]string{"(store ((as const (Array Int Int)) 9) 3 4)", "3"}, "normal n=[3 := 5, 4 := 4, else 9] a=5 b=9"},
		{"map of maps", "procedure main(i: int) returns (a: int, b: int) { var m: [int][bool]int; var k: [int, bool]int; m[i][true] := 3; m[i][false] := 4; k[i, true] := m[i][true] + 1; a := m[i][true] * 10 + m[i][false]; b := k[i, true]; }",
			[]string{"2"}, "normal a=34 b=4 tape:at=2"},
		{"equal maps", "procedure main(m: [int]int, n: [int]int, i: int) returns (a: bool, b: bool, c: bool) { a := m == n; b := m[i := 2] == m[i := 1][i := 2]; c := m[i := m[i]] == m; }",
			[]string{"((as const (Array Int Int)) 0)", "(store ((as const (Array Int Int)) 0) 4 0)", "1"}, "normal a=true b=true c=true"},
		{"unequal maps", "procedure main(m: [int]int, n: [int]int, i: int) returns (a: bool, b: bool) { a := m == n; b := m[i := 1] == m[i := 2]; }",
			[]string{"((as const (Array Int Int)) 0)", "((as const (Array Int Int)) 1)", "1"}, "normal a=false b=false"},
		{"maps over few indices", "procedure main(m: [bool]int, n: [bool]int) returns (a: bool, b: bool) { a := m[true := 1] == n[true := 1]; b := m[true := 1][false := 2] == n[false := 2][true := 1]; }",
			[]string{"((as const (Array Bool Int)) 0)", "((as const (Array Bool Int)) 1)"}, "normal a=false b=true"},
		{"maps over bits", "procedure main(m: [bv8]int, n: [bv8]int) returns (a: bool) { a := m[3bv8 := 1] == n[3bv8 := 1]; }",
			[]string{"((as const (Array (_ BitVec 8) Int)) 0)", "((as const (Array (_ BitVec 8) Int)) 1)"}, "normal a=false"},
		{"maps as indices", "procedure main(m: [int]int, k: [[int]int]int) returns (a: int, b: int) { a := k[m := 3][m[1 := m[1]]]; b := k[m := 3][m[1 := 7]]; }",
			nil, "normal a=3 b=0"},
		{"assert", "procedure main(x: int) {\n  assert x > 0;\n}", []string{"0"}, "fails t.bpl:2 assertion"},
		{"assume", "procedure main(x: int) {\n  assume x > 0;\n}", []string{"0"}, "blocked t.bpl:2"},
		{"first of both", "procedure main(x: int) {\n  assume x > 0;\n  assert x > 9;\n  assume false;\n}", []string{"5"}, "fails t.bpl:3 assertion"},
		{"precondition", "procedure q(x: int)\n  requires x > 0;\n{ }\nprocedure main(x: int) {\n  call q(x);\n}", []string{"0"}, "fails t.bpl:5 precondition of q"},
		{"postcondition", "procedure main(x: int) returns (r: int)\n  ensures r > 0;\n{ r := x; }", []string{"0"}, "fails t.bpl:2 postcondition of main"},
		{"invariant", "procedure main(x: int) returns (r: int) {\n  r := 0;\n  while (r < x)\n    invariant r < 3;\n  { r := r + 1; }\n}", []string{"5"}, "fails t.bpl:4 loop invariant"},
		{"fails below", "procedure q(x: int) { assert x > 0; }\nprocedure main(x: int) { call q(x); assume false; }", []string{"0"}, "fails t.bpl:1 assertion"},
		{"no open branch", "procedure main(x: int) {\n  goto A, B;\nA: assume x > 0; return;\nB: assume x < 0;\n}", []string{"0"}, "blocked t.bpl:1"},
		{"recursion", "procedure fib(n: int) returns (r: int) { var a, b: int; if (n < 2) { r := n; return; } call a := fib(n - 1); call b := fib(n - 2); r := a + b; }\nprocedure main(n: int) returns (r: int) { call r := fib(n); }", []string{"15"}, "normal r=610"},
		{"mutual", "procedure even(n: int) returns (b: bool) { b := true; if (n != 0) { call b := odd(n - 1); } }\nprocedure odd(n: int) returns (b: bool) { b := false; if (n != 0) { call b := even(n - 1); } }\nprocedure main(n: int) returns (b: bool) { call b := even(n); }", []string{"101"}, "normal b=false"},
		{"globals", "var g, h: int;\nprocedure inc() returns (o: int) { o := g; g := g + 1; }\nprocedure main(x: int) returns (r: int) { g := x; call h := inc(); call r := inc(); r := r + old(g); }", []string{"4"}, "normal r=5 g=6 h=4"},
		{"lambda", "procedure main(a: int) returns (r: int, s: int) { var m: [int]int; m := (lambda x: int :: x * a); a2: m := m[3 := 0]; r := m[5]; s := m[3]; }", []string{"7"}, "normal r=35 s=0"},
		{"lambda of two", "procedure main(a: int) returns (r: int) { var m: [int, bool]int; m := (lambda x: int, b: bool :: if b then x else a); r := m[5, true] * 100 + m[5, false]; }", []string{"7"}, "normal r=507"},
		{"same lambda", "procedure main(a: int, b: int) returns (r: bool) { r := (lambda x: int :: x + a) == (lambda y: int :: b + y); }", []string{"7", "7"}, "undetermined"},
		{"constant in lambda", "const c: int; axiom c == 2; const m: [int]int; axiom m == (lambda x: int :: x + c); procedure main(a: int) returns (r: int) { r := (lambda x: int :: x + c)[a]; }", []string{"7"}, "normal r=9"},
		{"quantifier", "procedure main(m: [int]int) returns (r: bool) { r := (forall i: int :: m[i] == 0); }", nil, "undetermined"},
		{"quantifier not needed", "procedure main(m: [int]int, x: int) returns (r: bool) { r := x > 0 || (forall i: int :: m[i] == 0); }", []string{"(store ((as const (Array Int Int)) 0) 4 0)", "1"}, "normal r=true"},
		{"bound by an axiom", "function f(x: int): int; axiom (forall x: int :: f(x) > x); procedure main(x: int) returns (r: int) { r := f(x); }", []string{"1"}, "undetermined"},
		{"unique", "const unique a, b: int; procedure main() returns (r: bool) { r := a == b; }", nil, "normal r=false"},
		{"free function", "function f(x: int): int; procedure main(x: int) returns (r: bool) { r := f(x) == f(x + 1 - 1); }", []string{"1"}, "normal r=true"},
		{"opaque", "type T; procedure main(m: [T]int, a: T, b: T) returns (r: bool, s: int) { r := a == b; s := m[a := 1][b := 2][a]; }", nil, "normal r=true s=2"},
		{"parallel", "procedure main(a: int, b: int) returns (x: int, y: int) { x, y := a, b; x, y := y, x; }", []string{"1", "2"}, "normal x=2 y=1"},
		{"loop exits", "procedure main(n: int) returns (r: int) { r := 0; while (true) { if (r * r > n) { r := -r; break; } if (r * r == n) { return; } r := r + 1; } r := r - 100; }", []string{"50"}, "normal r=-108"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := run(t, lower(t, tt.src), tt.inputs, 0, interp.DefaultLimits)
			if errors.Is(err, interp.ErrUndetermined) {
				got, err = "undetermined", nil
			}
			if err != nil || got != tt.want {
				t.Errorf("got %s, %v; want %s", got, err, tt.want)
			}
		})
	}
}

// TestLongLoop runs loops whose activations would not fit the depth limit.
func TestLongLoop(t *testing.T) {
	p := lower(t, `procedure main(n: int) returns (s: int) {
	  var i, j: int;
	  i := 0; s := 0;
	  while (i < n) { j := 0; while (j < 2) { s := s + 1; j := j + 1; } i := i + 1; }
	}`)
	limits := interp.Limits{Steps: 10_000_000, Depth: 10}
	got, err := run(t, p, []string{"100000"}, 0, limits)
	if err != nil || got != "normal s=200000" {
		t.Errorf("got %s, %v", got, err)
	}
}

// TestFuel checks that limits end a run as OutOfFuel and not in another way.
func TestFuel(t *testing.T) {
	forever := lower(t, "procedure main() { while (true) { } }")
	deep := lower(t, "procedure main(n: int) returns (r: int) { if (n > 0) { call r := main(n - 1); r := r + 1; } else { r := 0; } }")
	for _, tt := range []struct {
		p      *ir.Program
		input  string
		limits interp.Limits
		want   string
	}{
		{forever, "", interp.DefaultLimits, "out of fuel"},
		{deep, "100", interp.DefaultLimits, "normal r=100"},
		{deep, "100", interp.Limits{Steps: 1000, Depth: 99}, "out of fuel"},
		{deep, "100", interp.Limits{Steps: 1000, Depth: 100}, "normal r=100"},
		{deep, "100", interp.Limits{Steps: 100, Depth: 1000}, "out of fuel"},
		{deep, "4900", interp.DefaultLimits, "normal r=4900"},
	} {
		got, err := run(t, tt.p, strings.Fields(tt.input), 0, tt.limits)
		if err != nil || got != tt.want {
			t.Errorf("%s %+v: got %s, %v; want %s", tt.input, tt.limits, got, err, tt.want)
		}
	}
}

// TestStop checks that a run without an end of its own can be stopped.
func TestStop(t *testing.T) {
	stopped := make(chan struct{})
	close(stopped)
	forever := lower(t, "procedure main() { while (true) { } }")
	if got, err := run(t, forever, nil, 0, interp.Limits{Steps: math.MaxInt, Depth: 100, Stop: stopped}); !errors.Is(err, interp.ErrUndetermined) {
		t.Errorf("got %s, %v", got, err)
	}
}

// TestSeeds checks that havoc reads the tape: a seed gives the same run again,
// seeds differ, and two reads differ.
func TestSeeds(t *testing.T) {
	p := lower(t, "procedure rnd() returns (r: int) { havoc r; }\nprocedure main() returns (a: int, b: int) { call a := rnd(); call b := rnd(); }")
	seen := map[string]bool{}
	apart := false
	for seed := range int64(20) {
		got, err := run(t, p, nil, seed, interp.DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := run(t, p, nil, seed, interp.DefaultLimits)
		if got != again {
			t.Errorf("seed %d: %s, then %s", seed, got, again)
		}
		seen[got] = true
		var a, b, pos int
		if _, err := fmt.Sscanf(got, "normal a=%d b=%d tape:at=%d", &a, &b, &pos); err != nil || pos != 2 {
			t.Errorf("seed %d: %s", seed, got)
		}
		apart = apart || a != b
	}
	if len(seen) < 10 || !apart {
		t.Errorf("20 seeds gave %v", seen)
	}
}

// TestBadInputs checks the errors of Run.
func TestBadInputs(t *testing.T) {
	p := lower(t, "procedure main(x: int) returns (r: int) { r := x; }")
	m := interp.NewModel(p.Ctx, p)
	one := interp.Int(p.Ctx, big.NewInt(1))
	for _, tt := range []struct {
		proc   string
		inputs []interp.Value
		want   string
	}{
		{"nobody", nil, "interp: no procedure nobody"},
		{"main", nil, "interp: main takes 1 inputs, got 0"},
		{"main", []interp.Value{interp.Bool(p.Ctx, true)}, "interp: input x is Bool, want Int"},
		{"main", []interp.Value{one}, ""},
	} {
		_, err := interp.Run(p, tt.proc, tt.inputs, m, interp.DefaultLimits)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// journal writes down what it is told of a run.
type journal struct{ strings.Builder }

func (j *journal) Enter(p *ir.Proc, in []interp.Value) { fmt.Fprintf(j, "%s%v ", p.Name, in) }
func (j *journal) Again(in []interp.Value)             { fmt.Fprintf(j, "again%v ", in) }
func (j *journal) Leave(out []interp.Value)            { fmt.Fprintf(j, "leave%v ", out) }

// TestWatch checks which activations of a run are told.
func TestWatch(t *testing.T) {
	p := lower(t, `
procedure f(x: int) returns (r: int) { assert x < 2; r := x; }
procedure main(n: int) returns (r: int) { var i: int; i, r := 0, 0; while (i < n) { call r := f(i); i := i + 1; } }`)
	for n, want := range map[string]string{
		"1": "main[1] main_loop_head1[1 0 0] f[0] leave[0] again[1 0 1] leave[0] leave[0] ",
		"3": "main[3] main_loop_head1[3 0 0] f[0] leave[0] again[3 0 1] f[1] leave[1] again[3 1 2] f[2] leave[] leave[] leave[] ",
	} {
		var j journal
		limits := interp.DefaultLimits
		limits.Watch = &j
		if _, err := run(t, p, []string{n, "0"}, 0, limits); err != nil {
			t.Fatal(err)
		}
		if j.String() != want {
			t.Errorf("n = %s: %s, want %s", n, j.String(), want)
		}
	}
}
