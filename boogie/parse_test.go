package boogie_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"semdiff/boogie"
	"semdiff/internal/golden"
	"semdiff/internal/source"
)

// printed prints p and checks that it parses to an equal program.
func printed(t testing.TB, p *boogie.Program) string {
	t.Helper()
	var buf bytes.Buffer
	if err := boogie.Print(&buf, p); err != nil {
		t.Fatal(err)
	}
	q, err := boogie.Parse("printed.bpl", buf.Bytes())
	if err != nil {
		t.Fatalf("%v\nin what was printed:\n%s", err, buf.String())
	}
	if !boogie.EqualProgram(p, q) {
		t.Fatalf("not equal after printing:\n%s", buf.String())
	}
	return buf.String()
}

func TestPrint(t *testing.T) {
	golden.Run(t, "testdata/print/*.txtar", func(t *testing.T, c golden.Case) string {
		p, err := boogie.Parse("in.bpl", c.Input)
		if err != nil {
			t.Fatal(err)
		}
		text := printed(t, p)
		if !strings.HasSuffix(text, "\n") {
			t.Error("the text does not end with a newline")
		}
		return text
	})
}

func TestErrors(t *testing.T) {
	golden.Run(t, "testdata/errors/*.txtar", func(t *testing.T, c golden.Case) string {
		_, err := boogie.Parse("in.bpl", c.Input)
		if err == nil {
			t.Fatal("no error")
		}
		if _, ok := err.(source.List); !ok {
			t.Fatalf("the error is a %T", err)
		}
		return err.Error() + "\n"
	})
}

// samples calls f for every program in the shared samples.
func samples(t testing.TB, f func(file string, src []byte)) {
	files, _ := filepath.Glob("../../shared/samples/smack/*/*.bpl")
	if len(files) == 0 {
		t.Skip("no samples")
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f(filepath.ToSlash(file), src)
	}
}

func TestSamples(t *testing.T) {
	samples(t, func(file string, src []byte) {
		p, err := boogie.Parse(file, src)
		if err != nil {
			t.Fatal(err)
		}
		printed(t, p)
	})
}

// TestDeep gives what nests or repeats very often: an answer, soon, and no
// stack overflow.
func TestDeep(t *testing.T) {
	const n, chain = 20_000, 120_000
	body := func(s string) string { return "procedure p() {\n" + s + "\n}\n" }
	for name, src := range map[string]string{
		"parentheses":   "axiom " + strings.Repeat("(", n),
		"negation":      "axiom " + strings.Repeat("!", n) + "true;",
		"minus":         "axiom 0 == " + strings.Repeat("-", n) + "1;",
		"sum":           "axiom 0 == 1" + strings.Repeat(" + 1", chain) + ";",
		"implication":   "axiom true" + strings.Repeat(" ==> true", chain) + ";",
		"calls":         "axiom " + strings.Repeat("f(", n),
		"selections":    "axiom m" + strings.Repeat("[0]", chain) + ";",
		"lets":          "axiom " + strings.Repeat("(var x := 1; ", n),
		"let values":    "axiom " + strings.Repeat("(var x := ", n),
		"fields":        "axiom x" + strings.Repeat("->f", chain) + ";",
		"updates":       "axiom x" + strings.Repeat("->(f := x", n) + ";",
		"code":          "axiom " + strings.Repeat("|{ a: return ", n),
		"field targets": body("m" + strings.Repeat("->f", chain) + " := 1;"),
		"indices":       "axiom " + strings.Repeat("m[", n),
		"coercions":     "axiom x" + strings.Repeat(": bool", chain) + ";",
		"conditionals":  "axiom " + strings.Repeat("if true then true else ", n) + "true;",
		"quantifiers":   "axiom " + strings.Repeat("(forall x: int :: ", n),
		"types":         "var x: " + strings.Repeat("[int]", n) + "int;",
		"type params":   "var x: " + strings.Repeat("(", n),
		"blocks":        body(strings.Repeat("while (true) {", n)),
		"else if":       body("if (*) {}" + strings.Repeat(" else if (*) {}", n)),
		"targets":       body("m" + strings.Repeat("[0]", chain) + " := 1;"),
		"attributes":    "axiom " + strings.Repeat("{:a ", n),
		"comments":      strings.Repeat("/*", n),
		"seeds":         "axiom m" + strings.Repeat("[1 + m", n),
		"statements":    body(strings.Repeat("x := x + 1;\n", n)),
		"declarations":  strings.Repeat("axiom true;\n", n),
		"mixed nesting": "axiom " + strings.Repeat("(1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + ", n/20),
	} {
		t.Run(name, func(t *testing.T) {
			p, err := boogie.Parse("deep.bpl", []byte(src))
			switch {
			case name == "statements" || name == "declarations":
				if err != nil {
					t.Error(err)
				}
			case err == nil:
				t.Errorf("accepted, %d declarations", len(p.Decls))
			}
		})
	}
}

