package readable

import "semdiff/smtlib"

// uniform is t without the conditionals of which one branch serves for both: what
// `if b == 2 then 2*a else a*b` says is a*b.
func uniform(c *smtlib.Context, t *smtlib.Term) *smtlib.Term {
	for range maxSimplifyParts {
		var from, to *smtlib.Term
		smtlib.VisitOpen([]*smtlib.Term{t}, func(x *smtlib.Term) {
			if from == nil {
				if u := oneBranch(c, x); u != nil {
					from, to = x, u
				}
			}
		})
		if from == nil {
			break
		}
		t = c.Substitute(t, map[*smtlib.Term]*smtlib.Term{from: to})
	}
	return t
}

// oneBranch is the branch of the conditional t that is the other one, too, where that
// is taken; nil if there is none, or t is no conditional.
func oneBranch(c *smtlib.Context, t *smtlib.Term) *smtlib.Term {
	if t.Op() != smtlib.OpIte || t.HasQuantifier() {
		return nil
	}
	k, then, otherwise := t.Args()[0], t.Args()[1], t.Args()[2]
	switch {
	case sameWhere(c, k, then, otherwise):
		return otherwise
	case sameWhere(c, c.Not(k), then, otherwise):
		return then
	}
	return nil
}

// sameWhere reports whether a and b are written alike once the symbols that k gives a
// value have it.
func sameWhere(c *smtlib.Context, k, a, b *smtlib.Term) bool {
	values := map[*smtlib.Term]*smtlib.Term{}
	for _, l := range smtlib.Conjuncts(k) {
		if l.Op() != smtlib.OpEq {
			continue
		}
		x, v := l.Args()[0], l.Args()[1]
		if x.IsLiteral() {
			x, v = v, x
		}
		if x.Op() == smtlib.OpVar && v.IsLiteral() {
			values[x] = v
		}
	}
	if len(values) == 0 {
		return false
	}
	given := assumption(c, k, a, b)
	s := c.NewSubst(values)
	return s.Apply(given.Apply(a)) == s.Apply(given.Apply(b))
}
