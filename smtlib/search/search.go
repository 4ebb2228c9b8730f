package search

import (
	"slices"

	"semdiff/smtlib"
)

// Bounds of the search for one model: a solver that is asked instead is not much
// slower.
const (
	maxKnown = 8      // models that are kept
	maxSteps = 24     // changes of the one at hand
	maxWork  = 15_000 // values of terms that are computed
)

// Search remembers models. The zero value is not ready for use; see New. It is
// for one goroutine at a time, and for the terms of one Context.
type Search struct {
	graph  *graph
	bounds propagator
	vals   []value // of the nodes, in the model at hand
	known  []model // the one last used first
}

// New is a Search that knows no models.
func New() *Search {
	s := &Search{}
	s.Forget()
	return s
}

// Forget makes what is found from now on depend on what is asked from now on:
// models are dropped, and symbols are numbered anew.
func (s *Search) Forget() {
	s.graph, s.known = newGraph(), nil
	s.bounds = propagator{graph: s.graph}
}

// Answer is what is known of a conjunction.
type Answer int

// The answers.
const (
	Open Answer = iota
	Satisfiable
	Unsatisfiable
)

// Decide says what it finds out about the conjunction: Satisfiable by a model that
// was evaluated, Unsatisfiable by bounds alone.
func (s *Search) Decide(assertions []*smtlib.Term) Answer {
	roots, order, ok := s.read(assertions)
	if !ok {
		return Open
	}
	var near model
	missing := len(roots) + 1
	for k, m := range append(slices.Clip(s.known), near) {
		if k*len(order) > maxWork {
			break
		}
		s.eval(m, order)
		open := s.open(roots)
		if len(open) == 0 {
			s.remember(m, k)
			return Satisfiable
		}
		if len(open) < missing {
			near, missing = m, len(open)
		}
	}
	switch {
	case s.bounds.refutes(roots, order):
		return Unsatisfiable
	case s.repair(slices.Clone(near), roots, order) != nil, len(near) > 0 && s.repair(nil, roots, order) != nil:
		return Satisfiable
	}
	return Open
}

// Find is Decide with a model. There is none, and the answer is Open, also where
// one has no terms. The models found before do not matter for it, and most values
// in it are small.
func (s *Search) Find(c *smtlib.Context, assertions []*smtlib.Term) (*Model, Answer) {
	roots, order, ok := s.read(assertions)
	if !ok {
		return nil, Open
	}
	if s.bounds.refutes(roots, order) {
		return nil, Unsatisfiable
	}
	if m := s.repair(nil, roots, order); m != nil {
		if out, ok := s.terms(c, m, order); ok {
			return out, Satisfiable
		}
	}
	return nil, Open
}

// read takes the conjuncts of a query into the graph.
func (s *Search) read(assertions []*smtlib.Term) (roots, order []int32, ok bool) {
	if s.graph.full() {
		s.Forget()
	}
	return s.graph.conjuncts(assertions)
}

// remember puts a model first; k was its place.
func (s *Search) remember(m model, k int) {
	if k < len(s.known) {
		s.known = slices.Delete(s.known, k, k+1)
	}
	s.known = slices.Insert(s.known, 0, m)
	s.known = s.known[:min(len(s.known), maxKnown)]
}

// open are the roots that do not hold.
func (s *Search) open(roots []int32) (open []int32) {
	for _, r := range roots {
		if !s.vals[r].isTrue() {
			open = append(open, r)
		}
	}
	return open
}

// repair changes m until all roots hold, and remembers it; nil when it does not
// come to that.
func (s *Search) repair(m model, roots, order []int32) model {
	taken := map[symbol][]value{} // never twice: the walk shall not go in circles
	stuck := 0                    // how many conjuncts in a row there is no change for
	for step, work := 0, 0; step < maxSteps && work < maxWork; step++ {
		s.eval(m, order)
		work += len(order)
		open := s.open(roots)
		if len(open) == 0 {
			if m == nil {
				m = model{}
			}
			s.remember(m, len(s.known))
			return m
		}
		var best move
		missing := len(roots) + 1
		for _, mv := range s.moves(open[step%len(open)], truth(true)) {
			if slices.ContainsFunc(taken[mv.symbol], func(v value) bool { return same(v, mv.value) }) {
				continue
			}
			before := none
			if int(mv.symbol) < len(m) {
				before = m[mv.symbol]
			}
			m = m.with(mv.symbol, mv.value)
			s.eval(m, order)
			work += len(order)
			m[mv.symbol] = before
			if n := len(s.open(roots)); n < missing {
				best, missing = mv, n
			}
			if missing == 0 || work > maxWork {
				break
			}
		}
		if missing > len(roots) {
			if stuck++; stuck == len(open) {
				return nil
			}
			continue
		}
		stuck = 0
		taken[best.symbol] = append(taken[best.symbol], best.value)
		m = m.with(best.symbol, best.value)
	}
	return nil
}
