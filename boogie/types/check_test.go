package types_test

import (
	"os"
	"path/filepath"
	"testing"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

func TestSamplesCheck(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/samples/smack/*/*.bpl")
	if len(files) == 0 {
		t.Skip("no samples")
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		p, err := boogie.Parse(f, src)
		if err != nil {
			t.Fatal(err)
		}
		if _, problems := types.Check(p); problems != nil {
			t.Error(problems)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	src, err := os.ReadFile("../../../shared/samples/smack/fig2/old.bpl")
	if err != nil {
		b.Skip("no samples")
	}
	p, err := boogie.Parse("old.bpl", src)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, problems := types.Check(p); problems != nil {
			b.Fatal(problems)
		}
	}
}
