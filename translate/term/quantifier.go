package term

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"semdiff/boogie"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

func (l *Lowerer) quantifier(e *boogie.QuantExpr, sc scope) *smtlib.Term {
	bound := make([]*smtlib.Term, len(l.info.Bound[e]))
	for i, o := range l.info.Bound[e] {
		bound[i] = l.ctx.Fresh("?"+o.Name, l.mustSort(o.Type, e.Position()))
		l.vars[o] = bound[i]
	}
	body := l.term(e.Body, sc)
	if e.Kind == boogie.Lambda {
		return l.lambda(bound, body)
	}
	var triggers [][]*smtlib.Term
	for _, tr := range e.Triggers {
		if terms := l.terms(tr.Terms, sc); isTrigger(terms, bound) {
			triggers = append(triggers, terms)
		}
	}
	return l.quantified(e.Kind, bound, body, triggers)
}

// isTrigger reports whether terms may be a trigger: functions that are expanded
// can leave none.
func isTrigger(terms, bound []*smtlib.Term) bool {
	missing := map[*smtlib.Term]bool{}
	for _, b := range bound {
		missing[b] = true
	}
	for _, t := range terms {
		if t.Op() != smtlib.OpApp && t.Op() != smtlib.OpSelect && t.Op() != smtlib.OpStore {
			return false
		}
		smtlib.Visit(t, func(x *smtlib.Term) { delete(missing, x) })
	}
	return len(missing) == 0
}

// quantified quantifies over a body. Over Booleans that is a conjunction or
// disjunction of two cases.
func (l *Lowerer) quantified(kind boogie.Quantifier, bound []*smtlib.Term, body *smtlib.Term, triggers [][]*smtlib.Term) *smtlib.Term {
	c := l.ctx
	k := slices.IndexFunc(bound, func(b *smtlib.Term) bool { return b.Sort() == c.Bool })
	switch {
	case k >= 0 && len(bound) <= maxLifted+1:
		rest := slices.Delete(slices.Clone(bound), k, k+1)
		var cases [2]*smtlib.Term
		for i, v := range []*smtlib.Term{c.False, c.True} {
			cases[i] = l.quantified(kind, rest, c.Substitute(body, map[*smtlib.Term]*smtlib.Term{bound[k]: v}), nil)
		}
		if kind == boogie.Exists {
			return c.Or(cases[:]...)
		}
		return c.And(cases[:]...)
	case kind == boogie.Exists:
		return c.Exists(bound, body, triggers)
	}
	return c.Forall(bound, body, triggers)
}

// lambda is an array-valued function of the variables that body captures,
// with an axiom that says what it holds. Equal lambdas are the same function.
func (l *Lowerer) lambda(bound []*smtlib.Term, body *smtlib.Term) *smtlib.Term {
	c := l.ctx
	isBound := map[*smtlib.Term]bool{}
	for _, b := range bound {
		isBound[b] = true
	}
	var captured []*smtlib.Term
	inner := map[*smtlib.Term]bool{}
	smtlib.Visit(body, func(t *smtlib.Term) {
		for _, b := range t.Bound() {
			inner[b] = true
		}
	})
	smtlib.Visit(body, func(t *smtlib.Term) {
		if t.Op() == smtlib.OpVar && !isBound[t] && !inner[t] {
			captured = append(captured, t)
		}
	})
	rename := map[*smtlib.Term]*smtlib.Term{}
	formals := make([]*smtlib.Term, len(captured))
	params := make([]*smtlib.Sort, len(captured))
	for i, v := range captured {
		formals[i] = c.Var(fmt.Sprintf("?capture.%d", i), v.Sort())
		params[i] = v.Sort()
		rename[v] = formals[i]
	}
	index := make([]*smtlib.Term, len(bound))
	sort := body.Sort()
	for i := len(bound) - 1; i >= 0; i-- {
		index[i] = c.Var(fmt.Sprintf("?index.%d", i), bound[i].Sort())
		rename[bound[i]] = index[i]
		sort = c.Array(bound[i].Sort(), sort)
	}
	canonical := c.Substitute(body, rename)
	f := c.Func(lambdaNamed(index, canonical), params, sort)
	if _, known := l.out.Lambda(f); !known {
		read := l.selectAll(c.App(f, formals...), index)
		l.out.AddLambda(f, ir.Lambda{
			Captured: formals, Index: index, Body: canonical,
			Axiom: c.Forall(slices.Concat(formals, index), c.Eq(read, canonical), [][]*smtlib.Term{{read}}),
		})
	}
	return c.App(f, captured...)
}

// lambdaNamed names a lambda by what it is, not by when it was met.
func lambdaNamed(index []*smtlib.Term, body *smtlib.Term) string {
	h := sha256.New()
	in := smtlib.Collect(body)
	for _, v := range slices.Concat(index, in.Vars) {
		fmt.Fprintf(h, "%s: %s\n", v.Name(), v.Sort())
	}
	for _, f := range in.Funcs {
		fmt.Fprintf(h, "%s: %s -> %s\n", f.Name, f.Params, f.Result)
	}
	fmt.Fprint(h, body)
	return fmt.Sprintf("lambda:%x", h.Sum(nil)[:10])
}
