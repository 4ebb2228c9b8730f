package moddiff

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"semdiff/moddiff/readable"
	"semdiff/smtlib"
	"semdiff/translate/interp"
)

// TestSaid holds cases of long conditions against the conditions.
func TestSaid(t *testing.T) {
	sum := func(of func(i int) string) string { // of eight terms
		var parts []string
		for i := range 8 {
			parts = append(parts, of(i))
		}
		return "(+ " + strings.Join(parts, " ") + ")"
	}
	kinds := sum(func(i int) string { return fmt.Sprintf("(ite (= (select m (+ x %d)) 2) (select n (+ x %d)) 0)", i, i) })
	product := sum(func(i int) string { return fmt.Sprintf("(ite (> y %d) (* x (+ z %d)) (* z (+ x y)))", i, i) })
	digits := sum(func(i int) string { return fmt.Sprintf("(div (+ (* %d x) z) %d)", i+2, i+3) })
	tests := []struct {
		name, in string
		x, y, z  int64
		want     string // "" for none
	}{
		{"short", "(and (> x 3) (= y 2))", 5, 2, 0, ""},
		{"literals of the case", "(and (> x 3) (not (= 0 (ite (= y 2) (ite (> z 1) 1 0) " + kinds + "))))", 5, 2, 7, "y == 2 && z >= 2 && x >= 4"},
		{"a case of the sum", "(and (>= y 0) (> " + product + " 0))", 1, 0, 1, "y == 0 && x*z + y*z >= 1"},
		{"values", "(and (= y 3) (> " + digits + " 20))", 10, 3, 10, "y == 3 && x >= 10 && z >= 10"},
	}
	a, _, _ := run(t, simplifyProgram, simplifyProgram, Options{})
	c, scope := a.Ctx, simplifyScope(a.Ctx)
	for _, tt := range tests {
		in, err := c.ParseTerm(scope, tt.in)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		env := interp.Env{}
		for name, v := range map[string]int64{"x": tt.x, "y": tt.y, "z": tt.z} {
			env[scope.Vars[name]] = interp.Int(c, big.NewInt(v))
		}
		for _, name := range []string{"m", "n"} {
			env[scope.Vars[name]] = interp.Default(scope.Vars[name].Sort())
		}
		values := interp.Evaluator(c, env, interp.NewModel(c))
		if v, err := values(in); err != nil || !v.IsTrue() {
			t.Fatalf("%s: the condition is %v, %v", tt.name, v, err)
		}
		said := readable.Said(c, a.Session, in, values)
		if said == nil {
			if tt.want != "" {
				t.Errorf("%s: nothing is said, want %s", tt.name, tt.want)
			}
			continue
		}
		if got := smtlib.Infix(said); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		if v, err := values(said); err != nil || !v.IsTrue() || a.Feasible(c.And(said, c.Not(in))) {
			t.Errorf("%s: %s is no case of the condition", tt.name, smtlib.Infix(said))
		}
	}
}
