package interp_test

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"semdiff/smtlib"
	"semdiff/translate/interp"
)

// TestAgainstSolver compares every operator on random values with z3, which
// gets the operator's text and not a term, so that neither the simplifier nor
// the printer of package smtlib can hide a fault.
func TestAgainstSolver(t *testing.T) {
	z3, err := exec.LookPath("z3")
	if err != nil {
		t.Skip(err)
	}
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
			for _, op := range strings.Fields(`bvadd bvsub bvmul bvudiv bvurem bvsdiv bvsrem bvsmod bvand bvor bvxor bvnand
				bvnor bvxnor bvshl bvlshr bvashr bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge concat`) {
				ask(fmt.Sprintf("(%s %s %s)", op, aText, bText), c.BVOp(op, x, y), env)
			}
			for _, op := range []string{"bvneg", "bvnot", "(_ zero_extend 3)", "(_ sign_extend 3)"} {
				ask(fmt.Sprintf("(%s %s)", op, aText), c.BVOp(op, x), env)
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
	cmd := exec.Command(z3, "-in")
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
