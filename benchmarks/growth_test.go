package benchmarks

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"semdiff/compare/impact"
	"semdiff/compare/suite/scaling"
	"semdiff/internal/needs"
	"semdiff/moddiff"
	sets "semdiff/moddiff/impact"
)

// callTreeSize is the number of procedures in the tests of large programs, and whether
// these print what they take.
func callTreeSize() (n int, report bool) {
	if os.Getenv("SEMDIFF_BENCH") != "" {
		return 10_000, true
	}
	return 1_000, false
}

// TestCallTree checks that of a large program only what a change affects is
// analysed, and prints the time beside that of reading and checking both files
// (make bench-tests).
func TestCallTree(t *testing.T) {
	needs.Z3(t)
	n, report := callTreeSize()
	for _, different := range []bool{false, true} {
		old, new := scaling.CallTree(n, different)
		oldFile, newFile := writePair(t, old, new)
		start := time.Now()
		for _, file := range []string{oldFile, newFile} {
			if _, err := read(file); err != nil {
				t.Fatal(err)
			}
		}
		checked := time.Since(start)
		r, err := analyze(oldFile, newFile, &pair{Name: "main", Entry: "main"}, moddiff.ModDiffRef)
		if err != nil {
			t.Fatal(err)
		}
		r.solver.Close()
		want := []string{"main", "p0", "p2", "p6", "p14", "p29", "p59", "p119", "p240", "p482"}
		if truth := map[bool]moddiff.Verdict{false: moddiff.Equivalent, true: moddiff.Different}[different]; r.result.Verdict != truth {
			t.Errorf("the verdict is %s, not %s", r.result.Verdict, truth)
		}
		analysed := 0
		for _, p := range r.result.Pairs {
			if p.Analysed {
				analysed++
				if !slices.Contains(want, p.Name) {
					t.Errorf("%s was analysed", p.Name)
				}
			} else if p.Status != moddiff.StatusUnchanged {
				t.Errorf("%s is %s without having been analysed", p.Name, p.Status)
			}
		}
		lowered := r.lowered()
		if lowered > 25*len(want) {
			t.Errorf("%d of %d procedures were lowered", lowered, n)
		}
		if report {
			fmt.Printf("call tree of %d procedures, %s: %d pairs analysed, %d procedures lowered, %.0f ms, %.1f times as long as to check both files\n",
				n, r.result.Verdict, analysed, lowered, 1e3*r.time.Seconds(), r.time.Seconds()/checked.Seconds())
		}
	}
}

// lowered counts the procedures of the old version that were lowered.
func (r *run) lowered() (n int) {
	for _, name := range r.old.Order {
		if r.old.IsLoaded(name) {
			n++
		}
	}
	return n
}

// TestCallTreeImpact checks that what a change reaches in a large program is found
// without all of its bodies, and prints the time (make bench-tests).
func TestCallTreeImpact(t *testing.T) {
	needs.Z3(t)
	n, report := callTreeSize()
	for _, different := range []bool{false, true} {
		old, new := scaling.CallTree(n, different)
		oldFile, newFile := writePair(t, old, new)
		for _, by := range sets.Levels() {
			start := time.Now()
			r, o, err := prepare(oldFile, newFile, &pair{Name: "main", Entry: "main"})
			if err != nil {
				t.Fatal(err)
			}
			found, err := impact.Run(context.Background(), r.task(o), impact.Options{By: by})
			r.solver.Close()
			if err != nil {
				t.Fatal(err)
			}
			if want := different || by == sets.Text; found.Impacted() != want {
				t.Errorf("by %s: impacted: %t", by, !want)
			}
			lowered := r.lowered()
			if lowered > 450 {
				t.Errorf("by %s, %d of %d procedures were lowered", by, lowered, n)
			}
			if report {
				fmt.Printf("call tree of %d procedures, what a change reaches by %s: %d pairs impacted, %d procedures lowered, %.0f ms\n",
					n, by, len(found.Pairs), lowered, 1e3*time.Since(start).Seconds())
			}
		}
	}
}

// writePair writes two programs into files.
func writePair(t *testing.T, old, new string) (oldFile, newFile string) {
	t.Helper()
	dir := t.TempDir()
	oldFile, newFile = filepath.Join(dir, "old.bpl"), filepath.Join(dir, "new.bpl")
	for file, text := range map[string]string{oldFile: old, newFile: new} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return oldFile, newFile
}
