package symdiff

import (
	"context"
	"strings"
	"testing"

	"semdiff/compare/engine"
	"semdiff/internal/enginetest"
	"semdiff/moddiff"
)

// TestCheckRefutes checks that sets that are wrong are refuted, and right ones
// hold.
func TestCheckRefutes(t *testing.T) {
	tk := enginetest.Task(t, `procedure g(x: int) returns (r: int) { r := x; }
procedure main(x: int) returns (r: int) { call r := g(x); }`, `procedure g(x: int) returns (r: int) { r := (if x == 9 then 0 else x); }
procedure main(x: int) returns (r: int) { call r := g(x); }`)
	a, err := Prove(context.Background(), tk, Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := tk.Old.Ctx
	x := c.Var("x", c.Int)
	nine := c.Eq(x, c.IntVal(9))
	for _, tt := range []struct {
		name    string
		summary moddiff.DiffSummary
		want    Claims
	}{
		{"right", moddiff.DiffSummary{Changed: nine, Unchanged: c.Not(nine), TerminationChanged: c.False}, Claims{Holds, Holds, Holds}},
		{"U too large", moddiff.DiffSummary{Changed: c.False, Unchanged: c.True, TerminationChanged: c.False}, Claims{Refuted, Holds, Holds}},
		{"C too large", moddiff.DiffSummary{Changed: c.Le(c.IntVal(9), x), Unchanged: c.False, TerminationChanged: c.False}, Claims{Holds, Refuted, Holds}},
		{"T wrong", moddiff.DiffSummary{Changed: c.False, Unchanged: c.False, TerminationChanged: nine}, Claims{Holds, Holds, Refuted}},
	} {
		q := *a.Outcome.Pair("main")
		q.Summary = &tt.summary
		got, err := a.Check(&q)
		if err != nil {
			t.Fatal(err)
		}
		if got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
		if n := len(Contradictions(a.Outcome.Pair("main"), &q, got, nil)); (n > 0) != (tt.name != "right") {
			t.Errorf("%s: %d contradictions", tt.name, n)
		}
	}
}

// TestContradictions checks which verdicts cannot stand together.
func TestContradictions(t *testing.T) {
	differs := &moddiff.PairResult{Verdict: engine.Different, Summary: &moddiff.DiffSummary{Differences: []*moddiff.Difference{{}}}}
	ends := &moddiff.PairResult{Verdict: engine.Different, Summary: &moddiff.DiffSummary{Differences: []*moddiff.Difference{{Termination: true}}}}
	is := func(v engine.Verdict) *moddiff.PairResult { return &moddiff.PairResult{Verdict: v} }
	for _, tt := range []struct {
		ours, theirs *moddiff.PairResult
		boogie       engine.Verdict
		want         string
	}{
		{is(engine.Unknown), differs, engine.Unknown, ""},
		{is(engine.Equivalent), is(engine.Equivalent), engine.PartiallyEquivalent, ""},
		{is(engine.PartiallyEquivalent), is(engine.Unknown), engine.Unknown, ""},
		{is(engine.PartiallyEquivalent), ends, engine.PartiallyEquivalent, ""},
		{is(engine.Equivalent), ends, engine.Unknown, "only one version ends"},
		{is(engine.PartiallyEquivalent), differs, engine.Unknown, "shows a difference"},
		{differs, is(engine.Equivalent), engine.Unknown, "the sets say equivalent"},
		{is(engine.Unknown), differs, engine.PartiallyEquivalent, "Boogie proves"},
		{is(engine.Unknown), ends, engine.Equivalent, "Boogie proves"},
		{is(engine.Unknown), ends, engine.PartiallyEquivalent, ""},
	} {
		got := strings.Join(Contradictions(tt.ours, tt.theirs, Claims{}, &BoogieAnswer{Verdict: tt.boogie}), "; ")
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s, %s, Boogie %s: %q, want %q", tt.ours.Verdict, tt.theirs.Verdict, tt.boogie, got, tt.want)
		}
	}
}
