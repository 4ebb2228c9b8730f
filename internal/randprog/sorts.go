package randprog

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Domain is what the axioms of a program say of its opaque sort K, as far as
// those need to know who run it. The constants k0 and k1, and what else the
// program declares of
//
//	elem(i)   the element with number i mod Size, from 0
//	index(a)  the number of a
//
// may have any value that fits.
type Domain struct {
	Size    int  // K has at most so many elements
	Unique  bool // k0 and k1 differ
	Limited bool // by axioms; else Size is enough for the programs
	decls   string
	apply   string // the declared function, if any
}

// domains are the ways in which axioms limit K. Where k0 and k1 may be the same,
// the axioms also hold with fewer elements.
var domains = []Domain{
	{Size: 4, Unique: true},
	{Size: 2, Limited: true, Unique: true, decls: "axiom (forall a: K :: a == k0 || a == k1);"},
	{Size: 2, Limited: true, decls: "axiom k0 != k1;\naxiom (forall a: K :: a == k0 || a == k1);", Unique: true},
	{Size: 1, Limited: true, decls: "axiom (forall a: K :: a == k0);"},
	{Size: 1, Limited: true, decls: "axiom (forall a, b: K :: a == b);"},
	{Size: 2, Limited: true, decls: "axiom (forall a, b, c: K :: a == b || b == c || a == c);"},
	{Size: 2, Limited: true, apply: "elem", decls: "function elem(int): K;\naxiom (forall a: K :: (exists i: int :: 0 <= i && i < 2 && elem(i) == a));"},
	{Size: 2, Limited: true, apply: "index", decls: "function index(K): int;\naxiom (forall a: K :: 0 <= index(a) && index(a) < 2);\n" +
		"axiom (forall a, b: K :: index(a) == index(b) ==> a == b);"},
	{Size: 3, Limited: true, Unique: true, apply: "index", decls: "function index(K): int;\naxiom (forall a: K :: 0 <= index(a) && index(a) < 3);\n" +
		"axiom (forall a, b: K :: index(a) == index(b) ==> a == b);"},
}

// DomainOf is the domain of K in the programs of Pair, with Options.Sorts.
func DomainOf(seed int64, opts Options) Domain {
	return *generate(rand.New(rand.NewPCG(uint64(seed), 2017)), opts).domain
}

// String declares the sort with its constants.
func (d *Domain) String() string {
	unique := ""
	if d.Unique && !strings.Contains(d.decls, "k0 != k1") {
		unique = "unique "
	}
	return fmt.Sprintf("type K;\nconst %sk0: K;\nconst %sk1: K;\n%s\n", unique, unique, d.decls)
}

// withSorts chooses the domain of K and the globals over it.
func (p *program) withSorts(rng *rand.Rand) {
	p.domain = &domains[rng.IntN(len(domains))]
	for _, v := range []variable{{"byK", byKSort}, {"toK", toKSort}, {"grid", gridSort}, {"k", kSort}} {
		if rng.IntN(3) == 0 {
			p.globals = append(p.globals, v)
		}
	}
}

// sortOfK is a sort of a variable where there are opaque ones; the interface of
// main has no maps.
func sortOfK(rng *rand.Rand) sort {
	return []sort{kSort, kSort, kSort, byKSort, intSort, intSort, boolSort}[rng.IntN(7)]
}

func constant(i int) *expr { return &expr{op: "constant", value: i, sort: kSort} }

func selected(result sort, m *expr, at ...*expr) *expr {
	return &expr{op: "select", args: append([]*expr{m}, at...), sort: result}
}

func ite(cond, a, b *expr) *expr {
	return &expr{op: "ite", args: []*expr{cond, a, b}, sort: a.sort}
}

// lambda is a map of a sort, by what it has at the bound variables.
func lambda(of sort, body *expr) *expr {
	return &expr{op: "lambda", args: []*expr{body}, sort: of}
}

// bound are the variables that lambdas of a sort bind.
func bound(of sort) []variable {
	switch of {
	case byKSort:
		return []variable{{"at", kSort}}
	case gridSort:
		return []variable{{"at", intSort}, {"at2", intSort}}
	}
	return []variable{{"at", intSort}}
}

