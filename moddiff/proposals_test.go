package moddiff

import (
	"strings"
	"testing"

	"semdiff/moddiff/relation"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// TestPropose checks that a proposed relation counts after its proof alone: for callers
// whose answer depends on it, and not where it is wrong.
func TestPropose(t *testing.T) {
	const text = `
procedure f(x: int) returns (r: int) { if (x <= 0) { r := 0; } else { call r := f(x - 1); r := r + %; } }
procedure main(x: int) returns (b: bool) { var r: int; call r := f(x); b := r < 0; }`
	old, new := strings.Replace(text, "%", "1", 1), strings.Replace(text, "%", "2", 1)
	// related says that f returns results of which one condition holds.
	related := func(c *smtlib.Context, body func(x, y *smtlib.Term) *smtlib.Term) *relation.Relation {
		x, y := c.Var("x", c.Int), c.Var("y", c.Int)
		vars := []*smtlib.Term{x, y}
		slots := func(kind relation.SlotKind) []relation.Slot {
			return []relation.Slot{{Version: 0, Kind: kind}, {Version: 1, Kind: kind}}
		}
		return &relation.Relation{
			Procs: [2]string{"f", "f"},
			Pre:   []*relation.Predicate{{Body: c.Eq(x, y), Vars: vars, Slots: slots(relation.Input)}},
			Post:  []*relation.Predicate{{Body: body(x, y), Vars: vars, Slots: slots(relation.Output)}},
		}
	}
	for _, tt := range []struct {
		name  string
		body  func(c *smtlib.Context, x, y *smtlib.Term) *smtlib.Term
		equal bool
	}{
		{"holds of each", func(c *smtlib.Context, x, y *smtlib.Term) *smtlib.Term {
			return c.And(c.Le(c.IntVal(0), x), c.Le(c.IntVal(0), y))
		}, true},
		{"holds between both", func(c *smtlib.Context, x, y *smtlib.Term) *smtlib.Term {
			return c.Eq(y, c.Add(x, x))
		}, true},
		{"holds, and is no help", func(c *smtlib.Context, x, y *smtlib.Term) *smtlib.Term { return c.Le(x, y) }, false},
		{"does not hold", func(c *smtlib.Context, x, y *smtlib.Term) *smtlib.Term { return c.Eq(x, y) }, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var given *relation.Relation
			propose := func(programs [2]*ir.Program, _ []string) ([]Proposal, error) {
				c := programs[0].Ctx
				given = related(c, func(x, y *smtlib.Term) *smtlib.Term { return tt.body(c, x, y) })
				return []Proposal{{Relation: given, Name: "given"}}, nil
			}
			a, pairs, _ := run(t, old, new, Options{Entry: "main", Unwind: 1, Without: NoProofs, Propose: propose})
			known := a.State.OfPair(pairs[0])
			if got := known.Partial || known.Equal; got != tt.equal {
				t.Errorf("proven equal: %t", got)
			}
			if proven := len(a.State.Relations) == 1; proven == (tt.name == "does not hold") {
				t.Errorf("proven: %t", proven)
			}
		})
	}
}
