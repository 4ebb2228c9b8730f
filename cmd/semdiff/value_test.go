package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"semdiff/internal/needs"
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
	e := env{context.Background(), strings.NewReader(sortsText), &bytes.Buffer{}, &bytes.Buffer{}, os.Exit}
	prog, err := lower(e, c, "-", translate.Options{})
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
			for _, text := range []string{want.String(), valueJSON(c, want)} {
				got := interp.Value{}
				term, err := parseValue(c, text, in.Sort())
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

const witnessOld = `
type K; type L;
const unique k1: K;
datatype List { Nil(), Cons(head: int, tail: List) }
datatype Pair<T> { P(fst: T, snd: bool) }
var g: [int]int;
procedure main(k: K, l: L, m: [K]int, n: [int, int]int, p: [int][K]bool, d: List, q: Pair int, b: bv8, f: float24e8, r: real,
  mm: [bool, K][int]L) returns (o: int)
{
  o := 0;
  if (k != k1 && m[k] > 3 && n[1, 2] < -4 && n[2, 1] == 3 && p[3][k] && !p[4][k] && d is Cons && d->head == 5 && q->fst == -7 &&
      b == 200bv8 && f == 0x1.8e0f24e8 && r < 0.0 && r > -0.5 && g[5] == 3 && mm[true, k][5] == l && mm[false, k][5] != l) { o := 1; }
}`

// TestWitnessRuns gives run the witness of a difference, as diff prints it.
func TestWitnessRuns(t *testing.T) {
	needs.Solvers(t, "z3", "cvc5")
	dir := t.TempDir()
	old, new := filepath.Join(dir, "old.bpl"), filepath.Join(dir, "new.bpl")
	for file, text := range map[string]string{old: witnessOld, new: strings.Replace(witnessOld, "o := 1", "o := 2", 1)} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, solver := range []string{"z3", "cvc5"} {
		var answer struct {
			Procedures []struct {
				Differences []struct{ Witness map[string]string }
			}
		}
		text := printed(t, exitDifferent, "diff", "--format", "json", "--solver", solver, "--search=false", old, new)
		if err := json.Unmarshal([]byte(text), &answer); err != nil || len(answer.Procedures) != 1 || len(answer.Procedures[0].Differences) == 0 {
			t.Fatalf("%v: %s", err, text)
		}
		for file, want := range map[string]string{old: "normal\no = 1\n", new: "normal\no = 2\n"} {
			args := []string{"run", file}
			for name, value := range answer.Procedures[0].Differences[0].Witness {
				args = append(args, "--in", name+"="+value)
			}
			if got := printed(t, exitSame, args...); got != want {
				t.Errorf("%s: got %q, want %q: %v", solver, got, want, args)
			}
		}
	}
}

// output runs a command that must end with an exit code.
func printed(t *testing.T, want int, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(env{context.Background(), strings.NewReader(""), &stdout, &stderr, os.Exit}, args); code != want {
		t.Fatalf("%v: exit code %d, %s", args, code, stderr.String())
	}
	return stdout.String()
}
