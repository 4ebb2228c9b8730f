package benchmarks

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"semdiff/compare/engine"
	"semdiff/compare/symdiff"
	"semdiff/internal/needs"
	"semdiff/moddiff"
)

// exampleLimit is the time for each of the two analyses of a pair.
const exampleLimit = 15 * time.Second

// TestSymDiffExamples compares the examples that come with SymDiff: SEMDIFF_SYMDIFF
// is the folder Sources/SymDiff/Test of the repository boogie-org/symdiff. In
// each of its folders every file is compared with itself and with the next one.
// Their truth is not known here: answers are held against each other, and logged
// with what they rest on.
func TestSymDiffExamples(t *testing.T) {
	root := os.Getenv("SEMDIFF_SYMDIFF")
	if root == "" {
		t.Skip("SEMDIFF_SYMDIFF is not set")
	}
	needs.Z3(t)
	for _, folder := range examples(t, root) {
		name, _ := filepath.Rel(root, folder.dir)
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			for i, old := range folder.files {
				compareExample(t, old, old)
				if i+1 < len(folder.files) {
					compareExample(t, old, folder.files[i+1])
				}
			}
		})
	}
}

type exampleFolder struct {
	dir   string
	files []string
}

// examples are the folders with programs; files of mutual summaries are no
// programs.
func examples(t *testing.T, root string) (list []exampleFolder) {
	t.Helper()
	at := map[string]int{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".bpl" || d.Name() == "ms_symdiff_file.bpl" {
			return err
		}
		dir := filepath.Dir(path)
		if _, known := at[dir]; !known {
			at[dir] = len(list)
			list = append(list, exampleFolder{dir: dir})
		}
		f := &list[at[dir]]
		f.files = append(f.files, path)
		return nil
	})
	if err != nil || len(list) == 0 {
		t.Fatalf("no programs in %s: %v", root, err)
	}
	return list
}

func compareExample(t *testing.T, old, new string) {
	t.Helper()
	name := filepath.Base(old) + " -> " + filepath.Base(new)
	start := time.Now()
	r, o, err := prepare(old, new, &pair{Name: name})
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	defer r.solver.Close()
	ctx, cancel := context.WithTimeout(context.Background(), exampleLimit)
	defer cancel()
	summaries, err := engine.Summaries{Options: o}.Compare(ctx, r.task(o))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	ctx, cancel = context.WithTimeout(context.Background(), exampleLimit)
	defer cancel()
	proofs, err := symdiff.Prove(ctx, r.task(o), symdiff.Options{Mode: symdiff.Refine})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var parts []string
	for _, theirs := range summaries.Pairs {
		ours := proofs.Outcome.Counterpart(theirs)
		if old == new && theirs.Status != moddiff.StatusUnchanged {
			t.Errorf("%s: %s is %s", name, theirs.Name, theirs.Status)
		}
		if !theirs.Compared || theirs.Status == moddiff.StatusUnchanged && ours.Status == theirs.Status {
			continue
		}
		claims, err := proofs.Check(theirs)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range symdiff.Contradictions(ours, theirs, claims, nil) {
			t.Errorf("%s: %s: %s", name, theirs.Name, c)
		}
		parts = append(parts, theirs.Name+" "+string(cmp.Or(theirs.Status, "none"))+"/"+string(ours.Status))
	}
	slices.Sort(parts)
	if old == new {
		return
	}
	t.Logf("%s: moddiff %s, symdiff %s in %.1f s; pairs: %s", name, summaries.Verdict, proofs.Outcome.Verdict, time.Since(start).Seconds(), strings.Join(parts, ", "))
	for _, out := range []*engine.Outcome{summaries, proofs.Outcome} {
		if len(out.Notes) > 0 {
			t.Logf("  %s: %s", out.Engine, strings.Join(out.Notes, "; "))
		}
	}
}
