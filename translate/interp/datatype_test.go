package interp_test

import (
	"errors"
	"testing"

	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
	"semdiff/translate/interp"
)

func TestDatatypes(t *testing.T) {
	const list = "datatype List { Nil(), Cons(head: int, tail: List) }\n"
	const undetermined = "undetermined"
	for _, tt := range []struct{ src, want string }{
		{list + "procedure main() returns (r: List) { r := Cons(1, Cons(2, Nil())); }", "normal r=Cons(1, Cons(2, Nil()))"},
		{list + "procedure main() returns (r: List) { r := Cons(1, Nil()); r->head := r->head + 4; }", "normal r=Cons(5, Nil())"},
		{list + `procedure sum(l: List) returns (s: int) { if (l is Cons) { call s := sum(l->tail); s := s + l->head; } else { s := 0; } }
			procedure main() returns (r: int) { call r := sum(Cons(3, Cons(4, Nil()))); }`, "normal r=7"},
		{list + "procedure main() returns (h: int, t: List) { t := Cons(1, Cons(2, Nil())); Cons(h, t) := t; }", "normal h=1 t=Cons(2, Nil())"},
		{list + "procedure main() returns (h: int, t: List) { t := Nil(); Cons(h, t) := t; }", "fails t.bpl:2 unpacked value"},
		// What a field of another constructor holds is not known.
		{list + "procedure main(x: List) returns (h: int) { h := x->head; }", "normal h=Nil()->head"},
		{list + "procedure main(x: List) returns (h: int) { h := x->head + 1; }", undetermined},
		{list + "procedure main(x: List) returns (h: List, b: bool) { h := Cons(x->head, x); b := h == Cons(Nil()->head, Nil()); }", "normal h=Cons(Nil()->head, Nil()) b=true"},
		{list + "procedure main(x: List) returns (b: bool) { b := x->head == 0; }", undetermined},
		{list + "procedure main(x: List) returns (b: bool) { b := x->head == 0 || x is Nil; }", "normal b=true"},
		{list + "procedure main(x: List) returns (r: int) { r := 1; if (x->head > 0) { r := 2; } }", undetermined},
		{list + "procedure main(x: List, m: [int]int) returns (r: int) { r := m[x->head := 3][x->head]; }", "normal r=3"},
		{list + "procedure main(x: List, m: [int]int) returns (r: int) { r := m[x->head := 3][0]; }", undetermined},
		{"datatype M { A(), B(m: [int]int) }\nprocedure main(x: M) returns (r: int) { r := x->m[0]; }", undetermined},
		{list + "procedure main(x: List) returns (h: int) { h := if x is Cons then x->head else 9; }", "normal h=9"},
		{"datatype S { A(n: int), B(n: int, b: bool) }\nprocedure main() returns (x: S, y: S, k: int) { x := A(1)->(n := 2); y := B(3, true)->(n := 4); k := x->n + y->n; }",
			"normal x=A(2) y=B(4, true) k=6"},
		{"datatype M { M(m: [int]int) }\nprocedure main(x: M) returns (b: bool, c: bool) { b := M(x->m[1 := 0]) == x; c := M(x->m[1 := 2]) == x; }", "normal b=true c=false"},
		{"datatype K { A(), B() }\nprocedure main(m: [K]int) returns (r: int, b: bool) { var n: [K]int; n := m[A() := 3][B() := 4]; r := n[A()] - n[B()]; b := n[B() := 3] == m[B() := 3][A() := 3]; }",
			"normal r=-1 b=true"},
		{"procedure main(x: float24e8) returns (r: float24e8, n: float24e8, b: bool) { r := x - 0x1.0e0f24e8; n := x / x; b := n == 0NaN24e8; }",
			"normal r=-0x1.0e0f24e8 n=0NaN24e8 b=true"},
		{"function {:builtin \"fp.min\"} min(float24e8, float24e8): float24e8;\nprocedure main(x: float24e8) returns (r: float24e8, b: bool) { r := min(x, -0x0.0e0f24e8); b := r == min(x, -0x0.0e0f24e8); }", "normal r=fp.min(0x0.0e0f24e8, -0x0.0e0f24e8) b=true"},
		{"function {:builtin \"(_ fp.to_ubv 8) RNE\"} bits(float24e8): bv8;\nprocedure main(x: float24e8) returns (r: bool) { r := bits(x - 0x1.0e0f24e8) == 0bv8; }", undetermined},
		{"function {:builtin \"fp.add\"} add(rmode, float24e8, float24e8): float24e8;\nprocedure main(m: rmode) returns (r: float24e8) { r := add(m, 0x1.0e0f24e8, 0x1.0e-10f24e8); }", "normal r=0x1.0e0f24e8"},
		{"function {:builtin \"MapAdd\"} add([int]int, [int]int): [int]int;\nprocedure main(m: [int]int) returns (a: bool, b: bool) { var n: [int]int; n := add(m[1 := 2], m[2 := 5]); a := n == m[2 := 5][1 := 2]; b := n == m[1 := 2]; }", "normal a=true b=false"},
		{"procedure main(m: [int]int) returns (n: [int]int, b: bool) { n := (lambda i: int :: 1 - m[1 := 2][i]); b := n == (lambda j: int :: j + 1); }", undetermined},
		{"function {:builtin \"MapAdd\"} add([int]int, [int]int): [int]int;\nprocedure main(m: [int]int) returns (r: int) { r := add(m[1 := 2], m[1 := 5])[1]; }", "normal r=7"},
	} {
		got, err := run(t, lower(t, tt.src), nil, 0, interp.DefaultLimits)
		if errors.Is(err, interp.ErrUndetermined) {
			got, err = undetermined, nil
		}
		if err != nil || got != tt.want {
			t.Errorf("%s\ngot  %s, %v\nwant %s", tt.src, got, err, tt.want)
		}
	}
}

