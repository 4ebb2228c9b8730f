package boogie_test

import (
	"strings"
	"testing"

	"semdiff/boogie"
)

// TestEqual compares every pair of programs: each equals itself only.
func TestEqual(t *testing.T) {
	sources := []string{
		"", "axiom true;", "axiom false;", "axiom {:a} true;", "axiom {:b} true;", "axiom {:a 1} true;", `axiom {:a "1"} true;`,
		"axiom x;", "axiom y;", "axiom x + y;", "axiom y + x;", "axiom x - y;", "axiom -x;", "axiom !x;", "axiom f(x);", "axiom f(x, y);",
		"axiom g(x);", "axiom old(x);", "axiom int(x);", "axiom real(x);", "axiom x: int;", "axiom x: bool;", "axiom x[y];", "axiom x[y, y];",
		"axiom x[y := z];", "axiom x[z := y];", "axiom x[2:1];", "axiom x[3:1];", "axiom if x then y else z;", "axiom if x then z else y;",
		"axiom 1;", "axiom 2;", "axiom 1.0;", "axiom 2.0;", "axiom 1bv1;", "axiom 1bv2;",
		"axiom (forall x: int :: x);", "axiom (exists x: int :: x);", "axiom (lambda x: int :: x);", "axiom (forall y: int :: x);",
		"axiom (forall x: bool :: x);", "axiom (forall<t> x: int :: x);", "axiom (forall x: int :: {:a} x);", "axiom (forall x: int :: {f(x)} x);",
		"axiom (forall x: int :: {g(x)} x);",
		"axiom (var x := 1; x);", "axiom (var y := 1; x);", "axiom (var x := 2; x);", "axiom (var x := 1; y);", "axiom (var x, y := 1; x);",
		"axiom (var {:a} x := 1; x);", "axiom (var x := 1; {:a} x);", "axiom x->f;", "axiom x->g;", "axiom x->(f := 1);", "axiom x->(g := 1);",
		"axiom x->(f := 2);", "axiom x is C;", "axiom x is D;", "axiom |{ a: return x; }|;", "axiom |{ a: return y; }|;", "axiom 0NaN24e8;", "axiom 0+oo24e8;",
		"hideable axiom true;", "revealed function f(): int;", "pure procedure p();",
		"datatype D { C() }", "datatype E { C() }", "datatype D { D() }", "datatype D { C(), D() }", "datatype D { C(x: int) }", "datatype D<T> { C() }",
		"datatype {:a} D { C() }",
		"type T;", "type U;", "type T a;", "type T = int;", "type T = bool;", "type T, U;", "type {:a} T;",
		"const x: int;", "const x: int extends;", "const x: int extends y;", "const x: int extends z;", "const x: int extends unique y;",
		"const x: int extends y, z;", "const x: int complete;", "axiom x <: y;", "const unique x: int;", "const x, y: int;", "const x: bool;", "const x: T int;", "const x: T (T int);",
		"const x: [int]bool;", "const x: [int, int]bool;", "const x: <t>[int]bool;", "const x: [int]int;",
		"var x: int;", "var x: int where true;", "var x, y: int;", "var x: int, y: int;", "var {:a} x: int;", "var x: bool;",
		"function f(): int;", "function f(): bool;", "function g(): int;", "function f(x: int): int;", "function f(int): int;",
		"function f<t>(): int;", "function f(): int { 1 }", "function {:a} f(): int;", "function f() returns (r: int);",
		"procedure p();", "procedure q();", "procedure p() { }", "procedure p(x: int);", "procedure p() returns (x: int);", "procedure p<t>();",
		"procedure p(); requires true;", "procedure p(); free requires true;", "procedure p(); ensures true;", "procedure p(); modifies;",
		"procedure p(); modifies x;", "procedure p(); requires {:a} true;", "implementation p() { }", "implementation q() { }",
		"implementation p() { var x: int; }",
		"procedure p(); measure x;", "procedure p(); measure x, x;", "procedure p(); measure {:a} x;", "procedure p(); free measure x;",
		"invariant p();", "yield invariant p();", "invariant q();", "invariant {:a} p();", "invariant p(x: int);", "invariant p(); preserves x;",
		"invariant p(); preserves y;", "invariant p(); preserves {:a} x;",
		"action p();", "action q();", "left action p();", "right action p();", "both action p();", "atomic action p();", "pure action p();",
		"action {:a} p();", "action p(x: int);", "action p() returns (x: int);", "action p() { }", "action p() { x := 1; }",
		"action p(); requires x;", "action p(); requires call x();", "action p(); requires call y();", "action p(); asserts x;",
		"action p(); modifies x;", "action p(); refines x;", "action p(); refines {:a} x;", "action p(); refines y;",
		"yield procedure p();", "yield left procedure p();", "yield right procedure p();", "yield procedure q();", "yield procedure {:a} p();",
		"yield procedure p(x: int);", "yield procedure p() returns (x: int);", "yield procedure p() { }", "yield procedure p() { x := 1; }",
		"yield procedure p(); ensures x;", "yield procedure p(); preserves x;", "yield procedure p(); requires x;", "yield procedure p(); measure x;",
		"yield procedure p(); requires free call x();", "yield procedure p(); requires async call x();",
		"yield procedure p(); refines action _ { }", "yield procedure p(); refines left action _ { }", "yield procedure p(); refines action x { }",
		"yield procedure p(); refines action {:a} _ { }", "yield procedure p(); refines action _ { x := 1; }", "yield procedure p(); refines _;",
	}
	for _, s := range []string{
		"l:", "k:", "assert true;", "assume true;", "assert {:a} true;", "assume false;", "havoc x;", "havoc y;", "havoc x, y;",
		"x := 1;", "y := 1;", "x := 2;", "x := {:a} 1;", "x, y := 1, 2;", "x[1] := 1;", "call p();", "call q();", "call x := p();", "call p(x);",
		"async call p();", "free call p();", "call {:a} p();", "l: goto l;", "l: goto l, l;", "return;", "return {:a};",
		"if (*) { }", "if (x) { }", "if (*) { } else { }", "if (*) { return; }", "if (*) { } else if (*) { }", "if {:a} (*) { }",
		"while (*) { }", "while (x) { }", "while (*) { return; }", "while (*) invariant x; { }", "while (*) free invariant x; { }",
		"x->f := 1;", "x->g := 1;", "x->f, y := 1, 2;", "C(x) := y;", "D(x) := y;", "C(y) := y;", "C(x) := x;", "C(x) := {:a} y;",
		"hide x;", "hide y;", "hide *;", "reveal x;", "push;", "pop;",
		"call p() | q();", "call p() | p();", "call p() | q() | p();", "call x := p() | q();", "par p();", "par q();", "par {:a} p();", "yield;",
		"measure x;", "measure x, x;", "measure y;", "measure {:a} x;",
		"while (*) invariant call p(); { }", "while (*) invariant call q(); { }", "while (*) free invariant call p(); { }",
		"while (*) invariant {:a} call p(); { }", "while (*) measure x; { }", "while (*) measure y; { }", "while (*) measure x; measure x; { }",
		"while (*) { break; }", "l: while (*) { break l; }", "while (*) invariant {:a} x; { }",
	} {
		sources = append(sources, "procedure body() { "+s+" }")
	}
	var programs, others []*boogie.Program
	for _, src := range sources {
		p, err := boogie.Parse("a.bpl", []byte("\n  "+src))
		if err != nil {
			t.Fatalf("%s: %v", src, err)
		}
		programs = append(programs, p)
		q, _ := boogie.Parse("b.bpl", []byte(src))
		others = append(others, q)
		printed(t, p)
	}
	for i, a := range programs {
		for j, b := range others {
			if got := boogie.EqualProgram(a, b); got != (i == j) {
				t.Errorf("%q and %q: equal is %t", sources[i], sources[j], got)
			}
		}
	}
}

