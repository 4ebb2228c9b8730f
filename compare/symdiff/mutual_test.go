package symdiff

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"semdiff/boogie/match"
	"semdiff/compare/engine"
	"semdiff/internal/needs"
	"semdiff/moddiff"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate"
)

func checked(t testing.TB, name, src string) translate.Source {
	t.Helper()
	s, err := translate.Parse(name, []byte(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return s
}

// related lowers two versions with a file of mutual summaries; the error is
// about that file.
func related(t testing.TB, oldText, newText, mutual string) (engine.Task, *MutualFile, error) {
	t.Helper()
	old, new := checked(t, "old.bpl", oldText), checked(t, "new.bpl", newText)
	applied, err := match.Apply(&match.File{}, match.Version(old), match.Version(new))
	if err != nil {
		t.Fatal(err)
	}
	f, err := ReadMutual("ms.bpl", []byte(mutual), [2]string{"old", "new"})
	if err != nil {
		return engine.Task{}, nil, err
	}
	if old, err = f.Declare(old, applied); err != nil {
		return engine.Task{}, nil, err
	}
	c := smtlib.NewContext()
	tk := engine.Task{}
	if tk.Old, tk.New, err = translate.LowerPair(c, old, translate.Source(applied.Version), translate.Options{}); err != nil {
		t.Fatal(err)
	}
	if err = f.Take(tk.Old); err != nil {
		return engine.Task{}, nil, err
	}
	needs.Z3(t)
	if tk.Solver, err = solver.New(c, "z3", solver.Default); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tk.Solver.Close() })
	return tk, f, nil
}

// TestMutualSummaries runs the cases of mutual.txtar.
func TestMutualSummaries(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/mutual.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for files := range slices.Chunk(ar.Files, 3) {
		name, _ := strings.CutSuffix(files[0].Name, "/old")
		if len(files) != 3 || files[1].Name != name+"/new" || files[2].Name != name+"/ms" {
			t.Fatalf("%s is not complete", name)
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first, _, _ := strings.Cut(string(files[0].Data), "\n")
			wants, ok := strings.CutPrefix(first, "// want ")
			if !ok {
				t.Fatal("no // want")
			}
			for _, houdini := range []bool{false, true} {
				tk, f, err := related(t, string(files[0].Data), string(files[1].Data), string(files[2].Data))
				if err != nil {
					t.Fatal(err)
				}
				a, err := Prove(context.Background(), tk, Options{Mutual: f, Houdini: houdini, Assertions: true})
				if err != nil {
					t.Fatal(err)
				}
				for _, w := range strings.Fields(wants) {
					if only, ok := strings.CutPrefix(w, "houdini:"); !ok && !houdini {
						a.checkWant(t, w)
					} else if ok && houdini {
						a.checkWant(t, only)
					}
				}
				for _, p := range a.run.v.pairs {
					for seed := range int64(20) {
						if problem := a.disprovenAt(p, seed); problem != "" {
							t.Errorf("%s: %s", p.Name, problem)
						}
					}
				}
			}
		})
	}
}

// checkWant checks one expectation of the archive.
func (a *Analysis) checkWant(t *testing.T, want string) {
	t.Helper()
	what, value, _ := strings.Cut(want, "=")
	kind, name, ok := strings.Cut(what, ":")
	got := ""
	switch {
	case !ok:
		got = string(a.Outcome.Pair(what).Status)
	case kind == "ms":
		got = "unproven"
		for _, m := range a.Mutual {
			if m.Old == name && m.Proven {
				got = "proven"
			}
		}
		if len(a.Found[name]) > 0 {
			got = "proven"
		}
	case kind == "dac":
		answer := a.Assertions[name]
		got = answer.Verdict.String()
		if answer.Partial {
			got = "partial:" + got
		}
	}
	if !slices.Contains(strings.Split(value, "|"), got) {
		t.Errorf("%s is %s, want %s", what, got, value)
	}
}

