package wire

import (
	"bytes"
	"strings"
	"testing"

	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
)

// scope declares what the terms of the tests speak of.
func scope(c *smtlib.Context) *smtlib.Scope {
	s := smtlib.NewScope()
	elem, float := c.Opaque("E"), c.Float(ieee.Format{Exp: 8, Sig: 24})
	list, isNew := c.Datatype("List", "")
	if isNew {
		c.Define(list, []smtlib.Constructor{
			{Name: "Cons", Fields: []smtlib.Field{{Name: "head", Sort: elem}, {Name: "tail", Sort: c.Array(c.Int, list)}}},
			{Name: "Nil"}, {Name: "Last", Fields: []smtlib.Field{{Name: "end", Sort: c.Real}}},
		})
	}
	for _, k := range list.Ctors {
		s.Ctors[k.Name] = k
		for i, f := range k.Fields {
			s.Fields[f.Name] = smtlib.Selector{Ctor: k, Index: i}
		}
	}
	s.Sorts["E"], s.Sorts["List"] = elem, list
	for name, sort := range map[string]*smtlib.Sort{
		"x": c.Int, "y": c.Int, "p": c.Bool, "q": c.Bool, "r": c.Real, "e": elem, "v": c.BV(8), "w": c.BV(8), "l": list,
		"m": c.Array(c.Int, c.Int), "f1": float, "f2": float, "rm": c.Rounding,
	} {
		s.Vars[name] = c.Var(name, sort)
	}
	s.Funcs["f"] = c.Func("f", []*smtlib.Sort{c.Int, c.Int}, c.Int)
	s.Funcs["g"] = c.Func("g", []*smtlib.Sort{elem}, c.Bool)
	s.Funcs["k"] = c.Func("k", nil, elem)
	return s
}

var texts = []string{
	"(and p (<= (+ (* 2 x) y) (- 7)) (or q (= y 4)))",
	"(= (f x (f y 1)) (select m (+ x 1)))",
	"(store ((as const (Array Int Int)) x) 2 y)",
	"(= (bvadd v (concat #b1 ((_ extract 6 0) w))) #x0f)",
	"(bvult ((_ zero_extend 3) v) ((_ sign_extend 3) (bvneg w)))",
	"(= (bv2nat v) (* x y (mod x (div y 3))))",
	"((_ int2bv 8) x)",
	"(forall ((a Int) (b E)) (! (=> (g b) (> (f a x) 0)) :pattern ((f a x) (g b))))",
	"(exists ((a Int)) (and (> (f a a) 3) (forall ((b Int)) (! (< (f a b) 5) :pattern ((f a b)) :pattern ((f b a))))))",
	"(ite (and ((_ is Cons) l) (< r 1.5)) (/ r r) (to_real x))",
	"(= l (Last (- 2.5)))",
	"(= (select (tail l) x) Nil)",
	"(+ x 123456789012345678901234567890 (to_int (/ 1.0 r)))",
	"(not (= (fp.min f1 f2) (fp.add rm f1 (_ NaN 8 24))))",
	"(= rm RNE)",
	"(g k)",
	"(= x 0)",
	"false",
	"(< (* r r) 0.25)",
	"(fp.isNaN ((_ to_fp 8 24) rm r))",
	"(not (g e))",
}

