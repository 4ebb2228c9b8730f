package sourcenames_test

import (
	"slices"
	"strings"
	"testing"

	"semdiff/boogie"
	"semdiff/smtlib"
	"semdiff/translate/sourcenames"
)

const smack = `
type ref = int;
function {:inline} $add.ref(p: ref, q: ref) returns (ref) { p + q }
function {:inline} $sub.ref(p: ref, q: ref) returns (ref) { p - q }
function {:inline} $mul.ref(p: ref, q: ref) returns (ref) { p * q }
function {:inline} $load.i32(M: [ref]int, p: ref) returns (int) { M[p] }
function {:inline} $store.i32(M: [ref]int, p: ref, v: int) returns ([ref]int) { M[p := v] }
var $M.0: int;
var $M.1: [ref]int;
var $M.2: [ref]int;
var $exn: bool;
const {:allocSize 8} table: ref;
axiom (table == $sub.ref(0, 2056));
procedure boogie_si_record_i32(x: int);
procedure next() returns (r: int);
procedure pay($p0: ref, $i1: int) returns ($r: int) {
  var $p2: ref; var $p3: ref; var $i4: int; var $i5: int; var $i6: int; var $i7: int;
$bb0:
  assume {:sourceloc "pay.c", 9, 3} true;
  call {:cexpr "pay:arg:n"} boogie_si_record_i32($i1);
  $i5 := 0;
  goto $bb1;
$bb1:
  assume {:sourceloc "pay.c", 0, 0} true;
  assume {:sourceloc "pay.c", 10, 9} true;
  $p2 := $add.ref($p0, $mul.ref($i5, 12));
  assume {:sourceloc "pay.c", 10, 18} true;
  $p3 := $add.ref($add.ref($p2, $mul.ref(0, 12)), $mul.ref(4, 1));
  $i4 := $load.i32($M.1, $p3);
  $M.2 := $store.i32($M.2, $add.ref(table, $mul.ref($i5, 4)), $i4);
  $i6 := $i5 + 1;
  call {:cexpr "i"} boogie_si_record_i32($i6);
  call $i7 := next();
  $M.0 := $i4;
  call {:cexpr "paid"} boogie_si_record_i32($i4);
  $i5 := $i6;
  goto $bb1, $bb2;
$bb2:
  $r := $i4;
  $exn := false;
  return;
}
procedure __VERIFIER_assume($i0: int) { assume {:sourceloc "smack/lib/smack.c", 45, 3} true; }
`

const paySource = `struct account {
  int kind;
  int due;
  int fee;
};

int pay(struct account *a,
        int n) {
  for (int i = 0; i < n; i++) {
    int d = a[i].due;
  }
}`

