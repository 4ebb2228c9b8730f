package query

import (
	"strings"
	"testing"

	"semdiff/smtlib"
)

// Axioms are given as Boogie declarations; fixed functions are those that a
// condition mentions.
func TestExtend(t *testing.T) {
	tests := []struct {
		name, decls, fixed string
		ok                 bool
		left               string // what must follow from what is left; "" is nothing
	}{
		{"bound", "function f(int): int; axiom (forall x: int :: {f(x)} f(x) <= x);", "", true, ""},
		{"different", "function f(int): int; axiom (forall x: int :: f(x) != x);", "", true, ""},
		{"cases", "function f(int): int; axiom (forall x: int :: x == 0 ==> f(x) != 0); axiom (forall x: int :: x != 0 ==> f(x) == 0);", "", true, ""},
		{"projection", `type T; function p(T): T; function m(int, T): bool; function h(int): T;
axiom (forall a: int, t: T :: {m(a, p(t))} m(a, p(t)) <==> h(a) == t);`, "", true, ""},
		{"maps", `type T; function u([T][int]int): [int]int; function h(int): T;
axiom (forall m: [T][int]int, x: int :: {u(m)[x]} u(m)[x] == m[h(x)][x]);
axiom (forall m: [T][int]int, x: int, y: int :: u(m[h(x) := m[h(x)][x := y]]) == u(m)[x := y]);`, "", true, ""},
		{"ground", "const c: int; function f(int): int; axiom (forall x: int :: f(x) <= x); axiom f(c) == c; axiom c > 3;", "c", true, "(> c 3)"},
		{"fixed", "function f(int): int; axiom (forall x: int :: f(x) <= x);", "f", true, "(forall ((x Int)) (<= (f x) x))"},
		{"fixed in part", "function f(int): int; function g(int): int; axiom (forall x: int, y: int :: f(x) <= g(y));", "f", false, ""},
		{"linked", "const c: int; function f(int): int; axiom (forall x: int :: f(x) <= x); axiom c <= f(0);", "c", true, "(<= c 0)"},
		{"contradiction", "function f(int): int; axiom (forall x: int, y: int :: f(x) == y);", "", false, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := smtlib.NewContext()
			p := lower(t, c, test.decls)
			var axioms []*smtlib.Term
			scope := smtlib.NewScope()
			fixed := map[*smtlib.Func]bool{}
			for _, ax := range p.Axioms {
				axioms = append(axioms, ax.Term)
				for _, f := range smtlib.Funcs(ax.Term) {
					scope.Funcs[f.Name] = f
					fixed[f] = strings.Contains(" "+test.fixed+" ", " "+f.Name+" ")
				}
			}
			left, ok := extend(c, axioms, fixed)
			if ok != test.ok {
				t.Fatalf("extend(%v): %v", axioms, ok)
			}
			if test.left == "" {
				if len(left) > 0 {
					t.Errorf("left: %v", left)
				}
				return
			}
			want, err := c.ParseTerm(scope, test.left)
			if err != nil {
				t.Fatal(err)
			}
			if got := c.And(left...); got != want {
				t.Errorf("left: %s, want %s", got, want)
			}
		})
	}
}
