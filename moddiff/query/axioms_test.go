package query

import (
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
