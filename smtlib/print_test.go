package smtlib_test

import (
	"strings"
	"testing"

	"semdiff/smtlib"
)

func TestPrint(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"(<= 5 x)", "(>= x 5)"},
		{"(< x y)", "(<= x (+ y (- 1)))"},
		{"(not (= x y))", "(not (= x y))"},
		{"(- 5)", "(- 5)"},
		{"2.0", "2.0"},
		{"(/ 2 6)", "(/ 1.0 3.0)"},
		{"(- 0.5)", "(- (/ 1.0 2.0))"},
		{"(* 2 x)", "(* 2 x)"},
		{"(> r 2)", "(> r 2.0)"},
		{"(bvadd v #b00000101)", "(bvadd v #x05)"},
		{"((_ extract 4 2) v)", "((_ extract 4 2) v)"},
		{"((_ sign_extend 3) v)", "((_ sign_extend 3) v)"},
		{"(_ bv5 3)", "#b101"},
		{"(bv2nat v)", "(bv2nat v)"},
		{"((_ int2bv 64) x)", "((_ int2bv 64) x)"},
		{"((as const (Array Int Int)) 7)", "((as const (Array Int Int)) 7)"},
		{"(let ((a (f x y))) (f a a))", "(let ((?1 (f x y))) (f ?1 ?1))"},
		{"(let ((a (f x y))) (let ((b (f a 1))) (f (f b a) (f b 2))))",
			"(let ((?1 (f x y))) (let ((?2 (f ?1 1))) (f (f ?2 ?1) (f ?2 2))))"},
		{"(forall ((a Int)) (! (= (f a (f a 1)) (f (f a 1) (f x 1))) :pattern ((f a 1)) :pattern ((f a 2) (f a 3))))",
			"(forall ((?0/0 Int)) (! (let ((?1 (f ?0/0 1))) (= (f ?0/0 ?1) (f ?1 (f x 1)))) :pattern ((f ?0/0 1)) :pattern ((f ?0/0 2) (f ?0/0 3))))"},
		// One term below two quantifiers, and one shared between a quantifier and the outside.
		{"(and (= (f x x) 0) (forall ((a Int)) (= (f (f a a) (f a a)) (f x x))) (exists ((b Int)) (= (f (f b b) (f b b)) 1)))",
			"(let ((?1 (f x x))) (and (= ?1 0) (exists ((?0/0 Int)) (let ((?2 (f ?0/0 ?0/0))) (= (f ?2 ?2) 1))) (forall ((?0/0 Int)) (let ((?3 (f ?0/0 ?0/0))) (= ?1 (f ?3 ?3))))))"},
		{"(forall ((a U)) (exists ((b U)) (not (= a b))))", "(forall ((?1/0 U)) (exists ((?0/0 U)) (not (= ?0/0 ?1/0))))"},
		{"(f |x| 1)", "(f x 1)"},
		{"(fp.gt f1 (_ -zero 8 24))", "(fp.lt (fp #b1 #b00000000 #b00000000000000000000000) f1)"},
		{"(fp.add roundTowardZero f2 f1)", "(fp.add RTZ f1 f2)"},
		{"((_ to_fp 8 24) #xffffffff)", "(_ NaN 8 24)"},
		{"((_ to_fp 8 24) rm r)", "((_ to_fp 8 24) rm r)"},
		{"(= (fp.min f1 f2) (_ -oo 8 24))", "(= (fp.min f1 f2) (_ -oo 8 24))"},
		{"((_ is (Cons (Int List) List)) l)", "(not ((_ is Nil) l))"},
		{"(Pair (head l) (Cons 1 (as Nil List)))", "(Pair (head l) (Cons 1 Nil))"},
		{"((_ is Box) s)", "((_ is Box) s)"},
	} {
		c := smtlib.NewContext()
		s := scope(c)
		term, err := c.ParseTerm(s, tt.in)
		if err != nil {
			t.Errorf("%s: %v", tt.in, err)
			continue
		}
		got := term.String()
		if got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.in, got, tt.want)
		}
		if again, err := c.ParseTerm(s, got); err != nil || again != term {
			t.Errorf("%s read back is %v, %v", got, again, err)
		}
	}
}

func TestPrintIsLinear(t *testing.T) {
	c := smtlib.NewContext()
	s := scope(c)
	x := s.Vars["x"]
	for range 1000 {
		x = c.App(s.Funcs["f"], x, x)
	}
	text := x.String()
	if len(text) > 50_000 {
		t.Fatalf("%d bytes", len(text))
	}
	if again, err := c.ParseTerm(s, text); again != x {
		t.Errorf("read back another term: %v", err)
	}
}

// One name for several things, names of the theories, and names like those
// that the printer binds.
func TestNamesAreUnique(t *testing.T) {
	c := smtlib.NewContext()
	n := smtlib.NewNames()
	got := []string{
		n.Var(c.Var("x", c.Int)), n.Var(c.Var("x", c.Bool)), n.Func(c.Func("x", nil, c.Int)), n.Var(c.Var("x", c.Int)),
		n.Var(c.Var("abs", c.Int)), n.Var(c.Var("?1", c.Int)), n.Var(c.Var("?0/0", c.Int)),
		n.Var(c.Var("a b", c.Int)), n.Var(c.Var("a|b", c.Int)), n.Var(c.Var("a_b", c.Int)), n.Var(c.Var("", c.Int)),
		n.Var(c.Var("$0.ref", c.Int)), n.Sort(c.Opaque("x")), n.Sort(c.Array(c.Opaque("Bool"), c.Opaque("x"))),
	}
	want := "x x!1 x!2 x abs!1 ?1 ?0/0!1 |a b| a_b a_b!1 _!1 $0.ref x (Array Bool!1 x)"
	if strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
}