// TestTall is about trees that are as high as the parser admits.
func TestTall(t *testing.T) {
	p, err := boogie.Parse("tall.bpl", []byte("axiom 0 == 1"+strings.Repeat(" + 1", 90_000)+";"))
	if err != nil {
		t.Fatal(err)
	}
	printed(t, p)
	nodes := 0
	boogie.InspectProgram(p, func(boogie.Node) bool { nodes++; return true })
	if want := 2*90_000 + 4; nodes != want {
		t.Errorf("%d nodes, want %d", nodes, want)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		p, err := boogie.Parse("fuzz.bpl", src)
		if err == nil {
			boogie.InspectProgram(p, func(n boogie.Node) bool {
				if n.Position().Col < 1 {
					t.Errorf("%T has no position", n)
				}
				return true
			})
			return
		}
		for _, d := range err.(source.List) {
			if d.Pos.Col < 1 || d.Message == "" {
				t.Errorf("bad diagnostic %#v", d)
			}
		}
	})
}

func FuzzPrintRoundTrip(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		p, err := boogie.Parse("fuzz.bpl", src)
		if err != nil {
			return
		}
		once := printed(t, p)
		q, _ := boogie.Parse("again.bpl", []byte(once))
		if twice := printed(t, q); once != twice {
			t.Errorf("printed once:\n%s\ntwice:\n%s", once, twice)
		}
	})
}

var seeds = []string{
	"type T a; type S = <a>[int, T a]bool; const unique c, d: T int;\n",
	"function {:inline} f<a>(x, y: int, z: a) returns (r: bool) { (x div y) ** 2 == 5bv8[4:0] ++ 1bv2 }\n",
	"axiom {:a \"s\\\", 1} (forall<t> x: t, i: int :: {:w} { f(x), g(i) } { h(x)[i] } f(x) ==> g(i) ==> !h(x)[i := 3][5]);\n",
	"axiom (lambda x: int :: if x < 0 then -x else x + 1.5e3)[1 : int] <==> old(m)[3, 4 := 2] : bool;\n",
	"var {:g} a, b: int where a < b, c: [int][int]real;\n",
	"procedure P<t>(x: t where f(x)) returns (y: int); free requires x == x; ensures old(y) != 0; modifies a, b; modifies;\n",
	`implementation P(x: int) {
  var k: int;
L: M:
  if (*) { goto L, M; } else if (x > 0) { break L; } else { }
  while (k < 10) free invariant k == 0; invariant {:i} true; { break; }
  m[1][2], k := k, m[1][2];
  havoc k, x;
  async call {:a 1} k, x := P(1, x);
  assume {:s "f.c", 3} true; assert (a && b && c) || d;
  return;
E:
}
`,
	"#line 7 other.bpl\n /* a /* b */ */ axiom \\if == \\foo; // end\n",
	"#if FILE_0\naxiom true;\n#else\nnonsense\n#endif\n",
	"datatype D<T> { C(f, g: T), N() } revealed function f(): D int { C(1, 2)->(f := 3) }\n",
	"hideable axiom (var x, {:a} y := 1, c->f; {:b} x is C == !y is N);\n",
	"pure procedure q() returns (r: D int) { r->f, r->g[1] := 1, 2; C(x, y) := {:a} r; hide f; reveal *; push; pop; }\n",
	"axiom |{ var k: int; a: k := 1; goto c; c: return {:r} -0x1.8e-3f24e8 == 0NaN24e8; }|;\n",
	"const unique a: T extends complete; const b: T extends unique a, c complete uses { axiom b <: a; } const c: T complete; const d: T extends;\n",
	"const x: bool uses { axiom x; } function g(): int uses { axiom g() == 1; }",
	"invariant {:layer 1} I(x: int, y: bool); preserves {:a} x > 0; yield invariant J();\n",
	"left action {:a} A(x: int) returns (y: int) modifies g; requires call I(x, true); asserts x > 0; refines right; { y := x; }\n",
	"pure action B(); atomic action C() refines {:r} A; { async call P(); } both action D(); right action E() { }\n",
	"yield right procedure P(i: int) returns (j: int) requires call I(i, j); preserves i > 0; ensures async call J(); measure i, j; refines both action {:x} _ { j := i; } { yield; }\n",
	"procedure q() measure 1, (x); free measure y; { call p() | {:a} x, y := q(1) | r(); par p(); par x := q() | p(); async free call p(); measure (x); measure (x) + 1, y; measure(x, y) := z; }\n",
	"procedure r() { while (*) invariant {:y} call I(1); measure x; free invariant free call J(); measure {:m} x, y; invariant b; { } push := pop; hide: reveal := hide; }\n",
	"procedure is(measure: is) returns (yield: C is) { is := is is is; par, async[yield] := {:pure \"s\", \"t\"} x: T is C, x : T; yield(left) := right; }\n",
	"#define X\n#line 3 f g.bpl\n#line x\n /* \n#endif\n */ axiom (1:2) == m[x:1]; #if y\n",
	"function f(x, [int]int, y: int): int; axiom {1} (lambda x: int where x > 0 :: {x} 0x1.8e0f1e8)[-1:2];\n",
	"axiom {:a (\"x\" + 1), \"x\", (\"x\"[1:0]->f is C)} m[5 : int, 5 : T is C];\n",
}
