package benchmarks

import (
	"context"
	"path/filepath"
	"testing"

	"semdiff/compare/engine"
	"semdiff/compare/impact"
	"semdiff/internal/needs"
	sets "semdiff/moddiff/impact"
)

// TestImpact checks on all suites that something is impacted where the versions differ,
// that it is at the cheaper levels where it is at a better one, and that nothing is of a
// version against itself.
func TestImpact(t *testing.T) {
	needs.Z3(t)
	proven := map[sets.Level]int{}
	pairs := 0
	for _, suite := range suites {
		for _, p := range sample(pairsOf(t, suite), 2) {
			pairs++
			t.Run(p.Dir, func(t *testing.T) {
				old, new := filepath.Join(p.Dir, "old.bpl"), filepath.Join(p.Dir, "new.bpl")
				before := true
				for _, by := range sets.Levels() {
					impacted := reaches(t, old, new, &p, by)
					if !impacted {
						proven[by]++
					}
					if !impacted && p.Truth == "different" {
						t.Errorf("nothing is impacted by %s, but the versions differ", by)
					}
					if impacted && !before {
						t.Errorf("impacted by %s, and not by the level before", by)
					}
					before = impacted
				}
				if reaches(t, old, old, &p, sets.Text) {
					t.Error("something is impacted in a version against itself")
				}
			})
		}
	}
	t.Logf("of %d pairs nothing is impacted in %v", pairs, proven)
}

func reaches(t *testing.T, old, new string, p *pair, by sets.Level) bool {
	t.Helper()
	r, own, err := prepare(old, new, p)
	if err != nil {
		t.Fatal(err)
	}
	defer r.solver.Close()
	result, err := impact.Run(context.Background(), engine.Task{Old: r.old, New: r.new, Entry: own.Entry, Match: own.Match, Solver: r.solver}, impact.Options{By: by})
	if err != nil {
		t.Fatal(err)
	}
	return result.Impacted()
}
