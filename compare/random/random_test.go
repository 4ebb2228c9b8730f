package random

import (
	"context"
	"testing"

	"semdiff/compare/engine"
	"semdiff/internal/enginetest"
	"semdiff/internal/needs"
	"semdiff/moddiff"
)

// TestRandom checks what the engine claims of pairs: changed are inputs that were
// replayed and nothing else, whatever a proof would show is unknown.
func TestRandom(t *testing.T) {
	for _, tt := range []struct {
		name, old, new string
		main           engine.Verdict
		other          moddiff.Status // of f
		changed        string         // C, "" where it lists many inputs
	}{
		{
			"differs at one input", `
procedure f(x: int) returns (r: int) { r := x; }
procedure main(x: int) returns (r: int) { call r := f(x); }`, `
procedure f(x: int) returns (r: int) { r := x; if (x == 77) { r := 0; } }
procedure main(x: int) returns (r: int) { call r := f(x); }`,
			engine.Different, "different", "(= x 77)",
		}, {
			"differs everywhere", `
procedure main(x: int) returns (r: int) { r := x; }`, `
procedure main(x: int) returns (r: int) { r := x + 1; }`,
			engine.Different, "", "",
		}, {
			"no inputs", `
procedure main() returns (r: int) { r := 1; }`, `
procedure main() returns (r: int) { r := 2; }`,
			engine.Different, "", "true",
		}, {
			"equal", `
procedure f(x: int) returns (r: int) { r := x; }
procedure main(x: int) returns (r: int) { call r := f(x); r := (if r > 0 then r else 0 - r); }`, `
procedure f(x: int) returns (r: int) { r := x; }
procedure main(x: int) returns (r: int) { call r := f(x); r := (if r < 0 then 0 - r else r); }`,
			engine.Unknown, "unchanged", "false",
		}, {
			"the change is not reached by small inputs", `
procedure main(x: int) returns (r: int) { r := x; }`, `
procedure main(x: int) returns (r: int) { r := x; if (x * x * x == 3375003375001125000125) { r := 0; } }`,
			engine.Unknown, "", "false",
		}, {
			"the old version does not end", `
procedure main(x: int) returns (r: int) { while (true) { } }`, `
procedure main(x: int) returns (r: int) { r := x; }`,
			engine.Unknown, "", "false",
		}, {
			"only the position on the tape differs", `
procedure f() returns (r: int) { havoc r; r := 0; }
procedure main() returns (r: int) { call r := f(); }`, `
procedure f() returns (r: int) { r := 0; }
procedure main() returns (r: int) { call r := f(); }`,
			engine.Unknown, "different", "false",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			needs.Z3(t)
			tk := enginetest.Task(t, tt.old, tt.new)
			out, err := Engine{}.Compare(context.Background(), tk)
			if err != nil {
				t.Fatal(err)
			}
			p := out.Pair("main")
			if out.Verdict != tt.main || p.Verdict != tt.main {
				t.Errorf("%s, main is %s, want %s", out.Verdict, p.Verdict, tt.main)
			}
			if tt.other != "" && out.Pair("f").Status != tt.other {
				t.Errorf("f is %s, want %s", out.Pair("f").Status, tt.other)
			}
			d, c := p.Summary, out.Ctx
			if tt.changed != "" && d.Changed.String() != tt.changed {
				t.Errorf("changed %s, want %s", d.Changed, tt.changed)
			}
			if !d.Unchanged.IsFalse() || !d.TerminationChanged.IsFalse() || d.Unknown != c.Not(d.Changed) {
				t.Errorf("unchanged %s, termination changed %s, unknown %s", d.Unchanged, d.TerminationChanged, d.Unknown)
			}
			for _, diff := range d.Differences {
				if diff.Old.Trace == nil || diff.New.Trace == nil || len(diff.Witness) != len(p.Inputs) {
					t.Errorf("not replayed: %+v", diff)
				}
			}
		})
	}
}

// TestEntry checks that where an entry is named nothing is tested but what that calls.
func TestEntry(t *testing.T) {
	needs.Z3(t)
	task := enginetest.Task(t, `
procedure f(x: int) returns (r: int) { r := x; }
procedure g(x: int) returns (r: int) { call r := f(x); }
procedure h(x: int) returns (r: int) { r := x; }`, `
procedure f(x: int) returns (r: int) { r := x + 1; }
procedure g(x: int) returns (r: int) { call r := f(x); }
procedure h(x: int) returns (r: int) { r := x + 2; }`)
	task.Entry = "f"
	out, err := Engine{}.Compare(context.Background(), task)
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Pairs) != 1 || out.Pairs[0].Name != "f" || out.Stats.Analysed != 1 || out.Verdict != engine.Different {
		t.Errorf("%d rows, %d of them tested, %s", len(out.Pairs), out.Stats.Analysed, out.Verdict)
	}
}

// TestEnded checks that nothing is claimed when there was no time.
func TestEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	needs.Z3(t)
	out, err := Engine{}.Compare(ctx, enginetest.Task(t,
		`procedure main(x: int) returns (r: int) { r := x; }`, `procedure main(x: int) returns (r: int) { r := x + 1; }`))
	if err != nil {
		t.Fatal(err)
	}
	if out.Verdict != engine.Unknown || out.Complete || !out.CutShort {
		t.Errorf("%s, complete %t, cut short %t", out.Verdict, out.Complete, out.CutShort)
	}
}
