package abstract

import (
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// Policy says where a bound goes that models exceed: to the largest value seen, the
// first Exact times; then to the next step of the space, Steps times; then, if Last is
// set, to the largest step; and then, or when there is no such step, to infinity.
// Beyond all steps it goes there at once. Where Seen is set it goes to the largest value
// seen, always.
type Policy struct {
	Exact, Steps int
	Last, Seen   bool
}

// Best is the policy for one condition, of which bisection makes bounds exact;
// Widening that for conditions which depend on the element, as those of loops do; and
// Sampling that for points that are known beforehand.
var (
	Best     = Policy{Last: true}
	Widening = Policy{Exact: 2, Steps: 4}
	Sampling = Policy{Seen: true}
)

// raise moves the bound of a template to one that is not below its largest value.
func (p Policy) raise(s *Space, b *bound) {
	if p.Seen {
		b.most = b.seen
		return
	}
	b.rises++
	switch {
	case s.above(b.seen) == nil:
		b.most = nil
	case b.rises <= p.Exact:
		b.most = b.seen
	case b.rises <= p.Exact+p.Steps:
		b.most = s.above(b.seen)
	case b.rises == p.Exact+p.Steps+1 && p.Last:
		b.most = s.last()
	default:
		b.most = nil
	}
}

// Grow joins the element with all models of a condition over the dimensions of its
// space and other variables. It reports whether the element has become larger.
func (e *Element) Grow(ask Ask, phi *smtlib.Term, p Policy) (grew bool) {
	c := e.space.ctx
	r := ask(c.And(phi, c.Not(e.Term())))
	if r.Answer == solver.Unsat {
		return false
	}
	e.growRigid(ask, phi, p, r)
	e.growBounds(ask, phi, p)
	e.derive()
	return true
}

// growRigid joins the equations and facts with the models of phi; r is the answer to
// the first question. At most as many models are needed as there are equations and
// facts.
func (e *Element) growRigid(ask Ask, phi *smtlib.Term, p Policy, r solver.Result) {
	c := e.space.ctx
	for first := true; r.Answer != solver.Unsat; first = false {
		sample, ok := e.space.read(At(e.space.ctx, r.Model))
		switch {
		case r.Answer != solver.Sat || !ok:
			e.dropRigid(ask, phi)
			return
		case e.joinRigid(sample):
		case first:
			e.raise(sample, p, e.live())
		default: // no model of what was asked
			e.dropRigid(ask, phi)
			return
		}
		r = ask(c.And(phi, c.Not(c.And(e.rigid()...))))
	}
}

// dropRigid keeps the equations and facts that are proven one by one.
func (e *Element) dropRigid(ask Ask, phi *smtlib.Term) {
	if e.empty {
		*e = *e.space.All()
		return
	}
	c := e.space.ctx
	proven := func(t *smtlib.Term) bool { return ask(c.And(phi, c.Not(t))).Answer == solver.Unsat }
	e.derive()
	var kept []equation
	for _, eq := range e.equations {
		if proven(e.space.equals(eq.form, eq.value)) {
			kept = append(kept, eq)
		}
	}
	e.constrain(reduced(kept))
	for i, f := range e.space.Facts {
		e.facts[i] = e.facts[i] && proven(f)
	}
}

// growBounds raises bounds until no model exceeds any.
func (e *Element) growBounds(ask Ask, phi *smtlib.Term, p Policy) {
	live := e.live()
	for {
		r := ask(e.exceeds(phi, live))
		if r.Answer == solver.Unsat {
			return
		}
		sample, ok := e.space.read(At(e.space.ctx, r.Model))
		if r.Answer != solver.Sat || !ok || !e.raise(sample, p, live) {
			e.dropBounds(ask, phi, live)
			return
		}
	}
}

// exceeds says that phi holds, and that a template among those given exceeds its
// bound.
func (e *Element) exceeds(phi *smtlib.Term, templates []int) *smtlib.Term {
	c := e.space.ctx
	var some []*smtlib.Term
	for _, i := range templates {
		if most := e.bounds[i].most; most != nil {
			some = append(some, c.Not(e.space.atMost(e.space.Templates[i], most)))
		}
	}
	return c.And(phi, c.Or(some...))
}

// raise raises the bounds that a sample exceeds; it reports whether there were any.
func (e *Element) raise(p sample, policy Policy, templates []int) (raised bool) {
	e.changed()
	for i := range e.bounds {
		e.see(i, p)
	}
	for _, i := range templates {
		if b := &e.bounds[i]; b.most != nil && b.seen.Cmp(b.most) > 0 {
			policy.raise(e.space, b)
			raised = true
		}
	}
	return raised
}

// dropBounds makes those bounds infinite that are not proven, where all together are
// not: it asks for halves.
func (e *Element) dropBounds(ask Ask, phi *smtlib.Term, templates []int) {
	var finite []int
	for _, i := range templates {
		if e.bounds[i].most != nil {
			finite = append(finite, i)
		}
	}
	if len(finite) == 0 {
		return
	}
	if len(finite) == 1 {
		e.bounds[finite[0]].most = nil
		return
	}
	for _, half := range [][]int{finite[:len(finite)/2], finite[len(finite)/2:]} {
		if ask(e.exceeds(phi, half)).Answer != solver.Unsat {
			e.dropBounds(ask, phi, half)
		}
	}
}

// Of is the best element for a condition: no bound is higher than need be, as far as
// steps lie above it and the solver answers.
func (s *Space) Of(ask Ask, phi *smtlib.Term) *Element {
	e := s.Empty()
	BestAll(s.ctx, ask, []Target{{phi, e}})
	return e
}