func TestAttributes(t *testing.T) {
	p, err := boogie.Parse("a.bpl", []byte(`axiom {:s "f\c", 3} {:n 42} {:big 99999999999999999999} {:none} {:n 43} {:e 1 + 1} true;`))
	if err != nil {
		t.Fatal(err)
	}
	attrs := p.Decls[0].(*boogie.AxiomDecl).Attrs
	if s, ok := boogie.FindAttr(attrs, "s").StringArg(); s != `f\c` || !ok {
		t.Errorf("s is %q, %t", s, ok)
	}
	if n, ok := boogie.FindAttr(attrs, "n").IntArg(); n != 42 || !ok {
		t.Errorf("n is %d, %t", n, ok)
	}
	for _, name := range []string{"big", "none", "e", "missing", "s"} {
		if n, ok := boogie.FindAttr(attrs, name).IntArg(); ok {
			t.Errorf("%s is %d", name, n)
		}
	}
	for _, name := range []string{"n", "none", "missing"} {
		if s, ok := boogie.FindAttr(attrs, name).StringArg(); ok {
			t.Errorf("%s is %s", name, s)
		}
	}
}

func TestInspect(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{seeds[6], "x k k m k k m k x k x x a b c d"},
		{`invariant I(a: int where b); preserves c;
		action A(d: int where e) returns (f: int where g) requires h; requires call I(i); asserts j; { k := l; }
		yield procedure P(m: int where n) returns (o: int) preserves p; refines action _ { q := r; } measure s, t;
		{
			while (u) invariant v; measure w; invariant call I(x); { yield; }
			call y := P(z) | I(a); par P(b); async call P(c); measure d, e;
		}`, "b c e g h i j k l n p q r s t u v x w y z a b c d e"},
	} {
		p, err := boogie.Parse("a.bpl", []byte(test.src))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		boogie.InspectProgram(p, func(n boogie.Node) bool {
			switch n := n.(type) {
			case *boogie.Attr:
				return false
			case *boogie.IdentExpr:
				names = append(names, n.Name)
			}
			return true
		})
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

// TestEqualMeaning says what is advice to solvers.
func TestEqualMeaning(t *testing.T) {
	tests := []struct {
		a, b                string
		meaning, text, bare bool // EqualMeaning, EqualText, FormulaString
	}{
		{"axiom (forall x: int :: {f(x)} p(x));", "axiom (forall x: int :: p(x));", true, true, true},
		{"axiom (forall x: int :: {f(x)} p(x));", "axiom (forall x: int :: {g(x)} {f(x)} p(x));", true, true, true},
		{"axiom (exists x: int :: {:weight 3} p(x));", "axiom (exists x: int :: p(x));", true, true, true},
		{"axiom q(1) && !(forall x: int :: (exists y: int :: {f(y)} p(y)));", "axiom q(1) && !(forall x: int :: (exists y: int :: p(y)));", true, true, true},
		{"axiom {:a} (forall x: int :: p(x));", "axiom (forall x: int :: p(x));", false, true, true},
		{"axiom (forall x: int :: {f(x)} p(x));", "axiom (forall x: int :: {f(x)} q(x));", false, false, false},
		{"axiom (forall x: int :: p(x));", "axiom (exists x: int :: p(x));", false, false, false},
	}
	for _, test := range tests {
		a, b := axiomOf(t, test.a), axiomOf(t, test.b)
		if got := boogie.EqualMeaning(a, b); got != test.meaning {
			t.Errorf("EqualMeaning(%s, %s) = %v", test.a, test.b, got)
		}
		if got := boogie.EqualText(a, b); got != test.text {
			t.Errorf("EqualText(%s, %s) = %v", test.a, test.b, got)
		}
		x, y := boogie.FormulaString(a.Expr), boogie.FormulaString(b.Expr)
		if (x == y) != test.bare {
			t.Errorf("FormulaString: %s and %s", x, y)
		}
	}
}

func axiomOf(t *testing.T, src string) *boogie.AxiomDecl {
	t.Helper()
	p, err := boogie.Parse("a.bpl", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return p.Decls[0].(*boogie.AxiomDecl)
}
