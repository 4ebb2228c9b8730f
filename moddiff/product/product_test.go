package product

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"semdiff/internal/needs"
	"semdiff/internal/pairtest"
	"semdiff/moddiff/kit"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/symexec"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/interp"
)

// setup is a search for main of two versions.
func setup(t *testing.T, oldText, newText string) (*search, Input) {
	t.Helper()
	needs.Z3(t)
	c := smtlib.NewContext()
	old, new := pairtest.Lower(t, c, oldText, newText)
	run, err := kit.NewRun(old, new, pairing.Options{Entry: "main"})
	if err != nil {
		t.Fatal(err)
	}
	s, err := solver.New(c, "z3", solver.Default)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	a := run.NewAnalysis(context.Background(), s, symexec.Options{Unwind: 5, Apart: symexec.MaxApart})
	a.Patience = 2
	p := run.Pairing.Named("main")
	model := a.Finder.Model()
	model.Closed = true
	in := Input{Pair: p, Outputs: p.Observed(c, true), Values: a.Runs.Inputs(p), Others: a.Runs.Rows(p), Model: model, Queries: 400}
	return newSearch(a.Analysis, in), in
}

// a loop over n, and the same loop in other words.
const sum = `procedure main(n: int) returns (r: int) { var i: int; i := 0; r := 0; while (i < n) { i := i + 1; r := r + i; } }`

// strings in two memories, and the same by pointers up to an end. Both versions go on for
// equal strings alone.
const (
	byIndex    = `procedure main(m: [int]int, k: [int]int, a: int, b: int) returns (r: bool) { var i: int; i := 0; while (m[a + i] != 0 && m[a + i] == k[b + i]) { i := i + 1; } r := m[a + i] == k[b + i]; }`
	byPointers = `procedure main(m: [int]int, k: [int]int, a: int, b: int) returns (r: bool) { var p, q: int; p, q := a, b; r := true; while (true) { if (m[p] != k[q]) { r := false; break; } if (m[p] == %s) { break; } p, q := p + 1, q + 1; } }`
)

// The answers that tests expect.
const (
	none    = "none"
	partial = "partial"
	both    = "equal"
)

func answer(p *Proof) string {
	switch {
	case p == nil:
		return none
	case p.Ends:
		return both
	}
	return partial
}

