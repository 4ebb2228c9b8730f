package solver

import (
	"context"

	"semdiff/smtlib"
	"semdiff/smtlib/search"
)

// searching is a Solver that looks for an answer itself before it asks another.
type searching struct {
	Solver
	c     *smtlib.Context
	setup *Setup
	easy  decider
}

// decider answers some queries without a solver.
type decider interface {
	// Decide says whether the conjunction is satisfiable, or leaves it open.
	Decide(assertions []*smtlib.Term) search.Answer
	// Find is Decide with a model.
	Find(c *smtlib.Context, assertions []*smtlib.Term) (*search.Model, search.Answer)
	// Forget makes answers depend on what is asked from now on.
	Forget()
	// Learns says whether a model of the conjunction that another found may be of use.
	Learns(assertions []*smtlib.Term) bool
	// Learn takes such a model into account.
	Learn(c *smtlib.Context, assertions []*smtlib.Term, value func(*smtlib.Term) *smtlib.Term) bool
}

// Who answered where no solver did: models come from the search, refutations from
// bounds on terms. Nothing but this program vouches for the latter.
const (
	BySearch = "search"
	ByBounds = "bounds"
)

func newSearching(c *smtlib.Context, setup *Setup, s Solver) *searching {
	return &searching{Solver: s, c: c, setup: setup, easy: setup.newDecider()}
}

func (s *searching) Check(ctx context.Context, assertions []*smtlib.Term, wantModel bool) Result {
	list, r, done := s.look(assertions, wantModel)
	if done {
		return r
	}
	return s.learn(list, wantModel, func(model bool) Result { return s.Solver.Check(ctx, list, model) })
}

func (s *searching) Quick(ctx context.Context, assertions []*smtlib.Term, wantModel bool) Result {
	list, r, done := s.look(assertions, wantModel)
	if done {
		return r
	}
	return s.learn(list, wantModel, func(model bool) Result { return s.Solver.Quick(ctx, list, model) })
}

// look answers what needs no solver; else list is what there is to ask.
func (s *searching) look(assertions []*smtlib.Term, wantModel bool) (list []*smtlib.Term, r Result, done bool) {
	list, r, done = trivial(assertions, wantModel)
	if done {
		return nil, r, true
	}
	var m *search.Model
	var answer search.Answer
	if wantModel {
		m, answer = s.easy.Find(s.c, list)
	} else {
		answer = s.easy.Decide(list)
	}
	switch answer {
	case search.Satisfiable:
		r = Result{Answer: Sat, By: BySearch}
		if wantModel {
			r.Model = s.model(m)
		}
		return nil, r, true
	case search.Unsatisfiable:
		return nil, Result{Answer: Unsat, By: ByBounds}, true
	}
	return list, Result{}, false
}

func (s *searching) Reset() {
	s.Solver.Reset()
	s.easy.Forget()
}

func (s *searching) Fork() Solver { return newSearching(s.c, s.setup, s.Solver.Fork()) }

// model writes the functions of m as terms over parameters.
func (s *searching) model(m *search.Model) *Model {
	out := newModel()
	out.Vars = m.Vars
	for f, values := range m.Funcs {
		d := &FuncInterp{Body: values.Default}
		for i, sort := range f.Params {
			d.Params = append(d.Params, param(s.c, i, sort))
		}
		for _, p := range values.Points {
			here := s.c.True
			for i, a := range p.Args {
				here = s.c.And(here, s.c.Eq(d.Params[i], a))
			}
			d.Body = s.c.Ite(here, p.Value, d.Body)
		}
		out.Funcs[f] = d
	}
	return out
}

// learn asks the solver, for a model too where one may settle later questions: most of
// them are whether this or that way on from the same place is open.
func (s *searching) learn(list []*smtlib.Term, wantModel bool, ask func(wantModel bool) Result) Result {
	learns := !wantModel && s.easy.Learns(list)
	r := ask(wantModel || learns)
	if !learns {
		return r
	}
	if r.Model != nil {
		s.easy.Learn(s.c, list, func(t *smtlib.Term) *smtlib.Term { return r.Model.Eval(s.c, t) })
		r.Model = nil
	}
	return r
}
