package translate

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// parsed is a program given as text, which has to be right.
func parsed(t testing.TB, file, src string) Source {
	t.Helper()
	s, err := Parse(file, []byte(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return s
}

// lowerText lowers a program given as text.
func lowerText(t testing.TB, file string, src []byte, opts Options) (*ir.Program, error) {
	t.Helper()
	return lowerChecked(t, smtlib.NewContext(), parsed(t, file, string(src)), opts)
}

// lowerChecked lowers a program with the checks that hold after every pass.
func lowerChecked(t testing.TB, c *smtlib.Context, src Source, opts Options) (*ir.Program, error) {
	t.Helper()
	ls, err := lowerAll(c, []Source{src}, opts)
	if err != nil {
		return nil, err
	}
	l := ls[0]
	l.out.Lower = func(p *ir.Proc) (*ir.Body, error) {
		return l.body(p, func(pl *procLowering, pass string) {
			if err := l.out.CheckBlocks(append([]*ir.Proc{pl.proc}, pl.loops...)...); err != nil {
				t.Errorf("after pass %s: %v", pass, err)
			}
		})
	}
	err = l.load(l.order)
	checkSanity(t, l.out)
	return l.out, err
}

// TestSMACKSamples lowers what SMACK printed for the sample programs.
func TestSMACKSamples(t *testing.T) {
	files, err := filepath.Glob("../../shared/samples/smack/*/*.bpl")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("no samples here")
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		p, err := lowerText(t, file, src, Options{})
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		t.Logf("%s: %d procedures and loops in %v", file, len(p.Order), time.Since(start))
	}
}

// TestErrors checks that what has no meaning yet is named at its place.
func TestErrors(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"procedure q();\nprocedure p() { async call q(); }", "t.bpl(2,23): error: concurrency is not analysed: async call"},
		{"procedure p() { }\nyield invariant I();\naction A();", "t.bpl(2,17): error: concurrency is not analysed: yield invariant"},
		{"pure action A() { }\nprocedure p() { }", "t.bpl(1,13): error: concurrency is not analysed: action"},
		{"yield procedure Y() { x := y; }", "t.bpl(1,17): error: concurrency is not analysed: yield procedure"},
		{"implementation Y() { }\nyield procedure Y();", "t.bpl(1,16): error: concurrency is not analysed: implementation of Y"},
		{"procedure p() { call A(); }\naction A();", "t.bpl(1,17): error: concurrency is not analysed: call of A"},
		{"procedure p() { call p() | p(); }", "t.bpl(1,17): error: concurrency is not analysed: parallel call"},
		{"procedure p() { yield; }", "t.bpl(1,17): error: concurrency is not analysed: yield"},
		{"procedure p() { while (*) invariant call p(); { } }", "t.bpl(1,27): error: concurrency is not analysed: call of a yield invariant"},
		{"procedure p(x: bv0) { }", "t.bpl(1,13): error: bit-vectors of width 0 are not given meaning yet"},
		{"procedure p(x: bv8) returns (r: bv8) { r := x[8:8] ++ x; }", "t.bpl(1,46): error: bit-vectors of width 0 are not given meaning yet"},
		{"procedure p(x: float3e5) { }", "t.bpl(1,13): error: the floating-point format float3e5 is not given meaning"},
		{"procedure p(x: string) { }", "t.bpl(1,13): error: type string is not given meaning"},
		{"procedure p(x: real) returns (r: bool) { r := x <: 2.0; }", "t.bpl(1,49): error: operator <: is not given meaning yet"},
		{"function {:builtin \"MapFold\"} f(x: int): [int]int;\nprocedure p() returns (m: [int]int) { m := f(1); }", "t.bpl(2,44): error: SMT-LIB function MapFold is not given meaning: unknown symbol MapFold"},
		{"function {:builtin \"bvadd\"} f(x: bv8): bv8;\nprocedure p() returns (r: bv8) { r := f(1bv8); }", "t.bpl(2,39): error: SMT-LIB function bvadd is not given meaning: bvadd with 1 arguments"},
		{"function {:builtin \"bvnot\"} f(x: bv8): bv16;\nprocedure p() returns (r: bv16) { r := f(1bv8); }", "t.bpl(2,40): error: SMT-LIB function bvnot is not given meaning: it does not give bv16"},
		{"function {:builtin \"seq.len\"} f(x: int): int;\nprocedure p() returns (r: int) { r := f(1); }", "t.bpl(2,39): error: SMT-LIB function seq.len is not given meaning: unknown symbol seq.len"},
		{"function {:builtin \"MapAdd\"} f(x: [int]bool, y: [int]bool): [int]bool;\nprocedure p(m: [int]bool) returns (r: [int]bool) { r := f(m, m); }", "t.bpl(2,57): error: SMT-LIB function MapAdd is not given meaning: argument 1 of + is Bool"},
		{"function {:builtin \"MapNot\"} f(x: bool): bool;\nprocedure p(b: bool) returns (r: bool) { r := f(b); }", "t.bpl(2,47): error: SMT-LIB function MapNot is not given meaning: maps over different indices"},
		{"const c: int;\naxiom c == 1;\naxiom c == 2;", "t.bpl(3,1): error: this axiom is false: together with those before it, every program has this property"},
		{"function f(x: bv8): bv32 { x ++ x }\nprocedure p() returns (r: bv32) { r := f(1bv8); }", "t.bpl(2,40): error: function f has a body of another width than its result, which is not given meaning yet"},
		// All problems are listed, in order.
		{"procedure p(x: real, y: bv0) returns (r: bool) { r := x <: 2.0; r := x <: 3.0; }", "t.bpl(1,22): error: bit-vectors of width 0 are not given meaning yet\n" +
			"t.bpl(1,57): error: operator <: is not given meaning yet\nt.bpl(1,72): error: operator <: is not given meaning yet"},
		{"function {:builtin \"str.len\"} f(s: string): int;\nprocedure p() returns (r: int) { r := f(\"a\"); }", "t.bpl(2,41): error: strings are not given meaning"},
		{"datatype D { C(f: string) }\nprocedure p(x: D) { }", "t.bpl(2,13): error: type string is not given meaning"},
		{"procedure p(x: int) { assert |{ A: goto B, C; B: assume x < 1; return true; C: assume x > 1; return true; }|; }", "t.bpl(1,36): error: code expression with branches of which none may be taken is not given meaning"},
		{"procedure p(x: int) { assert |{ A: goto B, C; B: assume x < 1; return true; C: return true; }|; }", "t.bpl(1,36): error: code expression with branches that may both be taken is not given meaning"},
		{"procedure p(x: int) { assert |{ A: assume x > 1; return true; }|; }", "t.bpl(1,36): error: code expression with an assumption that is not the condition of a branch is not given meaning"},
		{"procedure p(x: int) { assert |{ A: assert x > 1; return true; }|; }", "t.bpl(1,36): error: code expression with an assertion is not given meaning"},
		{"procedure p() { assert |{ var x: bool; A: return x; }|; }", "t.bpl(1,50): error: code expression that reads x before it is set is not given meaning"},
		{"procedure p() { assert |{ var x: bool; A: havoc x; return x; }|; }", "t.bpl(1,43): error: code expression with havoc is not given meaning"},
		{"procedure p() { assert |{ A: goto A; }|; }", "t.bpl(1,35): error: code expression with a loop is not given meaning"},
		{"var g: int;\nprocedure p() modifies g; { assert |{ A: g := 1; return true; }|; }", "t.bpl(2,44): error: code expression with an assignment to the variable g outside of it is not given meaning"},
		{"type T;\nconst a, b: T;\nprocedure p() returns (r: bool) { r := a <: b; }", "t.bpl(3,42): error: operator <: is not given meaning yet"},
		// What nobody uses does no harm.
		{"function f<T>(x: T): T; const x: string; procedure q<T>(x: T); procedure p() { }", ""},
	} {
		_, err := lowerText(t, "t.bpl", []byte(tt.src), Options{})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.src, got, tt.want)
		}
	}
}

// TestPositions checks that instructions keep the places that translators give.
func TestPositions(t *testing.T) {
	p, err := lowerText(t, "t.bpl", []byte(`procedure p(x: int) returns (r: int)
{
  r := 1;
  assume {:sourceloc "a.c", 7, 3} true;
  r := r + x;
  assert {:sourcefile "..\b.c"} {:sourceline 8} true;
  assert r > 2;
  assume {:sourceFile "c.c"} {:sourceLine 9} r < 9;
  if (r > 3) { assert r != 5; }
  r := 4;
}
`), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range p.Procs["p"].Blocks {
		for _, in := range b.Instrs {
			got = append(got, in.Place().String())
		}
	}
	want := []string{"t.bpl:3", "a.c:7", `..\b.c:8`, "c.c:9", "c.c:9", "t.bpl:10"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
