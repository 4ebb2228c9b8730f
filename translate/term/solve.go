package term

import (
	"semdiff/boogie"
	"semdiff/smtlib"
	"semdiff/translate/cfg"
)

// Solvable reports whether the facts of s determine its variable, and can hold.
func (l *Lowerer) Solvable(s *cfg.Solved) (ok bool) {
	r := NewReader(l)
	l.quietly(func() {
		known := len(l.diags)
		t := r.solved(s)
		ok = t != nil && len(l.diags) == known
	})
	return ok
}

// solved is the value of s, nil when its facts do not determine it. What they
// determine does not depend on the arguments of calls that are in them: these are
// put in last.
func (r *Reader) solved(s *cfg.Solved) *smtlib.Term {
	general := NewReader(r.l)
	general.anyArgs = true
	v := r.Variable(s.Var)
	facts := make([]*smtlib.Term, len(s.Facts))
	for i, f := range s.Facts {
		if facts[i] = general.Value(f); facts[i] == nil {
			return nil
		}
	}
	t := general.otherSide(v, s)
	if t == nil {
		t = r.l.solveFacts(v, facts, s.Rest)
	}
	if t == nil {
		return nil
	}
	args := map[*smtlib.Term]*smtlib.Term{}
	for arg, x := range general.kept {
		if value := r.kept[arg]; value != nil && value != x {
			args[x] = value
		}
	}
	return r.l.ctx.Substitute(t, args)
}

// otherSide is e where s has one fact, which is written v == e.
func (r *Reader) otherSide(v *smtlib.Term, s *cfg.Solved) *smtlib.Term {
	eq, ok := s.Facts[0].Syntax.(*boogie.BinaryExpr)
	if len(s.Facts) > 1 || s.Rest || !ok || eq.Op != boogie.Eq && eq.Op != boogie.Iff {
		return nil
	}
	sc := r.scope(s.Facts[0].Names)
	x, y := r.l.expr(eq.X, sc), r.l.expr(eq.Y, sc)
	switch {
	case x == nil || y == nil:
	case x == v && !occurs(v, y):
		return y
	case y == v && !occurs(v, x):
		return x
	}
	return nil
}

func (l *Lowerer) solveFacts(v *smtlib.Term, facts []*smtlib.Term, rest bool) *smtlib.Term {
	if len(facts) == 1 && !rest {
		if x := solve(l.ctx, v, facts[0]); x != nil && !occurs(v, x) {
			return x
		}
	}
	if v.Sort().Kind == smtlib.ArrayKind {
		return l.cells(v, facts, rest)
	}
	return nil
}

// solve is the term x such that a formula says v == x and no more, nil when it is not
// of that form. Where it holds v, the formula is no definition. The formula may be
// an equation of sums that has v as an addend.
func solve(c *smtlib.Context, v, formula *smtlib.Term) *smtlib.Term {
	if formula == v {
		return c.True
	}
	not := formula.Op() == smtlib.OpNot
	if not {
		formula = formula.Args()[0]
		if formula == v {
			return c.False
		}
	}
	if formula.Op() != smtlib.OpEq {
		return nil
	}
	x, y := formula.Args()[0], formula.Args()[1]
	if x.Sort().IsArith() {
		if not || x.Sort() != v.Sort() {
			return nil
		}
		return solveSum(c, v, c.Sub(x, y))
	}
	for _, e := range [][2]*smtlib.Term{{x, y}, {y, x}} {
		switch {
		case e[0] == v && not && v.Sort() == c.Bool:
			return c.Not(e[1])
		case e[0] == v && !not:
			return e[1]
		}
	}
	return nil
}

// solveSum solves sum == 0 for an addend.
func solveSum(c *smtlib.Context, v, sum *smtlib.Term) *smtlib.Term {
	addends := []*smtlib.Term{sum}
	if sum.Op() == smtlib.OpAdd {
		addends = sum.Args()
	}
	for _, a := range addends {
		switch {
		case a == v:
			return c.Sub(v, sum)
		case c.Neg(a) == v:
			return c.Add(v, sum)
		}
	}
	return nil
}

// cellsFact is an assumption about the cells of a map m: where cond holds, m[index]
// is value. Neither mentions m.
type cellsFact struct{ cond, value *smtlib.Term }

