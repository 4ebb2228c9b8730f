package types_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

// TestFolder type-checks every file *.bpl below the folder SEMDIFF_BPL_FOLDER,
// in which all are right.
func TestFolder(t *testing.T) {
	root := os.Getenv("SEMDIFF_BPL_FOLDER")
	if root == "" {
		t.Skip("SEMDIFF_BPL_FOLDER is not set")
	}
	var files, size int
	var spent time.Duration
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".bpl") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		p, err := boogie.Parse(path, src)
		if err != nil {
			t.Error(err)
			return nil
		}
		start := time.Now()
		info, problems := types.Check(p)
		spent += time.Since(start)
		files++
		size += len(src)
		if problems != nil {
			t.Errorf("%v\n%s", problems, problems.Total(path))
			return nil
		}
		complete(t, info)
		return nil
	})
	if err != nil || files == 0 {
		t.Fatalf("no files in %s: %v", root, err)
	}
	t.Logf("%d files, %d bytes, checked in %v: %.1f MB/s", files, size, spent, float64(size)/spent.Seconds()/1e6)
}
