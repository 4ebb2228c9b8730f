package query

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"semdiff/smtlib"
	"semdiff/translate"
	"semdiff/translate/ir"
)

// TestLimitedSorts says of which declared sorts an axiom may limit the elements.
func TestLimitedSorts(t *testing.T) {
	tests := []struct{ name, axiom, want string }{
		{"compared", "(forall a: K :: a == k || a == l)", "K"},
		{"compared in maps", "(forall m: [int]K :: m == ks)", "K"},
		{"compared in data", "(forall b: Box :: b == Box(k))", "K"},
		{"values of a function", "(forall i: int, j: int :: g(i) == g(j))", "K"},
		{"maps are told apart by their elements", "(forall m: [K]int, a: K, b: K :: m[a] == m[b])", "K"},
		{"only numbers compared", "(forall a: K :: f(a) < 3)", ""},
		{"only mentioned", "f(k) == 1", ""},
		{"no declared sort", "(forall x: int :: h(x) < h(x + 1))", ""},
	}
	const decls = `type K; const k: K; const l: K; const ks: [int]K; function f(a: K): int; function g(i: int): K; function h(x: int): int;
datatype Box { Box(k: K) } `
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := smtlib.NewContext()
			p := lower(t, c, decls+"axiom "+test.axiom+";")
			var got []string
			for _, s := range limitedIn(p.Axioms[0].Term) {
				got = append(got, s.Name)
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("limited in %s: %q, want %q", test.axiom, got, test.want)
			}
		})
	}
}

// TestAxiomsOfQuery says which axioms join a query about inputs a, b of sort K, i of
// sort Int, m of sort [K]int and the functions f, g.
func TestAxiomsOfQuery(t *testing.T) {
	const decls = `type K; const k: K; function f(x: int): int; function g(x: int): int; function h(a: K): int;
procedure main(a: K, b: K, i: int, m: [K]int) { } `
	const two, named, bound, linked = "(forall x: K :: x == k)", "h(k) == 3", "(forall x: int :: f(x) > x)", "(forall x: int :: f(x) < g(x))"
	tests := []struct {
		name   string
		axioms []string
		query  string
		want   []int // numbers of axioms
	}{
		{"by sort", []string{two}, "(= a b)", []int{0}},
		{"by the sort of an index", []string{two}, "(= i (select m a))", []int{0}},
		{"what limits it brings the rest", []string{named, two}, "(= a b)", []int{0, 1}},
		{"a choice of h satisfies it", []string{"(forall x: K :: x == k || h(x) != 0)"}, "(= a b)", nil},
		{"no choice of h is found", []string{"(forall x: K, y: K :: h(x) == h(y) ==> x == y)"}, "(= a b)", []int{0}},
		{"nothing limits the sort", []string{named}, "(= a b)", nil},
		{"the query limits it", []string{named}, "(forall ((x K) (y K)) (= x y))", []int{0}},
		{"by function", []string{bound, two}, "(= i (f i))", []int{0}},
		{"by way of another function", []string{bound, linked}, "(= i (g i))", []int{0, 1}},
		{"without any symbol", []string{"(forall x: int :: x > 0)", bound}, "(= i 0)", []int{0}},
		{"not connected", []string{bound, two}, "(= i 0)", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := smtlib.NewContext()
			text := decls
			for _, ax := range test.axioms {
				text += "axiom " + ax + "; "
			}
			old := lower(t, c, text)
			s := NewAxioms(c, [2]*ir.Program{old, old})
			scope := smtlib.NewScope()
			for _, in := range old.Procs["main"].Inputs {
				scope.Vars[in.Name()] = in
				for _, sort := range smtlib.DeclaredSorts(in.Sort()) {
					scope.Sorts[sort.Name] = sort
				}
			}
			for _, m := range s.about {
				for _, f := range m.funcs {
					scope.Funcs[f.Name] = f
				}
			}
			scope.Funcs["f"] = c.Func("f", []*smtlib.Sort{c.Int}, c.Int)
			query, err := c.ParseTerm(scope, test.query)
			if err != nil {
				t.Fatal(err)
			}
			var got []int
			for _, ax := range s.Relevant(query) {
				got = append(got, slices.Index(s.terms, ax))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("axioms of %s: %v, want %v of %v", test.query, got, test.want, s.terms)
			}
		})
	}
}

func lower(t *testing.T, c *smtlib.Context, src string) *ir.Program {
	t.Helper()
	checked, err := translate.Parse("a.bpl", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	p, err := translate.Lower(c, checked, translate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestLargePrelude checks that the limits of sorts are found in time where many axioms are
// connected with many sorts, as in what Dafny prints.
func TestLargePrelude(t *testing.T) {
	const sorts, perSort = 24, 16
	var text strings.Builder
	for i := range sorts {
		fmt.Fprintf(&text, "type T%d; const c%d: T%d;\n", i, i, i)
		for k := range perSort {
			fmt.Fprintf(&text, "function f%d_%d(a: T%d, n: int): T%d;\nfunction p%d_%d(a: T%d, b: T%d): bool;\n", i, k, i, (i+1)%sorts, i, k, i, i)
		}
	}
	for i := range sorts {
		next := (i + 1) % sorts
		for k := range perSort {
			other := (k + 1) % perSort
			fmt.Fprintf(&text, "axiom (forall a: T%d, n: int :: p%d_%d(a, a) && n > %d ==> p%d_%d(f%d_%d(a, n), f%d_%d(a, n + 1)) || f%d_%d(a, n) == f%d_%d(a, n + 1));\n",
				i, i, k, k, next, other, i, k, i, other, i, k, i, other)
		}
	}
	c := smtlib.NewContext()
	p := lower(t, c, text.String())
	a := NewAxioms(c, [2]*ir.Program{p, p})
	if len(a.limited) != sorts {
		t.Errorf("%d sorts, want %d", len(a.limited), sorts)
	}
}
