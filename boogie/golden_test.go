package boogie_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden runs f over the archives that match pattern. Each holds in.bpl and a
// file out, which must be what f returns.
func golden(t *testing.T, pattern string, f func(t *testing.T, src []byte) string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %s", pattern)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(ar.Files) == 0 || ar.Files[0].Name != "in.bpl" {
				t.Fatal("the first file must be in.bpl")
			}
			got := f(t, ar.Files[0].Data)
			if *update {
				ar.Files = append(ar.Files[:1], txtar.File{Name: "out", Data: []byte(got)})
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(ar.Files) != 2 || string(ar.Files[1].Data) != got {
				t.Errorf("got:\n%s", got)
			}
		})
	}
}
