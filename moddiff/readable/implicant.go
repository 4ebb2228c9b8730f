package readable

import (
	"semdiff/smtlib"
	"semdiff/translate/interp"
)

// Valuation gives values to the pair's inputs and meaning to functions.
type Valuation func(*smtlib.Term) (interp.Value, error)

// Implicant returns a conjunction of literals without if-then-else that implies
// t and holds under v, which t must: the case of t that v is in. Of merged
// states it picks the branches that one run took. nil when v leaves something
// open.
func Implicant(c *smtlib.Context, t *smtlib.Term, v Valuation) *smtlib.Term {
	im := &implicant{c: c, v: v, done: map[*smtlib.Term]bool{}, plain: map[*smtlib.Term]*smtlib.Term{}}
	if !im.formula(t) {
		return nil
	}
	return c.And(im.literals...)
}

type implicant struct {
	c        *smtlib.Context
	v        Valuation
	literals []*smtlib.Term
	done     map[*smtlib.Term]bool
	plain    map[*smtlib.Term]*smtlib.Term
}

// holds is the value of a formula.
func (im *implicant) holds(t *smtlib.Term) (value, ok bool) {
	v, err := im.v(t)
	if err != nil {
		return false, false
	}
	return v.IsTrue(), true
}

// formula collects literals that imply t; it is false when t's value, which
// must be true, cannot be had.
func (im *implicant) formula(t *smtlib.Term) bool {
	c := im.c
	if im.done[t] || t.IsTrue() {
		return true
	}
	im.done[t] = true
	negated := t.Op() == smtlib.OpNot
	atom := t
	if negated {
		atom = t.Args()[0]
	}
	switch {
	case atom.Op() == smtlib.OpIte:
		k, ok := im.side(atom.Args()[0])
		if !ok {
			return false
		}
		branch := atom.Args()[2]
		if k {
			branch = atom.Args()[1]
		}
		if negated {
			branch = c.Not(branch)
		}
		return im.formula(branch)
	case atom.Op() == smtlib.OpAnd && !negated, atom.Op() == smtlib.OpOr && negated:
		for _, x := range atom.Args() {
			if negated {
				x = c.Not(x)
			}
			if !im.formula(x) {
				return false
			}
		}
		return true
	case atom.Op() == smtlib.OpOr, atom.Op() == smtlib.OpAnd:
		return im.some(atom.Args(), negated)
	case atom.Op() == smtlib.OpEq && atom.Args()[0].Sort() == c.Bool:
		_, left := im.side(atom.Args()[0])
		_, right := im.side(atom.Args()[1])
		return left && right
	}
	p, ok := im.term(atom)
	if negated {
		p = c.Not(p)
	}
	im.literals = append(im.literals, p)
	return ok
}

// some collects literals for the first of several that holds.
func (im *implicant) some(ts []*smtlib.Term, negated bool) bool {
	for _, x := range ts {
		if negated {
			x = im.c.Not(x)
		}
		if h, ok := im.holds(x); ok && h {
			return im.formula(x)
		}
	}
	return false
}

// side evaluates t, and collects literals for t or its negation, whichever holds.
func (im *implicant) side(t *smtlib.Term) (value, ok bool) {
	value, ok = im.holds(t)
	if !ok {
		return false, false
	}
	if !value {
		t = im.c.Not(t)
	}
	return value, im.formula(t)
}

// term is t with the branches of its if-then-elses that are taken.
func (im *implicant) term(t *smtlib.Term) (_ *smtlib.Term, ok bool) {
	if len(t.Args()) == 0 || t.HasQuantifier() {
		return t, true
	}
	if p, done := im.plain[t]; done {
		return p, p != nil
	}
	p, ok := im.resolve(t)
	if !ok {
		p = nil
	}
	im.plain[t] = p
	return p, ok
}

func (im *implicant) resolve(t *smtlib.Term) (_ *smtlib.Term, ok bool) {
	if t.Op() == smtlib.OpIte {
		k, ok := im.side(t.Args()[0])
		if !ok {
			return nil, false
		}
		if k {
			return im.term(t.Args()[1])
		}
		return im.term(t.Args()[2])
	}
	args := make([]*smtlib.Term, len(t.Args()))
	for i, x := range t.Args() {
		if args[i], ok = im.term(x); !ok {
			return nil, false
		}
	}
	return im.c.Rebuild(t, args), true
}
