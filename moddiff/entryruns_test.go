package moddiff

import (
	"context"
	"strings"
	"testing"
	"time"

	"semdiff/internal/pairtest"
	"semdiff/internal/randprog"
	"semdiff/smtlib"
)

// atEntry is what runs of the entry alone show of a pair of programs.
func atEntry(t *testing.T, oldText, newText string) Verdict {
	t.Helper()
	c := smtlib.NewContext()
	old, new := pairtest.Lower(t, c, oldText, newText)
	s := newZ3(t, c)
	defer s.Close()
	opts := Options{Until: UntilVerdict}.withDefaults()
	x, err := pairUp(old, new, opts)
	if err != nil {
		t.Fatal(err)
	}
	r := x.runEntries(context.Background(), s, opts)
	if r == nil {
		return Unknown
	}
	return r.result().Verdict
}

// TestCover checks that runs of the entry which cover all inputs prove it equal, and
// that nothing is proven where some run may reach what differs.
func TestCover(t *testing.T) {
	const prelude = `
procedure next(at: int) returns (c: int);
procedure deep(m: [int]int, d: int, n: int) returns (r: int)
{
  var i: int;
  i := 0; r := 0;
  while (i < n) { r := r + m[i]; if (m[i] * m[i] == 7 * r + 3) { r := `
	const middle = `; } i := i + 1; }
}
procedure main(m: [int]int, n: int) returns (r: int)
{
  var c: int;
  `
	for _, tc := range []struct {
		name, axioms, main string
		want               Verdict
	}{
		{"an assertion fails before", "", "call c := next(n); if (c > 0) { assert c < 0; } else { assert c > 0; } call r := deep(m, c, n);", Equivalent},
		{"an assumption blocks before", "", "call c := next(n); r := 0; if (c == n) { assume c != n; call r := deep(m, c, n); }", Equivalent},
		{"the assertion may hold", "", "call c := next(n); assert c > 0; call r := deep(m, c, n);", Unknown},
		{"calls may give different results", "", "call c := next(n); call r := next(n + 1); assert c == r; call r := deep(m, c, n);", Unknown},
		{"an axiom excludes the call", "function f(int) returns (int);\naxiom (forall x: int :: f(x) > x);", "r := 0; if (f(n) == n) { call r := deep(m, 0, n); }", Equivalent},
		{"an axiom allows the call", "function f(int) returns (int);\naxiom (forall x: int :: f(x) >= x);", "r := 0; if (f(n) == n) { call r := deep(m, 0, n); }", Unknown},
		{"axioms that contradict each other exclude nothing", "const k: int;\naxiom k < 0;\naxiom k > 0;", "r := 0; if (k == 0) { call r := deep(m, 0, n); }", Unknown},
		{"unique constants exclude the call", "const unique a: int;\nconst unique b: int;", "r := 0; if (a == b) { call r := deep(m, 0, n); }", Equivalent},
		{"other constants do not", "const unique a: int;\nconst b: int;", "r := 0; if (a == b) { call r := deep(m, 0, n); }", Unknown},
	} {
		t.Run(tc.name, func(t *testing.T) {
			version := func(result string) string { return tc.axioms + prelude + result + middle + tc.main + "\n}" }
			if got := atEntry(t, version("1"), version("2")); got != tc.want && (got != Different || tc.want == Equivalent) {
				t.Errorf("%s, want %s", got, tc.want)
			}
		})
	}
}

// TestRandomEntryRuns holds what runs of the entries of random pairs show against other
// runs, and against what is shown of the whole pair.
func TestRandomEntryRuns(t *testing.T) {
	count := map[Verdict]int{}
	for _, seed := range seedsOf(2) {
		options := randprog.Options{Linear: seed%4 != 0, NoHavoc: seed%2 == 0, NoLoops: seed%3 == 0, Sorts: seed%5 == 0}
		oldText, newText := randprog.Pair(seed, options)
		w := world{}
		if options.Sorts {
			w.domain = randprog.DomainOf(seed, options)
		}
		c := smtlib.NewContext()
		old, new := pairtest.Lower(t, c, oldText, newText)
		s := newZ3(t, c)
		ctx, cancel := context.WithTimeout(context.Background(), 6*time.Second)
		opts := Options{Until: UntilVerdict, Unwind: 3}.withDefaults()
		x, err := pairUp(old, new, opts)
		if err != nil {
			t.Fatal(err)
		}
		if r := x.runEntries(ctx, s, opts); r != nil {
			v, problems := r.checkAnswers(s, seed, 40, preserving(newText), w)
			count[v]++
			for _, p := range problems {
				t.Errorf("seed %d: %s", seed, p)
			}
			if whole := compareOnce(t, ctx, old, new, s, Options{Unwind: 3}).result().Verdict; whole != Unknown && (whole == Different) != (v == Different) {
				t.Errorf("seed %d: the entry's runs show %s, all together %s", seed, v, whole)
			}
		} else {
			count[Unknown]++
		}
		cancel()
		s.Close()
	}
	t.Logf("%v", count)
}

// TestCompareBesideRuns checks that what settles the verdict first, the comparison or runs
// beside it, ends the other, and that both end with the time.
func TestCompareBesideRuns(t *testing.T) {
	const hard = `
procedure next(at: int) returns (c: int);
procedure main(m: [int]int, n: int) returns (r: int)
{
  var c, i: int;
  i := 0; r := 0;
  while (i < n) {
    call c := next(i);
    if (c == m[c] * m[c] && m[c] == i + 7000 && i == 1) { r := r + R; }
    r := r + c * c; i := i + 1;
  }
}`
	for _, tc := range []struct {
		name, text, old, new string
		time                 time.Duration
		want                 Verdict
	}{
		{"runs", hard, "5", "6", time.Minute, Different},
		{"the comparison", "procedure main(n: int) returns (r: int) { r := n * R; }", "2 + n", "n + n", time.Minute, Different},
		{"the comparison, equal", "procedure main(n: int) returns (r: int) { r := R; }", "n + n", "2 * n", time.Minute, Equivalent},
		{"neither", "procedure main(x: int, y: int, z: int) returns (r: int) { r := 0; if (x * x * x + y * y * y + z * z * z == 114) { r := R; } }",
			"1", "2", 2 * time.Second, Unknown}, // nobody knows whether there are such cubes
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := smtlib.NewContext()
			old, new := pairtest.Lower(t, c, strings.ReplaceAll(tc.text, "R", tc.old), strings.ReplaceAll(tc.text, "R", tc.new))
			s := newZ3(t, c)
			defer s.Close()
			ctx, cancel := context.WithTimeout(context.Background(), tc.time)
			defer cancel()
			opts := Options{Until: UntilVerdict, Unwind: 3, brief: true}.withDefaults()
			x, err := pairUp(old, new, opts)
			if err != nil {
				t.Fatal(err)
			}
			r := x.compareBesideRuns(ctx, old, new, s, opts)
			if r.Verdict != tc.want || tc.want != Unknown && (r.CutShort || ctx.Err() != nil) {
				t.Errorf("%s, cut short: %t, time up: %t; want %s", r.Verdict, r.CutShort, ctx.Err() != nil, tc.want)
			}
		})
	}
}
