package benchmarks

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"semdiff/moddiff"
)

// tcasOnlyInitialize are the versions of tcas whose fault is in initialize,
// which alt_sep_test does not call; version 38 changes neither.
var tcasOnlyInitialize = []int{7, 8, 16, 17, 18, 19, 33}

const (
	tcasVersions = 41
	tcasSame     = 38
)

// TestTcas compares tcas of the Siemens suite with its faulty versions, as
// HAVOC translated them. SEMDIFF_SIEMENS is the folder with tcas/source.bpl and
// tcas/vN.bpl; it is in the repository boogie-org/symdiff, in
// Sources/Dependency/Test/siemens. Each version differs from the source in a
// fault that makes tests fail, so that every answer but these is wrong:
// alt_sep_test different, or initialize different and alt_sep_test unchanged.
func TestTcas(t *testing.T) {
	folder := os.Getenv("SEMDIFF_SIEMENS")
	if folder == "" {
		t.Skip("SEMDIFF_SIEMENS is not set")
	}
	needZ3(t)
	decided := 0
	var times []time.Duration
	for v := 1; v <= tcasVersions; v++ {
		p := &pair{Name: fmt.Sprintf("v%d", v), Entry: "alt_sep_test"}
		r, err := analyze(filepath.Join(folder, "tcas", "source.bpl"), filepath.Join(folder, "tcas", p.Name+".bpl"), p, moddiff.ModDiffRef)
		if err != nil {
			t.Fatal(err)
		}
		r.solver.Close()
		times = append(times, r.time)
		alt, init := r.pair("alt_sep_test"), r.pair("initialize")
		t.Logf("%-4s alt_sep_test %-10s initialize %-10s %5d queries %6d ms", p.Name, alt.Status, init.Status, r.result.Stats.Queries, r.time.Milliseconds())
		wantAlt, wantInit := moddiff.Status("different"), moddiff.StatusUnchanged
		switch {
		case slices.Contains(tcasOnlyInitialize, v):
			wantAlt, wantInit = moddiff.StatusUnchanged, "different"
		case v == tcasSame:
			wantAlt = moddiff.StatusUnchanged
		}
		switch {
		case alt.Status == wantAlt && init.Status == wantInit:
			decided++
		case alt.Status != wantAlt && alt.Status != "unknown", init.Status != wantInit && init.Status != "unknown":
			t.Errorf("%s: alt_sep_test is %s, initialize %s", p.Name, alt.Status, init.Status)
		}
	}
	slices.Sort(times)
	t.Logf("%d of %d as expected, median %d ms, slowest %d ms", decided, tcasVersions,
		times[len(times)/2].Milliseconds(), times[len(times)-1].Milliseconds())
}
