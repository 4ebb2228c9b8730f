package solver

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"semdiff/smtlib"
)

// raw is a random term that no simplifier has touched. It can be printed,
// built through the term builder, and computed on its own.
type raw struct {
	head string // an SMT-LIB head, or a symbol or literal when there are no args
	args []*raw
	sort *smtlib.Sort
	val  any // of a literal
}

// text prints r as a tree.
func (r *raw) text() string {
	if len(r.args) == 0 {
		return r.head
	}
	parts := []string{r.head}
	for _, a := range r.args {
		parts = append(parts, a.text())
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// generator makes random raw terms over a fixed set of variables.
type generator struct {
	c                  *smtlib.Context
	rnd                *rand.Rand
	bv4, bv8, ints, bv *smtlib.Sort // ints and bv are array sorts
	vars               map[string]*smtlib.Sort
}

func newGenerator(c *smtlib.Context, seed uint64) *generator {
	g := &generator{c: c, rnd: rand.New(rand.NewPCG(seed, 7)), bv4: c.BV(4), bv8: c.BV(8)}
	g.ints, g.bv = c.Array(c.Int, c.Int), c.Array(g.bv4, g.bv8)
	g.vars = map[string]*smtlib.Sort{
		"p": c.Bool, "q": c.Bool, "x": c.Int, "y": c.Int, "z": c.Int, "r": c.Real, "s": c.Real,
		"a": g.bv4, "b": g.bv4, "u": g.bv8, "v": g.bv8, "m": g.ints, "n": g.ints, "k": g.bv,
	}
	return g
}

// varNames lists the variables in a fixed order.
func (g *generator) varNames() []string {
	var out []string
	for v := range g.vars {
		out = append(out, v)
	}
	slices.Sort(out)
	return out
}

func (g *generator) declarations() string {
	var sb strings.Builder
	for _, v := range g.varNames() {
		fmt.Fprintf(&sb, "(declare-const %s %s)\n", v, g.vars[v])
	}
	return sb.String()
}

func (g *generator) scope() *smtlib.Scope {
	s := smtlib.NewScope()
	for v, sort := range g.vars {
		s.Vars[v] = g.c.Var(v, sort)
	}
	return s
}

func pick[T any](g *generator, of ...T) T { return of[g.rnd.IntN(len(of))] }

func (g *generator) intLit(n int64) *raw {
	text := fmt.Sprint(n)
	if n < 0 {
		text = fmt.Sprintf("(- %d)", -n)
	}
	return &raw{head: text, sort: g.c.Int, val: big.NewInt(n)}
}

func (g *generator) leaf(s *smtlib.Sort) *raw {
	var names []string
	for _, v := range g.varNames() {
		if g.vars[v] == s {
			names = append(names, v)
		}
	}
	if s.Kind == smtlib.ArrayKind || g.rnd.IntN(3) > 0 {
		return &raw{head: pick(g, names...), sort: s}
	}
	switch s.Kind {
	case smtlib.BoolKind:
		b := g.rnd.IntN(2) == 0
		return &raw{head: fmt.Sprint(b), sort: s, val: b}
	case smtlib.IntKind:
		return g.intLit(g.rnd.Int64N(13) - 6)
	case smtlib.RealKind:
		n, d := g.rnd.Int64N(9), g.rnd.Int64N(4)+1
		return &raw{head: fmt.Sprintf("(/ %d.0 %d.0)", n, d), sort: s, val: big.NewRat(n, d)}
	}
	n := pick(g, 0, 1, 1<<s.Width-1, 1<<(s.Width-1), g.rnd.Int64N(1<<s.Width))
	return &raw{head: fmt.Sprintf("(_ bv%d %d)", n, s.Width), sort: s, val: big.NewInt(n)}
}

func (g *generator) app(s *smtlib.Sort, head string, args ...*raw) *raw {
	return &raw{head: head, args: args, sort: s}
}

// term makes a term of sort s and at most that depth.
func (g *generator) term(s *smtlib.Sort, depth int) *raw {
	if depth == 0 || g.rnd.IntN(12) == 0 {
		return g.leaf(s)
	}
	d := depth - 1
	if g.rnd.IntN(7) == 0 {
		return g.app(s, "ite", g.term(g.c.Bool, d), g.term(s, d), g.term(s, d))
	}
	switch s.Kind {
	case smtlib.BoolKind:
		return g.boolean(d)
	case smtlib.IntKind:
		return g.integer(d)
	case smtlib.RealKind:
		switch g.rnd.IntN(5) {
		case 0:
			return g.app(s, "to_real", g.term(g.c.Int, d))
		case 1:
			return g.app(s, "-", g.term(s, d))
		case 2:
			l := g.leaf(s)
			for l.val == nil {
				l = g.leaf(s)
			}
			return g.app(s, pick(g, "*", "/"), g.term(s, d), l)
		}
		return g.app(s, pick(g, "+", "-"), g.term(s, d), g.term(s, d))
	case smtlib.ArrayKind:
		if s == g.ints && g.rnd.IntN(6) == 0 {
			return g.app(s, "(as const (Array Int Int))", g.term(g.c.Int, d))
		}
		return g.app(s, "store", g.term(s, d), g.term(s.Index, min(d, 1)), g.term(s.Elem, d))
	}
	return g.bits(s, d)
}

func (g *generator) boolean(d int) *raw {
	c := g.c
	switch g.rnd.IntN(12) {
	case 0, 1:
		args := []*raw{g.term(c.Bool, d), g.term(c.Bool, d)}
		for g.rnd.IntN(2) == 0 {
			args = append(args, g.term(c.Bool, d))
		}
		return g.app(c.Bool, pick(g, "and", "or"), args...)
	case 2: // bounds on one term
		t := g.term(c.Int, min(d, 1))
		var args []*raw
		for range 2 + g.rnd.IntN(4) {
			b := g.app(c.Bool, pick(g, "<=", "<", ">=", ">", "=", "distinct"), t, g.intLit(g.rnd.Int64N(9)-4))
			if g.rnd.IntN(5) == 0 {
				b = g.app(c.Bool, "not", b)
			}
			args = append(args, b)
		}
		return g.app(c.Bool, pick(g, "and", "or"), args...)
	case 3:
		return g.app(c.Bool, "not", g.term(c.Bool, d))
	case 4:
		return g.app(c.Bool, pick(g, "=>", "=", "xor", "distinct"), g.term(c.Bool, d), g.term(c.Bool, d))
	case 5:
		return g.app(c.Bool, pick(g, "<=", "<", ">=", ">", "=", "distinct"), g.term(c.Real, d), g.term(c.Real, d))
	case 6, 7:
		s := pick(g, g.bv4, g.bv8)
		head := pick(g, "=", "distinct", "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge")
		return g.app(c.Bool, head, g.term(s, d), g.term(s, d))
	case 8:
		s := pick(g, g.ints, g.bv)
		return g.app(c.Bool, "=", g.term(s, d), g.term(s, d))
	}
	return g.app(c.Bool, pick(g, "<=", "<", ">=", ">", "=", "distinct"), g.term(c.Int, d), g.term(c.Int, d))
}

func (g *generator) integer(d int) *raw {
	s := g.c.Int
	switch g.rnd.IntN(9) {
	case 0:
		return g.app(s, "-", g.term(s, d))
	case 1, 2:
		return g.app(s, "*", g.intLit(g.rnd.Int64N(13)-6), g.term(s, d))
	case 3:
		n := g.rnd.Int64N(7) + 1
		if g.rnd.IntN(2) == 0 {
			n = -n
		}
		return g.app(s, pick(g, "div", "mod"), g.term(s, d), g.intLit(n))
	case 4:
		return g.app(s, "select", g.term(g.ints, d), g.term(s, min(d, 1)))
	case 5:
		if g.rnd.IntN(3) == 0 {
			return g.app(s, "*", g.term(s, min(d, 1)), g.term(s, min(d, 1)))
		}
		return g.app(s, pick(g, "to_int", "abs"), nil).with(g, d)
	}
	args := []*raw{g.term(s, d), g.term(s, d)}
	if g.rnd.IntN(3) == 0 {
		args = append(args, g.term(s, d))
	}
	return g.app(s, pick(g, "+", "-"), args...)
}

// with fills in the argument that the head wants.
func (r *raw) with(g *generator, d int) *raw {
	r.args[0] = g.term(map[string]*smtlib.Sort{"to_int": g.c.Real, "abs": g.c.Int}[r.head], d)
	return r
}

func (g *generator) bits(s *smtlib.Sort, d int) *raw {
	switch g.rnd.IntN(6) {
	case 0:
		return g.app(s, pick(g, "bvneg", "bvnot"), g.term(s, d))
	case 1:
		if s == g.bv4 {
			lo := g.rnd.IntN(5)
			return g.app(s, fmt.Sprintf("(_ extract %d %d)", lo+3, lo), g.term(g.bv8, d))
		}
		return g.app(s, "concat", g.term(g.bv4, d), g.term(g.bv4, d))
	case 2:
		if s == g.bv8 {
			if g.rnd.IntN(3) == 0 {
				return g.app(s, "select", g.term(g.bv, d), g.term(g.bv4, min(d, 1)))
			}
			return g.app(s, pick(g, "(_ zero_extend 4)", "(_ sign_extend 4)"), g.term(g.bv4, d))
		}
	}
	head := pick(g, "bvadd", "bvsub", "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvand", "bvor", "bvxor",
		"bvnand", "bvnor", "bvxnor", "bvshl", "bvlshr", "bvashr")
	return g.app(s, head, g.term(s, d), g.term(s, d))
}
