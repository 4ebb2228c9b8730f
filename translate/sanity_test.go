package translate

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"semdiff/internal/randprog"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// TestSanityOfPairs checks what LowerPair makes of random pairs, before and after
// the bodies that it leaves are loaded.
func TestSanityOfPairs(t *testing.T) {
	for seed := range int64(60) {
		oldText, newText := randprog.Pair(seed, randprog.Options{Data: seed%2 == 0})
		if seed%3 == 0 {
			oldText, newText = flowProgram(seed), flowProgram(seed+1)
		}
		old, new, err := LowerPair(smtlib.NewContext(), parsed(t, "old.bpl", oldText), parsed(t, "new.bpl", newText), Options{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, p := range []*ir.Program{old, new} {
			checkSanity(t, p)
			for _, name := range p.Order {
				if err := p.Load(name); err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
			}
			checkSanity(t, p)
		}
	}
}

func checkSanity(t testing.TB, p *ir.Program) {
	t.Helper()
	if err := p.Sanity(); err != nil {
		t.Error(err)
	}
}

// FuzzLower checks that any program is lowered to one that is sane, or refused.
func FuzzLower(f *testing.F) {
	for _, pattern := range []string{"testdata/*.txtar", "../boogie/testdata/*/*.txtar", "../boogie/types/testdata/*/*.txtar"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				f.Fatal(err)
			}
			for _, in := range ar.Files {
				f.Add(in.Data, uint8(0))
			}
		}
	}
	for seed := range int64(30) {
		f.Add([]byte(flowProgram(seed)), uint8(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte, options uint8) {
		src, err := Parse("fuzz.bpl", text)
		if err != nil || len(text) > 10_000 {
			return
		}
		opts := Options{Asserts: []Asserts{AssertsOutcome, AssertsAssume, AssertsIgnore}[options%3]}
		if options >= 128 {
			opts.Externals = ExternalsHavoc
		}
		lowerChecked(t, smtlib.NewContext(), src, opts)
	})
}
