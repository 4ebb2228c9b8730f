package export_test

import (
	"testing"

	"semdiff/moddiff"
	"semdiff/moddiff/export"
)

// The versions are equal by what the operation on bits gives, which is SMACK's.
const bitsPrelude = `
type i32 = int;
function {:inline} $add.i32(i1: i32, i2: i32) returns (i32) { (i1 + i2) }
function $and.i32(i1: i32, i2: i32) returns (i32);

procedure mode(k: int) returns (m: int)
{
  m := (if k == 1 then 1 else if k == 2 then 3 else if k == 3 then 5 else 0);
}
`

// TestBitOperations exports a proof that needs what operations on bits give: solvers are
// told, and not told anything else.
func TestBitOperations(t *testing.T) {
	dir := exportWith(t,
		bitsPrelude+`procedure main(k: int) returns (r: int) { var m: int; call m := mode(k); r := $and.i32(m, 2); }`,
		bitsPrelude+`procedure main(k: int) returns (r: int) { r := (if k == 2 then 2 else 0); }`,
		moddiff.Options{Unwind: 3})
	r := verify(t, dir, "z3")
	if r.Outcome() != export.Agreed || r.Index.Verdict != "equivalent" {
		t.Errorf("%s, %s: %v", r.Outcome(), r.Index.Verdict, r.Problems)
	}
	const point = "(assert (= ($and.i32 3 2) 2))"
	refuse(t, dir, []forgery{
		{"another value", func(f *forger) { f.rewrite("main/unchanged", point, "(assert (= ($and.i32 3 2) 1))") },
			[]string{"main/unchanged: unknown: its query: an axiom speaks of $and.i32, which has a meaning: (= ($and.i32 3 2) 1)"}},
		{"a value of everything", func(f *forger) {
			f.rewrite("main/unchanged", point, point+"\n(assert (forall ((i Int)) (= ($and.i32 i 2) 0)))")
		},
			[]string{"main/unchanged: unknown: its query: an axiom speaks of $and.i32"}},
		{"a value where there is none", func(f *forger) { f.rewrite("main/unchanged", point, point+"\n(assert (= ($and.i32 (- 1) 2) 2))") },
			[]string{"main/unchanged: unknown: its query: an axiom speaks of $and.i32"}},
	})
}
