package clever

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"semdiff/internal/enginetest"
	"semdiff/internal/needs"
	"semdiff/moddiff"
	"semdiff/moddiff/export"
)

// TestProver checks what difference summaries make of boundaries.
func TestProver(t *testing.T) {
	needs.Z3(t)
	const (
		hard = `
procedure mix(a: int, b: int, x: int) returns (z: int)
{
  var c: int;
  call c := cmp(a * a, b * x);
  if (c > 0) { z := a; } else { z := 2 * b + 1; }
  z := (z * z + 1 * x) mod (1000003 + x * x);
  if (z mod 3 == 0) { z := z + b; }
  z := (z * z + 2 * x) mod (1000003 + x * x);
  if (z mod 3 == 1) { z := z + b; }
}
`
		difference = `procedure cmp(a: int, b: int) returns (r: int) { r := a - b; }`
		sign       = `procedure cmp(a: int, b: int) returns (r: int) { r := if a < b then -1 else if a > b then 1 else 0; }`
		notSign    = `procedure cmp(a: int, b: int) returns (r: int) { r := if a < b then -1 else 1; }`
		easy       = `procedure two(a: int) returns (r: int) { call r := cmp(a, 0); r := if r > 0 then 1 else 0; }`
	)
	for _, tt := range []struct {
		name, old, new string
		verdict        moddiff.Verdict
		boundaries     []string
	}{
		{"a hard client", hard + difference, hard + sign, moddiff.Equivalent, []string{"what cmp in line 5 differs in ends in lines 5-6"}},
		{"an affected client", hard + difference, hard + notSign, moddiff.Different, nil},
		{"a client for path summaries", easy + difference, easy + sign, moddiff.Equivalent, nil},
		{"a client that changed", hard + difference, "\n" + hard[:len(hard)-2] + " z := z + 0 * a; }\n" + notSign, moddiff.Different, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			task := enginetest.Task(t, tt.old, tt.new)
			defer task.Solver.Close()
			r, err := moddiff.Analyze(context.Background(), task.Old, task.New, task.Solver, moddiff.Options{Unwind: 3, Until: moddiff.UntilVerdict, Clients: &Prover{}})
			if err != nil {
				t.Fatal(err)
			}
			var said []string
			for _, p := range r.Pairs {
				for _, inv := range p.Invariants {
					if inv.Boundary {
						said = append(said, inv.Says)
					}
				}
			}
			if r.Verdict != tt.verdict || !slices.Equal(said, tt.boundaries) {
				t.Errorf("%s, boundaries %q", r.Verdict, said)
			}
			if tt.verdict != moddiff.Equivalent { // takes long
				return
			}
			r, err = moddiff.Analyze(context.Background(), task.Old, task.New, task.Solver, moddiff.Options{Unwind: 3, Evidence: true, Clients: &Prover{}})
			if err != nil {
				t.Fatal(err)
			}
			if byRegions := r.Evidence.Composition != nil; r.Verdict != tt.verdict || byRegions != (len(tt.boundaries) > 0) {
				t.Errorf("%s with evidence, of regions: %t", r.Verdict, byRegions)
			}
			dir := filepath.Join(t.TempDir(), "export")
			if _, err := export.Write(dir, r); err != nil {
				t.Fatal(err)
			}
			if v := verified(t, dir); v.Outcome() != export.Agreed {
				t.Errorf("%s: %v", v.Outcome(), v.Problems)
			}
		})
	}
}

// TestProverOnRandomPairs checks that answers that rest on boundaries contradict none that
// do not.
func TestProverOnRandomPairs(t *testing.T) {
	needs.Z3(t)
	proven, asked := 0, 0
	for seed, left := *seedFlag, *pairsFlag; left > 0; seed++ {
		task, client := randomClient(t, seed)
		if client == "" {
			task.Solver.Close()
			continue
		}
		left--
		asked++
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		boundaries, ok := (&Prover{}).Unaffected(ctx, task.Old, task.New, task.Solver, client, moddiff.Options{Unwind: 3})
		if ok {
			proven++
			task.Solver.Reset()
			r, err := moddiff.Analyze(ctx, task.Old, task.New, task.Solver, moddiff.Options{Unwind: 3, Entry: client, Until: moddiff.UntilVerdict})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict == moddiff.Different {
				t.Errorf("seed %d: unaffected by %v, and different", seed, boundaries)
			}
		}
		cancel()
		task.Solver.Close()
	}
	t.Logf("%d of %d clients proven", proven, asked)
}