func read(t *testing.T, src string, text sourcenames.Text) *sourcenames.Names {
	t.Helper()
	prog, err := boogie.Parse("t.bpl", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return sourcenames.Read(prog, text)
}

func lines(text string) sourcenames.Text {
	return func(string) []string { return strings.Split(text, "\n") }
}

// TestSmack checks names of variables and elements of memory, with the text of the
// source and without.
func TestSmack(t *testing.T) {
	for _, tt := range []struct {
		name   string
		text   sourcenames.Text
		params []string
		cells  []string
	}{
		{"no text", nil, []string{"p0", "n"}, []string{"p0->f4", "p0[i].f4", "p0[i + 1].f4", "p0->f8", "table[i]", "table[0]", "paid"}},
		{"text", lines(paySource), []string{"a", "n"}, []string{"a->due", "a[i].due", "a[i + 1].due", "a->f8", "table[i]", "table[0]", "paid"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n := read(t, smack, tt.text)
			p := n.Procs["pay"]
			if !slices.Equal(p.Params, tt.params) {
				t.Errorf("parameters %q, want %q", p.Params, tt.params)
			}
			if p.Place.String() != "pay.c:9" || !n.Procs["__VERIFIER_assume"].Runtime || p.Runtime || !n.IsHidden("$exn") || n.IsHidden("$M.0") {
				t.Errorf("place %v, runtime %v", p.Place, p.Runtime)
			}
			if proc, at, ok := n.Loop("pay_loop_$bb1"); proc != "pay" || at.Line != 10 || !ok {
				t.Errorf("loop in %s at %v", proc, at)
			}
			c := smtlib.NewContext()
			w := sourcenames.NewWriter(c, [2]*sourcenames.Names{n, n}, "pay", "pay")
			m := c.Array(c.Int, c.Int)
			a, i := c.Var("$p0", c.Int), c.Var("$i5", c.Int)
			at := func(memory string, address ...*smtlib.Term) *smtlib.Term {
				return c.Select(c.Var(memory, m), c.Add(address...))
			}
			by := func(k int64) *smtlib.Term { return c.Mul(c.IntVal(k), i) }
			for k, term := range []*smtlib.Term{
				at("$M.1", a, c.IntVal(4)), at("$M.1", a, by(12), c.IntVal(4)), at("$M.1", a, by(12), c.IntVal(16)), at("$M.1", a, c.IntVal(8)),
				at("$M.2", c.IntVal(-2056), by(4)), at("$M.2", c.IntVal(-2056)), c.Var("$M.0", c.Int),
			} {
				out := w.Term(term)
				if out.Name() != tt.cells[k] {
					t.Errorf("%s is written %s, want %s", smtlib.Infix(term), smtlib.Infix(out), tt.cells[k])
				}
				if cell := w.Cell(out); term.Op() == smtlib.OpSelect && cell != term {
					t.Errorf("%s stands for %v", out.Name(), cell)
				}
			}
			if got := w.Text("$i1 == $i5' && $M.0 <= $i1'"); got != "n == i' && paid <= n'" {
				t.Errorf("text %q", got)
			}
		})
	}
}

// TestDistinct checks that different terms keep different names.
func TestDistinct(t *testing.T) {
	n := read(t, smack, nil)
	c := smtlib.NewContext()
	w := sourcenames.NewWriter(c, [2]*sourcenames.Names{n, n}, "pay", "pay")
	seen := map[*smtlib.Term]string{}
	m := c.Var("$M.1", c.Array(c.Int, c.Int))
	for _, term := range []*smtlib.Term{
		c.Var("$i5", c.Int), c.Var("$i6", c.Int), c.Var("i", c.Int), c.Var("i6", c.Int), c.Var("p0", c.Int), c.Var("$p0", c.Int), c.Var("n", c.Int), c.Var("$i1", c.Int),
		c.Var("$i1", c.Bool), c.Select(m, c.Var("$p0", c.Int)), c.Select(m, c.Var("p0", c.Int)), c.Var("*p0", c.Int), c.Var("p0->f0", c.Int),
	} {
		out := w.Term(term)
		if before, known := seen[out]; known {
			t.Errorf("%s and %s are both written %s", before, smtlib.Infix(term), smtlib.Infix(out))
		}
		seen[out] = smtlib.Infix(term)
	}
}

// TestBound checks that what depends on a bound variable is not written as a variable.
func TestBound(t *testing.T) {
	n := read(t, smack, nil)
	c := smtlib.NewContext()
	w := sourcenames.NewWriter(c, [2]*sourcenames.Names{n, n}, "pay", "pay")
	m, b := c.Var("$M.1", c.Array(c.Int, c.Int)), c.Var("?b", c.Int)
	all := c.Forall([]*smtlib.Term{b}, c.Le(c.Select(m, b), c.Var("$i1", c.Int)), nil)
	if got, want := smtlib.Infix(w.Term(all)), "(forall i: int :: memory.1[i] <= n)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

const havoc = `
type name;
var Mem_T.INT4: [int]int;
var Mem_T.CHAR: [int]int;
var Mem_T.kind_node_type: [int]int;
var alloc: int;
const unique T.node_type: name;
function INT_ADD(x: int, y: int) returns (int) { x + y }
function PLUS(a: int, a_size: int, b: int) returns (int);
function kind_node_type(int) returns (int);
axiom (forall x: int :: {kind_node_type(x)} kind_node_type(x) == INT_ADD(x, 8));
procedure __HAVOC_malloc(size: int) returns (new: int);
procedure stdout() returns (r: int);
procedure put(c.__1: int, s.__1: int, at.__1: int, q.__1: int) returns (result.put$1: int) {
  var c: int; var s: int; var at: int; var q: int; var result.stdout$2: int; var t, k: int;
start:
  s := s.__1;
label_3:
  assert {:sourcefile ".\source\put.c"} {:sourceline 12} true;
  Mem_T.CHAR := Mem_T.CHAR[PLUS(s, 1, at) := c];
  call result.stdout$2 := stdout();
  havoc t;
  k := PLUS(k, 1, 1);
  result.put$1 := Mem_T.INT4[at];
}
`

func TestHavoc(t *testing.T) {
	n := read(t, havoc, nil)
	p := n.Procs["put"]
	if want := []string{"c", "s", "at", "q"}; !slices.Equal(p.Params, want) || p.Place.Line != 12 || !n.Procs["__HAVOC_malloc"].Runtime || !n.IsHidden("alloc") {
		t.Errorf("parameters %q at %v", p.Params, p.Place)
	}
	c := smtlib.NewContext()
	w := sourcenames.NewWriter(c, [2]*sourcenames.Names{n, n}, "put", "put")
	m := c.Array(c.Int, c.Int)
	v := func(name string) *smtlib.Term { return c.Var(name, c.Int) }
	cell := func(memory string, at *smtlib.Term) *smtlib.Term { return c.Select(c.Var(memory, m), at) }
	field := c.Func("kind_node_type", []*smtlib.Sort{c.Int}, c.Int)
	isalnum := c.Func("put[alloc]:0", []*smtlib.Sort{c.Int, c.Int, c.Int, c.Int, c.Int}, c.Int)
	for _, tt := range []struct {
		term *smtlib.Term
		want string
	}{
		{v("c.__1"), "c"},
		{v("result.put$1"), "result"},
		{cell("Mem_T.CHAR", c.Add(v("s.__1"), v("at.__1"))), "s[at]"},
		{cell("Mem_T.CHAR", c.Add(v("s.__1"), cell("Mem_T.INT4", v("at.__1")), c.IntVal(1))), "s[*at + 1]"},
		{cell("Mem_T.CHAR", c.Add(v("k"), v("s.__1"))), "s[k]"}, // k + 1 is written like an address
		{cell("Mem_T.kind_node_type", c.Add(v("q.__1"), c.IntVal(8))), "q->kind"},
		{cell("Mem_T.kind_node_type", c.App(field, v("at.__1"))), "at->kind"},
		{c.App(isalnum, v("c.__1"), v("s.__1"), v("at.__1"), v("q.__1"), v("alloc")), "put(c, s, at, q)"},
	} {
		if got := smtlib.Infix(w.Term(tt.term)); got != tt.want {
			t.Errorf("%s is written %s, want %s", smtlib.Infix(tt.term), got, tt.want)
		}
	}
	at := p.Place
	for _, tt := range []struct {
		choice sourcenames.Choice
		nth    int
		want   string
	}{
		{sourcenames.Choice{Proc: "put", Var: "result.stdout$2", At: at}, 2, "result of stdout() at put.c:12, 2nd call"},
		{sourcenames.Choice{Proc: "put", Var: "t", At: at}, 1, "value of havoc t (line 12)"},
		{sourcenames.Choice{Proc: "put", Var: "q", At: at}, 1, "initial value of q in put"},
		{sourcenames.Choice{Proc: "put", At: at}, 11, "choice at put.c:12, 11th time"},
	} {
		if got := n.ChoiceText(tt.choice, tt.nth); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// TestOthers checks that nothing is known of programs that no translator wrote.
func TestOthers(t *testing.T) {
	if read(t, "procedure main(x: int) { assert x > 0; }", nil).Known() {
		t.Error("a translator is known")
	}
}

// TestRelations checks terms that relate runs of both versions.
func TestRelations(t *testing.T) {
	old := read(t, smack, lines(paySource))
	new := read(t, strings.ReplaceAll(smack, `"i"`, `"k"`), lines(paySource))
	c := smtlib.NewContext()
	w := sourcenames.NewRelationWriter(c, [2]*sourcenames.Names{old, new}, "pay", "pay")
	num := func(name string) *smtlib.Term { return c.Var(name, c.Int) }
	memory := func(name string) *smtlib.Term { return c.Var(name, c.Array(c.Int, c.Int)) }
	for _, tt := range []struct {
		term *smtlib.Term
		want string
	}{
		{c.Eq(num("$i5"), num("$i5'")), "i == k'"},
		{c.Eq(num("$r"), num("$r'")), "result == result'"},
		{c.Eq(num("$M.0"), num("result $M.0'")), "paid == result paid'"},
		{num("initial $i1"), "initial n"},
		{num("$i6'"), "i6'"}, // k' is another one
		{c.Select(memory("$M.1"), c.Add(num("$p0"), c.IntVal(4))), "a->due"},
		{c.Select(memory("$M.1'"), c.Add(num("$p0"), c.IntVal(4))), "a->due'"},
		{c.Select(memory("$M.1'"), c.Add(num("$p0'"), c.IntVal(4))), "a'->due"},
		{c.Select(memory("$M.1"), c.Add(num("$p0'"), c.IntVal(4))), "memory.due[a' + 4]"},
	} {
		if got := smtlib.Infix(w.Term(tt.term)); got != tt.want {
			t.Errorf("%s: got %s, want %s", smtlib.Infix(tt.term), got, tt.want)
		}
	}
}
