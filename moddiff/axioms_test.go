package moddiff

import (
	"slices"
	"strings"
	"testing"
)

// What the axioms say of functions that a condition does not mention still
// bounds what it does mention.
func TestQuantifiedAxiomsInQueries(t *testing.T) {
	const prelude = `
type T;
const c: int;
function base(int): int;
function tag(int): T;
function ptr(T): T;
function typed(int, T): bool;
axiom (forall x: int :: {base(x)} base(x) <= x);
axiom (forall x: int, t: T :: {typed(x, ptr(t))} typed(x, ptr(t)) <==> tag(base(x)) == ptr(t));
axiom base(c) == c;
axiom c != 0;
`
	_, _, r := run(t, prelude+"procedure main(x: int) returns (r: bool) { r := x == c; }",
		prelude+"procedure main(x: int) returns (r: bool) { r := x == c && x != 9; }", Options{})
	if r.Verdict != Different {
		t.Errorf("got %s, %v", r.Verdict, r.Notes)
	}
	_, _, r = run(t, prelude+"procedure main(x: int) returns (r: bool) { r := x == c && x == 0; }",
		prelude+"procedure main(x: int) returns (r: bool) { r := false; }", Options{})
	if r.Verdict != Equivalent {
		t.Errorf("got %s, %v", r.Verdict, r.Notes)
	}
}

// TestContradictionElsewhere holds answers to what they say of axioms that no
// difference depends on.
func TestContradictionElsewhere(t *testing.T) {
	const decls = "function f(x: int): int; axiom f(0) == 0; axiom (forall x: int :: f(x) > 0); "
	const old, new = "procedure main(x: int) returns (r: int) { r := x; }", "procedure main(x: int) returns (r: int) { r := x + 1; }"
	const note = "contradict each other; no difference depends on them"
	noted := func(r *Result) bool {
		return slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, note) })
	}
	if r := analysed(t, decls+old, decls+new, Options{}); r.Verdict != Different || !noted(r) {
		t.Errorf("%s, %q", r.Verdict, r.Notes)
	}
	if r := analysed(t, decls+old, decls+old, Options{}); r.Verdict != Equivalent || noted(r) {
		t.Errorf("equal versions: %s, %q", r.Verdict, r.Notes)
	}
}
