package clever

import (
	"context"
	"slices"
	"strings"
	"testing"

	"semdiff/internal/enginetest"
	"semdiff/internal/needs"
	"semdiff/moddiff"
	"semdiff/moddiff/relation"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// TestProposals checks that a relation of the user's settles a client after its proof
// alone, with evidence too, and that there is a note of one that is of no use.
func TestProposals(t *testing.T) {
	needs.Z3(t)
	const (
		client = `
procedure main(x: int) returns (b: bool) { var r: int; call r := f(x); b := r < 0; }
procedure other(x: int) returns (r: int) { r := x; }
`
		recursive = client + `procedure f(x: int) returns (r: int) { if (x <= 0) { r := 0; } else { call r := f(x - 1); r := r + %; } }`
		plain     = client + `procedure f(x: int) returns (r: int) { r := % * x; }`
	)
	related := func(c *smtlib.Context, proc string, body func(x, y *smtlib.Term) *smtlib.Term) *relation.Relation {
		x, y := c.Var("x", c.Int), c.Var("y", c.Int)
		slots := func(kind relation.SlotKind) []relation.Slot {
			return []relation.Slot{{Version: 0, Kind: kind}, {Version: 1, Kind: kind}}
		}
		predicate := func(body *smtlib.Term, kind relation.SlotKind) []*relation.Predicate {
			return []*relation.Predicate{{Body: body, Vars: []*smtlib.Term{x, y}, Slots: slots(kind)}}
		}
		return &relation.Relation{Procs: [2]string{proc, proc}, Pre: predicate(c.Eq(x, y), relation.Input), Post: predicate(body(x, y), relation.Output)}
	}
	type term = smtlib.Term
	for _, tt := range []struct {
		name, text, proc string
		body             func(c *smtlib.Context, x, y *term) *term
		note             string
	}{
		{"holds of each", recursive, "f", func(c *smtlib.Context, x, y *term) *term { return c.And(c.Le(c.IntVal(0), x), c.Le(c.IntVal(0), y)) }, ""},
		{"holds between both", recursive, "f", func(c *smtlib.Context, x, y *term) *term { return c.Eq(y, c.Add(x, x)) }, ""},
		{"does not hold", plain, "f", (*smtlib.Context).Eq, "mutual summary given is not used: no proof was found"},
		{"is not called", plain, "other", (*smtlib.Context).Eq, "mutual summary given is not used: no client calls what it is about"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, evidence := range []bool{false, true} {
				task := enginetest.Task(t, strings.Replace(tt.text, "%", "1", 1), strings.Replace(tt.text, "%", "2", 1))
				defer task.Solver.Close()
				propose := func(programs [2]*ir.Program, _ []string) ([]moddiff.Proposal, error) {
					c := programs[0].Ctx
					rel := related(c, tt.proc, func(x, y *smtlib.Term) *smtlib.Term { return tt.body(c, x, y) })
					return []moddiff.Proposal{{Relation: rel, Name: "given"}}, nil
				}
				o := Options{Summaries: moddiff.Options{Mode: moddiff.ModDiff, Unwind: 1, Propose: propose, Blocked: moddiff.BlockedReport}, Without: Without{Relations: true}, Evidence: evidence}
				r, err := Run(context.Background(), task, []string{"main"}, o)
				if err != nil {
					t.Fatal(err)
				}
				settled := func(v moddiff.Verdict) bool { return v == moddiff.Equivalent || v == moddiff.PartiallyEquivalent }
				if !settled(r.Verdict) {
					t.Errorf("%s", r.Verdict)
				}
				if tt.note == "" && slices.ContainsFunc(r.Notes, func(n string) bool { return strings.HasPrefix(n, "mutual summary") }) || tt.note != "" && !slices.Contains(r.Notes, tt.note) {
					t.Errorf("notes: %q", r.Notes)
				}
				if e := r.Clients[0].Evidence; evidence && (!settled(e.Verdict) || e.Evidence == nil) {
					t.Errorf("evidence says %s", e.Verdict)
				}
			}
		})
	}
}
