package moddiff

import (
	"strings"
	"testing"
)

// scanner reads a text from memory with a table of states; what it makes of the
// text depends on many steps of both.
const scanner = `
var table: [int]int;
function code(int): int;
axiom (forall x: int :: {code(x)} code(x) <= x);

procedure next(state: int, ch: int) returns (to: int)
{
  if (state < 0) { to := state; return; }
  to := table[10 * state + ch];
}

procedure emit(kind: int, at: int) returns (r: int)
{
  r := kind;
  if (kind == 7) { r := code(at); }
}

procedure scan(text: [int]int, from: int) returns (r: int)
{
  var i, state, ch: int;
  i := from; state := 1; r := 0;
  while (true)
  {
    ch := text[i];
    i := i + 1;
    call state := next(state, ch);
    if (state == -1) { return; }
    if (state >= 5 && state <= 8) { call r := emit(state, i); return; }
    if (state == 9) { state := 2; }
  }
}

procedure main(text: [int]int) returns (n: int)
{
  var r, i: int;
  i := 0; n := 0;
  while (true)
  {
    call r := scan(text, i);
    n := n * 10 + r;
    if (r == 0 || n < 0) { return; }
    i := i + 16;
  }
}`

// What changes in the scanner shows only after several steps of nested loops,
// and what code returns matters.
func TestFollow(t *testing.T) {
	tests := []struct {
		name, old, new string
		without        Verdict // of runs that are followed; others, which say what code returns, may show it too
	}{
		{"one kind of token", "r := code(at)", "r := code(at) + 1", Unknown},
		{"between two tokens", "i := i + 16", "i := i + 17", Different},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			new := strings.Replace(scanner, test.old, test.new, 1)
			a, entries, r := run(t, scanner, new, Options{Entry: "main", Mode: ModDiff, Unwind: 1})
			if r.Verdict != test.without {
				t.Fatalf("the verdict is %s without runs that are followed", r.Verdict)
			}
			p := entries[0]
			differences, same := a.Runs.Follow(p, p.Observed(a.Ctx, true), 300, nil)
			if len(differences) == 0 || len(same) == 0 {
				t.Fatalf("%d differences, %d conditions without", len(differences), len(same))
			}
			for _, d := range differences {
				if len(d.Old.Trace) == 0 || len(d.New.Trace) == 0 || a.IsAbstract(d.Condition) {
					t.Errorf("not shown: a difference where %s", d.Condition)
				}
				for _, s := range same {
					if a.Feasible(a.Ctx.And(d.Condition, s)) {
						t.Errorf("the versions differ where %s, and agree where %s", d.Condition, s)
					}
				}
			}
		})
	}
}

// Equal versions agree on every run that is followed.
func TestFollowEqual(t *testing.T) {
	old := strings.Replace(scanner, "state := 1;", "state := 1 + 0 * from;", 1)
	a, entries, _ := run(t, old, scanner, Options{Entry: "main", Mode: ModDiff, Unwind: 1})
	if differences, same := a.Runs.Follow(entries[0], entries[0].Observed(a.Ctx, true), 12, nil); len(differences) > 0 || len(same) == 0 {
		t.Errorf("%d differences, %d conditions without", len(differences), len(same))
	}
}
