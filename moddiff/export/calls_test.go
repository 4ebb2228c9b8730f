package export_test

import (
	"slices"
	"strings"
	"testing"

	"semdiff/moddiff/export"
)

// TestCallForgeries checks that an export of a pair that agrees by what relates the calls
// of another one, which differs, holds; and that no edit of what it says of these does.
func TestCallForgeries(t *testing.T) {
	const text = `
procedure f(n: int, m: [int]int) returns (c: int)
{ var i: int; c := 0; i := 0; while (i < n) { if (m[i] > 0) { FOUND } i := i + 1; } }
procedure once(n: int, m: [int]int, a: int) returns (r: int)
{ var c: int; if (a == 5) { r := FIRST; return; } call c := f(n, m); r := if c == 0 then 10 else 20; }`
	const often = `
procedure often(n: int, m: [int]int) returns (s: int)
{ var i, c: int; i := 0; s := 0; while (i < n) { call c := f(i, m); if (c == 0) { s := s + i; } i := i + 1; } }`
	old, new := strings.NewReplacer("FOUND", "c := c + 1;", "FIRST", "1"), strings.NewReplacer("FOUND", "c := 1; return;", "FIRST", "2")
	dir := exportPair(t, old.Replace(text+often), new.Replace(text+often))
	if r := verify(t, dir); len(r.Problems) > 0 {
		t.Fatalf("the export itself: %v", r.Problems)
	}
	const step, fact = "f:for-once/relation-2-step", "f:for-once:relation-2@f:old:call-1,f:new:call-1"
	refuse(t, dir, []forgery{
		{"a relation taken away", func(f *forger) { f.remove(step) },
			[]string{`once/unchanged: disagreed: it rests on "` + step + `", which is not there`}},
		{"a relation that the claim does not rest on", func(f *forger) {
			f.query("once/unchanged").RestsOn = slices.DeleteFunc(f.query("once/unchanged").RestsOn, func(on string) bool { return on == step })
			f.rewrite("once/unchanged", "; rests on "+step+"\n", "")
		}, []string{"once/unchanged: disagreed: its query: " + fact + ": the claim does not rest on " + step}},
		{"a relation changed where it is used", func(f *forger) {
			f.rewrite("once/unchanged", "(= |new:in.n| |old:in.n|)", "(= |new:in.n| (+ |old:in.n| 1))")
		}, []string{"once/unchanged: disagreed: its query: f:for-once:relation-2:given is another than in " + step}},
		{"a fact of another relation", func(f *forger) {
			f.rewrite("once/unchanged", fact, strings.Replace(fact, "relation-2", "relation-1", 1))
		}, []string{"is no fact"}},
		{"what the other version's call gives", func(f *forger) {
			f.rewrite("once/unchanged", "(define-fun |f:old:call-1.c| () Int\n  (|f:old.c| n m))", "(define-fun |f:old:call-1.c| () Int\n  |f:new:call-1.c|)")
		}, []string{"once/unchanged: disagreed: its query: f:old:call-1.c is not what a call gives"}},
		{"a call on other terms by let", func(f *forger) {
			f.rewrite("once/unchanged", "(|f:old.c| n m)", "(let ((?1 a)) (|f:old.c| ?1 m))")
		}, []string{"once/unchanged: disagreed: its query: f:old:call-1.c is not what a call gives"}},
		{"a call on other terms", func(f *forger) {
			f.rewrite("once/unchanged", "(define-fun |f:old:call-1:in.n| () Int\n  n)", "(define-fun |f:old:call-1:in.n| () Int\n  a)")
		}, []string{"once/unchanged: disagreed: its query: f:old:call-1:ends is not what a call gives"}},
		{"taken for granted", func(f *forger) {
			f.rewrite("once/unchanged", "(define-fun |once:assumed| () Bool\n  (and", "(define-fun |once:assumed| () Bool\n  (and false")
		}, []string{"once/unchanged: disagreed: its query: what it takes for granted is not its facts alone"}},
		{"an induction that takes something for granted", func(f *forger) {
			f.rewrite("often_loop_head1/unchanged", "(define-fun |often_loop_head1:assumed| () Bool\n  (and", "(define-fun |often_loop_head1:assumed| () Bool\n  (and |often_loop_head1:step|")
		}, []string{"often_loop_head1/unchanged: disagreed: its query: what it takes for granted is not its facts alone"}},
	})
	t.Run("a call on terms that let binds", func(t *testing.T) {
		r := verify(t, forge(t, dir, func(f *forger) { f.rewrite("once/unchanged", "(|f:old.c| n m)", "(let ((?1 n)) (|f:old.c| ?1 m))") }))
		if len(r.Problems) > 0 {
			t.Error(r.Problems)
		}
	})
	t.Run("a relation that does not hold", func(t *testing.T) {
		dir := exportPair(t, old.Replace(text), new.Replace(text))
		if r := verify(t, dir, "z3"); r.Outcome() != export.Agreed {
			t.Fatalf("the export itself: %s: %v", r.Outcome(), r.Problems)
		}
		f := func(f *forger) { // that both return the same, in all files
			for _, q := range slices.Clone(f.Queries) {
				_, query := f.keep(q.File)
				const said = "(define-fun |f:for-once:relation-2| "
				i := strings.Index(query, said)
				if i < 0 {
					continue
				}
				whole := query[i : i+strings.Index(query[i:], "\n(")]
				f.rewrite(q.ID, whole, whole[:strings.LastIndex(whole, "\n")]+"\n  (or |old:fails| |new:fails| (= old.c new.c)))")
			}
		}
		if r := verify(t, forge(t, dir, f), "z3"); r.Outcome() != export.Disagreed {
			t.Errorf("the outcome is %s", r.Outcome())
		}
	})
}
