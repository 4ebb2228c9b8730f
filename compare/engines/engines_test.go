package engines

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"semdiff/compare/engine"
	"semdiff/compare/symdiff"
	"semdiff/internal/enginetest"
	"semdiff/internal/needs"
)

// TestAll checks that each engine of the table is named and described as such,
// and that each finds a plain difference with a replayed input.
func TestAll(t *testing.T) {
	needs.Z3(t)
	var seen []string
	for _, e := range All() {
		t.Run(e.Name, func(t *testing.T) {
			if slices.Contains(seen, e.Name) {
				t.Error("the name is taken")
			}
			seen = append(seen, e.Name)
			if e.Title == "" || strings.Contains(e.Title, "\n") || len(e.Title) > 70 || !strings.HasSuffix(e.About, ".") {
				t.Errorf("title %q, about %q", e.Title, e.About)
			}
			if found, ok := Find(e.Name); !ok || found.Title != e.Title {
				t.Errorf("found %v", found)
			}
			g := e.New(Options{})
			out, err := g.Compare(context.Background(), enginetest.Task(t,
				`procedure main(x: int) returns (r: int) { r := x; }`, `procedure main(x: int) returns (r: int) { r := x + 1; }`))
			if err != nil {
				t.Fatal(err)
			}
			if g.Name() != e.Name || out.Engine != e.Name {
				t.Errorf("the engine calls itself %s, its outcome %s", g.Name(), out.Engine)
			}
			if out.Verdict != engine.Different || len(out.Pair("main").Summary.Differences) == 0 {
				t.Errorf("%s, %+v", out.Verdict, out.Pair("main").Summary)
			}
		})
	}
	for _, m := range symdiff.Modes() {
		if !slices.Contains(seen, symdiff.NameOf(m)) {
			t.Errorf("mode %s is missing", m)
		}
	}
}

// TestReasons checks that every engine says why what it leaves open is unknown.
func TestReasons(t *testing.T) {
	needs.Z3(t)
	const old = `
procedure sum(n: int) returns (r: int) { var i: int; i := 0; r := 0; while (i < n) { r := r + i * i; i := i + 1; } }
procedure main(n: int) returns (r: int) { call r := sum(n); }`
	const new = `
procedure sum(n: int) returns (r: int) { var i: int; i := n; r := 0; while (i > 0) { i := i - 1; r := r + i * i; } }
procedure main(n: int) returns (r: int) { call r := sum(n); }`
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, e := range All() {
		limited, cancel := context.WithTimeout(context.Background(), 2*time.Second) // some look for proofs for long
		defer cancel()
		for _, ctx := range []context.Context{limited, ended} {
			out, err := e.New(Options{}).Compare(ctx, enginetest.Task(t, old, new))
			if err != nil {
				t.Fatal(err)
			}
			open := 0
			for _, p := range out.Pairs {
				if p.Open() != (len(p.Reasons) > 0) {
					t.Errorf("%s, ended %t: %s is %s, open %t, reasons %v", e.Name, ctx.Err() != nil, p.Name, p.Status, p.Open(), p.Reasons)
				}
				if p.Open() {
					open++
				}
			}
			if open == 0 {
				t.Errorf("%s leaves nothing open: this shows nothing", e.Name)
			}
		}
	}
}

func TestFlags(t *testing.T) {
	for _, tt := range []struct {
		engine, flag string
		want         bool
	}{
		{"moddiffref", "unwind", true}, {"impact", "unwind", true}, {"impact", "impact", false}, {"moddiffref", "impact", true}, {"symdiff", "unwind", false}, {"symdiff", "format", true},
	} {
		if e, _ := Find(tt.engine); e.Understands(tt.flag) != tt.want {
			t.Errorf("%s, --%s: want %t", tt.engine, tt.flag, tt.want)
		}
	}
	if _, ok := Find("nobody"); ok {
		t.Error("found nobody")
	}
}
