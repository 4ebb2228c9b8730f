package moddiff

import (
	"context"
	"testing"

	"semdiff/internal/pairtest"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// nearsighted is a Solver that gives up on large questions, as deep unwinding leads to.
type nearsighted struct {
	solver.Solver
	most int // nodes
}

func (s nearsighted) tooLarge(assertions []*smtlib.Term) bool {
	n := 0
	smtlib.VisitAll(assertions, func(*smtlib.Term) { n++ })
	return n > s.most
}

func (s nearsighted) Check(ctx context.Context, assertions []*smtlib.Term, wantModel bool) solver.Result {
	if s.tooLarge(assertions) {
		return solver.Result{Answer: solver.Unknown, Reason: solver.ResourceOut}
	}
	return s.Solver.Check(ctx, assertions, wantModel)
}

func (s nearsighted) Quick(ctx context.Context, assertions []*smtlib.Term, wantModel bool) solver.Result {
	if s.tooLarge(assertions) {
		return solver.Result{Answer: solver.Unknown, Reason: solver.ResourceOut}
	}
	return s.Solver.Quick(ctx, assertions, wantModel)
}

func (s nearsighted) Fork() solver.Solver { return nearsighted{s.Solver.Fork(), s.most} }

// TestDeeperTellsNoLess compares what is told under growing unwinding bounds, by a
// solver that finds the terms of the larger ones too large.
func TestDeeperTellsNoLess(t *testing.T) {
	const old = `
procedure found(n: int, k: int) returns (r: int)
{
  var i: int;
  r := 0;
  i := 0;
  while (i < n) {
    if (i == k || i == k + 3) { r := r + 1; }
    i := i + 1;
  }
}
procedure main(n: int, k: int) returns (r: int)
{
  var d: int;
  call d := found(n, k);
  r := if d == 0 then n else 0;
}
`
	const new = `
procedure found(n: int, k: int) returns (r: int)
{
  var i: int;
  r := 0;
  i := 0;
  while (i < n) {
    if (i == k || i == k + 3) { r := 1; return; }
    i := i + 1;
  }
}
procedure main(n: int, k: int) returns (r: int)
{
  var d: int;
  call d := found(n, k);
  r := if d == 0 then n else 0;
}
`
	c := smtlib.NewContext()
	proper, err := solver.New(c, "z3", solver.Options{Resources: 300_000, QuickResources: 30_000})
	if err != nil {
		t.Skip(err)
	}
	defer proper.Close()
	results := map[int]*Result{}
	told := func(unwind int, before bool) *Result {
		o, n := pairtest.Lower(t, c, old, new)
		s := nearsighted{proper, 150}
		if before {
			r, err := Analyze(context.Background(), o, n, s, Options{Unwind: unwind, Mode: ModDiff})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		return compareOnce(t, context.Background(), o, n, s, Options{Unwind: unwind, Mode: ModDiff}).result()
	}
	for _, unwind := range []int{5, 8, 12, 20, 21} {
		results[unwind] = told(unwind, true)
	}
	lost := 0
	for _, unwind := range []int{8, 12, 21} {
		lost += tellsLess(t, proper, results[5], told(unwind, false), nil)
		tellsLess(t, proper, results[5], results[unwind], t.Errorf)
	}
	tellsLess(t, proper, results[20], results[21], t.Errorf)
	t.Logf("deeper analysis alone tells less of %d sets", lost)
	if lost == 0 {
		t.Error("the solver finds nothing too large: this shows nothing")
	}
}

// tellsLess counts the sets of pairs of which deep tells less than shallow.
func tellsLess(t *testing.T, s solver.Solver, shallow, deep *Result, report func(string, ...any)) (less int) {
	t.Helper()
	if shallow == nil {
		return 0
	}
	c := shallow.Ctx
	for i, p := range shallow.Pairs {
		q := deep.Pairs[i]
		if p.Summary == nil || q.Summary == nil {
			continue
		}
		for _, sets := range [][2]*smtlib.Term{
			{p.Summary.Unchanged, q.Summary.Unchanged}, {p.Summary.Changed, q.Summary.Changed},
			{p.Summary.TerminationChanged, q.Summary.TerminationChanged},
		} {
			if s.Check(context.Background(), []*smtlib.Term{sets[0], c.Not(sets[1])}, false).Answer == solver.Sat {
				less++
				if report != nil {
					report("%s: %.300s is told no more: %.300s", p.Name, sets[0], sets[1])
				}
			}
		}
	}
	return less
}
