package moddiff

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"semdiff/internal/needs"
	"semdiff/internal/pairtest"
	"semdiff/internal/randprog"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// described is all of a result but times and what came from a cache.
func described(r *Result) string {
	var sb strings.Builder
	fmt.Fprintln(&sb, r.Verdict, r.Complete, r.Notes, r.Stats.Queries, r.Stats.ByBounds, r.Stats.Unknown, r.Stats.Analysed)
	for _, p := range r.Pairs {
		fmt.Fprintln(&sb, p.Name, p.Status, p.Inputs, p.Outputs, p.Interface)
		d := p.Summary
		if d == nil {
			continue
		}
		fmt.Fprintln(&sb, " ", d.Changed, d.Unchanged, d.TerminationChanged, d.Unknown, d.Paths, d.Refinements, d.Queries, d.ByBounds)
		for _, diff := range d.Differences {
			fmt.Fprintln(&sb, "   ", diff.Condition, diff.Witness, diff.Termination, diff.Functions)
			for _, b := range []summary.Behaviour{diff.Old, diff.New} {
				fmt.Fprintln(&sb, "     ", b.End, b.Terms, b.Values, b.Trace)
			}
			for _, cell := range diff.Cells {
				fmt.Fprintln(&sb, "     ", cell.Output, cell.Index, cell.Old, cell.New, cell.At, cell.OldValue, cell.NewValue)
			}
		}
	}
	return sb.String()
}

// analysed analyses two programs in a Context of their own.
func analysed(t testing.TB, old, new string, opts Options) *Result {
	t.Helper()
	return analysedWith(t, old, new, opts, solver.Default)
}

// analysedWith is analysed under limits of queries, but for time: what is slow
// today must not be an answer of its own.
func analysedWith(t testing.TB, old, new string, opts Options, limits solver.Options) *Result {
	t.Helper()
	needs.Z3(t)
	c := smtlib.NewContext()
	o, n := pairtest.Lower(t, c, old, new)
	limits.Timeout = 0
	s, err := solver.New(c, "z3", limits)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, err := Analyze(context.Background(), o, n, s, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func openTestCache(t testing.TB, folder, salt string) *Cache {
	t.Helper()
	c, err := OpenCache(folder, salt)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// leaves is a program whose procedures all differ from those with another factor.
func leaves(n int, factor func(i int) int) string {
	var sb strings.Builder
	for i := range n {
		fmt.Fprintf(&sb, "procedure p%d(x: int) returns (r: int) { if (x > %d) { r := %d * x; } else { r := x - 1; } }\n", i, i, factor(i))
	}
	sb.WriteString("procedure main(x: int) returns (r: int) {\n\tvar t: int;\n\tr := 0;\n")
	for i := range n {
		fmt.Fprintf(&sb, "\tif (x == %d) { call t := p%d(x); r := r + t; }\n", 2*i, i)
	}
	return sb.String() + "}\n"
}

// TestCacheSameAnswer compares runs with and without a cache, and with any
// number of jobs: the answers are the same to the letter, and what is in the
// cache is not asked again.
func TestCacheSameAnswer(t *testing.T) {
	pairs := map[string][2]string{
		"fig2":   {fig2, strings.Replace(fig2, "x", "x", 1)},
		"leaves": {leaves(6, func(i int) int { return i }), leaves(6, func(i int) int { return i + 1 })},
		"maps": {
			`var m: [int]int; procedure put(i: int, v: int) modifies m; { m[i] := v; m[i + 1] := v; }
			 procedure main(i: int) modifies m; { call put(i, 1); call put(i + 2, 3); }`,
			`var m: [int]int; procedure put(i: int, v: int) modifies m; { m[i] := v; m[i + 1] := v + 1; }
			 procedure main(i: int) modifies m; { call put(i, 1); call put(i + 2, 3); }`},
		"recursion": {
			`procedure f(n: int) returns (r: int) { if (n <= 0) { r := 0; } else { call r := f(n - 1); r := r + n; } }
			 procedure main(n: int) returns (r: int) { call r := f(n); if (r > 10) { r := 10; } }`,
			`procedure f(n: int) returns (r: int) { if (n <= 0) { r := 0; } else { call r := f(n - 1); r := n + r; } }
			 procedure main(n: int) returns (r: int) { call r := f(n); if (r >= 10) { r := 11; } }`},
		"axioms": {
			`type T; const a: T; const b: T; axiom a != b; function f(T): int; axiom f(a) == 3;
			 procedure main(x: T) returns (r: int) { r := f(x); }`,
			`type T; const a: T; const b: T; axiom a != b; function f(T): int; axiom f(a) == 3;
			 procedure main(x: T) returns (r: int) { r := f(x); if (x == b) { r := r + 1; } }`},
	}
	for seed := range int64(12) {
		old, new := randprog.Pair(seed+500, randprog.Options{Linear: true, Data: seed%3 == 0})
		pairs[fmt.Sprint("random", seed)] = [2]string{old, new}
	}
	for name, texts := range pairs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			want := described(analysed(t, texts[0], texts[1], Options{}))
			for i, opts := range []Options{{Jobs: 3}, {Cache: openTestCache(t, folder, "")}, {Cache: openTestCache(t, folder, "")}, {Jobs: 2, Cache: openTestCache(t, folder, "")}} {
				r := analysed(t, texts[0], texts[1], opts)
				if got := described(r); got != want {
					t.Errorf("run %d:\n%s\nwant\n%s", i, got, want)
				}
				if i >= 2 && r.Stats.ReusedQueries != r.Stats.Queries {
					t.Errorf("run %d: %d of %d queries from the cache", i, r.Stats.ReusedQueries, r.Stats.Queries)
				}
			}
		})
	}
}

