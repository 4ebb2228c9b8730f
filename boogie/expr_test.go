package boogie_test

import (
	"fmt"
	"strings"
	"testing"

	"semdiff/boogie"
)

func parseExpr(src string) (boogie.Expr, error) {
	p, err := boogie.Parse("e.bpl", []byte("axiom\n"+src+"\n;"))
	if err != nil {
		return nil, err
	}
	return p.Decls[0].(*boogie.AxiomDecl).Expr, nil
}

// dump shows the tree of e, with the column of every node if cols is set.
func dump(e boogie.Expr, cols bool) string {
	list := func(head string, parts ...boogie.Expr) string {
		for _, p := range parts {
			head += " " + dump(p, cols)
		}
		return "(" + head + ")"
	}
	var s string
	switch e := e.(type) {
	case *boogie.BinaryExpr:
		s = list(e.Op.String(), e.X, e.Y)
	case *boogie.UnaryExpr:
		s = list(e.Op.String(), e.X)
	case *boogie.SelectExpr:
		s = list("select", append([]boogie.Expr{e.Map}, e.Index...)...)
	case *boogie.StoreExpr:
		s = list("store", append(append([]boogie.Expr{e.Map}, e.Index...), e.Value)...)
	case *boogie.ExtractExpr:
		s = list(fmt.Sprintf("extract %d %d", e.Hi, e.Lo), e.X)
	case *boogie.IfExpr:
		s = list("if", e.Cond, e.Then, e.Else)
	case *boogie.TypedExpr:
		s = list("as "+boogie.TypeString(e.Type), e.X)
	case *boogie.CallExpr:
		s = list("call "+e.Func, e.Args...)
	case *boogie.OldExpr:
		s = list("old", e.X)
	case *boogie.ConvertExpr:
		s = list(map[bool]string{true: "real", false: "int"}[e.ToReal], e.X)
	case *boogie.QuantExpr:
		s = list(e.Kind.String(), e.Body)
	case *boogie.LetExpr:
		head := "let"
		for _, v := range e.Vars {
			head += " " + v.Name.Name
		}
		s = list(head, append(append([]boogie.Expr{}, e.Values...), e.Body)...)
	case *boogie.FieldExpr:
		s = list("field "+e.Field.Name, e.X)
	case *boogie.FieldUpdateExpr:
		s = list("update "+e.Field.Name, e.X, e.Value)
	case *boogie.IsExpr:
		s = list("is "+e.Ctor.Name, e.X)
	default:
		s = boogie.ExprString(e)
	}
	if cols {
		return fmt.Sprintf("%s@%d", s, e.Position().Col)
	}
	return s
}

func TestPrecedence(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"a <==> b <==> c", "(<==> (<==> a b) c)"},
		{"a ==> b ==> c", "(==> a (==> b c))"},
		{"a <== b <== c", "(<== (<== a b) c)"},
		{"a <==> b ==> c", "(<==> a (==> b c))"},
		{"(a ==> b) <== c", "(<== (==> a b) c)"},
		{"a && b && c ==> d || e || f", "(==> (&& (&& a b) c) (|| (|| d e) f))"},
		{"(a && b) || c", "(|| (&& a b) c)"},
		{"a + b == c - d && e", "(&& (== (+ a b) (- c d)) e)"},
		{"a ++ b ++ c == d", "(== (++ (++ a b) c) d)"},
		{"a ++ b + c", "(++ a (+ b c))"},
		{"a - b - c * d div e mod f / g", "(- (- a b) (/ (mod (div (* c d) e) f) g))"},
		{"a ** b ** c * d", "(* (** a (** b c)) d)"},
		{"-2 ** 2", "(** (- 2) 2)"},
		{"- - !x", "(- (- (! x)))"},
		{"-m[i]", "(- (select m i))"},
		{"-x : int", "(- (as int x))"},
		{"x : T : U", "(as U (as T x))"},
		{"x : C int [int]bool", "(as C int ([int]bool) x)"},
		{"x : C (D int) E", "(as C (D int) E x)"},
		{"if a then b else c + d", "(if a b (+ c d))"},
		{"e + if a then b else c + d", "(+ e (if a b (+ c d)))"},
		{"(if a then b else c) + d", "(+ (if a b c) d)"},
		{"m[i][j, k := v + 1][0]", "(select (store (select m i) j k (+ v 1)) 0)"},
		{"m[]", "(select m)"},
		{"m[:= 1]", "(store m 1)"},
		{"m[0]", "(select m 0)"},
		{"m[0, 1]", "(select m 0 1)"},
		{"m[0 + 1]", "(select m (+ 0 1))"},
		{"m[0 := 1]", "(store m 0 1)"},
		{"m[0 : int]", "(select m (as int 0))"},
		{"m[0 : int, 1]", "(select m (as int 0) 1)"},
		{"m[0 - 1 : int := 2]", "(store m (- 0 (as int 1)) 2)"},
		{"b[8:0]", "(extract 8 0 b)"},
		{"b[8:0][4:2] ++ 5bv32", "(++ (extract 4 2 (extract 8 0 b)) 5bv32)"},
		{"f(x, g())(", ""},
		{"f(x, g()) == old(y) + int(1.5) - real(2)", "(== (call f x (call g)) (- (+ (old y) (int 1.5)) (real 2)))"},
		{"(forall x: int :: p(x)) && (exists y: int :: q(y))", "(&& (forall (call p x)) (exists (call q y)))"},
		{"a ⇔ b ∧ ¬c ≠ d", "(<==> a (&& b (!= (! c) d)))"},
		{"a <==> b && c || d", ""},
		{"a && b || c", ""},
		{"a || b && c", ""},
		{"a ==> b <== c", ""},
		{"a <== b ==> c", ""},
		{"a < b < c", ""},
		{"a == b == c", ""},
		{"is is C", "(is C \\is)"},
		{"-x is C == y is D", "(== (is C (- x)) (is D y))"},
		{"x is C ** 2", "(** (is C x) 2)"},
		{"x is C is D", ""},
		{"x->f->g[i]->(h := 1)", "(update h (select (field g (field f x)) i) 1)"},
		{"!x->f", "(! (field f x))"},
		{"(var x, y := 1, f(z); x + y)", "(let x y 1 (call f z) (+ x y))"},
		{"a <: b && c", "(&& (<: a b) c)"},
		{"a <: b <: c", ""},
		{"forall x: int :: p(x)", ""},
		{"b[(8):0]", ""},
		{"b[8:x]", "(select b (as x 8))"},
		{"x : C < 0", ""},
		{"(a", ""},
		{"a b", ""},
		{"is + left + action * invariant == RNE", "(== (+ (+ is left) (* action invariant)) RNE)"},
	} {
		e, err := parseExpr(test.src)
		switch {
		case test.want == "" && err == nil:
			t.Errorf("%s: accepted as %s", test.src, dump(e, false))
		case test.want != "" && err != nil:
			t.Errorf("%s: %v", test.src, err)
		case test.want != "":
			want := strings.NewReplacer("invariant", `\invariant`, " is ", ` \is `, "(+ is", `(+ \is`, "action", `\action`, "RNE", "RNE").Replace(test.want)
			if got := dump(e, false); got != want {
				t.Errorf("%s: got %s, want %s", test.src, got, want)
			}
			again, err := parseExpr(boogie.ExprString(e))
			if err != nil || !boogie.Equal(e, again) {
				t.Errorf("%s: printed as %s, %v", test.src, boogie.ExprString(e), err)
			}
		}
	}
}

