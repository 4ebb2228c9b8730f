package export_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"semdiff/moddiff"
	"semdiff/moddiff/export"
)

// TestSliced checks that the export of slices holds, which claims of it have no query,
// and that none of these can be taken away.
func TestSliced(t *testing.T) {
	const oldText = `
function f(x: int, y: int): int;
procedure g(n: int, x: int) returns (a: int, b: int)
{
  var i: int;
  a, b, i := 2, x, 0;
  while (i < n) { a := f(a, n); b := f(b, i); i := i + 1; }
}
procedure main(n: int, x: int, y: int) returns (r: int, s: int)
{
  var a: int; var b: int;
  s := y;
  call a, b := g(n, x);
  r := if x > 5 then b else a;
}`
	newText := strings.Replace(oldText, "g(n, x);", "g(n, x + 1);", 1)
	dir := exportWith(t, oldText, newText, moddiff.Options{Unwind: 3})
	if r := verify(t, dir, "z3"); r.Outcome() == export.Disagreed || len(r.Problems) > 0 {
		t.Fatalf("the export itself: %s: %v", r.Outcome(), r.Problems)
	}
	x, err := export.ReadIndex(dir)
	if err != nil {
		t.Fatal(err)
	}
	var ids, says []string
	for _, cl := range x.NotExported {
		ids, says = append(ids, cl.ID), append(says, cl.Says)
	}
	for _, want := range []string{"main/same-s", "g/needs-a"} {
		if !slices.Contains(ids, want) {
			t.Errorf("no claim %s among %q", want, ids)
		}
	}
	if !slices.Contains(says, "a depends on no inputs but n") {
		t.Errorf("no claim has the inputs that a shared function takes: %q", says)
	}
	at := slices.IndexFunc(x.Pairs, func(p export.Pair) bool { return p.Name == "main" })
	if p := x.Pairs[at]; !slices.Equal(p.Unimpacted, []string{"s"}) || !slices.Equal(p.Outputs, []string{"r"}) || slices.Contains(p.Inputs, "y") {
		t.Errorf("main has inputs %q, outputs %q, not impacted %q", p.Inputs, p.Outputs, p.Unimpacted)
	}
	for _, id := range []string{"main/same-s", "g/needs-a"} {
		t.Run(id, func(t *testing.T) {
			without := forge(t, dir, func(f *forger) {
				f.NotExported = slices.DeleteFunc(f.NotExported, func(cl export.NotExported) bool { return cl.ID == id })
			})
			if r := verify(t, without, "z3"); r.Outcome() != export.Disagreed {
				t.Errorf("%s without the claim", r.Outcome())
			}
		})
	}
}

// TestUnimpacted checks that the export of whole versions has a claim for each output
// that the change does not reach: with a query where summaries tell, without one where a
// loop is not known; and that such a claim is missed, and found out when it is altered.
func TestUnimpacted(t *testing.T) {
	const oldText = `
procedure main(n: int, x: int, y: int) returns (r: int, s: int, t: int)
{
  var i: int;
  s, t, i := y + 1, 2, 0;
  while (i < n) { t := t * t + i; i := i + 1; }
  r := if x > 5 then 1 else 0;
}`
	dir := exportWith(t, oldText, strings.Replace(oldText, "x > 5", "x > 6", 1), moddiff.Options{Unwind: 2})
	if r := verify(t, dir, "z3"); r.Outcome() == export.Disagreed || len(r.Problems) > 0 {
		t.Fatalf("the export itself: %s: %v", r.Outcome(), r.Problems)
	}
	x, err := export.ReadIndex(dir)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(x.Pairs, func(p export.Pair) bool { return p.Name == "main" })
	if p := x.Pairs[at]; !slices.Equal(p.Unimpacted, []string{"s", "t"}) || !slices.Equal(p.Outputs, []string{"r", "s", "t"}) {
		t.Errorf("main has outputs %q, not impacted %q", p.Outputs, p.Unimpacted)
	}
	if !slices.ContainsFunc(x.Queries, func(q export.Query) bool { return q.ID == "main/same-s" }) {
		t.Error("no query shows that s is the same")
	}
	for _, test := range []struct {
		what, want string
		edit       func(f *forger)
	}{
		{"removed", "main/same-s: disagreed: the claim is missing", func(f *forger) { f.remove("main/same-s") }},
		{"no query where there is one", "main/same-s: disagreed: the claim is twice there", func(f *forger) {
			f.NotExported = append(f.NotExported, export.NotExported{ID: "main/same-s", Pair: "main", Claim: "same-s", Reason: "none"})
		}},
		{"about another output", "main/same-s: disagreed: its query: main:same-s is not what the name says", func(f *forger) {
			f.rewrite("main/same-s", "(= |main:at:new.s| |main:at:old.s|)", "(= |main:at:new.s| |main:at:new.s|)")
		}},
		{"renamed", "main/same-t: disagreed: its query: main:same-t is not what the name says", func(f *forger) {
			f.NotExported = slices.DeleteFunc(f.NotExported, func(cl export.NotExported) bool { return cl.ID == "main/same-t" })
			f.query("main/same-s").ID, f.query("main/same-s").Claim = "main/same-t", "same-t"
		}},
	} {
		t.Run(test.what, func(t *testing.T) {
			r := verify(t, forge(t, dir, test.edit), "z3")
			if !slices.ContainsFunc(r.Problems, func(p export.Problem) bool { return strings.HasPrefix(p.String(), test.want) }) {
				t.Errorf("%s: %v", r.Outcome(), r.Problems)
			}
		})
	}
}

// TestWrittenOutOutputs checks an export where a pair that agrees on what is observed of
// it alone is called on what a pair gives that differs, with functions written out at
// arguments; and that agreement on one output is not taken for that on another.
func TestWrittenOutOutputs(t *testing.T) {
	var chain strings.Builder
	for i := range 130 {
		fmt.Fprintf(&chain, "if c == %d then %d else ", i, i*i%17)
	}
	oldText := `
procedure f(c: int) returns (r: int)
{
  var i, k, t, u: int;
  i, k, t, u := 0, c, 3, 0;
  while (i < 1) { t := k; u := u + k; i := i + 1; }
  r := t + (` + chain.String() + `23);
}
procedure main(x: int, y: int) returns (r: bool)
{
  var a, b: int;
  call a := f(x);
  call b := f(a div -2);
  r := a <= b + y;
}`
	dir := exportWith(t, oldText, strings.Replace(oldText, "0, c, 3, 0", "0, 1 - c, 3, 0", 1), moddiff.Options{Unwind: 3})
	if r := verify(t, dir); len(r.Problems) > 0 {
		t.Fatalf("the export itself: %v", r.Problems)
	}
	const which = "f_loop_head1/unchanged"
	refuse(t, dir, []forgery{{"agreement on another output", func(f *forger) {
		f.rewrite(which, "f_loop_head1:at:new.t|", "f_loop_head1:at:new.u|")
		f.rewrite(which, "f_loop_head1:at:old.t|", "f_loop_head1:at:old.u|")
	}, []string{"main/unchanged: disagreed: its query: a version of f_loop_head1 is defined by the other one"}}})
}
