package abstract

import (
	"math/big"
	"slices"

	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// Space is what elements speak of.
type Space struct {
	ctx       *smtlib.Context
	Dims      []*smtlib.Term // variables of sort Int or Real
	Templates []Linear       // forms that are bounded from above, in normal form
	Facts     []*smtlib.Term // conditions that an element holds or leaves open
	steps     []*big.Rat     // bounds that rising ones stop at, ascending
	whole     []bool         // by template: all its values are whole
}

// NewSpace makes a space. Templates that are constant, or there twice, are left out;
// steps are numbers that bounds are likely to have, in any order.
func NewSpace(c *smtlib.Context, dims []*smtlib.Term, templates []Linear, facts []*smtlib.Term, steps []*big.Rat) *Space {
	s := &Space{ctx: c, Dims: dims, Facts: facts, steps: slices.Clone(steps)}
	seen := map[string]bool{}
	for _, f := range templates {
		f, _ = f.normal()
		if key := f.key(); len(f) > 0 && !seen[key] {
			seen[key] = true
			s.Templates = append(s.Templates, f)
			s.whole = append(s.whole, !slices.ContainsFunc(f, func(m Monomial) bool { return dims[m.Dim].Sort() != c.Int }))
		}
	}
	slices.SortFunc(s.steps, (*big.Rat).Cmp)
	s.steps = slices.CompactFunc(s.steps, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
	return s
}

// Intervals are the templates x and -x.
func Intervals(dims []int) (list []Linear) {
	for _, i := range dims {
		list = append(list, Form(map[int]int64{i: 1}), Form(map[int]int64{i: -1}))
	}
	return list
}

// Octagons are the templates x, -x, and x+y, x-y, y-x, -x-y (Miné: The octagon
// abstract domain, 2006).
func Octagons(dims []int) []Linear {
	list := Intervals(dims)
	for k, i := range dims {
		for _, j := range dims[:k] {
			for _, a := range []int64{1, -1} {
				for _, b := range []int64{1, -1} {
					list = append(list, Form(map[int]int64{i: a, j: b}))
				}
			}
		}
	}
	return list
}

// Ask tells whether a condition has a model, and gives one if it has.
type Ask func(*smtlib.Term) solver.Result

// sum is a form as a term. It is Real if one of its dimensions is.
func (s *Space) sum(f Linear) *smtlib.Term {
	c := s.ctx
	sort := s.sortOf(f)
	var parts []*smtlib.Term
	for _, m := range f {
		x := s.Dims[m.Dim]
		if sort != x.Sort() {
			x = c.ToReal(x)
		}
		parts = append(parts, c.Mul(c.Numeral(m.Coef, sort), x))
	}
	if len(parts) == 0 {
		return c.Numeral(new(big.Rat), sort)
	}
	return c.Add(parts...)
}

func (s *Space) sortOf(f Linear) *smtlib.Sort {
	for _, m := range f {
		if s.Dims[m.Dim].Sort() != s.ctx.Int {
			return s.Dims[m.Dim].Sort()
		}
	}
	return s.ctx.Int
}

// atMost says that a form is at most a number.
func (s *Space) atMost(f Linear, n *big.Rat) *smtlib.Term {
	f, factor := f.normal()
	n = new(big.Rat).Quo(n, factor)
	sort := s.sortOf(f)
	if sort == s.ctx.Int {
		n = new(big.Rat).SetInt(smtlib.Floor(n))
	}
	return s.ctx.Le(s.sum(f), s.ctx.Numeral(n, sort))
}

// equals says that a form is a number.
func (s *Space) equals(f Linear, n *big.Rat) *smtlib.Term {
	f, factor := f.normal()
	n = new(big.Rat).Quo(n, factor)
	sort := s.sortOf(f)
	if sort == s.ctx.Int && !n.IsInt() {
		return s.ctx.False
	}
	return s.ctx.Eq(s.sum(f), s.ctx.Numeral(n, sort))
}

// last is the largest step; nil when there are none.
func (s *Space) last() *big.Rat {
	if len(s.steps) == 0 {
		return nil
	}
	return s.steps[len(s.steps)-1]
}

// above is the least step that is not below n; nil when there is none.
func (s *Space) above(n *big.Rat) *big.Rat {
	for _, k := range s.steps {
		if k.Cmp(n) >= 0 {
			return k
		}
	}
	return nil
}

// sample is a point as the values of dimensions and facts.
type sample struct {
	point []*big.Rat
	facts []bool
}

// read reads a sample off a point; ok is false when it does not tell all numbers.
func (s *Space) read(p Point) (x sample, ok bool) {
	for _, d := range s.Dims {
		v := p(d)
		if v == nil || v.Op() != smtlib.OpNumeral {
			return x, false
		}
		x.point = append(x.point, v.Num())
	}
	for _, f := range s.Facts {
		x.facts = append(x.facts, p.Satisfies(f))
	}
	return x, true
}

// Point tells the values of terms without functions, as terms: no literal, or nil, where
// it does not know.
type Point func(*smtlib.Term) *smtlib.Term

// Satisfies reports whether a condition is true.
func (p Point) Satisfies(t *smtlib.Term) bool {
	v := p(t)
	return v != nil && v.IsTrue()
}

// At is the point of a model. Variables that the model does not have, since any value
// does, have that of smtlib's Default.
func At(c *smtlib.Context, m *solver.Model) Point {
	return func(t *smtlib.Term) *smtlib.Term {
		if m == nil {
			return nil
		}
		t = m.Eval(c, t)
		sub := map[*smtlib.Term]*smtlib.Term{}
		for _, v := range smtlib.Collect(t).Vars {
			if m.Incomplete[v.Name()] == "" && v.Sort().Kind != smtlib.OpaqueKind {
				sub[v] = c.Default(v.Sort(), func(s *smtlib.Sort) *smtlib.Term { return c.Var("any "+s.String(), s) })
			}
		}
		return c.Substitute(t, sub)
	}
}
