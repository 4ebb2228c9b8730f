package moddiff

import (
	"flag"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"semdiff/internal/needs"
	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

var loopsFlag = flag.Int("loops", 30, "random loops to check")

// TestEndings checks what is proven of single procedures against the exact
// sets of inputs for which they end and do not end, or parts of them.
func TestEndings(t *testing.T) {
	tests := []struct {
		name, proc, text string
		ends, loops      string // "" where nothing is proven
	}{
		{"counter up", "p_loop_head1", `
procedure p(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; } }`, "true", ""},
		{"counter down by two", "p_loop_head1", `
procedure p(n: int) { var i: int; i := n; while (i > 0) { i := i - 2; } }`, "true", ""},
		{"the procedure around it", "p", `
procedure p(n: int) { var i: int; i := n; while (i > 0) { i := i - 2; } }`, "true", ""},
		{"two counters that meet", "p_loop_head1", `
procedure p(a: int, b: int) { var i, j: int; i := a; j := b; while (i < j) { i := i + 1; j := j - 1; } }`, "true", ""},
		{"either counter", "p_loop_head1", `
procedure p(a: int, b: int) { var i, j: int; i := a; j := b;
  while (i > 0 || j > 0) { if (i > 0) { i := i - 1; } else { j := j - 1; } } }`, "true", ""},
		{"lexicographic", "p_loop_head1", `
procedure p(a: int, b: int) { var i, j: int; i := a; j := b;
  while (i > 0 && j > 0) { if (j == 1) { i := i - 1; j := b; } else { j := j - 1; } } }`, "true", ""},
		{"nested", "p_loop_head1", `
procedure p(n: int) { var i, j: int; i := 0; while (i < n) { j := i; while (j > 0) { j := j - 1; } i := i + 1; } }`, "true", ""},
		{"remainders", "p_loop_head1", `
procedure p(x: int, y: int) returns (a: int) { var b, t: int; a := x; b := y; while (b != 0) { t := a mod b; a := b; b := t; } }`, "true", ""},
		{"search by halves", "p_loop_head1", `
procedure p(x: int) { var lo, hi, m: int; lo := 0; hi := 100;
  while (lo < hi) { m := (lo + hi) div 2; if (m < x) { lo := m + 1; } else { hi := m; } } }`, "true", ""},
		{"reals", "p_loop_head1", `
procedure p(x: real) { var y: real; y := x; while (y > 0.0) { y := y - 1.5; } }`, "true", ""},
		{"reals that shrink", "p_loop_head1", `
procedure p(x: real) { var y: real; y := x; while (y > 0.0) { y := y / 2.0; } }`, "(<= y 0.0)", "(> y 0.0)"},
		{"factorial", "p", `
procedure p(n: int) returns (r: int) { if (n <= 1) { r := 1; } else { call r := p(n - 1); r := n * r; } }`, "true", ""},
		{"two calls", "p", `
procedure p(n: int) returns (r: int) { var s: int; if (n <= 1) { r := n; } else { call r := p(n - 1); call s := p(n - 2); r := r + s; } }`, "true", ""},
		{"a call on the result of another", "p", `
procedure p(m: int, n: int) returns (r: int) {
  if (m <= 0) { r := n + 1; } else if (n <= 0) { call r := p(m - 1, 1); } else { call r := p(m, n - 1); call r := p(m - 1, r); } }`, "true", ""},
		{"nested calls of one argument", "p", `
procedure p(n: int) returns (r: int) { if (n > 100) { r := n - 10; } else { call r := p(n + 11); call r := p(r); } }`, "", ""},
		{"mutual recursion", "q", `
procedure p(n: int) returns (r: bool) { if (n <= 0) { r := true; } else { call r := q(n - 1); } }
procedure q(m: int) returns (r: bool) { if (m <= 0) { r := false; } else { call r := p(m - 1); } }`, "true", ""},
		{"recursion through a loop", "p", `
procedure p(n: int) { var i: int; i := 0; while (i < n) { call p(n - 1); i := i + 1; } }`, "", ""},
		{"mutual recursion that never ends", "p", `
procedure p(n: int) { call q(n + 1); }
procedure q(n: int) { call p(n + 2); }`, "", "true"},
		{"the step is a callee's result", "p_loop_head1", `
procedure less(i: int) returns (r: int) { if (i > 10) { r := i - 3; } else { r := i - 1; } }
procedure p(n: int) { var i: int; i := n; while (i > 0) { call i := less(i); } }`, "true", ""},
		{"a callee that keeps the counter", "p_loop_head1", `
procedure less(i: int) returns (r: int) { r := i; if (i != 7) { r := i - 1; } }
procedure p(n: int) { var i: int; i := n; while (i > 0) { call i := less(i); } }`, "(<= i 6)", "(>= i 7)"},
		{"a callee that may not end", "p_loop_head1", `
procedure p(n: int) { var i, j: int; i := 0; while (i < n) { j := i; while (j != 5) { j := j + 1; } i := i + 1; } }`,
			"", "(and (< i n) (> i 5))"},
		{"not decreasing on one path", "p_loop_head1", `
procedure p(n: int, k: int) { var i: int; i := n; while (i > 0) { if (i != k) { i := i - 1; } } }`, "", "(and (> i 0) (= i k))"},
		{"steps that meet the bound", "p_loop_head1", `
procedure p(n: int, m: [int]int) { var i: int; i := n; while (i != 0) { if (m[i] > 0 && i > 3) { i := i - 4; } else { i := i - 2; } } }`,
			"(and (>= i 0) (= (mod i 2) 0))", "(or (< i 0) (not (= (mod i 2) 0)))"},
		{"step over the bound", "p_loop_head1", `
procedure p(n: int) { var i: int; i := n; while (i != 0) { i := i - 2; } }`,
			"(and (>= i 0) (= (mod i 2) 0))", "(or (< i 0) (not (= (mod i 2) 0)))"},
		{"away from the bound", "p_loop_head1", `
procedure p(n: int) { var i: int; i := n; while (i > 0) { i := i + 1; } }`, "(<= i 0)", "(> i 0)"},
		{"step of unknown sign", "p_loop_head1", `
procedure p(n: int, d: int) { var i: int; i := n; while (i > 0) { i := i - d; } }`,
			"(or (<= i 0) (> d 0))", "(and (> i 0) (<= d 0))"},
		{"both ways up", "p_loop_head1", `
procedure p(n: int, k: int) { var i: int; i := n; while (i > 0) { if (i < k) { i := i + 1; } else { i := i + 2; } } }`,
			"(<= i 0)", "(> i 0)"},
		{"for ever", "p_loop_head1", `
procedure p(n: int) { var i: int; i := n; while (true) { i := i + 1; } }`, "", "true"},
		{"an assertion stops it", "p_loop_head1", `
procedure p(n: int) { var i: int; i := n; while (true) { assert i < 100; i := i + 1; } }`, "true", ""},
		{"an assumption stops it", "p_loop_head1", `
procedure p(n: int) { var i: int; i := n; while (i > 0) { assume i != 20; i := i + 1; } }`, "(<= i 20)", "(> i 20)"},
		{"an assumption that is false", "p", `
procedure p(n: int) { var i: int; i := n; while (i > 0) { assume false; i := i + 1; } }`, "true", ""},
		{"bit-vectors wrap", "p_loop_head1", `
function {:bvbuiltin "bvadd"} add(bv8, bv8): bv8;
function {:bvbuiltin "bvult"} lt(bv8, bv8): bool;
procedure p(n: bv8) { var i: bv8; i := 0bv8; while (lt(i, n)) { i := add(i, 1bv8); } }`, "true", ""},
		{"bit-vectors wrap around to the bound", "p_loop_head1", `
function {:bvbuiltin "bvadd"} add(bv8, bv8): bv8;
procedure p(n: bv8) { var i: bv8; i := n; while (i != 3bv8) { i := add(i, 1bv8); } }`, "true", ""},
		{"the largest bit-vector as a bound", "p_loop_head1", `
function {:bvbuiltin "bvadd"} add(bv8, bv8): bv8;
function {:bvbuiltin "bvule"} le(bv8, bv8): bool;
procedure p(n: bv8) { var i: bv8; i := 0bv8; while (le(i, n)) { i := add(i, 1bv8); } }`, "(not (= n #xff))", "(= n #xff)"},
		{"signed bit-vectors", "p_loop_head1", `
function {:bvbuiltin "bvadd"} add(bv32, bv32): bv32;
function {:bvbuiltin "bvslt"} lt(bv32, bv32): bool;
procedure p(n: bv32) { var i: bv32; i := 0bv32; while (lt(i, n)) { i := add(i, 1bv32); } }`, "true", ""},
		{"choices", "p_loop_head1", `
procedure p(n: int) { var i: int; i := n; while (*) { i := i + 1; } }`, "", ""},
		{"a choice in the body", "p_loop_head1", `
procedure p(n: int) { var i: int; i := n; while (i > 0) { if (*) { i := i - 1; } else { i := i - 2; } } }`, "true", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			a, _, _ := run(t, test.text, test.text, Options{})
			root, _, _ := strings.Cut(test.proc, "_loop_")
			a.Load(a.Pairing.Versions[0].At(root))
			p := a.Pairing.Versions[0].At(test.proc)
			a.Analyse(p)
			ends, loops := a.KnownTo(p, p.Inputs)
			a.provenIs(t, p, "ends", ends, test.ends)
			a.provenIs(t, p, "loops", loops, test.loops)
		})
	}
}

