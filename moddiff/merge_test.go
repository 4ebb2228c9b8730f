package moddiff

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"semdiff/smtlib"
)

// diamonds is a procedure with n branches in a row that join again. In the
// refactored one each arm but one is written in another way; leaf, when not
// negative, is the branch that adds another number.
func diamonds(n int, refactored bool, leaf int) string {
	var b strings.Builder
	b.WriteString("procedure main(x: [int]int) returns (s: int)\n{\n  s := 0;\n")
	for i := range n {
		yes := 1
		if i == leaf {
			yes = 3
		}
		if refactored {
			fmt.Fprintf(&b, "  s := s + 2;\n  if (x[%d] > %d) { s := s - %d; }\n", i, i, 2-yes)
		} else {
			fmt.Fprintf(&b, "  if (x[%d] > %d) { s := s + %d; } else { s := s + 2; }\n", i, i, yes)
		}
	}
	return b.String() + "}\n"
}

// 2^30 to 2^120 paths are joined, not enumerated.
func TestDiamonds(t *testing.T) {
	for _, n := range []int{30, 60, 120} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			_, _, r := run(t, diamonds(n, false, -1), diamonds(n, true, -1), Options{})
			if r.Verdict != Equivalent {
				t.Errorf("refactored: %s %v", r.Verdict, r.Notes)
			}
			a, entries, r := run(t, diamonds(n, false, -1), diamonds(n, true, n/2), Options{})
			d := a.State.OfPair(entries[0]).Entry
			if r.Verdict != Different || !d.Unknown.IsFalse() || len(d.Differences) != 1 {
				t.Fatalf("one leaf changed: %s, unknown %s, %d differences", r.Verdict, d.Unknown, len(d.Differences))
			}
			means(t, a, entries[0], "C", d.Changed, fmt.Sprintf("(> (select x %d) %d)", n/2, n/2))
		})
	}
}

// The cases of a merged difference are told apart, each with a witness.
func TestSeparateCases(t *testing.T) {
	const old = `
procedure main(x: int, y: int) returns (r: int)
{
  if (x > 10) { r := 1; } else { if (x < 0) { r := 2; } else { r := 3; } }
  if (y > 10) { r := r + 10; } else { if (y < 0) { r := r + 20; } else { r := r + 30; } }
}`
	new := strings.NewReplacer("r := 2", "r := 5", "r + 20", "r + 50").Replace(old)
	a, entries, _ := run(t, old, new, Options{apart: 1})
	p := entries[0]
	means(t, a, p, "C", a.State.OfPair(p).Entry.Changed, "(or (< x 0) (< y 0))")
	union := a.Ctx.False
	for _, d := range a.State.OfPair(p).Entry.Differences {
		union = a.Ctx.Or(union, d.Condition)
		if len(d.Witness) != 2 || len(d.Old.Values) != 1 || len(d.New.Values) != 1 {
			t.Errorf("%s has no replayed witness", d.Condition)
		}
		if a.Ctx.And(d.Condition).Op() == smtlib.OpOr {
			t.Errorf("%s is more than one case", d.Condition)
		}
	}
	means(t, a, p, "the differences together", union, "(or (< x 0) (< y 0))")
	if n := len(a.State.OfPair(p).Entry.Differences); n < 2 {
		t.Errorf("%d differences", n)
	}
}

// Iterations that a branch in the body does not decide are free, as the paths
// of a body are one.
func TestMergedIterations(t *testing.T) {
	body := func(add string) string {
		return `
procedure main(a: [int]int) returns (s: int)
{
  var i: int;
  i := 0; s := 0;
  while (i < 12) { if (a[i] > 0) { s := s + a[i]; } ` + add + ` i := i + 1; }
}`
	}
	start := time.Now()
	a, entries, r := run(t, body(""), body("if (a[i] == 7 && i == 3) { s := s + 1; }"), Options{})
	if r.Verdict != Different || !a.State.OfPair(entries[0]).Entry.Unknown.IsFalse() {
		t.Fatalf("%s after %v, unknown when %s", r.Verdict, time.Since(start), a.State.OfPair(entries[0]).Entry.Unknown)
	}
	means(t, a, entries[0], "C", a.State.OfPair(entries[0]).Entry.Changed, "(= (select a 3) 7)")
}
