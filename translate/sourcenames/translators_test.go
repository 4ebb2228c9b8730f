package sourcenames_test

import (
	"slices"
	"strings"
	"testing"

	"semdiff/smtlib"
	"semdiff/translate/sourcenames"
)

// TestProcedures checks what Dafny's, Viper's and BCT's procedures and their parameters
// are called, and where they stand.
func TestProcedures(t *testing.T) {
	const viper = "type HeapType; type MaskType; var Heap: HeapType; var Mask: MaskType; axiom (forall n: int, r: int, k_1: int :: n < r);"
	const bct = "type Ref; function $TypeConstructor(Ref): int;"
	for _, tt := range []struct {
		program    string
		translator sourcenames.Translator
		proc, want string // name, parameters, place
	}{
		{`procedure Impl$$_module.__default.Max__Of(x#0: int, y#1_0: int) returns (r#0: int) { assume {:captureState "a.dfy(3,9): initial state"} true; }`,
			sourcenames.Dafny, "Impl$$_module.__default.Max__Of", "Max_Of(x, y) a.dfy:3"},
		{`procedure {:verboseName "Lib.Set.Add (well-formedness)"} CheckWellFormed$$Lib.Set.Add(Lib.Set$T: int, this: int, x#0: int);`,
			sourcenames.Dafny, "CheckWellFormed$$Lib.Set.Add", "Lib.Set.Add (well-formedness)(T, this, x) "},
		{`procedure Impl$$_module.C.M(); procedure $IterHavoc0(this: int);`, sourcenames.Dafny, "$IterHavoc0", "runtime"},
		{`procedure Impl$$_module.C.M(); procedure OverrideCheck$$_module.C.M(this: int);`, sourcenames.Dafny, "OverrideCheck$$_module.C.M", "C.M (override check)(this) "},
		{viper + `procedure f(n_2: int, x_3: int, k_1: int, r_4: int) { assert {:msg "  Assert might fail. Assertion k_1 > r might not hold. (a.vpr@4.10--4.15) [9]"} k_1 > r_4; }`,
			sourcenames.Viper, "f", "f(n, x_3, k_1, r) a.vpr:4"},
		{viper + `procedure f#definedness(n_2: int) returns (Result: int);`, sourcenames.Viper, "f#definedness", "f (well-formedness)(n) "},
		{bct + `procedure A.B.#ctor($this: Ref); procedure A.B.#ctor$System.Int32$System.String($this: Ref, n$in: int, s$in: Ref) {
			assert {:first} {:sourceFile "C:\src\A.cs"} {:sourceLine 7} true; }`,
			sourcenames.BCT, "A.B.#ctor$System.Int32$System.String", `new A.B (System.Int32, System.String)(this, n, s) C:\src\A.cs:7`},
		{bct + `procedure A.B.F$System.Int32(n$in: int) returns ($result: int);`, sourcenames.BCT, "A.B.F$System.Int32", "A.B.F(n) "},
		{bct + `procedure A.B.#cctor(); procedure T$A.B.#cctor();`, sourcenames.BCT, "T$A.B.#cctor", "static A.B (type)() "},
		{bct + `procedure Alloc() returns (x: Ref);`, sourcenames.BCT, "Alloc", "runtime"},
	} {
		n := read(t, tt.program, nil)
		p := n.Procs[tt.proc]
		got := "runtime"
		if !p.Runtime {
			got = n.ProcName(tt.proc) + "(" + strings.Join(p.Params, ", ") + ") "
			if p.Place.Line > 0 {
				got += p.Place.String()
			}
		}
		if got != tt.want || n.Translator != tt.translator {
			t.Errorf("%s of %q: got %q, want %q", tt.proc, n.Translator, got, tt.want)
		}
	}
}

// TestMembers checks fields of objects, in one heap and in maps of their own, and that
// different terms stay different.
func TestMembers(t *testing.T) {
	c := smtlib.NewContext()
	ref, field := c.Opaque("Ref"), c.Opaque("Field")
	v := func(name string) *smtlib.Term { return c.Var(name, ref) }
	constant := func(name string, s *smtlib.Sort) *smtlib.Term { return c.App(c.Func(name, nil, s)) }
	in := func(m string, o, f *smtlib.Term) *smtlib.Term {
		return c.Select(c.Select(c.Var(m, c.Array(o.Sort(), c.Array(f.Sort(), c.Int))), o), f)
	}
	unbox := func(x *smtlib.Term) *smtlib.Term {
		return c.App(c.Func("$Unbox<int>", []*smtlib.Sort{c.Int}, c.Int), x)
	}
	balance, val, i := constant("_module.Account.balance", field), constant("val_6", field), c.Var("i_int", c.Int)
	for _, tt := range []struct {
		program string
		terms   []*smtlib.Term
		want    []string
	}{
		{`type Field _; const unique _module.Account.balance: Field int; procedure Impl$$_module.__default.F(o#0: int);`,
			[]*smtlib.Term{in("$Heap<int>", v("o#0"), balance), in("$Heap", v("this"), balance), unbox(in("$Heap<int>", v("o#0"), balance)),
				in("$Heap", v("this"), val), balance},
			[]string{"o.balance", "this.balance", "Unbox<int>(o.balance)", "Heap[this][val_6]", "balance"}},
		{`type Field _; type HeapType; type MaskType; var Heap: HeapType; var Mask: MaskType; const unique val_6: Field int; procedure F(val: int, o_2: int) {
			assert {:msg "  permission to o.val (a.vpr@1.1--1.2) [1]"} true; }`,
			[]*smtlib.Term{in("Heap<NormalField,int>", v("o_2"), val), in("Mask<NormalField,int>", v("o_2"), val)},
			[]string{"o.val", "perm(o.val)"}},
		{`type Ref; function $TypeConstructor(Ref): int; var F$A.x: [Ref]int; var F$A.s: int; const unique T$A: int; procedure F($this: Ref, a$in: Ref) { var i_int: int; }`,
			[]*smtlib.Term{c.Select(c.Var("F$A.x", c.Array(ref, c.Int)), v("$this")), c.Var("F$A.s", c.Int), in("$ArrayContents", v("a$in"), i),
				c.App(c.Func("$ArrayLength", []*smtlib.Sort{ref}, c.Int), v("a$in")), constant("T$A", ref)},
			[]string{"this.x", "A.s", "a[i]", "a.Length", "typeof(A)"}},
	} {
		n := read(t, tt.program, nil)
		proc := "F"
		if n.Translator == sourcenames.Dafny {
			proc = "Impl$$_module.__default.F"
		}
		w := sourcenames.NewWriter(c, [2]*sourcenames.Names{n, n}, proc, proc)
		var got []string
		for _, term := range tt.terms {
			got = append(got, smtlib.Infix(w.Term(term)))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", n.Translator, got, tt.want)
		}
	}
}