// What a program calls as the printer calls shared terms or bound variables keeps
// its name and its meaning.
func TestNamesOfThePrinter(t *testing.T) {
	c := smtlib.NewContext()
	x, y := c.Var("?1", c.Int), c.Var("?0.0", c.Int)
	f, next := c.Func("f", []*smtlib.Sort{c.Int, c.Int}, c.Int), c.Add(x, c.IntVal(1))
	if got, want := c.App(f, next, next).String(), "(let ((?2 (+ ?1 1))) (f ?2 ?2))"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	i := c.Var("i", c.Int)
	all := c.Forall([]*smtlib.Term{i}, c.Le(y, i), nil)
	if got, want := all.String(), "(forall ((?0/0 Int)) (<= ?0.0 ?0/0))"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestScript(t *testing.T) {
	c := smtlib.NewContext()
	s := scope(c)
	a, err := c.ParseTerm(s, "(and (g u) (= (f x 1) 2))")
	if err != nil {
		t.Fatal(err)
	}
	var sb strings.Builder
	err = smtlib.WriteScript(&sb, smtlib.Script{Comment: "one\ntwo", Logic: "ALL", Asserts: []*smtlib.Term{a, c.Not(s.Vars["p"])}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `; one
; two
(set-logic ALL)
(declare-sort U 0)
(declare-fun f (Int Int) Int)
(declare-fun g (U) Bool)
(declare-fun p () Bool)
(declare-fun u () U)
(declare-fun x () Int)
(assert (and (g u) (= (f x 1) 2)))
(assert (not p))
(check-sat)
`
	if sb.String() != want {
		t.Errorf("got\n%s\nwant\n%s", sb.String(), want)
	}
}

// TestBaseConstructor checks datatypes that are defined by each other, where each
// has a first constructor that needs the other.
func TestBaseConstructor(t *testing.T) {
	c := smtlib.NewContext()
	sorts := map[string]*smtlib.Sort{}
	for _, name := range []string{"T", "U", "V"} {
		sorts[name], _ = c.Datatype(name, "")
	}
	define := func(name, of string, more ...smtlib.Constructor) {
		first := smtlib.Constructor{Name: "with" + of, Fields: []smtlib.Field{{Name: "f", Sort: c.Array(c.Int, sorts[of])}}}
		c.Define(sorts[name], append([]smtlib.Constructor{first}, more...))
	}
	define("T", "U", smtlib.Constructor{Name: "leaf"})
	define("U", "T", smtlib.Constructor{Name: "end"})
	define("V", "V")
	for name, want := range map[string]string{"T": "leaf", "U": "end"} {
		if got := sorts[name].BaseConstructor(); got == nil || got.Name != want {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
	if k := sorts["V"].BaseConstructor(); k != nil {
		t.Errorf("%s makes a value", k.Name)
	}
}

// Datatypes come after what they build on, those defined by each other
// together.
func TestDeclareDatatypes(t *testing.T) {
	c := smtlib.NewContext()
	tree, _ := c.Datatype("Tree", "")
	trees, _ := c.Datatype("Trees", "")
	wood, _ := c.Datatype("Wood", "")
	again, isNew := c.Datatype("Tree", "with leaves")
	if !isNew || again == tree {
		t.Fatal("datatypes of one name and other definitions are one")
	}
	u := c.Opaque("Tree")
	c.Define(wood, []smtlib.Constructor{{Name: "Wood", Fields: []smtlib.Field{{Name: "all", Sort: c.Array(c.Int, trees)}, {Name: "name", Sort: u}}}})
	c.Define(tree, []smtlib.Constructor{{Name: "Node", Fields: []smtlib.Field{{Name: "kids", Sort: trees}}}})
	c.Define(trees, []smtlib.Constructor{{Name: "More", Fields: []smtlib.Field{{Name: "first", Sort: tree}, {Name: "rest", Sort: trees}}}, {Name: "None"}})
	c.Define(again, []smtlib.Constructor{{Name: "Leaf"}, {Name: "Node", Fields: []smtlib.Field{{Name: "kids", Sort: again}}}})
	if k := tree.BaseConstructor(); k.Name != "Node" {
		t.Errorf("trees begin with %s", k.Name)
	}
	if k := trees.BaseConstructor(); k.Name != "None" {
		t.Errorf("lists of trees begin with %s", k.Name)
	}
	n := smtlib.NewNames()
	got := strings.Join(n.Declare(smtlib.Collect(c.Var("w", wood), c.Var("t", again))), "\n")
	const want = `(declare-sort Tree 0)
(declare-datatypes ((Tree!1 0) (Trees 0)) (((Node (kids Trees))) ((More (first Tree!1) (rest Trees)) (None))))
(declare-datatypes ((Tree!2 0)) (((Leaf) (Node!1 (kids!1 Tree!2)))))
(declare-datatypes ((Wood 0)) (((Wood (all (Array Int Trees)) (name Tree)))))
(declare-fun t () Tree!2)
(declare-fun w () Wood)`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A quantifier that comes into the body of another must keep its variables.
func TestSubstituteDoesNotCapture(t *testing.T) {
	c := smtlib.NewContext()
	s := scope(c)
	outer, err := c.ParseTerm(s, "(forall ((a Int)) (or p (= (f a a) 1)))")
	if err != nil {
		t.Fatal(err)
	}
	inner, err := c.ParseTerm(s, "(forall ((b Int)) (= (f b 0) 2))")
	if err != nil {
		t.Fatal(err)
	}
	got := c.Substitute(outer, map[*smtlib.Term]*smtlib.Term{s.Vars["p"]: inner})
	want, err := c.ParseTerm(s, "(forall ((a Int)) (or (forall ((b Int)) (= (f b 0) 2)) (= (f a a) 1)))")
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