// pairs are pairs of programs of which some are equal for all iterations.
var pairs = []struct {
	name, old, new, want string
}{
	{"offset", sum,
		`procedure main(n: int) returns (r: int) { var i: int; i := 1; r := 0; while (i <= n) { r := r + i; i := i + 1; } }`, both},
	{"offset, one too many", sum,
		`procedure main(n: int) returns (r: int) { var i: int; i := 1; r := 0; while (i <= n + 1) { r := r + i; i := i + 1; } }`, none},
	{"offset, another in the 70th iteration", sum,
		`procedure main(n: int) returns (r: int) { var i: int; i := 1; r := 0; while (i <= n) { r := r + (if i == 70 then 71 else i); i := i + 1; } }`, none},
	{"result with an offset",
		`procedure main(a: int, b: int) returns (r: int) { var c, i: int; c := 1; i := 0; while (i < a) { c := c + b; i := i + 1; } r := c; }`,
		`procedure main(a: int, b: int) returns (r: int) { var c, i: int; c := 0; i := 0; while (i < a) { c := c + b; i := i + 1; } r := c + 1; }`, both},
	{"up and down",
		`procedure main(n: int) returns (r: int) { var i: int; i := 0; r := 0; while (i < n) { i := i + 1; r := r + 2; } }`,
		`procedure main(n: int) returns (r: int) { var i: int; i := n; r := 0; while (i > 0) { i := i - 1; r := r + 2; } }`, both},
	{"zero alike",
		`procedure main(n: int) returns (r: int) { var i, c: int; i := 0; c := 0; while (i < n) { i := i + 1; c := c + 1; } r := if c == 0 then 1 else 2; }`,
		`procedure main(n: int) returns (r: int) { var i, c: int; i := 0; c := 0; while (i < n) { i := i + 1; c := 1; } r := if c == 0 then 1 else 2; }`, both},
	{"unrolled",
		`procedure main(n: int) returns (r: int) { var i: int; i := 0; r := 0; while (i < 2*n) { i := i + 1; r := r + 3; } }`,
		`procedure main(n: int) returns (r: int) { var i: int; i := 0; r := 0; while (i < 2*n) { i := i + 2; r := r + 6; } }`, both},
	{"unrolled, odd bounds",
		`procedure main(n: int) returns (r: int) { var i: int; i := 0; r := 0; while (i < n) { i := i + 1; r := r + 3; } }`,
		`procedure main(n: int) returns (r: int) { var i: int; i := 0; r := 0; while (i < n) { i := i + 2; r := r + 6; } }`, none},
	{"peeled",
		`procedure main(n: int, a: int) returns (r: int) { var i: int; i := 0; r := 0; while (i < n) { i := i + 1; r := r + a; } }`,
		`procedure main(n: int, a: int) returns (r: int) { var i: int; i := 0; r := 0; if (i < n) { i := i + 1; r := r + a; while (i < n) { i := i + 1; r := r + a; } } }`, both},
	{"maps",
		`procedure main(m: [int]int, n: int) returns (r: [int]int) { var i: int; r := m; i := 0; while (i < n) { r[i] := 7; i := i + 1; } }`,
		`procedure main(m: [int]int, n: int) returns (r: [int]int) { var i: int; r := m; i := 1; while (i <= n) { r[i-1] := 7; i := i + 1; } }`, both},
	{"nested",
		`procedure main(n: int, m: int) returns (r: int) { var i, j: int; i := 0; r := 0; while (i < n) { j := 0; while (j < m) { r := r + i; j := j + 1; } i := i + 1; } }`,
		`procedure main(n: int, m: int) returns (r: int) { var i, j: int; i := 0; r := 0; while (i < n) { j := m; while (j > 0) { r := r + i; j := j - 1; } i := i + 1; } }`, both},
	{"recursion with an accumulator",
		`procedure f(n: int) returns (r: int) { if (n <= 0) { r := 0; } else { call r := f(n - 1); r := r + n; } } procedure main(n: int) returns (r: int) { call r := f(n); r := r + 5; }`,
		`procedure f(n: int) returns (r: int) { if (n <= 0) { r := 5; } else { call r := f(n - 1); r := r + n; } } procedure main(n: int) returns (r: int) { call r := f(n); }`, both},
	{"a loop against its result",
		`procedure main(x0: int) returns (c: int) { var x: int; x := x0; c := 0; while (x < 0) { x := x + 1; c := c + 1; } }`,
		`procedure main(x0: int) returns (c: int) { c := 0; if (x0 < 0) { c := -x0; } }`, both},
	{"a loop against another result",
		`procedure main(x0: int) returns (c: int) { var x: int; x := x0; c := 0; while (x < 0) { x := x + 1; c := c + 1; } }`,
		`procedure main(x0: int) returns (c: int) { c := 0; if (x0 < -70) { c := -x0; } }`, none},
	{"count and early exit",
		`procedure f(n: int) returns (r: int) { var i, c: int; c := 0; i := 2; while (i < n) { if (n mod i == 0) { c := c + 1; } i := i + 1; } r := c; } procedure main(n: int) returns (r: bool) { var c: int; call c := f(n); r := c == 0; }`,
		`procedure f(n: int) returns (r: int) { var i: int; i := 2; while (i < n) { if (n mod i == 0) { r := 1; return; } i := i + 1; } r := 0; } procedure main(n: int) returns (r: bool) { var c: int; call c := f(n); r := c == 0; }`, both},
	{"recursion, two steps at once",
		`procedure main(n: int) returns (s: int) { if (n <= 0) { s := 0; return; } call s := main(n - 1); s := s + n; }`,
		`procedure main(n: int) returns (s: int) { if (n <= 0) { s := 0; return; } if (n == 1) { s := 1; return; } call s := main(n - 2); s := s + n + (n - 1); }`, both},
	{"recursion, two steps at once, wrong for odd numbers",
		`procedure main(n: int) returns (s: int) { if (n <= 0) { s := 0; return; } call s := main(n - 1); s := s + n; }`,
		`procedure main(n: int) returns (s: int) { if (n <= 0) { s := 0; return; } if (n == 1) { s := 2; return; } call s := main(n - 2); s := s + n + (n - 1); }`, none},
	{"factorial with an accumulator",
		`procedure main(n: int) returns (r: int) { if (n <= 1) { r := 1; return; } call r := main(n - 1); r := n * r; }`,
		`procedure go(n: int, p: int) returns (r: int) { if (n <= 1) { r := p; return; } call r := go(n - 1, p * n); } procedure main(n: int) returns (r: int) { call r := go(n, 1); }`, both},
	{"unrolled, the last iteration apart",
		`procedure main(n: int, a: int) returns (s: int) { var i: int; s := 0; i := 0; while (i < n) { s := s + a; i := i + 1; } }`,
		`procedure main(n: int, a: int) returns (s: int) { var i: int; s := 0; i := 0; while (i + 1 < n) { s := s + a; s := s + a; i := i + 2; } if (i < n) { s := s + a; } }`, both},
	{"unrolled, the last iteration forgotten",
		`procedure main(n: int, a: int) returns (s: int) { var i: int; s := 0; i := 0; while (i < n) { s := s + a; i := i + 1; } }`,
		`procedure main(n: int, a: int) returns (s: int) { var i: int; s := 0; i := 0; while (i + 1 < n) { s := s + a; s := s + a; i := i + 2; } }`, none},
	{"the rest behind the loop",
		`procedure main(n: int) returns (s: int) { var x: int; s := 0; x := n; while (x > 0) { s := s + x mod 7; x := x div 7; } }`,
		`procedure main(n: int) returns (s: int) { var x: int; s := 0; x := n; while (x > 6) { s := s + x mod 7; x := x div 7; } if (x > 0) { s := s + x; } }`, both},
	{"the rest behind the loop, one too few",
		`procedure main(n: int) returns (s: int) { var x: int; s := 0; x := n; while (x > 0) { s := s + x mod 7; x := x div 7; } }`,
		`procedure main(n: int) returns (s: int) { var x: int; s := 0; x := n; while (x > 7) { s := s + x mod 7; x := x div 7; } if (x > 0) { s := s + x; } }`, none},
	{"left at once, and by a flag in the next iteration",
		`procedure main(m: [int]int, n: int) returns (r: int) { r := 0; while (r < n) { if (m[r] > 9) { return; } r := r + 1; } r := -1; }`,
		`procedure main(m: [int]int, n: int) returns (r: int) { var go: bool; go := true; r := 0; while (go && r < n) { if (m[r] > 9) { go := false; } else { r := r + 1; } } if (go) { r := -1; } }`, both},
	{"left at once, and never",
		`procedure main(m: [int]int, n: int) returns (r: bool) { var i: int; i := 0; r := true; while (i < n) { if (m[i] > 9) { r := false; return; } i := i + 1; } }`,
		`procedure main(m: [int]int, n: int) returns (r: bool) { var i: int; i := 0; r := true; while (i < n) { r := r && m[i] <= 9; i := i + 1; } }`, both},
	{"all, and as many as there are",
		`procedure main(m: [int]int, n: int) returns (r: bool) { var i: int; r := true; i := 0; while (i < n) { if (m[i] < 3) { r := false; } i := i + 1; } }`,
		`procedure main(m: [int]int, n: int) returns (r: bool) { var i, c: int; c := 0; i := 0; while (i < n) { if (m[i] >= 3) { c := c + 1; } i := i + 1; } r := n <= 0 || c == n; }`, both},
	{"a product that is added up",
		`procedure main(n: int, k: int) returns (s: int) { var i: int; s := 0; i := 0; while (i < n) { s := s + k * i; i := i + 1; } }`,
		`procedure main(n: int, k: int) returns (s: int) { var i, t: int; s := 0; t := 0; i := 0; while (i < n) { s := s + t; t := t + k; i := i + 1; } }`, both},
	{"filled up and down",
		`procedure main(m: [int]int, n: int) returns (r: [int]int) { var i: int; r := m; i := 0; while (i < n) { r[i] := 3 * i; i := i + 1; } }`,
		`procedure main(m: [int]int, n: int) returns (r: [int]int) { var i: int; r := m; i := n; while (i > 0) { i := i - 1; r[i] := 2 * i + i; } }`, both},
	{"filled up and down, but for one",
		`procedure main(m: [int]int, n: int) returns (r: [int]int) { var i: int; r := m; i := 0; while (i < n) { r[i] := 3 * i; i := i + 1; } }`,
		`procedure main(m: [int]int, n: int) returns (r: [int]int) { var i: int; r := m; i := n; while (i > 0) { i := i - 1; if (i != 70) { r[i] := 3 * i; } } }`, none},
	{"strings compared by index and by pointers", byIndex, fmt.Sprintf(byPointers, "0"), both},
	{"strings compared by pointers, but for their ends", byIndex, fmt.Sprintf(byPointers, "2"), none},
	{"every other element, in one loop and in two",
		`procedure main(m: [int]int, n: int) returns (r: [int]int) { var i: int; r := m; i := 0; while (i < n) { r[2*i] := i; r[2*i+1] := 7; i := i + 1; } }`,
		`procedure main(m: [int]int, n: int) returns (r: [int]int) { var i: int; r := m; i := 0; while (i < n) { r[2*i] := i; i := i + 1; } i := 0; while (i < n) { r[2*i+1] := 7; i := i + 1; } }`, both},
	{"an element that is read before",
		`procedure main(m: [int]int, n: int) returns (r: [int]int) { var i: int; r := m; i := 1; while (i < n) { r[i] := r[0] - i; i := i + 1; } }`,
		`procedure main(m: [int]int, n: int) returns (r: [int]int) { var i, t: int; r := m; t := r[0]; i := 1; while (i < n) { r[i] := t - i; i := i + 1; } }`, both},
	{"an element that is written",
		`procedure main(m: [int]int, n: int) returns (r: [int]int) { var i: int; r := m; i := 0; while (i < n) { r[i] := r[0] - i; i := i + 1; } }`,
		`procedure main(m: [int]int, n: int) returns (r: [int]int) { var i, t: int; r := m; t := r[0]; i := 0; while (i < n) { r[i] := t - i - 1; i := i + 1; } }`, none},
	{"two values in either order",
		`procedure main(m: int, n: int) returns (r: int) requires m > 0 && n > 0; { var b: int; r := m; b := n; while (r != b) { if (r > b) { r := r - b; } else { b := b - r; } } }`,
		`procedure main(m: int, n: int) returns (r: int) requires m > 0 && n > 0; { var b, t: int; r := m; b := n; while (r != b) { if (r < b) { t := r; r := b; b := t; } r := r - b; } }`, both},
	{"mutual recursion against two steps of one",
		`procedure main(n: int) returns (r: int) { r := 0; if (n > 0) { call r := odd(n - 1); r := r + 3; } } procedure odd(n: int) returns (r: int) { r := 0; if (n > 0) { call r := main(n - 1); r := r - 1; } }`,
		`procedure main(n: int) returns (r: int) { r := 0; if (n == 1) { r := 3; } if (n > 1) { call r := main(n - 2); r := r + 2; } }`, both},
	{"unrolled to three", `procedure main(y: int, z: int, j: int) returns (t: int) { var i: int; i := j; t := 0; while (i <= y) { if (z != 4) { t := t + y; } i := i + 1; } }`,
		`procedure main(y: int, z: int, j: int) returns (t: int) { var i: int; i := j; t := 0;
		while (i <= y) { if (z != 4) { t := t + y; } i := i + 1; if (i <= y) { if (z != 4) { t := t + y; } i := i + 1; if (i <= y) { if (z != 4) { t := t + y; } i := i + 1; } } } }`, both},
	{"a bound of what a loop returns",
		`procedure main(m: [int]int, n: int) returns (r: int) { var i: int; i := 0; while (i < n) { if (m[i] > 0) { i := i + 2; } else { i := i + 4; } } r := i mod 2; }`,
		`procedure main(m: [int]int, n: int) returns (r: int) { r := 0; }`, both},
	{"another remainder",
		`procedure main(m: [int]int, n: int) returns (r: int) { var i: int; i := 0; while (i < n) { if (i < 130) { i := i + 2; } else { i := i + 3; } } r := i mod 2; }`,
		`procedure main(m: [int]int, n: int) returns (r: int) { r := 0; }`, none},
	{"a bound of what an equal procedure returns",
		`procedure f(n: int) returns (c: int) { var x: int; c := 0; x := n; while (x > 0) { if (x mod 3 == 1) { c := c + 1; } x := x div 2; } } procedure main(n: int) returns (r: int) { call r := f(n); }`,
		`procedure f(n: int) returns (c: int) { var x: int; c := 0; x := n; while (x > 0) { if (x mod 3 == 1) { c := c + 1; } x := x div 2; } } procedure main(n: int) returns (r: int) { call r := f(n); if (r < 0) { r := 7; } }`, both},
	{"no bound of what an equal procedure returns",
		`procedure f(n: int) returns (c: int) { var x: int; c := 70; x := n; while (x > 0) { c := c - 1; x := x - 1; } } procedure main(n: int) returns (r: int) { call r := f(n); }`,
		`procedure f(n: int) returns (c: int) { var x: int; c := 70; x := n; while (x > 0) { c := c - 1; x := x - 1; } } procedure main(n: int) returns (r: int) { call r := f(n); if (r < 0) { r := 7; } }`, none},
	{"a quotient of either sign, and one",
		`procedure main(x: int) returns (r: bool) { var c, y: int; c := 0; y := x; while (y mod 2 == 0) { y := y div 2; c := c + 1; } r := c == 0; }`,
		`procedure main(x: int) returns (r: bool) { var c, y: int; c := 0; y := x; while (y mod 2 == 0) { y := y div 2; c := c + y; } r := c == 0; }`, both},
	{"a quotient less one",
		`procedure main(x: int) returns (r: bool) { var c, y: int; c := 0; y := x; while (y mod 2 == 0) { y := y div 2; c := c + 1; } r := c == 0; }`,
		`procedure main(x: int) returns (r: bool) { var c, y: int; c := 0; y := x; while (y mod 2 == 0) { y := y div 2; c := c + y - 81; } r := c == 0; }`, none},
	{"a remainder that keeps a case out",
		`procedure main(n: int) returns (c: int) { var i: int; c := 0; i := 0; while (i < n) { c := c + 2; i := i + 1; } }`,
		`procedure main(n: int) returns (c: int) { var i: int; c := 0; i := 0; while (i < n) { c := c + 2; if (c == 79) { c := c + 1; } i := i + 1; } }`, both},
	{"a remainder that recursion returns",
		`procedure f(n: int) returns (c: int) { if (n <= 0) { c := 0; } else { call c := f(n - 1); c := c + 2; } } procedure main(n: int) returns (r: int) { call r := f(n); if (r mod 2 == 1) { r := 7; } }`,
		`procedure f(n: int) returns (c: int) { if (n <= 0) { c := 0; } else { call c := f(n - 1); c := c + 2; } } procedure main(n: int) returns (r: int) { call r := f(n); }`, both},
	{"one does not end",
		`procedure main(n: int) returns (r: int) { var i: int; i := n; r := 0; while (i != 0) { i := i - 1; r := 0; } }`,
		`procedure main(n: int) returns (r: int) { var i: int; i := n; r := 0; while (i > 0) { i := i - 1; r := 0; } }`, partial},
	{"one fails in the end",
		`procedure main(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; assert i < 50; } }`,
		`procedure main(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; assert i < 51; } }`, none},
	{"both fail at an offset",
		`procedure main(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; assert i < 50; } }`,
		`procedure main(n: int) { var i: int; i := 1; while (i <= n) { assert i <= 49; i := i + 1; } }`, both},
}