// cells is the map that facts determine: each says for all indices under a condition
// what the map holds there. They hold of some map when no two say different things
// of one index; they say all when at each index some condition holds. Else, with
// rest, the map is as m elsewhere.
func (l *Lowerer) cells(m *smtlib.Term, facts []*smtlib.Term, rest bool) *smtlib.Term {
	c := l.ctx
	index := c.Fresh("?cell", m.Sort().Index)
	known := make([]cellsFact, len(facts))
	for i, f := range facts {
		one, ok := readCells(c, m, index, f)
		if !ok {
			return nil
		}
		known[i] = one
	}
	var none []*smtlib.Term
	for i, f := range known {
		none = append(none, c.Not(f.cond))
		for _, g := range known[:i] {
			if !unsatisfiable(c, f.cond, g.cond, c.Not(c.Eq(f.value, g.value))) {
				return nil
			}
		}
	}
	var body *smtlib.Term
	switch total := unsatisfiable(c, none...); {
	case rest:
		body = c.Select(m, index)
	case !total:
		return nil
	default:
		last := len(known) - 1
		body, known = known[last].value, known[:last]
	}
	for i := len(known) - 1; i >= 0; i-- {
		body = c.Ite(known[i].cond, known[i].value, body)
	}
	if body.Op() == smtlib.OpSelect && body.Args()[1] == index && !occurs(index, body.Args()[0]) {
		return body.Args()[0]
	}
	return l.lambda([]*smtlib.Term{index}, body)
}

// readCells reads a fact that quantifies over one index i, or an expression i + e
// that goes through all of them, as one about the cell of m at index.
func readCells(c *smtlib.Context, m, index, fact *smtlib.Term) (out cellsFact, ok bool) {
	if fact.Op() != smtlib.OpForall || len(fact.Bound()) != 1 {
		return out, false
	}
	bound, body := fact.Bound()[0], fact.Args()[0]
	parts := []*smtlib.Term{body}
	if body.Op() == smtlib.OpOr {
		parts = body.Args()
	}
	var cell *smtlib.Term
	smtlib.Visit(body, func(t *smtlib.Term) {
		if t.Op() == smtlib.OpSelect && t.Args()[0] == m {
			cell = t
		}
	})
	if cell == nil {
		return out, false
	}
	for i, p := range parts {
		value := solve(c, cell, p)
		if value == nil {
			continue
		}
		cond := c.True
		for k, q := range parts {
			if k != i {
				cond = c.And(cond, c.Not(q))
			}
		}
		if occurs(m, value) || occurs(m, cond) || value.HasQuantifier() || cond.HasQuantifier() {
			return out, false
		}
		at := throughAll(c, bound, cell.Args()[1], index)
		if at == nil {
			return out, false
		}
		s := map[*smtlib.Term]*smtlib.Term{bound: at}
		return cellsFact{c.Substitute(cond, s), c.Substitute(value, s)}, true
	}
	return out, false
}

// throughAll is the value of bound for which an expression of it is index, nil unless
// there is always exactly one.
func throughAll(c *smtlib.Context, bound, expr, index *smtlib.Term) *smtlib.Term {
	if expr == bound {
		return index
	}
	if expr.Sort() != c.Int {
		return nil
	}
	at := solveSum(c, bound, c.Sub(expr, index))
	if at == nil || occurs(bound, at) {
		return nil
	}
	return at
}

// mostCases bounds how many conjunctions unsatisfiable looks at.
const mostCases = 256

// unsatisfiable reports whether formulas plainly cannot hold together: each
// conjunction of their disjunctive normal form is simplified to false.
func unsatisfiable(c *smtlib.Context, formulas ...*smtlib.Term) bool {
	cases := mostCases
	var closed func(path *smtlib.Term, open []*smtlib.Term) bool
	closed = func(path *smtlib.Term, open []*smtlib.Term) bool {
		if path.IsFalse() {
			return true
		}
		if cases--; cases < 0 || len(open) == 0 {
			return false
		}
		t, open := open[0], open[1:]
		switch t.Op() {
		case smtlib.OpAnd:
			return closed(path, append(append([]*smtlib.Term{}, t.Args()...), open...))
		case smtlib.OpOr:
			for _, a := range t.Args() {
				if !closed(path, append([]*smtlib.Term{a}, open...)) {
					return false
				}
			}
			return true
		}
		return closed(c.And(path, t), open)
	}
	return closed(c.True, formulas)
}
