package report

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"semdiff/compare/session"
	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
	"semdiff/translate"
	"semdiff/translate/interp"
)

// randomTerm is a random value.
func randomTerm(c *smtlib.Context, rng *rand.Rand, s *smtlib.Sort, depth int) *smtlib.Term {
	switch s.Kind {
	case smtlib.BoolKind:
		return c.BoolVal(rng.IntN(2) == 0)
	case smtlib.IntKind:
		return c.IntVal(rng.Int64N(2000) - 1000)
	case smtlib.RealKind:
		return c.Numeral(big.NewRat(rng.Int64N(40)-20, 1+rng.Int64N(6)), s)
	case smtlib.BVKind:
		return c.BVVal(new(big.Int).SetUint64(rng.Uint64N(1<<s.Width)), s.Width)
	case smtlib.FloatKind:
		return c.FloatVal(s.Format.FromBits(new(big.Int).SetUint64(rng.Uint64N(1 << (s.Format.Exp + s.Format.Sig)))))
	case smtlib.RoundingKind:
		return c.RoundingVal(ieee.Modes[rng.IntN(len(ieee.Modes))])
	case smtlib.OpaqueKind:
		names := []string{s.Name + "~!val!%d", "@" + s.Name + "~_%d", s.Name + "!default"}
		return c.App(c.Func(strings.Replace(names[rng.IntN(3)], "%d", fmt.Sprint(rng.IntN(3)), 1), nil, s))
	case smtlib.DatatypeKind:
		k := s.BaseConstructor()
		if depth > 0 {
			k = s.Ctors[rng.IntN(len(s.Ctors))]
		}
		var args []*smtlib.Term
		for _, f := range k.Fields {
			args = append(args, randomTerm(c, rng, f.Sort, depth-1))
		}
		return c.Construct(k, args...)
	}
	m := c.ConstArray(s, randomTerm(c, rng, s.Elem, depth))
	for range rng.IntN(4) {
		m = c.Store(m, randomTerm(c, rng, s.Index, depth), randomTerm(c, rng, s.Elem, depth))
	}
	return m
}

const sortsText = `
type K; type KL;
datatype List { Nil(), Cons(head: int, tail: List), Of(of: K) }
datatype Pair<T> { P(fst: T, snd: bool) }
procedure main(i: int, b: bool, r: real, v: bv8, f: float5e3, d: rmode, k: K, l: List, p: Pair (Pair int),
  m: [int]int, n: [int, bool]real, o: [K][KL]bv8, q: [List]K, s: [int][Pair real]List, t: [float5e3]bool) { }`

// TestValuesReadBack checks that run reads every value as text and JSON print it.
func TestValuesReadBack(t *testing.T) {
	c := smtlib.NewContext()
	prog, err := session.LoadOne(c, session.Text("sorts.bpl", sortsText), translate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	model := interp.NewModel(c, prog)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, in := range prog.Proc("main").Inputs {
		for range 100 {
			want, err := model.Literal(randomTerm(c, rng, in.Sort(), 3))
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{want.String(), valueOf(c, want).SMTLIB()} {
				got := interp.Value{}
				term, err := ParseValue(c, text, in.Sort())
				if err == nil {
					got, err = model.Literal(term)
				}
				if err != nil {
					t.Errorf("%s: %s: %v", in.Name(), text, err)
				} else if same, _ := interp.Equal(got, want); !same && got.String() != want.String() {
					t.Errorf("%s: %s is read as %s", in.Name(), text, got)
				}
			}
		}
	}
}
