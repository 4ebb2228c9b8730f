package solver

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"semdiff/internal/needs"
	"semdiff/smtlib"
)

// TestSimplifierComputes builds random terms and compares their values in
// random models with what the unsimplified terms compute to.
func TestSimplifierComputes(t *testing.T) {
	const cases = 2000
	// Reading simplifies once more, which moves a few terms with if-then-else.
	moved := 0
	defer func() {
		if moved > cases/100 {
			t.Errorf("%d of %d are other terms when read back", moved, cases)
		}
	}()
	c := smtlib.NewContext()
	for seed := range uint64(cases) {
		g := newGenerator(c, seed)
		r := g.term(pick(g, c.Bool, c.Bool, c.Int, c.Real, g.bv4, g.bv8), 4)
		built, err := c.ParseTerm(g.scope(), r.text())
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, r.text())
		}
		again, err := c.ParseTerm(g.scope(), built.String())
		if err != nil {
			t.Fatalf("seed %d: printed and read back:\n%s\n%v", seed, built, err)
		}
		if again != built {
			moved++
		}
		for range 5 {
			env := g.values()
			want, ok := compute(r, env)
			if !ok {
				continue
			}
			m := newModel()
			sub := map[*smtlib.Term]*smtlib.Term{}
			for name, v := range env {
				x := c.Var(name, g.vars[name])
				m.Vars[x] = g.literal(v, g.vars[name])
				sub[x] = m.Vars[x]
			}
			wantTerm := g.literal(want, r.sort)
			if got := m.Eval(c, built); got != wantTerm {
				t.Errorf("seed %d: %s\nbuilt as %s\nin %v\nis %v, want %v", seed, r.text(), built, env, got, wantTerm)
			}
			if got := m.Eval(c, again); got != wantTerm {
				t.Errorf("seed %d: %s\nread back as %s\nis %v, want %v", seed, built, again, got, wantTerm)
			}
			if got := c.Substitute(built, sub); got.IsLiteral() && got != wantTerm {
				t.Errorf("seed %d: substituted is %v, want %v", seed, got, wantTerm)
			}
		}
		if t.Failed() {
			return
		}
	}
}

func compute(r *raw, env map[string]any) (v any, ok bool) {
	defer func() {
		if e := recover(); e != nil {
			if _, zero := e.(divisionByZero); !zero {
				panic(e)
			}
			ok = false
		}
	}()
	return r.compute(env), true
}

// TestSimplifierProven has z3 prove that random terms equal what the builder
// makes of them.
func TestSimplifierProven(t *testing.T) {
	needs.Z3(t)
	n := 400
	if testing.Short() {
		n = 100
	}
	c := smtlib.NewContext()
	p := equations{declarations: newGenerator(c, 0).declarations()}
	for seed := range uint64(n) {
		g := newGenerator(c, 1_000_000+seed)
		r := g.term(pick(g, c.Bool, c.Bool, c.Int, g.bv4, g.bv8, g.ints), 4)
		built, err := c.ParseTerm(g.scope(), r.text())
		if err != nil {
			t.Fatal(err)
		}
		p.sides = append(p.sides, [2]string{r.text(), built.String()})
	}
	unknown := p.prove(t)
	t.Logf("%d of %d not decided", unknown, n)
	if unknown > n/20 {
		t.Errorf("%d of %d not decided", unknown, n)
	}
}

// equations are pairs of terms as text, which z3 is to prove equal.
type equations struct {
	declarations string
	sides        [][2]string
}

// prove fails where the sides differ, and counts what z3 cannot tell.
func (p *equations) prove(t *testing.T) (unknown int) {
	t.Helper()
	var script strings.Builder
	script.WriteString(p.declarations)
	for _, e := range p.sides {
		fmt.Fprintf(&script, "(push)\n(assert (not (= %s\n%s)))\n(check-sat)\n(pop)\n", e[0], e[1])
	}
	cmd := exec.Command("z3", "-in", "-t:3000")
	cmd.Stdin = strings.NewReader(script.String())
	out, err := cmd.CombinedOutput()
	answers := strings.Fields(string(out))
	if err != nil || len(answers) != len(p.sides) {
		t.Fatalf("z3: %v\n%.2000s", err, out)
	}
	for i, a := range answers {
		switch a {
		case "unsat":
		case "unknown":
			unknown++
		default:
			t.Errorf("%d: %s, not equal:\n%s\n%s", i, a, p.sides[i][0], p.sides[i][1])
		}
	}
	return unknown
}