// Values of all sorts become terms and come back.
func TestValuesAreTerms(t *testing.T) {
	c := smtlib.NewContext()
	list, _ := c.Datatype("List", "")
	f := c.Float(ieee.Format{Exp: 8, Sig: 24})
	c.Define(list, []smtlib.Constructor{
		{Name: "Cons", Fields: []smtlib.Field{{Name: "head", Sort: f}, {Name: "tail", Sort: list}}},
		{Name: "Nil", Fields: []smtlib.Field{{Name: "mode", Sort: c.Rounding}}},
	})
	m := interp.NewModel(c)
	m.Seed = 5
	for k := range int64(60) {
		for _, s := range []*smtlib.Sort{list, f, c.Rounding, c.Array(list, list)} {
			v, err := m.Apply(c.Func("f", []*smtlib.Sort{c.Int}, s), []interp.Value{interp.Default(c.Int)})
			if err != nil {
				t.Fatal(err)
			}
			m.Seed += k
			term, ok := v.Term(c)
			if !ok {
				t.Fatalf("no term for %s", v)
			}
			back, err := m.Literal(term)
			if err != nil {
				t.Fatal(err)
			}
			if same, err := interp.Equal(v, back); err != nil || !same {
				t.Errorf("%s became %s and %s (%v)", v, term, back, err)
			}
		}
	}
	if got := interp.Default(list).String(); got != "Nil(RNE)" {
		t.Errorf("default is %s", got)
	}
}

// TestDefault holds the default values against the default terms.
func TestDefault(t *testing.T) {
	c := smtlib.NewContext()
	elem, empty := c.Opaque("E"), c.Opaque("none")
	list, _ := c.Datatype("List", "")
	c.Define(list, []smtlib.Constructor{
		{Name: "Cons", Fields: []smtlib.Field{{Name: "head", Sort: elem}, {Name: "tail", Sort: list}}},
		{Name: "Nil", Fields: []smtlib.Field{{Name: "at", Sort: c.Array(c.Int, elem)}, {Name: "mode", Sort: c.Rounding}}},
	})
	endless, _ := c.Datatype("Endless", "")
	c.Define(endless, []smtlib.Constructor{{Name: "More", Fields: []smtlib.Field{{Name: "tail", Sort: endless}}}})
	element := func(s *smtlib.Sort) *smtlib.Term { return c.App(c.Func(s.Name+"!default", nil, s)) }
	for _, s := range []*smtlib.Sort{
		c.Bool, c.Int, c.Real, c.BV(7), c.Rounding, c.Float(ieee.Format{Exp: 5, Sig: 11}), elem, list,
		c.Array(c.BV(1), list), c.Array(c.Int, c.Array(empty, c.Bool)),
	} {
		term, ok := interp.Default(s).Term(c)
		if got := c.Default(s, element); !ok || got != term || got.Sort() != s {
			t.Errorf("default of %s is %s, and as a value %s", s, got, interp.Default(s))
		}
	}
	if got := c.Default(endless, element); got != element(endless) {
		t.Errorf("a datatype without values has %s", got)
	}
}
