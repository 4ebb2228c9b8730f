package dizy

import (
	"slices"

	"semdiff/smtlib"
	"semdiff/smtlib/abstract"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// states are the abstract states of a place: for each key that some runs have, the
// smallest element of these runs that was found (the sub-states of the paper).
type states struct {
	*place
	list []*state
}

// state is the runs with one key.
type state struct {
	context int          // of heads: which sides have made a step; of exits: the head, by its place
	key     *smtlib.Term // over the variables of the place
	element *abstract.Element
	differs bool           // the key says that the versions differ, or does not say
	ends    *[2]ir.Outcome // what the key says of how they end, nil for nothing
	changes int            // how often the element has grown
}

// term is the condition of the state over the variables of the place.
func (s *state) term(p *place) *smtlib.Term {
	if s.element.IsEmpty() {
		return p.c.False
	}
	return p.c.And(s.key, s.element.Term())
}

// term is the condition that some state holds, of a context or, where that is
// negative, of any.
func (s *states) term(context int) *smtlib.Term {
	var list []*smtlib.Term
	for _, st := range s.list {
		if context < 0 || st.context == context {
			list = append(list, st.term(s.place))
		}
	}
	return s.c.Or(list...)
}

// changes counts how often some state has grown.
func (s *states) changes() (n int) {
	for _, st := range s.list {
		n += 1 + st.changes
	}
	return n
}

// grow joins the runs that phi describes, over the variables of the place and others,
// in a context; it reports whether a state has grown.
func (s *states) grow(ask abstract.Ask, phi *smtlib.Term, context int, policy abstract.Policy) (grew bool) {
	if ask(s.c.And(phi, s.c.Not(s.term(context)))).Answer == solver.Unsat {
		return false
	}
	s.open(ask, phi, context)
	for _, st := range s.list {
		if st.context == context && st.element.Grow(ask, s.c.And(phi, st.key), policy) {
			st.changes++
			grew = true
		}
	}
	return grew
}

// open adds states for the keys of runs that have none yet. What the solver does not
// tell, and what comes when there are enough states, goes to one state together.
func (s *states) open(ask abstract.Ask, phi *smtlib.Term, context int) {
	for {
		covered := s.c.False
		for _, st := range s.list {
			if st.context == context {
				covered = s.c.Or(covered, st.key)
			}
		}
		left := s.c.And(phi, s.c.Not(covered))
		if left.IsFalse() {
			return
		}
		r := ask(left)
		if r.Answer == solver.Unsat {
			return
		}
		st := &state{context: context, key: s.c.Not(covered), element: s.space.Empty(), differs: true}
		if r.Answer == solver.Sat && len(s.list) < s.options.MaxStates-1 {
			s.choose(st, r.Model)
		}
		s.list = append(s.list, st)
	}
}

// choose gives a state the key of a model, unless the model does not tell it.
func (p *place) choose(st *state, m *solver.Model) {
	key, differs := p.c.True, false
	var ends *[2]ir.Outcome
	for _, part := range p.parts {
		i := slices.IndexFunc(part, func(x choice) bool { return abstract.True(p.c, m, x.cond) })
		if i < 0 {
			return
		}
		x := part[i]
		key, differs = p.c.And(key, x.cond), differs || x.differs
		if x.ends != nil {
			ends = x.ends
		}
	}
	st.key, st.differs, st.ends = key, differs, ends
}