func TestMinimalParentheses(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"((a) + (b * c))", "a + b * c"},
		{"(a + b) * c", "(a + b) * c"},
		{"a - (b - c)", "a - (b - c)"},
		{"(a - b) - c", "a - b - c"},
		{"(a ==> b) ==> c", "(a ==> b) ==> c"},
		{"a ==> (b ==> c)", "a ==> b ==> c"},
		{"(a ** b) ** c", "(a ** b) ** c"},
		{"(a && b) || (c && d)", "(a && b) || (c && d)"},
		{"a && (b && c)", "a && (b && c)"},
		{"(a ==> b) <== c", "(a ==> b) <== c"},
		{"(a < b) == (c < d)", "(a < b) == (c < d)"},
		{"!(a && b)", "!(a && b)"},
		{"(-a)[i]", "(-a)[i]"},
		{"-(a[i])", "-a[i]"},
		{"(if a then b else c) == d", "(if a then b else c) == d"},
		{"d == (if a then b else c)", "d == (if a then b else c)"},
		{"(x : T) == y", "(x: T) == y"},
		{"f((x : T), (y))", "f(x: T, y)"},
		{"((forall x: int :: (p(x))))", "(forall x: int :: p(x))"},
		{`\if + \foo + \old`, `\if + foo + \old`},
	} {
		e, err := parseExpr(test.src)
		if err != nil {
			t.Errorf("%s: %v", test.src, err)
			continue
		}
		if got := boogie.ExprString(e); got != test.want {
			t.Errorf("%s: printed %s, want %s", test.src, got, test.want)
		}
	}
}

func TestExprPositions(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"a + b * c", "(+ a@1 (* b@5 c@9)@7)@3"},
		{"!x ==> -1", "(==> (! x@2)@1 (- 1@9)@8)@4"},
		{"m[i][j := v]", "(store (select m@1 i@3)@2 j@6 v@11)@5"},
		{"f(x)", "(call f x@3)@1"},
		{"x : int", "(as int x@1)@3"},
		{"b[3:1]", "(extract 3 1 b@1)@2"},
		{"m[3]", "(select m@1 3@3)@2"},
		{"  if a then b else old(c)", "(if a@6 b@13 (old c@24)@20)@3"},
		{"(  forall x: int :: p)", "(forall p@21)@4"},
		{"a ==> b ==> c", "(==> a@1 (==> b@7 c@13)@9)@3"},
		{"a ∧ b", "(&& a@1 b@7)@3"}, // columns count bytes
		{"\ta", "a@2"},
		{"/* é */a", "a@9"},
	} {
		e, err := parseExpr(test.src)
		if err != nil {
			t.Errorf("%s: %v", test.src, err)
			continue
		}
		if got := dump(e, true); got != test.want {
			t.Errorf("%s: got %s, want %s", test.src, got, test.want)
		}
		if pos := e.Position(); pos.Line != 2 || pos.File != "e.bpl" {
			t.Errorf("%s: at %s", test.src, pos)
		}
	}
}