// TestCacheEditedLeaf edits one of many changed procedures: a run with the cache
// analyses that one and its caller again, and asks a twentieth of the questions.
func TestCacheEditedLeaf(t *testing.T) {
	const n = 30
	library := func(change func(i int) int) string {
		var sb strings.Builder
		for i := range n {
			fmt.Fprintf(&sb, "procedure leaf%d(x: int) returns (r: int) { if (x > %d) { r := %d * x; } else { r := x - 1; } }\n", i, i, i+change(i))
			fmt.Fprintf(&sb, "procedure use%d(x: int) returns (r: int) { call r := leaf%d(x); if (r > 9) { call r := leaf%d(r - x); } }\n", i, i, i)
		}
		return sb.String()
	}
	old := library(func(int) int { return 0 })
	edited := library(func(i int) int {
		if i == 7 {
			return 2
		}
		return 1
	})
	folder := t.TempDir()
	analysed(t, old, library(func(int) int { return 1 }), Options{Cache: openTestCache(t, folder, "")})
	r := analysed(t, old, edited, Options{Cache: openTestCache(t, folder, "")})
	if want := described(analysed(t, old, edited, Options{})); described(r) != want {
		t.Errorf("got\n%s\nwant\n%s", described(r), want)
	}
	asked := r.Stats.Queries - r.Stats.ReusedQueries
	t.Logf("%d queries asked of %d", asked, r.Stats.Queries)
	if r.Stats.Reused != 2*n-2 || asked*20 > r.Stats.Queries {
		t.Errorf("%d pairs from the cache, %d queries asked of %d", r.Stats.Reused, asked, r.Stats.Queries)
	}
}

// TestCacheKeys changes what an answer depends on: it must not come from the
// cache then.
func TestCacheKeys(t *testing.T) {
	const old = `function f(int): int;
		procedure q(x: int) returns (r: int) { r := x + 1; }
		procedure p(x: int) returns (r: int) { call r := q(x); r := r + f(x); }`
	new := strings.Replace(old, "r + f(x)", "r + f(x) - 0 * x + 1", 1)
	for name, x := range map[string]struct {
		old, new, salt string
		opts           Options
		reused         int
	}{
		"nothing":         {old, new, "", Options{}, 1},
		"comments":        {"// nothing\n" + old, new, "", Options{}, 1},
		"a callee":        {strings.ReplaceAll(old, "x + 1;", "x + 2;"), strings.ReplaceAll(new, "x + 1;", "x + 2;"), "", Options{}, 0},
		"an axiom":        {old + "axiom f(0) == 1;", new + "axiom f(0) == 1;", "", Options{}, 0},
		"the tool":        {old, new, "other", Options{}, 0},
		"unwinding":       {old, new, "", Options{Unwind: 7}, 0},
		"mode":            {old, new, "", Options{Mode: ModDiff}, 0},
		"paths":           {old, new, "", Options{Paths: EnumeratePaths}, 0},
		"the entry":       {old, new, "", Options{Entry: "q"}, 0},
		"the versions":    {new, old, "", Options{}, 0},
		"a callee's body": {strings.Replace(old, "{ r := x + 1; }", ";", 1), strings.Replace(new, "{ r := x + 1; }", ";", 1), "", Options{}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			analysed(t, old, new, Options{Cache: openTestCache(t, folder, "")})
			want := analysed(t, x.old, x.new, x.opts)
			x.opts.Cache = openTestCache(t, folder, x.salt)
			got := analysed(t, x.old, x.new, x.opts)
			if got.Stats.Reused != x.reused || described(got) != described(want) {
				t.Errorf("%d pairs from the cache, want %d\n%s\nwant\n%s", got.Stats.Reused, x.reused, described(got), described(want))
			}
		})
	}
}

// TestCacheDamaged damages all files of a cache in different ways: it is noticed,
// and the answer is the same.
func TestCacheDamaged(t *testing.T) {
	old, new := leaves(4, func(i int) int { return i }), leaves(4, func(i int) int { return i + 1 })
	want := described(analysed(t, old, new, Options{}))
	for name, damage := range map[string]func(data []byte) []byte{
		"a byte":    func(data []byte) []byte { data[len(data)/2] ^= 0x55; return data },
		"cut":       func(data []byte) []byte { return data[:len(data)/2] },
		"empty":     func([]byte) []byte { return nil },
		"something": func([]byte) []byte { return []byte("something else") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			analysed(t, old, new, Options{Cache: openTestCache(t, folder, "")})
			files, _ := filepath.Glob(filepath.Join(folder, "*", "*-d"))
			if len(files) == 0 {
				t.Fatal("the cache holds nothing")
			}
			for _, f := range files {
				data, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(f, damage(data), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			cache := openTestCache(t, folder, "")
			r := analysed(t, old, new, Options{Cache: cache})
			if got := described(r); got != want || r.Stats.Reused != 0 {
				t.Errorf("%d pairs reused\n%s\nwant\n%s", r.Stats.Reused, got, want)
			}
			if cache.Damaged() == 0 {
				t.Error("the damage was not noticed")
			}
			if r := analysed(t, old, new, Options{Cache: openTestCache(t, folder, "")}); r.Stats.Reused == 0 {
				t.Error("the cache was not repaired")
			}
		})
	}
}

// TestCacheShared lets several runs use one cache at the same time.
func TestCacheShared(t *testing.T) {
	old, new := leaves(8, func(i int) int { return i }), leaves(8, func(i int) int { return i + 1 })
	want := described(analysed(t, old, new, Options{}))
	folder := t.TempDir()
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if got := described(analysed(t, old, new, Options{Jobs: 2, Cache: openTestCache(t, folder, "")})); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		}()
	}
	wg.Wait()
}
