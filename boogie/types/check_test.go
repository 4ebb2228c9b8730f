package types_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/golden"
	"semdiff/internal/source"
)

// TestCheck compares the problems of programs with what is expected, which is
// empty for a program that is right.
func TestCheck(t *testing.T) {
	golden.Run(t, "../testdata/check/*.txtar", func(t *testing.T, c golden.Case) string { return problems(t, c, types.Check) })
	golden.Run(t, "testdata/rules/*.txtar", func(t *testing.T, c golden.Case) string { return problems(t, c, types.Check) })
}

func TestCheckStrict(t *testing.T) {
	golden.Run(t, "testdata/strict/*.txtar", func(t *testing.T, c golden.Case) string { return problems(t, c, types.CheckStrict) })
}

func problems(t *testing.T, c golden.Case, check func(*boogie.Program) (*types.Info, source.List)) string {
	t.Helper()
	p, err := boogie.Parse(c.Name, c.Input)
	if err != nil {
		t.Fatal(err)
	}
	info, problems := check(p)
	if len(problems) > 0 {
		return problems.Error() + "\n" + problems.Total(c.Name) + "\n"
	}
	complete(t, info)
	return ""
}

// complete checks that the tables of a right program have no gaps.
func complete(t *testing.T, info *types.Info) {
	t.Helper()
	boogie.InspectProgram(&boogie.Program{Decls: info.Decls}, func(n boogie.Node) bool {
		switch n := n.(type) {
		case *boogie.Attr:
			return false
		case *boogie.ActionDecl, *boogie.YieldProcDecl, *boogie.YieldInvariantDecl:
			return false // not resolved
		case *boogie.ImplDecl:
			return info.Procs[n.Name] != nil
		case *boogie.IdentExpr:
			if info.Objects[n] == nil {
				t.Errorf("%s: no object for %s", n.Position(), n.Name)
			}
		case *boogie.QuantExpr:
			want := 0
			for _, b := range n.Bound {
				want += len(b.Names)
			}
			if len(info.Bound[n]) != want {
				t.Errorf("%s: %d bound variables, want %d", n.Position(), len(info.Bound[n]), want)
			}
		case boogie.Type:
			if info.Written[n] == nil {
				t.Errorf("%s: no meaning for %s", n.Position(), boogie.TypeString(n))
			}
		}
		if e, ok := n.(boogie.Expr); ok {
			if typ := info.TypeOf(e); typ == nil || strings.Contains(typ.String(), "?") {
				t.Errorf("%s: type %v for %s", e.Position(), typ, boogie.ExprString(e))
			}
		}
		return true
	})
}