// provenIs checks a condition over the inputs of p.
func (a *analysis) provenIs(t *testing.T, p *pairing.Proc, what string, got *smtlib.Term, want string) {
	t.Helper()
	if want == "" {
		want = "false"
	}
	scope := smtlib.NewScope()
	for _, in := range p.Inputs {
		scope.Vars[in.Name()] = in
	}
	w, err := a.Ctx.ParseTerm(scope, want)
	if err != nil {
		t.Fatal(err)
	}
	if a.Feasible(a.Ctx.Not(a.Ctx.Eq(got, w))) {
		t.Errorf("%s is %s, want %s", what, smtlib.Infix(got), want)
	}
}

// TestTermination checks verdicts and sets of pairs that differ in whether
// they end, or that are equal because both do.
func TestTermination(t *testing.T) {
	tests := []struct {
		name, old, new string
		verdict        Verdict
		changed, term  string // C and T
	}{
		{"one calls a loop in vain", `
procedure main(n: int) returns (r: int) { var i: int; i := 0; r := n; while (i < n) { i := i + 1; } }`, `
procedure main(n: int) returns (r: int) { r := n; }`, Equivalent, "false", "false"},
		{"one calls a recursive procedure in vain", `
procedure fib(n: int) returns (r: int) { var s: int; if (n <= 1) { r := n; } else { call r := fib(n - 1); call s := fib(n - 2); r := r + s; } }
procedure main(n: int) returns (r: int) { call r := fib(n); r := n; }`, `
procedure fib(n: int) returns (r: int) { var s: int; if (n <= 1) { r := n; } else { call r := fib(n - 1); call s := fib(n - 2); r := r + s; } }
procedure main(n: int) returns (r: int) { r := n; }`, Equivalent, "false", "false"},
		{"one calls a mutually recursive procedure in vain", `
procedure even(n: int) returns (r: bool) { if (n <= 0) { r := true; } else { call r := odd(n - 1); } }
procedure odd(n: int) returns (r: bool) { if (n <= 0) { r := false; } else { call r := even(n - 1); } }
procedure main(n: int) returns (r: bool) { call r := even(n); r := true; }`, `
procedure even(n: int) returns (r: bool) { if (n <= 0) { r := true; } else { call r := odd(n - 1); } }
procedure odd(n: int) returns (r: bool) { if (n <= 0) { r := false; } else { call r := even(n - 1); } }
procedure main(n: int) returns (r: bool) { r := true; }`, Equivalent, "false", "false"},
		{"different steps, no result", `
procedure main(n: int) returns (r: int) { var i: int; i := 0; while (i < n) { i := i + 1; } r := n; }`, `
procedure main(n: int) returns (r: int) { var i: int; i := n; while (i > 0) { i := i - 2; } r := n; }`, Equivalent, "false", "false"},
		{"loops that end in other ways", `
procedure main(n: int) returns (r: int) { var i: int; i := n; r := 0; while (i != 0) { i := i - 1; } }`, `
procedure main(n: int) returns (r: int) { var i: int; i := n; r := 0; while (i > 0) { i := i - 1; } }`, Different, "false", "(< n 0)"},
		{"a step over the bound", `
procedure main(n: int) returns (r: int) { var i: int; i := n; r := 0; while (i > 0) { i := i - 2; } }`, `
procedure main(n: int) returns (r: int) { var i: int; i := n; r := 0; while (i != 0) { i := i - 2; } }`,
			Different, "false", "(or (< n 0) (not (= (mod n 2) 0)))"},
		{"neither ends, for the same reason", `
procedure main(n: int) returns (r: int) { var i: int; i := n; while (i > 0) { i := i + 1; } r := n; }`, `
procedure main(n: int) returns (r: int) { var i: int; i := n; while (i > 0) { i := i + 2; } r := n + 0; }`, Equivalent, "false", "false"},
		{"neither ends, in loops of another kind", `
procedure main(n: int) returns (r: int) { r := n; while (r > 0) { r := r + 1; } }`, `
procedure main(n: int) returns (r: int) { var b: bool; r := n; b := n > 0; while (b) { r := r - 1; } }`, Equivalent, "false", "false"},
		{"what is lost is never returned", `
procedure main(n: int) returns (r: int) { r := n; while (r > 0) { r := r + 1; } if (n > 0) { r := 1; } }`, `
procedure main(n: int) returns (r: int) { r := n; while (r > 0) { r := r + 1; } if (n > 0) { r := 2; } }`, Equivalent, "false", "false"},
		{"the assertion comes first", `
procedure main(n: int) returns (r: int) { var i: int; i := n; r := 0; assert n < 10; while (i > 0) { i := i + 1; } }`, `
procedure main(n: int) returns (r: int) { var i: int; i := n; r := 0; while (i > 0) { assert n < 10; i := i + 1; } assert n < 10; }`, Equivalent, "false", "false"},
		{"the assertion comes last", `
procedure main(n: int) returns (r: int) { var i: int; i := n; r := 0; assert n < 10; while (i > 0) { i := i + 1; } }`, `
procedure main(n: int) returns (r: int) { var i: int; i := n; r := 0; while (i > 0) { i := i + 1; } assert n < 10; }`, Different, "false", "(>= n 10)"},
		{"an assumption in the loop", `
procedure main(n: int) returns (r: int) { var i: int; i := n; r := 0; while (i > 0) { assume i < n; i := i + 1; } }`, `
procedure main(n: int) returns (r: int) { r := 0; assume n <= 0; }`, Equivalent, "false", "false"},
		{"recursion that grows", `
procedure f(n: int) returns (r: int) { r := n; }
procedure main(n: int) returns (r: int) { call r := f(n); }`, `
procedure f(n: int) returns (r: int) { if (n > 5) { call r := f(n + 1); } r := n; }
procedure main(n: int) returns (r: int) { call r := f(n); }`, Different, "false", "(> n 5)"},
		{"bit-vectors wrap", `
function {:bvbuiltin "bvadd"} add(bv8, bv8): bv8;
function {:bvbuiltin "bvult"} lt(bv8, bv8): bool;
procedure main(n: bv8) returns (r: bv8) { var i: bv8; r := n; i := n; while (i != 0bv8) { i := add(i, 1bv8); } }`, `
function {:bvbuiltin "bvadd"} add(bv8, bv8): bv8;
function {:bvbuiltin "bvult"} lt(bv8, bv8): bool;
procedure main(n: bv8) returns (r: bv8) { var i: bv8; r := n; i := 0bv8; while (lt(i, n)) { i := add(i, 1bv8); } }`, Equivalent, "false", "false"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			a, entries, r := run(t, test.old, test.new, Options{})
			if r.Verdict != test.verdict {
				t.Errorf("verdict %s, want %s (%v)", r.Verdict, test.verdict, r.Notes)
			}
			p := entries[0]
			if a.State.OfPair(p).Entry == nil {
				return // no callee has changed
			}
			means(t, a, p, "C", a.State.OfPair(p).Entry.Changed, test.changed)
			means(t, a, p, "T", a.State.OfPair(p).Entry.TerminationChanged, test.term)
			for _, d := range a.State.OfPair(p).Entry.Differences {
				if d.Termination && (d.Old.End == ir.Diverges) == (d.New.End == ir.Diverges) {
					t.Errorf("the replay ended as %s and %s", d.Old.End, d.New.End)
				}
			}
		})
	}
}

