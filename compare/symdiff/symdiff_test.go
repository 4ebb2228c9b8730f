package symdiff

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"semdiff/compare/engine"
	"semdiff/internal/enginetest"
	"semdiff/moddiff"
	"semdiff/smtlib"
)

func compare(t testing.TB, tk engine.Task, opts Options) *engine.Outcome {
	t.Helper()
	out, err := Engine{opts}.Compare(context.Background(), tk)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestTraps runs every mode over the pairs of traps.txtar. The comment of an
// archive member "name/old" or "name/new" is in its text; a first line
// "// want" lists a status for pairs, "name=status|status". Verdicts unknown are
// no mistake unless the status is said alone with "!".
func TestTraps(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/traps.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(ar.Files); i += 2 {
		name := strings.TrimSuffix(ar.Files[i].Name, "/old")
		if ar.Files[i+1].Name != name+"/new" {
			t.Fatalf("%s has no new version", name)
		}
		oldText, newText := string(ar.Files[i].Data), string(ar.Files[i+1].Data)
		t.Run(name, func(t *testing.T) {
			first, _, _ := strings.Cut(oldText, "\n")
			wants, ok := strings.CutPrefix(first, "// want ")
			if !ok {
				t.Fatalf("%s: no // want", name)
			}
			depths := []int{0, 2}
			if testing.Short() {
				depths = depths[:1]
			}
			for _, mode := range Modes() {
				for _, depth := range depths {
					checkWants(t, wants, compare(t, enginetest.Task(t, oldText, newText), Options{Mode: mode, Unwind: depth, SplitOutputs: depth == 0}),
						fmt.Sprintf("%s, unwind %d", mode, depth), mode)
				}
			}
		})
	}
}

// checkWants checks statuses: "p=a|b" allows these and unknown in every mode;
// "mode:p=a" asks for a in that mode.
func checkWants(t *testing.T, wants string, out *engine.Outcome, how string, mode Mode) {
	t.Helper()
	for _, w := range strings.Fields(wants) {
		only, rest, single := strings.Cut(w, ":")
		if !single {
			rest = w
		} else if only != string(mode) {
			continue
		}
		proc, statuses, _ := strings.Cut(rest, "=")
		q := out.Pair(proc)
		if q == nil {
			t.Fatalf("no pair %s", proc)
		}
		allowed := strings.Split(statuses, "|")
		if !slices.Contains(allowed, string(q.Status)) && (single || q.Verdict != moddiff.Unknown) {
			t.Errorf("%s: %s is %s, want %s", how, proc, q.Status, statuses)
		}
	}
}

// TestModularProof checks a proof that needs the calls to share their functions.
func TestModularProof(t *testing.T) {
	tk := enginetest.Task(t, `
procedure f(x: int) returns (r: int) { if (x > 0) { r := x; } else { r := -x; } }
procedure main(a: int) returns (s: int) { var u: int; call u := f(a); s := u + u; }
`, `
procedure f(x: int) returns (r: int) { r := (if x >= 0 then x else -x); }
procedure main(a: int) returns (s: int) { var u: int; if (a > 3) { call u := f(a); s := 2 * u; } else { call s := f(a); s := s + s; } }
`)
	out := compare(t, tk, Options{})
	for _, name := range []string{"f", "main"} {
		if q := out.Pair(name); q.Verdict != engine.Equivalent || !q.Summary.Unchanged.IsTrue() {
			t.Errorf("%s is %s", name, q.Verdict)
		}
	}
	if out.Engine != "symdiff" {
		t.Errorf("engine %s", out.Engine)
	}
}

// TestWitness checks that a difference has a replayed input, and that without
// abstract calls the sets are exact.
func TestWitness(t *testing.T) {
	tk := enginetest.Task(t, `procedure main(x: int) returns (r: int) { r := x; }`,
		`procedure main(x: int) returns (r: int) { r := (if x == 77 then 78 else x); }`)
	q := compare(t, tk, Options{}).Pair("main")
	if q.Verdict != engine.Different || len(q.Summary.Differences) != 1 {
		t.Fatalf("main is %s", q.Verdict)
	}
	if v := q.Summary.Differences[0].Witness[0].String(); v != "77" {
		t.Errorf("witness %s, want 77", v)
	}
	if c := tk.Old.Ctx; q.Summary.Changed != c.Eq(c.Var("x", c.Int), c.IntVal(77)) {
		t.Errorf("changed: %s", q.Summary.Changed)
	}
}

// TestSplitOutputs checks verdicts of single outputs and globals, and that
// callers rely on those that agree.
func TestSplitOutputs(t *testing.T) {
	body := `
var g: int;
procedure f(x: int) returns (a: int, b: int) modifies g; { a := x * 2; b := %s; g := g + %s; }
procedure main(x: int) returns (r: int) modifies g; { var u, v: int; call u, v := f(x); r := u + 1; g := 0; }
`
	oldText, newText := fmt.Sprintf(body, "1", "x"), fmt.Sprintf(body, "2", "x")
	out := compare(t, enginetest.Task(t, oldText, newText), Options{SplitOutputs: true})
	want := []engine.OutputVerdict{{Output: "a", Verdict: engine.Equivalent}, {Output: "b", Verdict: engine.Different}, {Output: "g", Verdict: engine.Equivalent}}
	if got := out.Outputs["f"]; !slices.Equal(got, want) {
		t.Errorf("outputs of f: %v, want %v", got, want)
	}
	if v := out.Pair("main").Verdict; v != engine.Equivalent {
		t.Errorf("main is %s, with verdicts for each output", v)
	}
	if v := compare(t, enginetest.Task(t, oldText, newText), Options{}).Pair("main").Verdict; v != engine.Unknown {
		t.Errorf("main is %s, without", v)
	}
}

// TestAssumeEqual checks that assumptions are used, named, and never answers.
func TestAssumeEqual(t *testing.T) {
	oldText := `
procedure f(x: int) returns (r: int) { r := x; }
procedure main(x: int) returns (r: int) { call r := f(x + 1); }`
	newText := `
procedure f(x: int) returns (r: int) { r := x + 1; }
procedure main(x: int) returns (r: int) { call r := f(1 + x); }`
	out := compare(t, enginetest.Task(t, oldText, newText), Options{AssumeEqual: []string{"f"}})
	if q := out.Pair("main"); q.Verdict != engine.Equivalent || q.Status == moddiff.StatusUnchanged {
		t.Errorf("main is %s", q.Status)
	}
	if q := out.Pair("f"); q.Status != StatusAssumed || q.Verdict != engine.Unknown {
		t.Errorf("f is %s, verdict %s", q.Status, q.Verdict)
	}
	if !slices.ContainsFunc(out.Notes, func(s string) bool { return strings.Contains(s, "assumption") && strings.HasSuffix(s, ": f") }) {
		t.Errorf("notes: %q", out.Notes)
	}
	for _, name := range []string{"nothing", "main2"} {
		if _, err := Prove(context.Background(), enginetest.Task(t, oldText, newText), Options{AssumeEqual: []string{name}}); err == nil {
			t.Errorf("%s was assumed equal", name)
		}
	}
}

// TestUnwindDepth checks that nothing is called equal beyond the depth, and that
// what the depth covers is.
func TestUnwindDepth(t *testing.T) {
	oldText := `
procedure sum(n: int) returns (s: int) { var i: int; i := 0; s := 0; while (i < n) { i := i + 1; s := s + i; } }
procedure main(x: int) returns (r: int) { var n: int; n := (if x > %d then %d else x); call r := sum(n); }`
	newText := `
procedure sum(n: int) returns (s: int) { var i: int; i := 0; s := 0; while (i < n) { i := i + 1; s := s + (if i > 4 then 0 else i); } }
procedure main(x: int) returns (r: int) { var n: int; n := (if x > %d then %d else x); call r := sum(n); }`
	for _, tt := range []struct {
		bound, unwind int
		truth         engine.Verdict
		covered       bool // by the depth
	}{
		{3, 5, engine.Equivalent, true}, {4, 6, engine.Equivalent, true}, {4, 1, engine.Equivalent, false},
		{9, 3, engine.Different, false}, {9, 12, engine.Different, true},
	} {
		if testing.Short() && tt.unwind > 5 {
			continue
		}
		for _, mode := range []Mode{Inline, Unproven, Differential} {
			tk := enginetest.Task(t, fmt.Sprintf(oldText, tt.bound, tt.bound), fmt.Sprintf(newText, tt.bound, tt.bound))
			if v := compare(t, tk, Options{Mode: mode, Unwind: tt.unwind}).Verdict; v != tt.truth && (tt.covered || v != engine.Unknown) {
				t.Errorf("%s, at most %d iterations, unwound %d times: %s, truth %s", mode, tt.bound, tt.unwind, v, tt.truth)
			}
		}
	}
}

// diamonds is a program of n branches in a row that join again, each depending
// on those before.
func diamonds(n int, first string) string {
	var sb strings.Builder
	sb.WriteString("procedure main(x: int, m: [int]int) returns (r: int)\n{\n  r := x;\n")
	for i := range n {
		fmt.Fprintf(&sb, "  if (m[r] > %d) { r := m[r + %d]; } else { r := %s; assert r != %d; }\n", i, i, first, 1000+i)
	}
	sb.WriteString("}\n")
	return sb.String()
}

// TestGrowth checks that verification conditions grow linearly with the program
// where paths grow exponentially.
func TestGrowth(t *testing.T) {
	size := func(n int) int {
		tk := enginetest.Task(t, diamonds(n, "r - m[r]"), diamonds(n, "r - m[r + 1]"))
		r, err := newRun(context.Background(), tk, Options{Mode: Modular})
		if err != nil {
			t.Fatal(err)
		}
		p := r.v.pairs[0]
		nodes, args := 0, 0
		smtlib.Visit(r.encoder(r.opts).condition(p, r.v.observed(p, false)).Holds(), func(x *smtlib.Term) { nodes++; args += len(x.Args()) })
		return nodes + args
	}
	ten, twenty, forty := size(10), size(20), size(40)
	t.Logf("nodes and edges: %d, %d, %d", ten, twenty, forty)
	if a, b := twenty-ten, forty-twenty; b > 2*a+a/5 {
		t.Errorf("the verification condition grows by %d from 10 to 20 diamonds, by %d from 20 to 40", a, b)
	}
}

// TestCutShort checks that a run that is out of time claims nothing.
func TestCutShort(t *testing.T) {
	tk := enginetest.Task(t, `procedure main(x: int) returns (r: int) { r := x + x; }`, `procedure main(x: int) returns (r: int) { r := 2 * x + 0; if (x == x * x) { r := x + x; } }`)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a, err := Prove(ctx, tk, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if a.Outcome.Verdict != engine.Unknown || a.Outcome.Complete {
		t.Errorf("%s, complete %t", a.Outcome.Verdict, a.Outcome.Complete)
	}
}

// TestWithoutMeaning checks that a callee whose body has no meaning here, and that
// no change reaches, is not inlined.
func TestWithoutMeaning(t *testing.T) {
	const text = `
procedure g(x: int, b: bv8) returns (r: int) { if (b[3:3] == b[2:2]) { r := x; } }
procedure main(x: int) returns (r: int) { call r := g(x, 1bv8); r := r + %d; }`
	for _, mode := range Modes() {
		tk := enginetest.Task(t, fmt.Sprintf(text, 1), fmt.Sprintf(text, 2))
		a, err := Prove(context.Background(), tk, Options{Mode: mode, Unwind: 1, Houdini: true, Assertions: true})
		if err != nil {
			t.Fatal(err)
		}
		if q := a.Outcome.Pair("main"); q.Verdict != engine.Unknown {
			t.Errorf("%s: main is %s", mode, q.Verdict)
		}
		if list, err := a.Counterexamples("g", 1); err != nil || len(list) > 0 {
			t.Errorf("%s: counterexamples %v, %v", mode, list, err)
		}
		if _, err := a.EqFile("g", [2]string{"old", "new"}); err == nil {
			t.Errorf("%s: a file of a body without meaning", mode)
		}
		if claims, err := a.Check(a.Outcome.Pair("g")); err != nil || claims != (Claims{}) {
			t.Errorf("%s: claims %v, %v", mode, claims, err)
		}
	}
}