func parsed(t testing.TB, c *smtlib.Context, texts []string) (terms []*smtlib.Term) {
	t.Helper()
	s := scope(c)
	for _, text := range texts {
		term, err := c.ParseTerm(s, text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		terms = append(terms, term)
	}
	return terms
}

// TestRoundTrip sends terms into the same Context, where they are the same terms,
// and into another one, where they say the same.
func TestRoundTrip(t *testing.T) {
	c, other := smtlib.NewContext(), smtlib.NewContext()
	terms := parsed(t, c, texts)
	scope(other)
	e := NewEncoder()
	list := e.Terms(terms)
	fn := e.Func(c.Func("h", []*smtlib.Sort{c.BV(3)}, c.Opaque("E")))
	same, err := Decode(c, e.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	there, err := Decode(other, e.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	heads := map[smtlib.Op]bool{}
	for i, n := range list {
		if got := same.Term(n); got != terms[i] {
			t.Errorf("%s came back as %s", terms[i], got)
		}
		if got := there.Term(n); got.String() != terms[i].String() {
			t.Errorf("%s came as %s", terms[i], got)
		}
		smtlib.Visit(terms[i], func(t *smtlib.Term) { heads[t.Op()] = true })
	}
	for op := smtlib.OpTrue + 1; op <= smtlib.OpExists; op++ {
		if !heads[op] {
			t.Errorf("no example has the head %d", op)
		}
	}
	if same.Term(-1) != nil || e.Term(nil) != -1 || e.Terms(nil) != nil || same.Terms(nil) != nil {
		t.Error("no term is a term")
	}
	for i, f := range e.Funcs() {
		if same.Func(i) != f {
			t.Errorf("%s is %v", f.Name, same.Func(i))
		}
	}
	if same.Func(fn).Name != "h" || same.Err() != nil {
		t.Error(same.Func(fn), same.Err())
	}
}

// TestRepeatable writes the same terms in Contexts that made them in another order.
func TestRepeatable(t *testing.T) {
	var first []byte
	for i := range texts {
		c := smtlib.NewContext()
		parsed(t, c, texts[i:])
		e := NewEncoder()
		e.Terms(parsed(t, c, texts))
		if first == nil {
			first = e.Bytes()
		}
		if !bytes.Equal(e.Bytes(), first) {
			t.Fatalf("the bytes depend on what was made before: from %d on", i)
		}
	}
	for _, pair := range [][2]string{{"(+ x 1)", "(+ x 2)"}, {"(f x y)", "(f y x)"}, {"(g e)", "(g k)"}, {texts[7], strings.Replace(texts[7], ":pattern ((f a x) (g b))", ":pattern ((g b) (f a x))", 1)}} {
		c := smtlib.NewContext()
		a, b := NewEncoder(), NewEncoder()
		a.Terms(parsed(t, c, pair[:1]))
		b.Terms(parsed(t, c, pair[1:]))
		if bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s and %s are written alike", pair[0], pair[1])
		}
	}
}

func TestOtherSorts(t *testing.T) {
	e := NewEncoder()
	e.Terms(parsed(t, smtlib.NewContext(), texts))
	fields := func(c *smtlib.Context) {
		c.Opaque("E")
		list, _ := c.Datatype("List", "")
		c.Define(list, []smtlib.Constructor{{Name: "Cons", Fields: []smtlib.Field{{Name: "head", Sort: c.Int}}}, {Name: "Nil"}, {Name: "Last"}})
	}
	opaque := func(c *smtlib.Context) { c.Opaque("E"); c.Opaque("List") }
	for want, prepare := range map[string]func(*smtlib.Context){
		"wire: no sort E":                          func(*smtlib.Context) {},
		"wire: no sort List":                       opaque,
		"wire: datatype List is defined otherwise": fields,
	} {
		c := smtlib.NewContext()
		prepare(c)
		if _, err := Decode(c, e.Bytes()); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestCorrupt cuts the bytes short, and changes each of them.
func TestCorrupt(t *testing.T) {
	c := smtlib.NewContext()
	e := NewEncoder()
	e.Terms(parsed(t, c, texts))
	data := e.Bytes()
	for i := range data {
		if _, err := Decode(c, data[:i]); err == nil {
			t.Errorf("the first %d bytes are taken for all", i)
		}
		for _, change := range []byte{1, 0x80, 0xff} {
			other := bytes.Clone(data)
			other[i] ^= change
			again(t, c, other)
		}
	}
	if _, err := Decode(c, append(data, 0)); err == nil {
		t.Error("what follows is ignored")
	}
	g, err := Decode(c, data)
	if err != nil {
		t.Fatal(err)
	}
	if g.Term(len(g.terms)) != nil || g.Err() == nil {
		t.Error("a number that is none has a term")
	}
}

// TestLarge reads arrays of arrays whose text would fill the memory.
func TestLarge(t *testing.T) {
	const depth = 60
	data := []byte{version, depth, byte(smtlib.IntKind)}
	for i := range depth - 1 {
		data = append(data, byte(smtlib.ArrayKind), 2, byte(i), byte(i))
	}
	if _, err := Decode(smtlib.NewContext(), append(data, 0, 0, 0)); err == nil {
		t.Error("no error")
	}
}

// again reads bytes that may be corrupt; what they say must be a term that can be
// printed, and written again.
func again(t *testing.T, c *smtlib.Context, data []byte) {
	g, err := Decode(c, data)
	if err != nil {
		return
	}
	e := NewEncoder()
	for _, term := range g.terms {
		if n := e.Term(term); term.TreeSize() < 1000 && term.String() == "" {
			t.Errorf("term %d has no text", n)
		}
	}
	h, err := Decode(c, e.Bytes())
	if err != nil {
		t.Fatalf("%q is read, but not when written again: %v", data, err)
	}
	for _, term := range g.terms {
		if got := h.Term(e.Term(term)); got != term {
			t.Fatalf("%s came back as %s", term, got)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for i := range texts {
		e := NewEncoder()
		e.Terms(parsed(f, smtlib.NewContext(), texts[i:min(i+2, len(texts))]))
		f.Add(e.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := smtlib.NewContext()
		scope(c)
		again(t, c, data)
	})
}