// TestProve checks what is proven, and that what it rests on holds in runs.
func TestProve(t *testing.T) {
	for _, tt := range pairs {
		t.Run(tt.name, func(t *testing.T) {
			x, in := setup(t, tt.old, tt.new)
			proof := Prove(x.a, in)
			if got := answer(proof); got != tt.want {
				t.Errorf("proven %s, want %s", got, tt.want)
			}
			if proof != nil {
				holdsInRuns(t, proof)
				holdsAgain(t, proof)
			}
		})
	}
}

// holdsInRuns holds what a proof rests on against 200 runs on other inputs than those
// that the search began with.
func holdsInRuns(t *testing.T, proof *Proof) {
	t.Helper()
	where, held := proof.Refuted(200, 200)
	if where != "" {
		t.Error(where)
	}
	if held == 0 && len(proof.Relations) > 0 {
		t.Error("no runs are related")
	}
}

// holdsAgain proves the relations of a proof anew, as they are shown to others.
func holdsAgain(t *testing.T, proof *Proof) {
	t.Helper()
	x := proof.again()
	x.queries, x.patience, x.thorough = 1000, maxUnknown, true
	prover := relation.NewProver(x.c, x.unsat, x.product)
	prover.Lemmas = proof.Lemmas
	var relations []*relation.Relation
	for _, rel := range proof.Relations {
		again := *rel
		again.Ends = false
		relations = append(relations, &again)
	}
	if n := len(prover.Prove(relations)); n < len(relations) {
		t.Errorf("%d of %d relations hold", n, len(relations))
	}
}

