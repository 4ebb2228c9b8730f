package horn

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"semdiff/smtlib"
)

// normalClause is a clause in the form that solvers take: everything in body is
// printed without let, and the head is an application, or nil for false.
type normalClause struct {
	body []*smtlib.Term
	head *smtlib.Term
}

// normal splits the conclusion at its conjunctions, moves what is no application to
// the body, and names what is shared.
func (s *System) normal(clause Clause) (out []normalClause) {
	c := s.Ctx
	body := append([]*smtlib.Term{}, clause.Body...)
	body = append(body, smtlib.Conjuncts(clause.Cond)...)
	if s.isPred(clause.Head) {
		return []normalClause{s.nameShared(normalClause{body: body, head: clause.Head})}
	}
	for _, k := range smtlib.Conjuncts(clause.Head) {
		if k.IsTrue() {
			continue
		}
		wrong := append(body[:len(body):len(body)], smtlib.Conjuncts(c.Not(k))...)
		out = append(out, s.nameShared(normalClause{body: wrong}))
	}
	return out
}

// check says what in a clause solvers do not take.
func (s *System) check(clause Clause) error {
	for _, t := range append([]*smtlib.Term{clause.Cond, clause.Head}, clause.Body...) {
		if t.HasQuantifier() {
			return errors.New("a quantifier inside")
		}
		for _, f := range smtlib.Funcs(t) {
			if !slices.Contains(s.Preds, f) {
				return fmt.Errorf("function %s is no predicate", f.Name)
			}
		}
	}
	return nil
}

// nameShared makes terms that occur more than once variables, with equations for
// them in the body: what is printed has no let then.
func (s *System) nameShared(n normalClause) normalClause {
	c := s.Ctx
	uses := map[*smtlib.Term]int{}
	terms := n.body
	if n.head != nil {
		terms = append(terms[:len(terms):len(terms)], n.head)
	}
	smtlib.VisitAll(terms, func(t *smtlib.Term) {
		for _, x := range t.Args() {
			uses[x]++
		}
	})
	named := map[*smtlib.Term]*smtlib.Term{}
	var equations []*smtlib.Term
	var rewrite func(t *smtlib.Term) *smtlib.Term
	rewrite = func(t *smtlib.Term) *smtlib.Term {
		if r := named[t]; r != nil {
			return r
		}
		if len(t.Args()) == 0 {
			return t
		}
		args := make([]*smtlib.Term, len(t.Args()))
		for i, x := range t.Args() {
			args[i] = rewrite(x)
		}
		r := c.Rebuild(t, args)
		if uses[t] > 1 && len(r.Args()) > 0 && !s.isPred(t) {
			v := c.Var(fmt.Sprintf("shared %d", len(named)), t.Sort())
			equations = append(equations, c.Eq(v, r))
			r = v
		}
		named[t] = r
		return r
	}
	out := normalClause{}
	for _, t := range n.body {
		out.body = append(out.body, rewrite(t))
	}
	if n.head != nil {
		out.head = rewrite(n.head)
	}
	out.body = append(out.body, equations...)
	return out
}

// text is the clause as an assertion.
func (n normalClause) text(names *smtlib.Names) string {
	all := n.body
	head := "false"
	if n.head != nil {
		all = append(all[:len(all):len(all)], n.head)
		head = names.Term(n.head)
	}
	var body []string
	for _, t := range n.body {
		body = append(body, names.Term(t))
	}
	premise := "true"
	switch len(body) {
	case 0:
	case 1:
		premise = body[0]
	default:
		premise = "(and " + strings.Join(body, " ") + ")"
	}
	var vars []string
	for _, v := range smtlib.Collect(all...).Vars {
		vars = append(vars, "("+names.Var(v)+" "+names.Sort(v.Sort())+")")
	}
	clause := "(=> " + premise + " " + head + ")"
	if len(vars) > 0 {
		clause = "(forall (" + strings.Join(vars, " ") + ") " + clause + ")"
	}
	return "(assert " + clause + ")"
}
