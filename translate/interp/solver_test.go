package interp_test

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"semdiff/internal/needs"
	"semdiff/smtlib"
	"semdiff/smtlib/ieee"
	"semdiff/translate/interp"
)

// floatQuestions asks for every floating-point function on random numbers; those
// with an open result are not asked for.
func floatQuestions(c *smtlib.Context, rng *rand.Rand, f ieee.Format, ask func(string, *smtlib.Term, interp.Env)) {
	random := func() ieee.Float {
		n := new(big.Int).SetUint64(rng.Uint64())
		if rng.IntN(3) == 0 { // all ones or zeros in the exponent
			n.And(n, big.NewInt(1<<(f.Sig-1)-1))
			if rng.IntN(2) == 0 {
				n = ieee.Sub(ieee.NearestEven, f.Inf(false), f.FromBits(n)).Bits()
			}
		}
		return f.FromBits(n)
	}
	text := func(x ieee.Float) string { return c.FloatVal(x).String() }
	x, y, z := c.Var("fx", c.Float(f)), c.Var("fy", c.Float(f)), c.Var("fz", c.Float(f))
	m, v := c.Var("m", c.Rounding), c.Var("v", c.BV(f.Exp+f.Sig))
	a, b, d, mode := random(), random(), random(), ieee.Modes[rng.IntN(5)]
	bits := a.Bits()
	env := interp.Env{x: interp.Float(c, a), y: interp.Float(c, b), z: interp.Float(c, d), m: interp.Rounding(c, mode), v: interp.BV(c, bits, f.Exp+f.Sig)}
	one, two := text(a), text(a)+" "+text(b)
	for _, op := range []string{"fp.lt", "fp.leq", "fp.gt", "fp.geq", "fp.eq", "="} {
		term, err := c.Apply(op, []*smtlib.Term{x, y})
		if err != nil {
			panic(err)
		}
		ask("("+op+" "+two+")", term, env)
	}
	for _, op := range strings.Fields("fp.abs fp.neg fp.isNaN fp.isInfinite fp.isZero fp.isNormal fp.isSubnormal fp.isNegative fp.isPositive") {
		ask("("+op+" "+one+")", c.FloatOp(op, x), env)
	}
	for _, op := range []string{"fp.add", "fp.sub", "fp.mul", "fp.div"} {
		ask(fmt.Sprintf("(%s %s %s)", op, mode, two), c.FloatOp(op, m, x, y), env)
	}
	for _, op := range []string{"fp.sqrt", "fp.roundToIntegral", "(_ to_fp 5 11)"} {
		ask(fmt.Sprintf("(%s %s %s)", op, mode, one), c.FloatOp(op, m, x), env)
	}
	ask(fmt.Sprintf("(fp.fma %s %s %s)", mode, two, text(d)), c.FloatOp("fp.fma", m, x, y, z), env)
	for _, op := range []string{"to_fp", "to_fp_unsigned"} {
		head := fmt.Sprintf("(_ %s %d %d)", op, f.Exp, f.Sig)
		ask(fmt.Sprintf("(%s %s (_ bv%d %d))", head, mode, bits, f.Exp+f.Sig), c.FloatOp(head, m, v), env)
	}
	if !a.IsNaN() && !a.IsInf() && f.Exp < 8 {
		ask("(fp.to_real "+one+")", c.FloatOp("fp.to_real", x), env)
	}
	if n, ok := a.Int(mode, 8); ok && n.Sign() >= 0 {
		ask(fmt.Sprintf("((_ fp.to_ubv 8) %s %s)", mode, one), c.FloatOp("(_ fp.to_ubv 8)", m, x), env)
	}
	if _, ok := ieee.Min(a, b); ok {
		ask("(fp.min "+two+")", c.FloatOp("fp.min", x, y), env)
		ask("(fp.max "+two+")", c.FloatOp("fp.max", x, y), env)
	}
}

