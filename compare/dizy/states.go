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

	last [abstract.Far + 1]said // by the measures
}

// said is a condition of an element and that of its state.
type said struct{ element, whole *smtlib.Term }

// term is the condition of the state over the variables of the place.
func (s *state) term(p *place) *smtlib.Term {
	return s.within(p.c, abstract.Outside)
}

// term is the condition that some state holds, of a context or, where that is
// negative, of any.
func (s *states) term(context int) *smtlib.Term { return s.within(context, abstract.Outside) }

// factored is the condition that some state holds, with what all have in common before
// the cases.
func (s *states) factored() *smtlib.Term {
	count := map[*smtlib.Term]int{}
	for _, st := range s.list {
		for _, t := range smtlib.Conjuncts(st.term(s.place)) {
			count[t]++
		}
	}
	var common, cases []*smtlib.Term
	for i, st := range s.list {
		var own []*smtlib.Term
		for _, t := range smtlib.Conjuncts(st.term(s.place)) {
			switch {
			case count[t] < len(s.list):
				own = append(own, t)
			case i == 0:
				common = append(common, t)
			}
		}
		cases = append(cases, s.c.And(own...))
	}
	return s.c.And(append(common, s.c.Or(cases...))...)
}

// within says that it holds by some measure.
func (s *states) within(context int, by abstract.Measure) *smtlib.Term {
	var list []*smtlib.Term
	for _, st := range s.list {
		if context < 0 || st.context == context {
			list = append(list, st.within(s.c, by))
		}
	}
	return s.c.Or(list...)
}

// within says that the state holds by some measure.
func (st *state) within(c *smtlib.Context, by abstract.Measure) *smtlib.Term {
	if element := st.element.Within(by); st.last[by].element != element {
		st.last[by] = said{element, c.And(st.key, element)}
	}
	return st.last[by].whole
}

// flow is runs that get to a place in a context, described over its variables and
// others.
type flow struct {
	phi     *smtlib.Term
	to      *states
	context int
}

// Beyond implements abstract.Growing.
func (f flow) Beyond(by abstract.Measure) *smtlib.Term {
	return f.to.c.And(f.phi, f.to.c.Not(f.to.within(f.context, by)))
}

// Join implements abstract.Growing.
func (f flow) Join(x abstract.Point, p abstract.Policy) bool {
	st := f.to.of(x, f.context)
	if st == nil || !st.element.Join(x, p) {
		return false
	}
	st.changes++
	return true
}

// Grow implements abstract.Growing.
func (f flow) Grow(ask abstract.Ask, p abstract.Policy) bool {
	return f.to.grow(ask, f.phi, f.context, p)
}

// of is the state that a point is in, a new one where there is none yet; nil when the
// point does not tell.
func (s *states) of(x abstract.Point, context int) *state {
	for _, st := range s.list {
		if st.context == context && x.Satisfies(st.key) {
			return st
		}
	}
	st := s.rest(context)
	if len(s.list) < s.options.MaxStates-1 && !s.choose(st, x) || st.key.IsFalse() {
		return nil
	}
	s.list = append(s.list, st)
	return st
}

// rest is a state for all keys of a context that have none.
func (s *states) rest(context int) *state {
	others := s.c.True
	for _, st := range s.list {
		if st.context == context {
			others = s.c.And(others, s.c.Not(st.key))
		}
	}
	return &state{context: context, key: others, element: s.space.Empty(), differs: true}
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

// open adds states for the keys of runs that have none yet.
func (s *states) open(ask abstract.Ask, phi *smtlib.Term, context int) {
	for {
		st := s.rest(context)
		left := s.c.And(phi, st.key)
		if left.IsFalse() {
			return
		}
		r := ask(left)
		if r.Answer == solver.Unsat {
			return
		}
		if r.Answer == solver.Sat && len(s.list) < s.options.MaxStates-1 {
			s.choose(st, abstract.At(s.c, r.Model))
		}
		s.list = append(s.list, st)
	}
}

// choose gives a state the key of a point; it is false when the point does not tell it.
func (p *place) choose(st *state, x abstract.Point) bool {
	key, differs := p.c.True, false
	var ends *[2]ir.Outcome
	for _, part := range p.parts {
		i := slices.IndexFunc(part, func(y choice) bool { return x.Satisfies(y.cond) })
		if i < 0 {
			return false
		}
		y := part[i]
		key, differs = p.c.And(key, y.cond), differs || y.differs
		if y.ends != nil {
			ends = y.ends
		}
	}
	st.key, st.differs, st.ends = key, differs, ends
	return true
}
