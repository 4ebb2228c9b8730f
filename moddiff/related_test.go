package moddiff

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"semdiff/moddiff/product"
	"semdiff/moddiff/query"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// counting is a procedure that counts, or does what is given where it would, with clients
// that ask whether there is anything to count.
func counting(found, first string) string {
	return `
procedure f(n: int, m: [int]int) returns (c: int)
{ var i: int; c := 0; i := 0; while (i < n) { if (m[i] > 0) { ` + found + ` } i := i + 1; } }
procedure once(n: int, m: [int]int, a: int) returns (r: int)
{ var c: int; if (a == 5) { r := ` + first + `; return; } call c := f(n, m); r := if c == 0 then 10 else 20; }
procedure often(n: int, m: [int]int) returns (s: int)
{ var i, c: int; i := 0; s := 0; while (i < n) { call c := f(i, m); if (c == 0) { s := s + i; } i := i + 1; } }`
}

// TestRelatedCalls checks that what relates the results of a pair that differs is found
// for its callers, where it is needed, and not where it does not hold.
func TestRelatedCalls(t *testing.T) {
	for _, tt := range []struct {
		name, entry, found, says string
		evidence                 bool
	}{
		{"the first alone", "once", "c := 1; return;", "(result c == 0 <==> result c' == 0)", false},
		{"the first alone, with evidence", "once", "c := 1; return;", "(result c == 0 <==> result c' == 0)", true},
		{"the first alone, in a loop", "often", "c := 1; return;", "(result c == 0 <==> result c' == 0)", true},
		{"two of two", "once", "c := c + 2;", "2*result c == result c'", false},
		{"not in the end", "once", "c := c + 1; if (c == 70) { c := 0; }", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a, pairs, res := run(t, counting("c := c + 1;", "1"), counting(tt.found, "2"), Options{Entry: tt.entry, Unwind: 1, Evidence: tt.evidence, Mode: ModDiff, Without: ProofSources{Horn: true, Conditions: true}})
			related := tt.says != ""
			says := func(rel summary.Related) bool { return strings.Contains(product.Invariant(rel.Relation).Says, tt.says) }
			if related && !slices.ContainsFunc(a.State.Relations, says) {
				t.Errorf("%d relations, none says %s", len(a.State.Relations), tt.says)
			}
			if tt.entry == "often" {
				if a.State.OfPair(pairs[0]).Equal != related {
					t.Errorf("%s, want it to be equal: %t", res.Pairs[0].Status, related)
				}
				return
			}
			d := a.State.OfPair(pairs[0]).Summary
			others := a.Ctx.Not(a.Ctx.Eq(pairs[0].Inputs[2].Var, a.Ctx.IntVal(5)))
			if same := a.Check(a.Ctx.And(others, a.Ctx.Not(d.Unchanged)), query.Thorough).Answer == solver.Unsat; same != related {
				t.Errorf("U is %s", smtlib.Infix(d.Unchanged))
			}
			if said := func(inv summary.Invariant) bool { return strings.Contains(inv.Says, tt.says) }; related && !slices.ContainsFunc(d.Invariants, said) {
				t.Errorf("it is not said why: %v", d.Invariants)
			}
		})
	}
}

// TestRelatedFromCache checks that relations of callees are kept with what was found of
// the callers, for callers that are new.
func TestRelatedFromCache(t *testing.T) {
	client := func(text, client string) string {
		return text + "procedure main(n: int, m: [int]int) returns (r: int) { var s: int; call s := often(n, m); call r := f(n, m); " + client + " }"
	}
	const one, other = "r := if r == 0 then s else 1;", "r := if r == 0 then s + 1 else 3;"
	old, new := counting("c := c + 1;", "1"), counting("c := 1; return;", "1")
	folder := filepath.Join(t.TempDir(), "cache")
	opts := Options{Entry: "main", Unwind: 1, WithoutImpact: true}
	before := analysed(t, client(old, one), client(new, one), Options{Entry: "main", Unwind: 1, WithoutImpact: true, Cache: openTestCache(t, folder, "")})
	want := described(analysed(t, client(old, other), client(new, other), opts))
	opts.Cache = openTestCache(t, folder, "")
	res := analysed(t, client(old, other), client(new, other), opts)
	if before.Verdict != Equivalent || res.Verdict != Equivalent {
		t.Errorf("%s, and with another client %s", before.Verdict, res.Verdict)
	}
	if res.Stats.Reused == 0 || res.Stats.Reused == res.Stats.Analysed {
		t.Errorf("%d of %d pairs are reused", res.Stats.Reused, res.Stats.Analysed)
	}
	if got := described(res); got != want {
		t.Errorf("with what was kept:\n%s\nwithout:\n%s", got, want)
	}
}
