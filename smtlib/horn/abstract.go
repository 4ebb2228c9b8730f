package horn

import (
	"fmt"

	"semdiff/smtlib"
)

// maxCongruences is how many pairs of abstracted terms of a clause are told to agree
// where their arguments do.
const maxCongruences = 40

// Abstract is a system in which the terms that solvers dislike, products and
// quotients of what is not constant and applications of functions, are free choices:
// a variable each, and equal choices where the arguments are equal. What is valid
// for all choices is valid for the terms, so a model of it is one of s.
func (s *System) Abstract() *System {
	out := &System{Ctx: s.Ctx, Preds: s.Preds}
	for _, clause := range s.Clauses {
		a := &abstraction{s: s, choice: map[*smtlib.Term]*smtlib.Term{}, memo: map[*smtlib.Term]*smtlib.Term{}}
		next := Clause{Cond: a.rewrite(clause.Cond), Head: a.rewrite(clause.Head)}
		for _, b := range clause.Body {
			next.Body = append(next.Body, a.rewrite(b))
		}
		next.Cond = s.Ctx.And(append([]*smtlib.Term{next.Cond}, a.congruences()...)...)
		out.Clauses = append(out.Clauses, next)
	}
	return out
}

type abstraction struct {
	s      *System
	chosen []*smtlib.Term // abstracted terms, with their arguments abstracted
	choice map[*smtlib.Term]*smtlib.Term
	memo   map[*smtlib.Term]*smtlib.Term
}

func (a *abstraction) rewrite(t *smtlib.Term) *smtlib.Term {
	if len(t.Args()) == 0 && t.Op() != smtlib.OpApp {
		return t
	}
	if r := a.memo[t]; r != nil {
		return r
	}
	c := a.s.Ctx
	args := make([]*smtlib.Term, len(t.Args()))
	for i, x := range t.Args() {
		args[i] = a.rewrite(x)
	}
	r := c.Rebuild(t, args)
	if a.hard(r) {
		if a.choice[r] == nil {
			a.choice[r] = c.Var(fmt.Sprintf("choice %d", len(a.chosen)), r.Sort())
			a.chosen = append(a.chosen, r)
		}
		r = a.choice[r]
	}
	a.memo[t] = r
	return r
}

// hard tells terms that solvers of Horn clauses do badly on, or refuse.
func (a *abstraction) hard(t *smtlib.Term) bool {
	constants := 0
	for _, x := range t.Args() {
		if x.IsLiteral() {
			constants++
		}
	}
	switch t.Op() {
	case smtlib.OpApp:
		return !a.s.isPred(t)
	case smtlib.OpMul:
		return len(t.Args())-constants > 1
	case smtlib.OpDiv, smtlib.OpMod, smtlib.OpRealDiv:
		return !t.Args()[1].IsLiteral()
	}
	return false
}

// congruences say that choices agree where the arguments of what they stand for do.
func (a *abstraction) congruences() (list []*smtlib.Term) {
	c := a.s.Ctx
	for i, x := range a.chosen {
		for _, y := range a.chosen[:i] {
			if x.Op() != y.Op() || x.Op() == smtlib.OpApp && x.Func() != y.Func() || len(x.Args()) != len(y.Args()) || x.Sort() != y.Sort() || len(x.Args()) == 0 {
				continue
			}
			same := make([]*smtlib.Term, len(x.Args()))
			for k := range same {
				same[k] = c.Eq(x.Args()[k], y.Args()[k])
			}
			list = append(list, c.Implies(c.And(same...), c.Eq(a.choice[x], a.choice[y])))
			if len(list) == maxCongruences {
				return list
			}
		}
	}
	return list
}