// TestMutualProblems checks that files that fit no program are refused.
func TestMutualProblems(t *testing.T) {
	oldText := `var g: int; procedure f(x: int, y: int) returns (r: int) { r := x; }`
	newText := `var g: int; procedure f(x: int, y: int) returns (r: int) { r := x + 1; }`
	for _, tt := range []struct{ file, want string }{
		{`function MS$v1.f$v2.h(v1.x: int): bool { true }`, "ms.bpl(1,10): error: MS$v1.f$v2.h speaks of f of the old and h of the new version, which are not there"},
		{`function MS$v1.f(v1.x: int): bool { true }`, "error: MS$v1.f is not of the form MS$old.PROCEDURE$new.PROCEDURE"},
		{`function MS$v2.f$v1.f(v1.x: int): bool { true }`, "is not of the form"},
		{`function MS$v1.f$v2.f(v1.z: int): bool { true }`, "ms.bpl(1,29): error: z is not an input, an old or changed global, or a result of f"},
		{`function MS_pre_$v1.f$v2.f(v1.r: int): bool { true }`, "error: r is not an input or an old global of f"},
		{`function MS$v1.f$v2.f(x: int): bool { true }`, "parameter x does not say which version it is of"},
		{`function MS$v1.f$v2.f(v1.y: int, v1.x: int): bool { true }`, "ms.bpl(1,40): error: parameter v1.x is not in its place"},
		{`function MS$v1.f$v2.f(v2.x: int, v1.x: int): bool { true }`, "parameter v1.x is not in its place"},
		{`function MS$v1.f$v2.f(v1.x: bool): bool { true }`, "parameter v1.x has another type than x of f"},
		{`function MS$v1.f$v2.f(v1.x: int): bool { v1.x > v2.x }`, "undeclared identifier"},
		{`function MS$v1.f$v2.f(v1.x: int): bool { v1.x > g }`, "g"},
		{`function MS$v1.f$v2.f(v1.x: int): int { 1 }`, "MS$v1.f$v2.f is no relation: its result is no bool"},
		{`function MS$v1.f$v2.f(v1.x: int): bool;`, "error: MS$v1.f$v2.f has no body"},
		{`function bad(x: int): int { v2.worse(x) + 1 } function worse(x: int): int { bad(x) }
function MS$v1.f$v2.f(v1.x: int): bool { bad(v1.x) == 1 }`, "ms.bpl(1,10): error: bad calls itself"},
		{`function MS$v1.f$v2.f(v1.x: int): bool { MS$v1.f$v2.f(v1.x) }`, "calls itself"},
		{`function MS$v1.f$v2.f<a>(v1.x: a): bool { true }`, "is polymorphic"},
		{`axiom false;`, "ms.bpl(1,1): error: only functions can stand among mutual summaries"},
		{`function MS$v1.f$v2.f(v1.x: int): bool { true`, "error"},
	} {
		tk, f, err := related(t, oldText, newText, tt.file)
		if err == nil {
			_, err = Prove(context.Background(), tk, Options{Mutual: f})
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.file, err, tt.want)
		}
	}
}

// TestDefaultSummaries checks that what is written reads back, and is proven
// where the versions are equal.
func TestDefaultSummaries(t *testing.T) {
	oldText := `
type T; var g, h: int; var m: [int]T;
procedure f(x: int, t: T) returns (r: int) modifies g, m; { var i: int; i := 0; r := 0; while (i < x) { r := r + h; i := i + 1; g := g + 1; m[i] := t; } }
procedure main(n: int, t: T) returns (r: int) modifies g, m; { call r := f(n, t); }
`
	newText := `
type T; var g, h: int; var m: [int]T;
procedure f(x: int, t: T) returns (r: int) modifies g, m; { var i: int; i := 0; r := 0; while (i < x) { g := 1 + g; r := h + r; i := i + 1; m[i] := t; } }
procedure main(n: int, t: T) returns (r: int) modifies g, m; { call r := f(n + 0, t); r := 0 + r; }
`
	tk, _, err := related(t, oldText, newText, "")
	if err != nil {
		t.Fatal(err)
	}
	old, new := checked(t, "old.bpl", oldText), checked(t, "new.bpl", newText)
	applied, err := match.Apply(&match.File{}, match.Version(old), match.Version(new))
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := moddiff.Pairs(tk.Old, tk.New, nil)
	if err != nil {
		t.Fatal(err)
	}
	var written bytes.Buffer
	if err := WriteMutual(&written, [2]string{"old", "new"}, match.Version(old), applied, pairs); err != nil {
		t.Fatal(err)
	}
	tk, f, err := related(t, oldText, newText, written.String())
	if err != nil {
		t.Fatalf("%v\n%s", err, written.String())
	}
	a, err := Prove(context.Background(), tk, Options{Mutual: f})
	if err != nil {
		t.Fatalf("%v\n%s", err, written.String())
	}
	if len(a.Mutual) != len(pairs) {
		t.Errorf("%d summaries of %d pairs", len(a.Mutual), len(pairs))
	}
	for _, m := range a.Mutual {
		if !m.Proven {
			t.Errorf("%s: %s\n%s", m.Name, m.Reason, written.String())
		}
	}
}
