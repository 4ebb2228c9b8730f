package relation_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"semdiff/moddiff/relation"
	"semdiff/smtlib"
	"semdiff/smtlib/horn"
)

// TestHornProposals solves for relations that no template has, and proves them.
func TestHornProposals(t *testing.T) {
	for _, tt := range []struct {
		name, old, new string
		given          bool // the loops have equal outputs
		proven         bool
	}{
		{"up and down", `
procedure main(n: int) returns (r: int) { var i: int; i := 0; r := 0; while (i < n) { i := i + 1; r := r + 2; } }`, `
procedure main(n: int) returns (r: int) { var i: int; i := n; r := 0; while (i > 0) { i := i - 1; r := r + 2; } }`, true, true},
		{"an offset", `
procedure main(n: int) returns (r: int) { var i: int; i := 0; r := 0; while (i < n) { r := r + i; i := i + 1; } }`, `
procedure main(n: int) returns (r: int) { var i: int; i := 1; r := 0; while (i <= n) { r := r + i - 1; i := i + 1; } }`, true, true},
		{"one goes on", `
procedure main(n: int) returns (r: int) { var i: int; i := 0; r := 0; while (i < n) { i := i + 1; r := r + 1; } }`, `
procedure main(n: int) returns (r: int) { var i: int; i := 0; r := 0; while (i < n + 3) { if (i < n) { r := r + 1; } i := i + 1; } }`, true, true},
		{"a flag for a count", `
procedure main(n: int) returns (r: bool) { var i, c: int; i := 0; c := 0; while (i < n) { i := i + 1; if (i > 5) { c := c + 1; } } r := c == 0; }`, `
procedure main(n: int) returns (r: bool) { var i: int; i := 0; r := true; while (i < n) { i := i + 1; if (i > 5) { r := false; } } }`, false, true},
		{"different", `
procedure main(n: int) returns (r: int) { var i: int; i := 0; r := 0; while (i < n) { i := i + 1; r := r + 2; } }`, `
procedure main(n: int) returns (r: int) { var i: int; i := n; r := 0; while (i > 0) { i := i - 1; r := r + 3; } }`, true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			programs, p := setup(t, tt.old, tt.new)
			c := programs[0].Ctx
			var list []*relation.Relation
			for _, pair := range pairs(programs) {
				rel := &relation.Relation{Procs: [2]string{pair.Procs[0].Name, pair.Procs[1].Name}}
				if pair.Name == "main" {
					rel.Pre = relation.EqualInputs(c, pair)
				}
				if pair.Name == "main" || tt.given {
					rel.Post = relation.EqualOutputs(c, pair)
				}
				list = append(list, rel)
			}
			wanted := list[0]
			found, err := p.HornProposals(context.Background(), relation.HornLimits{Command: horn.DefaultSolver, Resources: 10_000_000, Timeout: 20 * time.Second}, list, wanted)
			if err != nil {
				t.Fatal(err)
			}
			proven := p.Prove(found)
			p.Proven = append(p.Proven, proven...)
			holds := len(p.Prove([]*relation.Relation{wanted})) == 1
			if holds != tt.proven {
				t.Errorf("%d of %d relations are proven, the wanted one: %t", len(proven), len(found), holds)
				for _, rel := range found {
					for _, q := range append(rel.Pre, rel.Post...) {
						t.Logf("%v: %s", rel.Procs, smtlib.Infix(q.Body))
					}
				}
			}
		})
	}
}

// TestLyingHornSolver checks that what a solver says is not believed: this one says
// that everything holds everywhere, or nothing.
func TestLyingHornSolver(t *testing.T) {
	for _, body := range []string{"true", "false"} {
		programs, p := setup(t, `
procedure main(n: int) returns (r: int) { var i: int; i := 0; r := 0; while (i < n) { i := i + 1; r := r + 2; } }`, `
procedure main(n: int) returns (r: int) { var i: int; i := n; r := 0; while (i > 0) { i := i - 1; r := r + 3; } }`)
		c := programs[0].Ctx
		var list []*relation.Relation
		for _, pair := range pairs(programs) {
			list = append(list, &relation.Relation{Procs: [2]string{pair.Procs[0].Name, pair.Procs[1].Name}, Pre: relation.EqualInputs(c, pair), Post: relation.EqualOutputs(c, pair)})
		}
		liar := filepath.Join(t.TempDir(), "solver")
		script := `#!/bin/sh
echo sat
echo "("
sed -n 's/^(declare-fun \(.*\) (\(.*\)) Bool)$/\1@\2/p' |
	awk -F@ '{ n = split($2, sorts, " "); p = ""; for (i = 1; i <= n; i++) p = p "(x" i " " sorts[i] ")"; print "(define-fun " $1 " (" p ") Bool ` + body + `)" }'
echo ")"
`
		if err := os.WriteFile(liar, []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		found, err := p.HornProposals(context.Background(), relation.HornLimits{Command: liar, Timeout: 20 * time.Second}, list, list[0])
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 {
			t.Fatalf("%s: the model is not read", body)
		}
		p.Proven = p.Prove(found)
		if len(p.Prove(list[:1])) > 0 {
			t.Errorf("%s: different loops are related", body)
		}
	}
}
