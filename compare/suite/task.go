package suite

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Task is a pair of a suite that is to be compared.
type Task struct {
	Suite string
	Pair  *Pair
	place int // among all of the run
}

// Name is unique in a run.
func (t Task) Name() string { return t.Suite + "/" + t.Pair.ID }

// Tasks are the pairs of suites that have one of the tags; all of them without tags.
func Tasks(suites []*Suite, tags []string) (list []Task) {
	for _, s := range suites {
		for i := range s.Pairs {
			p := &s.Pairs[i]
			if len(tags) == 0 || slices.ContainsFunc(tags, p.HasTag) {
				list = append(list, Task{s.Name, p, len(list)})
			}
		}
	}
	return list
}

// fingerprint tells whether a result is about the same files, read in the same way.
func (t Task) fingerprint() (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %q\n", t.Pair.Entry, t.Pair.Flags, t.Pair.Truth)
	files := []string{t.Pair.OldFile(), t.Pair.NewFile()}
	for i, flag := range t.Pair.Flags {
		name, given := strings.CutPrefix(flag, "--match=")
		if flag == "--match" && i+1 < len(t.Pair.Flags) {
			name, given = t.Pair.Flags[i+1], true
		}
		if given {
			files = append(files, filepath.Join(t.Pair.Dir, name))
		}
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%d\n", len(text))
		h.Write(text)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8]), nil
}
