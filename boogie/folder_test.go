package boogie_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"semdiff/boogie"
)

// TestFolder parses every .bpl file below the folder SEMDIFF_BPL_FOLDER, prints
// it and parses that: the trees must be equal.
func TestFolder(t *testing.T) {
	folder := os.Getenv("SEMDIFF_BPL_FOLDER")
	if folder == "" {
		t.Skip("SEMDIFF_BPL_FOLDER is not set")
	}
	files := 0
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".bpl") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		p, err := boogie.Parse(path, src)
		if err != nil {
			t.Error(err)
			return nil
		}
		reparsed(t, path, p)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files", files)
	if files == 0 {
		t.Error("no files")
	}
}
