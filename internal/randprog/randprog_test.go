package randprog

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

// settings are the options that every test runs through.
var settings = []Options{
	{},
	{NoLoops: true},
	{NoHavoc: true, NoChecks: true},
	{NoMaps: true, Linear: true},
	{Data: true},
	{Sorts: true},
	{TwoWays: true},
	{Idioms: true},
}

const pairs = 300

// TestPairDeterministic checks that seed and options fix the pair.
func TestPairDeterministic(t *testing.T) {
	seen := map[string]bool{}
	for seed := range int64(pairs) {
		old, new := Pair(seed, Options{})
		again, newAgain := Pair(seed, Options{})
		if old != again || new != newAgain {
			t.Fatalf("seed %d: two calls differ", seed)
		}
		seen[old] = true
	}
	if len(seen) < pairs*9/10 {
		t.Errorf("%d seeds gave only %d programs", pairs, len(seen))
	}
}

// TestPairShape checks what every program has, and that options keep out what
// they say.
func TestPairShape(t *testing.T) {
	mainProc := regexp.MustCompile(`(?m)^procedure main\((x: int)(, y: \w+)?(, z: \w+)?\) returns \(r: \w+\)$`)
	note := regexp.MustCompile(`^(// (main|f\d): [a-z ]+( \(preserving\))?\n){1,4}`)
	for _, opts := range settings {
		for seed := range int64(pairs) {
			old, new := Pair(seed, opts)
			if !note.MatchString(new) {
				t.Errorf("seed %d: no note of a mutation:\n%s", seed, new)
			}
			for _, text := range []string{old, note.ReplaceAllString(new, "")} {
				text = strings.Replace(text, runtime, "", 1)
				procs := strings.Count(text, "procedure ")
				if procs < 1 || procs > 4 || len(mainProc.FindAllString(text, -1)) != 1 {
					t.Errorf("seed %d: odd procedures:\n%s", seed, text)
				}
				for word, without := range map[string]bool{
					"while": opts.NoLoops, "havoc": opts.NoHavoc, "(*)": opts.NoHavoc,
					"assert": opts.NoChecks, "assume": opts.NoChecks, "[int]": opts.NoMaps,
				} {
					if without && strings.Contains(text, word) {
						t.Errorf("seed %d: %s in spite of %+v:\n%s", seed, word, opts, text)
					}
				}
			}
		}
	}
}

// TestFeaturesOccur checks that every mutation and every kind of statement
// comes up.
func TestFeaturesOccur(t *testing.T) {
	var all strings.Builder
	for seed := range int64(pairs) {
		_, new := Pair(seed, Options{})
		all.WriteString(new)
		_, new = Pair(seed, Options{Sorts: true})
		all.WriteString(new)
		_, new = Pair(seed, Options{TwoWays: true})
		all.WriteString(new)
		_, new = Pair(seed, Options{Idioms: true})
		all.WriteString(new)
	}
	wanted := []string{"while", "havoc", "if (*)", "assert", "assume", "call", " div ", " mod ", "m[", "var g: int;", "n - 1", "\nimplementation f0(", "(lambda at: int ::", "(lambda at: K ::",
		"(lambda at: int, at2: int ::", "byK[", "toK[", "grid[", "index(", "elem(", "var k: K;",
		"exactly(", "call holds(", "call nothing();", "  assume h", "(forall k: int :: h"}
	for _, d := range domains {
		wanted = append(wanted, d.decls)
	}
	for _, m := range slices.Concat(mutations, rewritings) {
		wanted = append(wanted, ": "+m.name)
	}
	for _, w := range wanted {
		if !strings.Contains(all.String(), w) {
			t.Errorf("no %q in %d pairs", w, pairs)
		}
	}
}

// TestPairAccepted checks that all programs parse and type-check.
func TestPairAccepted(t *testing.T) {
	for _, opts := range settings {
		for seed := range int64(pairs) {
			old, new := Pair(seed, opts)
			for _, text := range []string{old, new} {
				p, err := boogie.Parse("rand.bpl", []byte(text))
				if err != nil {
					t.Fatalf("seed %d, %+v: %v\n%s", seed, opts, err, text)
				}
				if _, errs := types.Check(p); len(errs) > 0 {
					t.Fatalf("seed %d, %+v: %v\n%s", seed, opts, errs, text)
				}
			}
		}
	}
}
