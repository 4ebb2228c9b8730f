package moddiff

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"semdiff/internal/randprog"
	"semdiff/moddiff/concolic"
	"semdiff/smtlib/solver"
)

// TestLoadedLate compares the answers for pairs of programs when bodies are
// lowered on demand with those when all are lowered at once.
func TestLoadedLate(t *testing.T) {
	var pairs [][3]string // name, old text, new text
	files, err := filepath.Glob("../benchmarks/traps/*/old.bpl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no traps: %v", err)
	}
	hard := []string{"01-callee-too-hard", "01-callee-differs-late", "15-division-by-zero-unknown"} // only time stops z3 there
	for i, file := range files {
		dir := filepath.Dir(file)
		pair := [3]string{filepath.Base(dir)}
		if slices.Contains(hard, pair[0]) || i%8 != 0 && os.Getenv("SEMDIFF_BENCH") == "" {
			continue
		}
		for i, name := range []string{"old.bpl", "new.bpl"} {
			src, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			pair[i+1] = string(src)
		}
		pairs = append(pairs, pair)
	}
	for _, seed := range seedsOf(4) {
		old, new := randprog.Pair(seed, randprog.Options{Linear: true, NoLoops: true}) // every analysis ends by itself
		pairs = append(pairs, [3]string{fmt.Sprintf("random %d", seed), old, new})
	}
	for _, p := range pairs {
		t.Run(p[0], func(t *testing.T) {
			t.Parallel()
			limits := solver.Options{Resources: 20_000, QuickResources: 10_000}
			late := analysedWith(t, p[1], p[2], Options{Unwind: 1}, limits)
			eager := analysedWith(t, p[1], p[2], Options{Unwind: 1, eager: true}, limits)
			statuses := map[string]Status{}
			for _, q := range late.Pairs {
				statuses[q.Name] = q.Status
			}
			if eager.Verdict != late.Verdict {
				t.Errorf("%s, and %s when bodies are lowered late", eager.Verdict, late.Verdict)
			}
			for _, q := range eager.Pairs {
				if statuses[q.Name] != q.Status {
					t.Errorf("%s is %s, and %s when bodies are lowered late", q.Name, q.Status, statuses[q.Name])
				}
			}
		})
	}
}

// TestNeverLowered checks which bodies are lowered for a change deep inside of a
// program: those that it can affect, and what a witness needs for its replay.
func TestNeverLowered(t *testing.T) {
	const size = 127
	// Procedure i calls 2i+1 or 2i+2.
	program := func(changed string) string {
		var sb strings.Builder
		for i := range size {
			body := "r := x + 1;"
			if i == 11 {
				body = changed
			}
			if 2*i+2 < size {
				body += fmt.Sprintf(" if (x < %d) { call y := p%d(x - 1); } else { call y := p%d(x + 1); } r := r + y;", 8+4*i, 2*i+1, 2*i+2)
			}
			fmt.Fprintf(&sb, "procedure p%d(x: int) returns (r: int) { var y: int; %s }\n", i, body)
		}
		return sb.String()
	}
	affected := []string{"p0", "p11", "p2", "p5"}
	for _, test := range []struct {
		changed string
		verdict Verdict
		most    int // procedures lowered in one version
	}{
		{"r := 1 + x;", Equivalent, 4},
		{"if (x > 3) { r := 1 + x; } else { r := x + 1; }", Equivalent, 4 + concolic.MaxUnaffected}, // test inputs are run
		{"r := x + 3;", Different, 4 + 4*concolic.MaxUnaffected},
	} {
		a, _, r := run(t, program("r := x + 1;"), program(test.changed), Options{Entry: "p0"})
		if r.Verdict != test.verdict {
			t.Errorf("%s: %s, want %s", test.changed, r.Verdict, test.verdict)
		}
		for _, s := range a.Pairing.Versions {
			var lowered []string
			for _, name := range s.Prog.Order {
				if s.Prog.IsLoaded(name) {
					lowered = append(lowered, name)
				}
			}
			slices.Sort(lowered)
			if len(lowered) > test.most || test.most == len(affected) && !slices.Equal(lowered, affected) {
				t.Errorf("%s: lowered %v", test.changed, lowered)
			}
		}
		for _, p := range r.Pairs {
			if p.Analysed && !slices.Contains(affected, p.Name) {
				t.Errorf("%s: %s was analysed", test.changed, p.Name)
			}
		}
	}
}

// TestWithoutMeaning checks that a procedure without meaning does no harm where it
// cannot matter, and is unknown where it does.
func TestWithoutMeaning(t *testing.T) {
	const odd = `
type T;
const a, b: T;
procedure odd(x: int) returns (r: int) { r := if a <: b then x else 0; }
procedure around(x: int) returns (r: int) { call r := odd(x); }
`
	for _, test := range []struct {
		name, old, new string
		verdict        Verdict
		note           bool
	}{
		{"beside", "r := x;", "r := x + 1;", Different, false},
		{"nothing changed", "call r := around(x);", "call r := around(x);", Equivalent, false},
		{"same calls", "call r := odd(x); r := r + 1;", "call r := odd(x); r := 1 + r;", Equivalent, false},
		{"other calls", "call r := odd(x);", "call r := around(x + 1);", Unknown, true},
		{"a difference that cannot be replayed", "call r := odd(x); r := x;", "call r := around(x); r := x + 1;", Unknown, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			const main = "procedure main(x: int) returns (r: int) { %s }\n"
			_, _, r := run(t, odd+fmt.Sprintf(main, test.old), odd+fmt.Sprintf(main, test.new), Options{})
			if r.Verdict != test.verdict {
				t.Errorf("%s, want %s: %v", r.Verdict, test.verdict, r.Notes)
			}
			told := slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, "operator <: is not given meaning") })
			if told != test.note {
				t.Errorf("notes: %v", r.Notes)
			}
		})
	}
}

// TestLoadedTogether lets analyses of callers that need one unaffected procedure
// with a loop run at the same time: all see it whole, and say the same as one by
// one.
func TestLoadedTogether(t *testing.T) {
	const n = 8
	program := func(change string) string {
		var sb strings.Builder
		sb.WriteString("procedure count(n: int) returns (r: int) { var i: int; r := 0; i := 0; while (i < n) { r := r + 2; i := i + 1; } }\n")
		for i := range n {
			fmt.Fprintf(&sb, "procedure p%d(x: int) returns (r: int) { call r := count(x %s); if (x > %d) { r := 0; } }\n", i, change, i%3+2)
		}
		return sb.String()
	}
	old, new := program("+ 1"), program("+ 2")
	want := described(analysed(t, old, new, Options{}))
	for range 3 {
		if got := described(analysed(t, old, new, Options{Jobs: n})); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}
