package query

import (
	"fmt"
	"slices"

	"semdiff/smtlib"
)

// Extension chooses interpretations for functions that a condition does not
// mention such that axioms hold. A model of the condition and of what is left
// then extends to one of the condition and the axioms, without the solver
// having to find functions. The choices are definitions, in this order:
//
//	f(x) = t, f(x) <= t, f(x) != t     f(x) is t, t, t + 1
//	f(g(x)) = t                        f(y) is t where t holds g(x) for y
//	C or one of these                  where C is false only; else a new function
//	any f                              its first argument of the result's sort
//	any f                              a new constant; functions of maps last
type Extension struct {
	c     *smtlib.Context
	fixed map[*smtlib.Func]bool // those of the condition
	defs  *smtlib.Definitions
	fresh int
	// useless are axioms that define no function: what is defined otherwise does not
	// change that, unless it changes the axiom.
	useless map[*smtlib.Term]bool
}

// maxChoices bounds the functions that are interpreted for one condition.
const maxChoices = 200

// extend returns formulas that imply the axioms under the chosen interpretation.
// Those that speak of functions of the condition alone are still quantified.
// ok is false when no interpretation was found.
func extend(c *smtlib.Context, axioms []*smtlib.Term, fixed map[*smtlib.Func]bool) (left []*smtlib.Term, ok bool) {
	x := NewExtension(c)
	x.fixed = fixed
	return x.Extend(axioms)
}

// NewExtension has chosen nothing yet.
func NewExtension(c *smtlib.Context) *Extension {
	return &Extension{c: c, fixed: map[*smtlib.Func]bool{}, defs: smtlib.NewDefinitions(c), useless: map[*smtlib.Term]bool{}}
}

// Give fixes the meaning of a function as a term over its parameters.
func (x *Extension) Give(name string, params []*smtlib.Term, body *smtlib.Term) {
	sorts := make([]*smtlib.Sort, len(params))
	for i, p := range params {
		sorts[i] = p.Sort()
	}
	fn := x.c.Func(name, sorts, body.Sort())
	x.fixed[fn] = true
	x.defs.Define(x.c.App(fn, params...), body)
}

// Definitions are the meanings given and chosen.
func (x *Extension) Definitions() *smtlib.Definitions { return x.defs }

// Extend returns formulas that imply the axioms under interpretations chosen
// beside those given; ok is false when none were found.
func (x *Extension) Extend(axioms []*smtlib.Term) (left []*smtlib.Term, ok bool) {
	var ground, quantified []*smtlib.Term
	for _, ax := range axioms {
		if ax.HasQuantifier() {
			quantified = append(quantified, ax)
		} else {
			ground = append(ground, ax)
		}
	}
	for range maxChoices {
		var rest []*smtlib.Term
		for _, ax := range quantified {
			for _, part := range smtlib.Conjuncts(x.defs.Expand(ax)) {
				if part.HasQuantifier() {
					rest = append(rest, part)
				} else {
					ground = append(ground, part)
				}
			}
		}
		if len(rest) == 0 {
			return x.expandAll(ground)
		}
		if !x.choose(rest) {
			if slices.ContainsFunc(rest, func(t *smtlib.Term) bool { return !slices.Contains(axioms, t) }) {
				return nil, false // the choices may contradict an axiom
			}
			return x.expandAll(append(ground, rest...))
		}
		quantified = rest
	}
	return nil, false
}

// expandAll expands formulas; ok is false when one of them cannot hold.
func (x *Extension) expandAll(ground []*smtlib.Term) (left []*smtlib.Term, ok bool) {
	for _, t := range ground {
		t = x.defs.Expand(t)
		if t.IsFalse() {
			return nil, false
		}
		if !t.IsTrue() {
			left = append(left, t)
		}
	}
	return left, true
}

// choose interprets one more function of the quantified axioms.
func (x *Extension) choose(axioms []*smtlib.Term) bool {
	for _, ax := range axioms {
		if ax.Op() != smtlib.OpForall || x.useless[ax] {
			continue
		}
		if x.byAxiom(ax) {
			return true
		}
		x.useless[ax] = true
	}
	for _, pick := range []func(*smtlib.Func, []*smtlib.Term) *smtlib.Term{projection, x.constant, x.constantMap} {
		for _, ax := range axioms {
			for _, f := range smtlib.Funcs(ax) {
				if x.fixed[f] || len(f.Params) == 0 {
					continue
				}
				params := x.variables(f)
				if v := pick(f, params); v != nil && x.defs.Define(x.c.App(f, params...), v) {
					return true
				}
			}
		}
	}
	return false
}