// TestMutatedInvariant checks that nothing is believed that does not hold: a
// conclusion that is off by one is not proven, nor is the pair from it.
func TestMutatedInvariant(t *testing.T) {
	for _, tt := range pairs {
		if tt.want != both {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			x, _ := setup(t, tt.old, tt.new)
			if x.prove() == nil {
				t.Fatal("no proof")
			}
			for _, n := range x.nodes {
				for i, q := range n.rel.Post {
					wrong := shifted(x.c, q)
					if wrong == nil {
						continue
					}
					rel := *n.rel
					rel.Ends = false
					rel.Post = slices.Clone(rel.Post)
					rel.Post[i] = wrong
					prover := relation.NewProver(x.c, x.unsat, x.product)
					x.queries = 100
					if left := prover.Prove([]*relation.Relation{&rel}); len(left) > 0 {
						t.Errorf("%v is taken to end with %v", rel.Procs, wrong.Body)
					}
				}
			}
		})
	}
}

// TestMutatedRange checks that an interval or a remainder that does not hold of what a
// loop returns is not proven: without what the loop is given, one narrower, one further.
func TestMutatedRange(t *testing.T) {
	const text = `procedure main(n: int, m: [int]int) returns (r: int) { var i: int; r := 3; i := n; while (i > 0) { if (m[i] > 3) { r := r + 2; } else { r := r + 4; } i := i - 1; } }`
	x, _ := setup(t, text, strings.Replace(text, "i - 1", "i - 2", 1))
	x.findNodes()
	x.observe()
	for _, n := range x.nodes {
		n.schedules = []schedule{{steps: [2]int{1, 1}}}
	}
	x.setSchedules(0)
	c, prover := x.c, relation.NewProver(x.c, x.unsat, nil)
	proven := prover.ProveLemmas(x.ranges(x.related), x.alone)
	found := map[smtlib.Op]bool{}
	for _, l := range proven {
		body := l.Post.Body
		var wrong []*smtlib.Term
		smtlib.Visit(body, func(at *smtlib.Term) {
			switch {
			case at.Op() == smtlib.OpLe && strings.Contains(smtlib.Infix(at), "result r"): // r >= 3
				wrong = append(wrong, c.Substitute(body, map[*smtlib.Term]*smtlib.Term{at: c.Le(c.IntVal(4), at.Args()[1])}), at)
			case at.Op() == smtlib.OpEq && strings.Contains(smtlib.Infix(at), "result r mod"): // r mod 2 == 1
				wrong = append(wrong, c.Substitute(body, map[*smtlib.Term]*smtlib.Term{at: c.Not(at)}), at)
			default:
				return
			}
			found[at.Op()] = true
		})
		for _, w := range wrong {
			if w == body {
				continue
			}
			post := *l.Post
			post.Body = w
			if left := prover.ProveLemmas([]*relation.Lemma{{Version: l.Version, Proc: l.Proc, Post: &post}}, x.alone); len(left) > 0 {
				t.Errorf("%s is taken to return %s", l.Proc, smtlib.Infix(w))
			}
		}
	}
	if !found[smtlib.OpLe] || !found[smtlib.OpEq] {
		t.Errorf("no bound or no remainder is proven: %d lemmas", len(proven))
	}
}