// sortsExpr returns an element of K or a map; variables are those of vars, or any
// when that is nil.
func (s *scope) sortsExpr(want sort, depth int, vars []variable) *expr {
	v, ok := s.anyVariable(want)
	if vars != nil {
		v, ok = s.variable(want, vars)
	}
	switch {
	case ok && (depth == 0 || s.IntN(2) == 0) && s.IntN(5) > 0:
		return use(v)
	case want != kSort:
		return s.lambda(want, depth)
	case depth == 0 || s.IntN(4) == 0:
		return constant(s.IntN(2))
	case s.prog.domain.apply == "elem" && s.IntN(3) == 0:
		return apply(kSort, "elem", intLit(s.IntN(2)))
	}
	if m, ok := s.anyVariable(toKSort); ok && s.IntN(2) == 0 {
		return selected(kSort, use(m), s.intExpr(depth-1))
	}
	return ite(s.boolExpr(depth-1), s.sortsExpr(kSort, depth-1, vars), s.sortsExpr(kSort, depth-1, vars))
}

// lambda returns a map that is given by what it has everywhere: at one element
// something else, and mostly what another map has at the others.
func (s *scope) lambda(want sort, depth int) *expr {
	var at []*expr
	for _, v := range bound(want) {
		at = append(at, use(v))
	}
	value := func() *expr {
		if want == toKSort {
			return constant(s.IntN(2))
		}
		return intLit(s.IntN(5))
	}
	body := value()
	if m, ok := s.variable(want, s.proc.ins, s.prog.globals); ok && depth > 0 {
		body = selected(body.sort, use(m), at...)
		if body.sort == intSort && s.IntN(2) == 0 {
			body = arith("+", body, intLit(1))
		}
	}
	if depth > 0 {
		key := constant(s.IntN(2))
		if want != byKSort {
			key = intLit(s.IntN(4))
		}
		body = ite(logical(s.pick("==", "!="), at[len(at)-1], key), value(), body)
	}
	return lambda(want, body)
}

// intOfSorts returns an integer that depends on K or on a map.
func (s *scope) intOfSorts(depth int) *expr {
	if s.prog.domain.apply == "index" && s.IntN(3) == 0 {
		return apply(intSort, "index", s.sortsExpr(kSort, depth-1, nil))
	}
	if m, ok := s.anyVariable(byKSort); ok && s.IntN(3) > 0 {
		return selected(intSort, use(m), s.sortsExpr(kSort, depth-1, nil))
	}
	if m, ok := s.anyVariable(gridSort); ok {
		return selected(intSort, use(m), s.intExpr(0), s.intExpr(0))
	}
	return ite(s.testOfK(depth), intLit(s.IntN(5)), s.intExpr(depth-1))
}

// testOfK compares elements of K.
func (s *scope) testOfK(depth int) *expr {
	a, b := s.sortsExpr(kSort, max(0, depth-1), nil), s.sortsExpr(kSort, 0, nil)
	if a.String() == b.String() {
		b = constant(s.IntN(2))
	}
	if s.IntN(4) == 0 { // often too many elements
		return logical("&&", logical("!=", a, b), logical("!=", a.clone(), constant(s.IntN(2))))
	}
	return logical(s.pick("==", "==", "!="), a, b)
}

// storeOfSorts changes an element of a map, or all of it.
func (s *scope) storeOfSorts() (*stmt, bool) {
	want := []sort{byKSort, toKSort, gridSort, mapSort}[s.IntN(4)]
	v, ok := s.target(want)
	if !ok {
		return nil, false
	}
	if s.IntN(4) == 0 {
		return &stmt{kind: assignStmt, vars: []string{v.name}, cond: s.lambda(want, 1)}, true
	}
	out := &stmt{kind: storeStmt, vars: []string{v.name}, cond: s.expr(intSort, 1)}
	if want == toKSort {
		out.cond = s.expr(kSort, 1)
	}
	for _, at := range bound(want) {
		out.args = append(out.args, s.expr(at.sort, 1))
	}
	return out, true
}