// TestAgainstSolver compares every operator on random values with z3, which
// gets the operator's text and not a term, so that neither the simplifier nor
// the printer of package smtlib can hide a fault.
func TestAgainstSolver(t *testing.T) {
	needs.Z3(t)
	c := smtlib.NewContext()
	var script strings.Builder
	type question struct {
		text string
		got  interp.Value
	}
	var asked []question
	ask := func(text string, term *smtlib.Term, env interp.Env) {
		v, err := interp.Eval(c, term, env, interp.NewModel(c))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		asked = append(asked, question{text, v})
		fmt.Fprintf(&script, "(simplify %s)\n", text)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, w := range []int{1, 4, 8, 33} {
		x, y := c.Var("x", c.BV(w)), c.Var("y", c.BV(w))
		random := func() (*big.Int, string) {
			n := new(big.Int).SetUint64(rng.Uint64())
			switch rng.IntN(5) {
			case 0:
				n = big.NewInt(int64(rng.IntN(4)))
			case 1:
				n = new(big.Int).Lsh(big.NewInt(1), uint(w-1))
			case 2:
				n = big.NewInt(int64(w - rng.IntN(3)))
			}
			n.Mod(n, new(big.Int).Lsh(big.NewInt(1), uint(w)))
			return n, fmt.Sprintf("(_ bv%s %d)", n, w)
		}
		for range 12 {
			a, aText := random()
			b, bText := random()
			env := interp.Env{x: interp.BV(c, a, w), y: interp.BV(c, b, w)}
			for f := smtlib.BVAdd; f <= smtlib.BVConcat; f++ {
				ask(fmt.Sprintf("(%s %s %s)", f, aText, bText), c.BVOp(f, x, y), env)
			}
			ask("(bv2nat "+aText+")", c.BVToNat(x), env)
			n := c.Var("n", c.Int)
			env[n] = interp.Int(c, big.NewInt(rng.Int64N(2000)-1000))
			ask(fmt.Sprintf("((_ int2bv %d) %s)", w, env[n]), c.NatToBV(n, w), env)
			for op, t := range map[string]*smtlib.Term{
				"bvneg": c.BVOp(smtlib.BVNeg, x), "bvnot": c.BVOp(smtlib.BVNot, x),
				"(_ zero_extend 3)": c.ZeroExtend(3, x), "(_ sign_extend 3)": c.SignExtend(3, x),
			} {
				ask(fmt.Sprintf("(%s %s)", op, aText), t, env)
			}
			hi := rng.IntN(w)
			lo := rng.IntN(hi + 1)
			ask(fmt.Sprintf("((_ extract %d %d) %s)", hi, lo, aText), c.Extract(x, hi, lo), env)
		}
	}
	x, y := c.Var("x", c.Int), c.Var("y", c.Int)
	r, s := c.Var("r", c.Real), c.Var("s", c.Real)
	for range 60 {
		a, b := rng.Int64N(41)-20, rng.Int64N(13)-6
		if b == 0 {
			b = 7
		}
		env := interp.Env{x: interp.Int(c, big.NewInt(a)), y: interp.Int(c, big.NewInt(b)),
			r: interp.Real(c, big.NewRat(a, 4)), s: interp.Real(c, big.NewRat(b, 3))}
		ask(fmt.Sprintf("(div %d %d)", a, b), c.IntDiv(x, y), env)
		ask(fmt.Sprintf("(mod %d %d)", a, b), c.Mod(x, y), env)
		ask(fmt.Sprintf("(- (* %d %d) (+ %d 1))", a, b, a), c.Sub(c.Mul(x, y), c.Add(x, c.IntVal(1))), env)
		ask(fmt.Sprintf("(<= %d %d)", a, b), c.Le(x, y), env)
		ask(fmt.Sprintf("(to_int (/ %d.0 4.0))", a), c.ToInt(r), env)
		ask(fmt.Sprintf("(/ (/ %d.0 4.0) (/ %d.0 3.0))", a, b), c.RealDiv(r, s), env)
		ask(fmt.Sprintf("(< (/ %d.0 4.0) (to_real %d))", a, b), c.Lt(r, c.ToReal(y)), env)
	}
	for _, f := range []ieee.Format{{Exp: 3, Sig: 4}, {Exp: 8, Sig: 24}} {
		for range 40 {
			floatQuestions(c, rng, f, ask)
		}
	}
	cmd := exec.Command("z3", "-in")
	cmd.Stdin = strings.NewReader(script.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := strings.Split(string(bytes.TrimSpace(out)), "\n")
	if len(answers) != len(asked) {
		t.Fatalf("%d answers to %d questions", len(answers), len(asked))
	}
	for i, q := range asked {
		term, err := c.ParseTerm(smtlib.NewScope(), answers[i])
		if err != nil {
			t.Fatalf("%s: %v", q.text, err)
		}
		want, err := interp.NewModel(c).Literal(term)
		if err != nil {
			t.Fatalf("%s: %s: %v", q.text, answers[i], err)
		}
		if q.got.String() != want.String() {
			t.Errorf("%s is %s, got %s", q.text, want, q.got)
		}
	}
	t.Logf("%d questions", len(asked))
}
