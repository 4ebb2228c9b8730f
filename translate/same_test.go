package translate

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// TestSameText checks which procedures are found to have the same text and
// meaning, and that no other is lowered unless it calls a different one.
func TestSameText(t *testing.T) {
	const head = "type T; var g: int; var h: int; const c: int;\n"
	tests := []struct {
		name, old, new string
		same           string // of p, q and r
	}{
		{"nothing", "", "", "p q r"},
		{"another body", "procedure s() { g := 1; }", "procedure s() { g := 2; }", "p q r"},
		{"the callee's body", "", "@g + 0", "p r"},
		{"the callee's interface", "", "@g + h", "r"},
		{"a constant's type", "const d: int;", "const d: real;", "p q r"},
		{"a constant that is used", "axiom c > 0;", "axiom c > 1;", "p q"},
		{"an axiom about what another axiom speaks of", "function f(int): int; axiom f(c) > 0; axiom f(1) == 2;", "function f(int): int; axiom f(c) > 0; axiom f(1) == 3;", "p q"},
		{"an axiom about other functions", "function f(int): int; axiom f(1) == 2;", "function f(int): int; axiom f(1) == 3;", "p q r"},
		{"a function that an axiom expands", "function f(x: int): int { x + 1 } axiom c > f(0);", "function f(x: int): int { x + 2 } axiom c > f(0);", "p q"},
		{"a type in an axiom", "type S = int; axiom (forall x: S :: c != x || true) && (exists x, y: S :: x != y ==> c > 0);",
			"type S = bool; axiom (forall x: S :: c != 1 || true) && (exists x, y: S :: x != y ==> c > 0);", "p q"},
		{"a where clause", "var w: int where w > 0;", "var w: int where w > 1;", "p q r"},
		{"attributes and places", "procedure {:a} s() { }", "procedure {:b}\n s() { }", "p q r"},
		{"the specification of a callee", "", "#requires x > 0;", "r"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := func(decls string) string {
				q, spec := "g", ""
				if rest, ok := strings.CutPrefix(decls, "@"); ok {
					q, decls = rest, ""
				}
				if rest, ok := strings.CutPrefix(decls, "#"); ok {
					spec, decls = rest, ""
				}
				return head + decls + `
procedure r(x: int) returns (y: int) { y := x + c; }
procedure p(x: int) returns (y: int) { call y := q(x); y := y + 1; }
procedure q(x: int) returns (y: int); ` + spec + `
implementation q(a: int) returns (b: int) { b := ` + q + `; }
`
			}
			old, new, err := LowerPair(smtlib.NewContext(), parsed(t, "t.bpl", text(test.old)), parsed(t, "t.bpl", text(test.new)), Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range []*ir.Program{old, new} {
				checkSanity(t, v)
				var same []string
				for _, name := range slices.Sorted(maps.Keys(v.Procs)) {
					p := v.Procs[name]
					if p.SameText && name != "s" {
						same = append(same, name)
					}
					mustLoad := !p.SameText || slices.ContainsFunc(p.Calls, func(c string) bool { return !v.Procs[c].SameText })
					if v.IsLoaded(name) != mustLoad {
						t.Errorf("%s is lowered: %t", name, v.IsLoaded(name))
					}
				}
				if got := strings.Join(same, " "); got != test.same {
					t.Errorf("same text: %s, want %s", got, test.same)
				}
			}
		})
	}
}

// TestSameTextOfNotes checks that a note is not taken for the assumption that it is
// where the program asks for value_is elsewhere.
func TestSameTextOfNotes(t *testing.T) {
	const text = `function value_is(c: int, e: int) returns (bool); const c: int;
procedure p(x: int) { assume x > 0; assume value_is(c, x); }
`
	for _, test := range []struct {
		new  string
		same bool
	}{
		{text, true},
		{text + "procedure s(x: int) returns (y: bool) { y := true; }", true},
		{text + "procedure s(x: int) returns (y: bool) { y := value_is(c, x); }", false},
	} {
		old, new, err := LowerPair(smtlib.NewContext(), parsed(t, "t.bpl", text), parsed(t, "t.bpl", test.new), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if old.Procs["p"].SameText != test.same || new.Procs["p"].SameText != test.same {
			t.Errorf("same text: %t and %t, want %t\n%s", old.Procs["p"].SameText, new.Procs["p"].SameText, test.same, test.new)
		}
	}
}
