package benchmarks

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"semdiff/compare/suite"
	"semdiff/moddiff"
)

// suites are the folders that most tests run over, and allSuites all of them.
var (
	suites    = []string{"table1", "figures", "traps"}
	allSuites = append(slices.Clone(suites), "relational", "client", "heap", "impact", "dizy", "scaling")
)

type pair = suite.Pair

func readSuite(t testing.TB, name string) *suite.Suite {
	t.Helper()
	s, err := suite.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	if s.Name != name {
		t.Fatalf("suite %s is called %s", name, s.Name)
	}
	for i := range s.Pairs {
		if err := s.Pairs[i].Materialize(t.TempDir()); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func pairsOf(t testing.TB, name string) []pair { return readSuite(t, name).Pairs }

// sample is every n-th pair of each truth, for a test that takes long: all of them with
// SEMDIFF_BENCH, and every thirtieth with go test -short.
func sample(pairs []pair, n int) []pair {
	switch {
	case testing.Short():
		n = 30
	case os.Getenv("SEMDIFF_BENCH") != "":
		n = 1
	}
	return everyOf(pairs, n)
}

// everyOf is every n-th pair of each truth.
func everyOf(pairs []pair, n int) (some []pair) {
	seen := map[moddiff.Status]int{}
	for _, p := range pairs {
		if seen[p.Truth]%max(n, 1) == 0 {
			some = append(some, p)
		}
		seen[p.Truth]++
	}
	return some
}

// TestSuitesAreComplete checks that suites list all versions that are in their folders,
// and that only traps have truths of a special kind.
func TestSuitesAreComplete(t *testing.T) {
	for _, name := range allSuites {
		listed := map[string]bool{}
		for _, p := range pairsOf(t, name) {
			listed[p.OldFile()], listed[p.NewFile()] = true, true
			if name != "traps" && slices.Contains(suite.SpecialTruths(), p.Truth) {
				t.Errorf("%s: truth %q", p.Dir, p.Truth)
			}
		}
		walk := func(file string, _ fs.DirEntry, err error) error {
			if filepath.Ext(file) == ".bpl" && !listed[file] {
				t.Errorf("%s: in no pair of suite %s", file, name)
			}
			return err
		}
		if err := filepath.WalkDir(name, walk); err != nil {
			t.Fatal(err)
		}
	}
}