func (x *Extension) variables(f *smtlib.Func) []*smtlib.Term {
	vs := make([]*smtlib.Term, len(f.Params))
	for i, s := range f.Params {
		vs[i] = x.c.Var(fmt.Sprintf("?%d", i), s)
	}
	return vs
}

func projection(f *smtlib.Func, params []*smtlib.Term) *smtlib.Term {
	for _, p := range params {
		if p.Sort() == f.Result {
			return p
		}
	}
	return nil
}

// constant is one value for all arguments, where no map is involved: axioms
// tend to say more of maps.
func (x *Extension) constant(f *smtlib.Func, params []*smtlib.Term) *smtlib.Term {
	if f.Result.Kind == smtlib.ArrayKind || slices.ContainsFunc(f.Params, func(s *smtlib.Sort) bool { return s.Kind == smtlib.ArrayKind }) {
		return nil
	}
	return x.constantMap(f, params)
}

func (x *Extension) constantMap(f *smtlib.Func, _ []*smtlib.Term) *smtlib.Term {
	x.fresh++
	value := x.c.Func(fmt.Sprintf("%s:%d", f.Name, x.fresh), nil, f.Result)
	return x.c.App(value)
}

// byAxiom interprets a function such that the axiom holds.
func (x *Extension) byAxiom(axiom *smtlib.Term) bool {
	c := x.c
	literals := []*smtlib.Term{axiom.Args()[0]}
	if literals[0].Op() == smtlib.OpOr {
		literals = literals[0].Args()
	}
	for i, l := range literals {
		var others []*smtlib.Term
		for j, o := range literals {
			if j != i {
				others = append(others, o)
			}
		}
		for _, e := range x.satisfying(l) {
			if x.define(axiom.Bound(), e[0], e[1], c.Or(others...)) {
				return true
			}
		}
	}
	return false
}

// satisfying are pairs of an application and a value for it that makes the
// literal true.
func (x *Extension) satisfying(l *smtlib.Term) [][2]*smtlib.Term {
	c := x.c
	if l.Op() == smtlib.OpEq {
		if m, n := l.Args()[0], l.Args()[1]; m.Op() == smtlib.OpSelect && n.Op() == smtlib.OpSelect && m.Args()[1] == n.Args()[1] {
			return x.satisfying(c.Eq(m.Args()[0], n.Args()[0])) // equal maps hold equal values
		}
	}
	switch {
	case l.Op() == smtlib.OpLe:
		return smtlib.Equations(c, c.Eq(l.Args()[0], l.Args()[1]))
	case l.Op() == smtlib.OpNot && l.Args()[0].Op() == smtlib.OpEq && l.Args()[0].Args()[0].Sort() == c.Int:
		eqs := smtlib.Equations(c, l.Args()[0])
		for i := range eqs {
			eqs[i][1] = c.Add(eqs[i][1], c.IntVal(1))
		}
		return eqs
	}
	return smtlib.Equations(c, l)
}

// define makes app mean value unless the condition otherwise holds.
func (x *Extension) define(bound []*smtlib.Term, app, value, otherwise *smtlib.Term) bool {
	c, f := x.c, app.Func()
	if x.fixed[f] {
		return false
	}
	params := x.variables(f)
	sub := map[*smtlib.Term]*smtlib.Term{}
	for i, arg := range app.Args() {
		if _, twice := sub[arg]; twice || arg.IsLiteral() {
			return false // it says nothing of other arguments
		}
		sub[arg] = params[i]
	}
	open := c.Not(c.Substitute(otherwise, sub))
	value = c.Substitute(value, sub)
	for _, b := range bound {
		if occurs(b, value) || occurs(b, open) {
			return false
		}
	}
	if !open.IsTrue() {
		x.fresh++
		rest := c.Func(fmt.Sprintf("%s:%d", f.Name, x.fresh), f.Params, f.Result)
		value = c.Ite(open, value, c.App(rest, params...))
	}
	return !value.HasQuantifier() && x.defs.Define(c.App(f, params...), value)
}

func occurs(v, t *smtlib.Term) (found bool) {
	smtlib.Visit(t, func(s *smtlib.Term) { found = found || s == v })
	return found
}