func check(t *testing.T, src string) *types.Info {
	t.Helper()
	p, err := boogie.Parse("t.bpl", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	info, problems := types.Check(p)
	if problems != nil {
		t.Fatal(problems)
	}
	return info
}

// typeOf returns the type of an expression over the declarations.
func typeOf(t *testing.T, decls, expr string) types.Type {
	t.Helper()
	p, err := boogie.Parse("t.bpl", []byte(decls+"\naxiom "+expr+" == "+expr+";"))
	if err != nil {
		t.Fatal(err)
	}
	info, problems := types.Check(p)
	if problems != nil {
		t.Fatal(problems)
	}
	last := p.Decls[len(p.Decls)-1].(*boogie.AxiomDecl)
	return info.TypeOf(last.Expr.(*boogie.BinaryExpr).X)
}

func TestTypeOf(t *testing.T) {
	const decls = `
		type T; type F a; type S = int; type P a b = [a]b;
		const i: int; const r: real; const t: T; const s: S; const b8: bv8;
		const m: [int, bool]real; const h: <a>[T, F a]a; const fi: F int; const fb: F bool; const p: P int (P bool S);
		const nested: <a>[F a]<b>[F b]P a b;
		function id<a>(x: a): a; function pair<a, b>(x: a, y: b): P a b; function nil<a>(): F a; function cons<a>(x: a, l: F a): F a;`
	for _, test := range []struct{ expr, want string }{
		{"(i + 1)", "int"}, {"(-r)", "real"}, {"(i / i)", "real"}, {"(r ** r)", "real"}, {"(i div 2)", "int"}, {"s", "int"},
		{"(b8 ++ 3bv3)", "bv11"}, {"b8[5:2]", "bv3"}, {"b8[5:5]", "bv0"}, {"int(r)", "int"}, {"real(i)", "real"},
		{"m[i, true]", "real"}, {"m[0, false := 1.5]", "[int, bool]real"},
		{"h", "<a>[T, F a]a"}, {"h[t, fi]", "int"}, {"h[t, fb]", "bool"}, {"h[t, fi := 3]", "<a>[T, F a]a"},
		{"p", "[int][bool]int"}, {"p[1][true]", "int"}, {"nested[fi]", "<b>[F b][int]b"}, {"nested[fi][fb]", "[int]bool"},
		{"id(i)", "int"}, {"id(h)", "<a>[T, F a]a"}, {"pair(1, t)", "[int]T"},
		{"cons(1, nil())", "F int"}, {"cons(nil(), cons(cons(t, nil()), nil()))", "F (F T)"},
		{"(nil() : F T)", "F T"}, {"(if true then nil() else fi)", "F int"},
		{"(lambda x: int, y: T :: x == 1)", "[int, T]bool"}, {"(lambda<a> x: F a :: x)", "<a>[F a]F a"},
		{"(lambda x: int :: nil())[3 := fi]", "[int]F int"},
		{"(forall x: int :: true)", "bool"},
	} {
		if got := typeOf(t, decls, test.expr); got.String() != test.want {
			t.Errorf("%s: %s, want %s", test.expr, got, test.want)
		}
	}
}

func TestEqualTypes(t *testing.T) {
	const decls = `type T; type F a; type N a = <b>[b, b, a]int;
		const c0: int; const c1: bool; const c2: bv1; const c3: bv2; const c4: T; const c5: F int; const c6: F T; const c7: [int]int;
		const c8: [int, int]int; const c9: [T]int; const c10: <a>[a]int; const c11: <a>[a]a; const c12: <a, b>[a, b]a; const c13: <a, b>[a, b]b;
		const c14: <a>[F a]<b>[F b, a]a; const c15: <a>[F a]<b>[F b, b]a; const c16: N (N int); const c17: N int;`
	// The same with other names and orders of parameters.
	const renamed = `type T; type F x; type N y = <x>[x, x, y]int;
		const c0: int; const c1: bool; const c2: bv1; const c3: bv2; const c4: T; const c5: F int; const c6: F T; const c7: [int]int;
		const c8: [int, int]int; const c9: [T]int; const c10: <x>[x]int; const c11: <x>[x]x; const c12: <y, x>[x, y]x; const c13: <y, x>[x, y]y;
		const c14: <x>[F x]<y>[F y, x]x; const c15: <x>[F x]<y>[F y, y]x; const c16: N (N int); const c17: <b>[b, b, int]int;`
	info, twin := check(t, decls), check(t, renamed)
	for i, a := range info.Consts {
		for j, b := range twin.Consts {
			if got := types.Equal(a.Type, b.Type); got != (i == j) {
				t.Errorf("%s and %s: equal is %t", a.Type, b.Type, got)
			}
		}
	}
}

func TestInfo(t *testing.T) {
	info := check(t, `
		implementation p(b: int) returns (s: int) { var l, k: bool; s := b; }
		axiom true;
		var {:v} g: int where g > 0, h: bool;
		const {:extern} unique c: int; const {:extern} d: int; const c: int; const unique e: int;
		procedure {:extern} p();
		procedure p(a: int) returns (r: int); requires a > 0; ensures r > a; modifies g;
		implementation p(a: int) returns (r: int) { r := a; }
		procedure q(x: int) { }
		procedure o(x: int);
		function {:builtin "div"} f(int, int): int;`)
	p := info.Procs["p"]
	if p.Impls != 2 || p.Ins[0].Name != "b" || p.Outs[0].Name != "s" || len(p.Locals) != 2 || p.SpecIns[0].Name != "a" || p.Body == nil {
		t.Errorf("p is %+v", p)
	}
	if q := info.Procs["q"]; q.Impls != 1 || q.Ins[0] != q.SpecIns[0] || q.Body == nil {
		t.Errorf("q is %+v", q)
	}
	if o := info.Procs["o"]; o.Impls != 0 || o.Body != nil || o.Ins[0] != o.SpecIns[0] {
		t.Errorf("o is %+v", o)
	}
	var names []string
	for _, o := range append(info.Consts, info.Globals...) {
		names = append(names, o.Name)
	}
	if got := strings.Join(names, " "); got != "d c e g h" {
		t.Errorf("constants and globals are %s", got)
	}
	if info.Consts[1].Unique || !info.Consts[2].Unique || info.Globals[0].Where == nil || boogie.FindAttr(info.Globals[1].Attrs, "v") == nil {
		t.Error("an object lacks what its declaration says")
	}
	if f := info.Funcs["f"]; f.Params[0].Name != "arg_0" || f.Params[1].Name != "arg_1" || f.Result != types.Int || len(info.Axioms) != 1 {
		t.Errorf("f is %+v", f)
	}
}

// TestTypeArgs checks what uses of polymorphic things stand for.
func TestTypeArgs(t *testing.T) {
	info := check(t, `
		type F a;
		datatype L<a> { N(), C(h: a, t: L a) }
		function f<a, b>(x: a, y: F b): b; function nil<a>(): F a;
		var m: <a, b>[F a, b]a; var i: int; var fb: F bool; var l: L real; var r: real;
		procedure p<a>(x: F a) returns (y: a);
		procedure q<b>(x: b) modifies m, i, l, r; {
		  var z: bool;
		  i := f(x, nil());
		  call z := p(fb);
		  m[fb, i] := m[nil(), x] == i;
		  m := m[nil(), 2 := r];
		  C(r, l) := C(r, N());
		  z := nil() == nil() || (exists<c> y: c, w: F c :: f(w, w) == y);
		}`)
	var got []string
	for n, args := range info.TypeArgs {
		var parts []string
		for _, a := range args {
			parts = append(parts, a.String())
		}
		at := n.Position()
		got = append(got, fmt.Sprintf("%02d:%02d %T <%s>", at.Line, at.Col, n, strings.Join(parts, ", ")))
	}
	slices.Sort(got)
	want := []string{
		"09:10 *boogie.CallExpr <b, int>", "09:15 *boogie.CallExpr <int>",
		"10:05 *boogie.CallStmt <bool>",
		"11:06 *boogie.SelectExpr <bool, int>", "11:18 *boogie.SelectExpr <int, b>", "11:19 *boogie.CallExpr <int>",
		"12:11 *boogie.StoreExpr <real, int>", "12:12 *boogie.CallExpr <real>",
		"13:13 *boogie.UnpackStmt <real>", "13:16 *boogie.CallExpr <real>", "13:21 *boogie.CallExpr <real>",
		"14:10 *boogie.CallExpr <int>", "14:19 *boogie.CallExpr <int>", "14:55 *boogie.CallExpr <F c, c>",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for q, vars := range info.TypeVars {
		if len(vars) != 1 || vars[0] != info.Bound[q][0].Type {
			t.Errorf("the type parameters of the quantifier are %v", vars)
		}
	}
	if len(info.TypeVars) != 1 {
		t.Errorf("%d quantifiers over types", len(info.TypeVars))
	}
}

func TestIllSorted(t *testing.T) {
	info := check(t, "function f(a: bv8): bv17 { a ++ a } function g(a: bv8): bv16 { a ++ a }")
	if !info.Funcs["f"].IllSorted || info.Funcs["g"].IllSorted {
		t.Error("only f is ill-sorted")
	}
}

// TestTall is about trees that are as high as the parser admits.
func TestTall(t *testing.T) {
	info := check(t, "axiom 0 == 1"+strings.Repeat(" + 1", 90_000)+";")
	if want := 2*90_000 + 3; len(info.Types) != want {
		t.Errorf("%d types, want %d", len(info.Types), want)
	}
}

func TestSamples(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/samples/smack/*/*.bpl")
	if len(files) == 0 {
		t.Skip("no samples")
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := boogie.Parse(filepath.ToSlash(file), src)
		if err != nil {
			t.Fatal(err)
		}
		info, problems := types.Check(p)
		if problems != nil {
			t.Error(problems)
			continue
		}
		complete(t, info)
	}
}

func BenchmarkCheck(b *testing.B) {
	src, err := os.ReadFile("../../../shared/samples/smack/fig2/old.bpl")
	if err != nil {
		b.Skip("no samples")
	}
	p, err := boogie.Parse("old.bpl", src)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, problems := types.Check(p); problems != nil {
			b.Fatal(problems)
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, pattern := range []string{"../testdata/*/*.txtar", "testdata/*/*.txtar"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				f.Fatal(err)
			}
			for _, in := range ar.Files {
				if strings.HasSuffix(in.Name, ".bpl") {
					f.Add(in.Data)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		p, err := boogie.Parse("fuzz.bpl", src)
		if err != nil {
			return
		}
		if info, problems := types.Check(p); problems == nil {
			complete(t, info)
		}
	})
}