// shifted is an equation between integers that is off by one; nil for others.
func shifted(c *smtlib.Context, q *relation.Predicate) *relation.Predicate {
	if q.Body.Op() != smtlib.OpEq || q.Body.Args()[0].Sort() != c.Int {
		return nil
	}
	wrong := *q
	wrong.Body = c.Eq(c.Add(q.Body.Args()[0], c.IntVal(1)), q.Body.Args()[1])
	return &wrong
}

// TestScheduleThatSkips checks that a schedule by which an activation is passed over
// proves nothing that is not so.
func TestScheduleThatSkips(t *testing.T) {
	odd := pairs[slices.IndexFunc(pairs, func(p struct{ name, old, new, want string }) bool { return p.name == "unrolled, odd bounds" })]
	for _, steps := range [][2]int{{1, 1}, {2, 1}, {1, 2}, {2, 2}, {4, 2}} {
		for _, peel := range [][2]int{{0, 0}, {1, 0}, {0, 1}} {
			x, _ := setup(t, odd.old, odd.new)
			x.findNodes()
			x.observe()
			for _, n := range x.nodes {
				n.schedule = schedule{steps: steps, peel: peel}
			}
			x.sampleNodes()
			for _, n := range x.nodes {
				n.samples = slices.DeleteFunc(n.samples, odds)
			}
			if proof := x.attempt(); proof != nil {
				t.Errorf("steps %v, peel %v: %s", steps, peel, answer(proof))
			}
		}
	}
}

// odds tells whether an argument of a sample is odd.
func odds(s *sample) bool {
	values, _ := s.values(false)
	return slices.ContainsFunc(values, func(v interp.Value) bool { return v.String()[len(v.String())-1]%2 == 1 })
}
