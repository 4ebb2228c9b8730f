package benchmarks

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"semdiff/moddiff"
)

// suites are the folders with a manifest that most tests run over, and manifests
// those of all.
var (
	suites    = []string{"table1", "figures", "traps"}
	manifests = append(slices.Clone(suites), "relational")
)

// pair is a pair of program versions with its known truth, as README.md has it.
type pair struct {
	Name         string
	Dir          string // relative to this folder once it is read
	Family       string
	Entry        string
	Truth        moddiff.Status
	Witness      map[string]string
	Allowed      []moddiff.Status
	Procedures   map[string][]moddiff.Status
	Flags        []string
	Label, Why   string
	PaperSeconds map[string]*float64 `json:"paper_seconds"`
}

// fits reports whether status is no mistake for p.
func (p *pair) fits(status moddiff.Status) bool {
	if p.Allowed == nil {
		return status == p.Truth
	}
	return slices.Contains(p.Allowed, status)
}

// mayBeUnknown reports whether the analysis may give up on p, for which a
// short time is enough.
func (p *pair) mayBeUnknown() bool {
	return p.fits(moddiff.Status(moddiff.Unknown.String()))
}

// manifest is a suite.
type manifest struct {
	Schema, Suite, About string
	Floor                int // how many of the pairs are decided at least
	Pairs                []pair
}

func readSuite(t testing.TB, name string) []pair {
	t.Helper()
	return readManifest(t, name).Pairs
}

func readManifest(t testing.TB, name string) (m manifest) {
	t.Helper()
	f, err := os.Open(filepath.Join(name, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := json.NewDecoder(f)
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		t.Fatalf("%s: %v", f.Name(), err)
	}
	if m.Schema != "semdiff-suite/1" || m.Suite != name {
		t.Fatalf("%s: schema %q, suite %q", f.Name(), m.Schema, m.Suite)
	}
	for i := range m.Pairs {
		m.Pairs[i].Dir = filepath.Join(name, m.Pairs[i].Dir)
	}
	return m
}

// sample is the suite, of which go test -short takes every thirtieth pair.
func sample(suite []pair) []pair {
	if !testing.Short() {
		return suite
	}
	var some []pair
	for i := 0; i < len(suite); i += 30 {
		some = append(some, suite[i])
	}
	return some
}

// TestManifests checks that manifests and folders name the same pairs, and
// that truths and statuses are words of the reports.
func TestManifests(t *testing.T) {
	truths := []moddiff.Status{"equivalent", "different"}
	trapTruths := append(slices.Clone(truths), "interface", "vacuous", "unspecified")
	statuses := []moddiff.Status{"equivalent", "partially-equivalent", "different", "unknown", "unchanged", "added", "removed"}
	for _, suite := range manifests {
		listed := map[string]bool{}
		for _, p := range readSuite(t, suite) {
			if listed[p.Dir] {
				t.Errorf("%s: listed twice", p.Dir)
			}
			listed[p.Dir] = true
			if !slices.Contains(truths, p.Truth) && (suite != "traps" || !slices.Contains(trapTruths, p.Truth)) {
				t.Errorf("%s: truth %q", p.Dir, p.Truth)
			}
			words := slices.Clone(p.Allowed)
			for _, s := range p.Procedures {
				words = append(words, s...)
			}
			for _, s := range words {
				if !slices.Contains(statuses, s) {
					t.Errorf("%s: no such status: %q", p.Dir, s)
				}
			}
		}
		files, err := filepath.Glob(filepath.Join(suite, "*", "old.bpl"))
		if err != nil {
			t.Fatal(err)
		}
		deeper, err := filepath.Glob(filepath.Join(suite, "*", "*", "old.bpl"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range append(files, deeper...) {
			if dir := filepath.Dir(f); !listed[dir] {
				t.Errorf("%s: not in the manifest", dir)
			} else {
				delete(listed, dir)
			}
		}
		for dir := range listed {
			t.Errorf("%s: no such folder", dir)
		}
	}
}
