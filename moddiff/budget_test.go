package moddiff

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"semdiff/internal/pairtest"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// cascade is a program whose conditions explode when calls are expanded: each
// level calls the one below several times, on a map that it writes to, and each
// call of the lowest one is a case distinction over many cells.
func cascade(levels, calls, cells, last int) string {
	var sb strings.Builder
	sb.WriteString("var m: [int]int;\nprocedure p0(x: int) returns (r: int)\n{\n  r := x;\n")
	for i := range cells {
		fmt.Fprintf(&sb, "  if (m[r + %d] > x) { m[r] := x - %d; r := m[x + %d] + 1; }\n", i, i, i)
	}
	fmt.Fprintf(&sb, "  r := r + m[%d];\n}\n", last)
	for l := 1; l <= levels; l++ {
		fmt.Fprintf(&sb, "procedure p%d(x: int) returns (r: int)\n{\n  r := x;\n", l)
		for range calls {
			fmt.Fprintf(&sb, "  m[r] := x;\n  call r := p%d(m[r + 1]);\n", l-1)
		}
		sb.WriteString("}\n")
	}
	return sb.String()
}

// terms is how many terms a Context has.
func terms(c *smtlib.Context) int64 { return int64(c.Fresh("count", c.Int).ID()) }

// undecided is a Solver that never knows: what costs then is the walks alone.
type undecided struct{}

func (undecided) Check(context.Context, []*smtlib.Term, bool) solver.Result {
	return solver.Result{Answer: solver.Unknown, Reason: solver.Incomplete}
}

func (u undecided) Quick(ctx context.Context, assertions []*smtlib.Term, wantModel bool) solver.Result {
	return u.Check(ctx, assertions, false)
}

func (undecided) Reset()                {}
func (u undecided) Fork() solver.Solver { return u }
func (undecided) Stats() solver.Stats   { return solver.Stats{} }
func (undecided) Close() error          { return nil }

// analyze compares two texts whose terms go into c.
func analyze(t *testing.T, c *smtlib.Context, ctx context.Context, oldText, newText string, opts Options) *Result {
	t.Helper()
	old, new := pairtest.Lower(t, c, oldText, newText)
	r, err := Analyze(ctx, old, new, undecided{}, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTermBudget counts the terms and the bytes that pairs whose conditions explode cost.
func TestTermBudget(t *testing.T) {
	const levels = 5
	old, new := cascade(levels, 4, 8, 0), cascade(levels, 4, 8, 1)
	cost := func(most int64) (built, bytes int64, r *Result) {
		c := smtlib.NewContext()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := terms(c)
		r = analyze(t, c, context.Background(), old, new, Options{Unwind: 5, Entry: fmt.Sprintf("p%d", levels), terms: most})
		runtime.ReadMemStats(&after)
		return terms(c) - start, int64(after.TotalAlloc - before.TotalAlloc), r
	}
	const most = 4_000
	built, bytes, r := cost(most)
	many, manyBytes, _ := cost(50 * most)
	t.Logf("%d terms and %d bytes; with fifty times the budget %d and %d", built, bytes, many, manyBytes)
	// Negations are as many again; so is what is under way when the budget ends.
	if limit := int64((levels + 1) * 4 * most); built > limit || many < limit {
		t.Errorf("%d terms with a budget of %d for each pair, %d with a larger one", built, most, many)
	}
	if bytes*2 > manyBytes {
		t.Errorf("%d bytes with a budget, %d with a larger one", bytes, manyBytes)
	}
	if r.Verdict == Equivalent || r.Verdict == PartiallyEquivalent {
		t.Errorf("verdict %s", r.Verdict)
	}
	if !strings.Contains(strings.Join(r.Notes, "; "), "conditions grew beyond 4000 terms; what that leaves open is unknown") {
		t.Errorf("notes: %v", r.Notes)
	}
}

// ending is a context that ends once it was asked a number of times.
type ending struct {
	context.Context
	left  atomic.Int64
	ended func() // called once
}

func (e *ending) Err() error {
	switch left := e.left.Add(-1); {
	case left > 0:
		return nil
	case left == 0:
		e.ended()
	}
	return context.Canceled
}

// TestWalksEnd ends a run whose conditions explode at many places and counts what is
// built after that.
func TestWalksEnd(t *testing.T) {
	old, new := cascade(4, 4, 8, 0), cascade(4, 4, 8, 1)
	endAfter := func(asks int64) (left, before, after int64, r *Result) {
		c := smtlib.NewContext()
		ctx := &ending{Context: context.Background(), ended: func() { before = terms(c) }}
		ctx.left.Store(asks)
		r = analyze(t, c, ctx, old, new, Options{Unwind: 5, Entry: "p4"})
		return ctx.left.Load(), before, terms(c) - before, r
	}
	const plenty, most = 1_000_000, 5_000
	left, _, all, _ := endAfter(plenty)
	if all < 10*most {
		t.Fatalf("%d terms do not show that a run ends early", all)
	}
	for i := range int64(10) {
		asks := 1 + (plenty-left-1)*i/10
		_, before, after, r := endAfter(asks)
		t.Logf("asked %d times: %d terms, then %d more", asks, before, after)
		if after > most {
			t.Errorf("asked %d times: %d terms are built after the end", asks, after)
		}
		if r.Complete || r.Verdict == Equivalent || r.Verdict == PartiallyEquivalent {
			t.Errorf("asked %d times: %s, complete %t", asks, r.Verdict, r.Complete)
		}
	}
}
