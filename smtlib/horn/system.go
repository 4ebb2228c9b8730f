package horn

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/smtlib"
)

// Clause says that Head holds wherever the applications and the condition hold,
// for all values of the variables in it.
type Clause struct {
	Body []*smtlib.Term // applications of predicates
	Cond *smtlib.Term   // without predicates
	// Head is an application of a predicate, or a condition without predicates.
	Head *smtlib.Term
}

// System is a set of Horn clauses over predicates, which are functions to Bool.
type System struct {
	Ctx     *smtlib.Context
	Preds   []*smtlib.Func
	Clauses []Clause
}

// Add appends a clause.
func (s *System) Add(cond, head *smtlib.Term, body ...*smtlib.Term) {
	s.Clauses = append(s.Clauses, Clause{Body: body, Cond: cond, Head: head})
}

func (s *System) isPred(t *smtlib.Term) bool {
	return t.Op() == smtlib.OpApp && slices.Contains(s.Preds, t.Func())
}

// Script is the system as a file for a solver of Horn clauses, which asks for a
// model. Names says what symbols are called in it. The solver may use so many units
// of resources, where it counts them; 0 is no limit.
func (s *System) Script(resources int) (text string, names *smtlib.Names, err error) {
	names = smtlib.NewSuffixedNames("~")
	var clauses []string
	for i, clause := range s.Clauses {
		if err := s.check(clause); err != nil {
			return "", nil, fmt.Errorf("horn: clause %d: %w", i+1, err)
		}
		for _, n := range s.normal(clause) {
			clauses = append(clauses, n.text(names))
		}
	}
	var sb strings.Builder
	if resources > 0 {
		fmt.Fprintf(&sb, "(set-option :rlimit %d)\n", resources)
	}
	sb.WriteString("(set-logic HORN)\n")
	for _, line := range names.Declare(smtlib.Collect(s.symbols()...)) {
		if !strings.HasPrefix(line, "(declare-const") && !strings.Contains(line, " () ") {
			sb.WriteString(line + "\n")
		}
	}
	for _, line := range clauses {
		sb.WriteString(line + "\n")
	}
	sb.WriteString("(check-sat)\n(get-model)\n")
	return sb.String(), names, nil
}

// symbols are terms that hold what has to be declared: the predicates, and the sorts
// of their arguments.
func (s *System) symbols() (terms []*smtlib.Term) {
	for _, p := range s.Preds {
		args := make([]*smtlib.Term, len(p.Params))
		for i, sort := range p.Params {
			args[i] = s.Ctx.Var(fmt.Sprintf("declared %d", i), sort)
		}
		terms = append(terms, s.Ctx.App(p, args...))
	}
	return terms
}

// Model gives predicates definitions.
type Model map[*smtlib.Func]Definition

// Definition is a predicate over parameters.
type Definition struct {
	Params []*smtlib.Term
	Body   *smtlib.Term
}

// At is what a term says when its predicates are what the model has; nil when one
// has no definition.
func (m Model) At(c *smtlib.Context, t *smtlib.Term) *smtlib.Term {
	d, ok := m[t.Func()]
	if !ok || len(d.Params) != len(t.Args()) {
		return nil
	}
	sub := map[*smtlib.Term]*smtlib.Term{}
	for i, p := range d.Params {
		sub[p] = t.Args()[i]
	}
	return c.Substitute(d.Body, sub)
}

// Valid reports whether every clause is proven to hold under a model: unsat tells
// that a condition is proven to have no model.
func (s *System) Valid(m Model, unsat func(*smtlib.Term) bool) bool {
	c := s.Ctx
	for _, clause := range s.Clauses {
		wrong := []*smtlib.Term{clause.Cond}
		for _, b := range clause.Body {
			wrong = append(wrong, m.At(c, b))
		}
		head := clause.Head
		if s.isPred(head) {
			head = m.At(c, head)
		}
		if head == nil || slices.Contains(wrong, nil) || !unsat(c.And(append(wrong, c.Not(head))...)) {
			return false
		}
	}
	return true
}