// TestRandomLoops compares what is proven of random loops with runs.
func TestRandomLoops(t *testing.T) {
	needs.Z3(t)
	decided := 0
	for seed := range int64(*loopsFlag) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			rng := rand.New(rand.NewSource(seed))
			text := randomLoop(rng)
			a, _, _ := run(t, text, text, Options{Entry: "p"})
			a.Load(a.Pairing.Versions[0].At("p"))
			for _, p := range a.Pairing.Versions[0].All() {
				if msg := a.wrongEnding(p, rng, true, world{}); msg != "" {
					t.Errorf("%s: %s\n%s", p.Name, msg, text)
				}
			}
			for _, p := range a.Pairing.Versions[0].All() {
				ends, loops := a.KnownTo(p, p.Inputs)
				if a.Pairing.Versions[0].Recursive(p) && !(ends.IsFalse() && loops.IsFalse()) {
					decided++
				}
			}
		})
	}
	if decided < *loopsFlag/2 {
		t.Errorf("something is proven of %d loops only", decided)
	}
	t.Logf("something is proven of %d loops", decided)
}

// randomLoop is a procedure with a loop, or one that calls itself.
func randomLoop(rng *rand.Rand) string {
	pick := func(list ...string) string { return list[rng.Intn(len(list))] }
	guard := func() string {
		return pick("i < j", "i != j", "i > 0", "j > 0", "i >= k", "i != k", "i > 0 && j > 0", "i > 0 || j < k", "i mod 3 != 0", "i < j && k > 0", "i + j > k")
	}
	update := func() string {
		return pick("i := i + 1;", "i := i - 1;", "i := i - 2;", "j := j + 1;", "j := j - 3;", "i, j := j, i;", "i := i + k;", "i := i - j;",
			"j := i;", "i := j mod 5;", "i := i div 2;", "k := k - 1;", "assert i != 4;", "assume j < 9;", "havoc j;", "i := -i;", "call i := step(i);", "")
	}
	branch := func() string {
		return fmt.Sprintf("if (%s) { %s %s } else { %s }", guard(), update(), update(), update())
	}
	body := pick(update()+update(), branch(), branch()+update(), update()+branch()+branch())
	step := fmt.Sprintf("procedure step(n: int) returns (i: int) { var j, k: int; i := n; j := 1; k := 3; if (%s) { i := i + %d; } }\n", guard(), rng.Intn(7)-3)
	if rng.Intn(3) == 0 {
		return step + fmt.Sprintf("procedure p(a: int, b: int, c: int) returns (i: int) { var j, k: int; i := a; j := b; k := c; if (%s) { %s call i := p(i, j, k); %s } }",
			guard(), body, pick("", "call i := p(i, j - 1, k);"))
	}
	return step + fmt.Sprintf("procedure p(a: int, b: int, c: int) { var i, j, k: int; i := a; j := b; k := c; while (%s) { %s } }", guard(), body)
}
