package translate

import (
	"slices"
	"strings"
	"testing"

	"semdiff/translate/ir"
)

// notesOf prints the notes of a program, each with its line.
func notesOf(p *ir.Program) []string {
	var out []string
	for _, name := range p.Order {
		for _, q := range append([]*ir.Proc{p.Procs[name]}, p.Procs[name].Loops...) {
			for _, b := range q.Blocks {
				for _, n := range b.Notes {
					s := n.Pos.String()
					if n.Name != "" {
						s += " " + n.Name + " is"
					}
					for _, v := range n.Vars {
						s += " " + v.Name()
					}
					for _, e := range n.Exprs {
						s += " " + e.String()
					}
					out = append(out, s)
				}
			}
		}
	}
	return out
}

func TestNotes(t *testing.T) {
	const valueIs = `function value_is(c: int, e: int) returns (bool);
const {:model_const "n->f"} {:sourceFile "a.c"} {:sourceLine 5} unique c0: int;
`
	for _, tt := range []struct {
		name, src string
		want      []string
	}{
		{"a value that HAVOC names, at the line that it names", valueIs + `
procedure p(x: int, f: [int]int) returns (r: int)
{
  assert {:sourcefile "a.c"} {:sourceline 4} true;
  r := x;
  assume value_is(c0, f[x]);
}`, []string{"a.c:4", "a.c:5 n->f is (select f x)"}},
		{"a value that SMACK names", `procedure boogie_si_record_i32(i: int);
procedure p($i0: int) returns ($r: int)
{
  assume {:sourceloc "a.c", 4, 2} true;
  call {:cexpr "p:arg:x"} boogie_si_record_i32($i0);
  $r := $i0;
}`, []string{"a.c:4", "a.c:4 p:arg:x is $i0"}},
		{"no place after a label, nor where SMACK knows none", `procedure p() returns (r: int)
{
  assume {:sourceloc "a.c", 4, 2} true;
  goto A;
A:
  assert r == r + 0;
  assume {:sourceloc "a.c", 6, 2} true;
  assume {:sourceloc "a.c", 0, 0} true;
  return;
}`, []string{"a.c:4", "t.bpl:6", "a.c:6", "t.bpl:8", "t.bpl:9"}},
		{"assignments that nothing reads, branches and what leads to them", `procedure p(x: int) returns (r: int)
{
  var y: int;
  y := x;
  goto A, B;
A: assume x > 0;
  r := 1;
  return;
B: assume x <= 0;
}`, []string{"t.bpl:4 y x", "t.bpl:5", "t.bpl:6", "t.bpl:8", "t.bpl:9"}},
		{"variables that a loop sets and nothing reads behind it", `procedure p(x: int)
{
  var y: int;
  while (y < x) { y := y + 1; }
}`, []string{"t.bpl:4 y", "t.bpl:4", "t.bpl:4 y"}},
		{"a polymorphic program", valueIs + `
procedure id<T>(x: T) returns (r: T) { r := x; }
procedure p(x: int) returns (r: int)
{
  call r := id(x);
  assume value_is(c0, r);
}`, []string{"a.c:5 n->f is r"}},
		{"a value that is not plain", valueIs + `
procedure p(x: int, f: [int]int) { assume value_is(c0, if (forall i: int :: f[i] == 0) then 1 else 2); }`, nil},
	} {
		p, err := lowerText(t, "t.bpl", []byte(tt.src), Options{})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := notesOf(p); !slices.Equal(got, tt.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, strings.Join(got, "; "), strings.Join(tt.want, "; "))
		}
	}
}

// TestValueIsWithMeaning checks that value_is is assumed where the program says
// something of it.
func TestValueIsWithMeaning(t *testing.T) {
	for _, tt := range []struct {
		decl    string
		use     string
		assumes int
	}{
		{"function value_is(c: int, e: int) returns (bool);", "", 0},
		{"function value_is(c: int, e: int) returns (bool);", "b := value_is(c0, 7);", 1},
		{"function value_is(c: int, e: int) returns (bool); function f(x: int) returns (bool) { value_is(x, x) }", "", 1},
		{"function value_is(c: int, e: int) returns (bool) { e > 0 }", "", 1},
		{"function value_is(c: int, e: int) returns (bool); axiom (forall c, e: int :: value_is(c, e) ==> e > 0);", "", 1},
	} {
		src := tt.decl + " const c0: int; procedure p(x: int) returns (b: bool) { assume value_is(c0, x); " + tt.use + " }"
		p, err := lowerText(t, "t.bpl", []byte(src), Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, b := range p.Procs["p"].Blocks {
			for _, in := range b.Instrs {
				if _, ok := in.(*ir.Assume); ok {
					got++
				}
			}
		}
		if got != tt.assumes {
			t.Errorf("%s: %d assumptions, want %d", src, got, tt.assumes)
		}
	}
}
