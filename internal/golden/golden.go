// Package golden compares what a program prints with expectations kept in
// txtar archives. It serves tests only; go test -update rewrites the
// expectations.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// expected ends the name of a file that holds an expectation.
const expected = ".out"

// Case is one input of an archive.
type Case struct {
	Comment string // the archive's
	Name    string // of the input
	Input   []byte
}

// Run calls f for every input of the archives that match pattern. What f
// returns must be the text of the file behind the input, which has the input's
// name with .out at the end.
func Run(t *testing.T, pattern string, f func(t *testing.T, c Case) string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %s", pattern)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { archive(t, file, f) })
	}
}

func archive(t *testing.T, file string, f func(t *testing.T, c Case) string) {
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	var inputs []txtar.File
	for _, x := range ar.Files {
		if name, ok := strings.CutSuffix(x.Name, expected); ok {
			want[name] = string(x.Data)
		} else {
			inputs = append(inputs, x)
		}
	}
	ar.Files = nil
	for _, in := range inputs {
		t.Run(in.Name, func(t *testing.T) {
			got := f(t, Case{Comment: string(ar.Comment), Name: in.Name, Input: in.Data})
			if got != "" && !strings.HasSuffix(got, "\n") {
				got += "\n"
			}
			ar.Files = append(ar.Files, in, txtar.File{Name: in.Name + expected, Data: []byte(got)})
			expect, ok := want[in.Name]
			if !*update && (!ok || got != expect) {
				t.Errorf("%s: %s: got\n%s\nwant\n%s", file, in.Name, got, expect)
			}
		})
	}
	if *update && !t.Failed() {
		if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
