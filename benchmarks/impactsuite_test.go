package benchmarks

import (
	"path/filepath"
	"testing"

	"semdiff/internal/needs"
	"semdiff/moddiff"
	sets "semdiff/moddiff/impact"
)

// TestImpactSuite checks the verdicts of the versions that are after those of the paper,
// and that nothing is impacted only where they are equivalent.
func TestImpactSuite(t *testing.T) {
	needs.Z3(t)
	pairs := pairsOf(t, "impact")
	if testing.Short() {
		pairs = pairs[:4]
	}
	for _, p := range pairs {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			r, err := analyze(p.OldFile(), p.NewFile(), &p, moddiff.ModDiffRef)
			if err != nil {
				t.Fatal(err)
			}
			defer r.solver.Close()
			if !p.Fits(r.verdict()) {
				t.Errorf("verdict %s, truth %s", r.verdict(), p.Truth)
			}
			checkAnswer(t, &p, r, false)
			for _, by := range sets.Levels() {
				if !reaches(t, p.OldFile(), p.NewFile(), &p, by) && p.Truth == "different" {
					t.Errorf("nothing is impacted by %s, but the versions differ", by)
				}
			}
		})
	}
}

// TestImpactDecides checks where impact alone shows that versions are equivalent, at the
// cheapest level that does.
func TestImpactDecides(t *testing.T) {
	needs.Z3(t)
	want := map[string]sets.Level{
		"fig1": sets.Solver, "init1 V1V2": sets.Terms, "wbs1 V0V1": sets.Solver, "wbs1 V1V2": sets.Terms, "wbs1 V2V3": sets.Solver,
		"kernel1 V0V1": sets.Text, "kernel1 V1V2": sets.Solver, "kernel2 V0V1": sets.Terms, "kernel4 V0V1": sets.Text,
		"rotor1 V0V1": sets.Solver, "rotor1 V1V2": sets.Solver, "rotor1 V2V3": sets.Terms,
	}
	for _, p := range pairsOf(t, "impact") {
		var got sets.Level
		for _, by := range sets.Levels() {
			if !reaches(t, p.OldFile(), p.NewFile(), &p, by) {
				got = by
				break
			}
		}
		if got != want[p.Name] {
			t.Errorf("%s: nothing is impacted by %q, want %q", filepath.Join(p.Dir, p.New), got, want[p.Name])
		}
	}
}
