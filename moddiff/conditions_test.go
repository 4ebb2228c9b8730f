package moddiff

import (
	"strings"
	"testing"

	"semdiff/moddiff/query"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// summing are loops over a map that differ in the term that they add.
func summing(term string) string {
	return `
procedure f(a: int, b: int, n: int, m: [int]int) returns (s: int)
{
  var i: int;
  s := 0; i := 0;
  while (i < n) { s := s + ` + term + `; i := i + 1; }
}`
}

// TestConditions checks that pairs which differ are proven equal for all iterations
// where they are, and that nothing is where they are not.
func TestConditions(t *testing.T) {
	for _, tt := range []struct {
		name, old, new string
		same           string // what U must hold; "" is for no condition
		given          string // the condition that a relation was looked for under
	}{
		{"equal inputs", summing("m[i * a]"), summing("m[i * b]"), "(= a b)", "a == b"},
		{"a guard of the new version", summing("m[i]"), summing("(if a > 3 then m[i] + 1 else m[i])"), "(<= a 3)", "a"},
		{"two regions", summing("m[i]"), summing("(if a > 3 && b < 0 then m[i] + 1 else m[i])"), "(or (<= a 3) (>= b 0))", ""},
		{"nowhere", summing("m[i]"), summing("m[i] + 1"), "", ""},
	} {
		test := func(t *testing.T, evidence bool) {
			t.Parallel()
			a, pairs, res := run(t, tt.old, tt.new, Options{Entry: "f", Unwind: 1, Evidence: evidence})
			p := res.Pairs[0]
			if p.Status != "different" {
				t.Fatalf("%s: %s", p.Name, p.Status)
			}
			d := a.State.OfPair(pairs[0]).Summary
			var given []string
			for _, inv := range d.Invariants {
				if inv.Given != "" { // else it relates calls
					given = append(given, inv.Given)
				}
			}
			if tt.same == "" {
				if len(given) > 0 {
					t.Errorf("a proof for %q", given)
				}
				return
			}
			scope := smtlib.NewScope()
			for _, in := range pairs[0].Inputs {
				scope.Vars[in.Var.Name()] = in.Var
			}
			want, err := a.Ctx.ParseTerm(scope, tt.same)
			if err != nil {
				t.Fatal(err)
			}
			if r := a.Check(a.Ctx.And(want, a.Ctx.Not(d.Unchanged)), query.Thorough); r.Answer != solver.Unsat {
				t.Errorf("U is %s, want it to hold %s", smtlib.Infix(d.Unchanged), tt.same)
			}
			if len(given) == 0 || !strings.Contains(strings.Join(given, "; "), tt.given) {
				t.Errorf("proofs for %q, want one for %s", given, tt.given)
			}
		}
		t.Run(tt.name, func(t *testing.T) { test(t, false) })
		t.Run(tt.name+", with evidence", func(t *testing.T) { test(t, true) })
	}
}

// TestWithoutConditions checks that no condition is looked for where these are left out.
func TestWithoutConditions(t *testing.T) {
	a, pairs, _ := run(t, summing("m[i * a]"), summing("m[i * b]"), Options{Entry: "f", Unwind: 1, Without: ProofSources{Conditions: true}})
	if d := a.State.OfPair(pairs[0]).Summary; len(d.Invariants) > 0 {
		t.Errorf("a proof for %q", d.Invariants[0].Given)
	}
}
