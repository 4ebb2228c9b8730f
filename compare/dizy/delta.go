package dizy

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/result"
	"semdiff/moddiff/summary"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/abstract"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// Delta over-approximates how the versions of a pair differ where both end (Def. 6).
type Delta struct {
	Outputs []pairing.Port // that are compared: at the entry, not the position on the tape
	Pair    *pairing.Pair
	// Difference is over the pair's inputs: it holds of all on which both versions
	// end and disagree.
	Difference *smtlib.Term
	States     []*State             // at the end of both versions: those that differ first
	Loops      []*Loop              // relations that hold for all iterations
	Ends       bool                 // both versions end on the same inputs
	Relations  []*relation.Relation // that are proven: what Loops say
	Queries    int
	Points     []*PointDelta // where the versions may differ at points, beside the end
	// WholePoints: all visits of points are compared.
	WholePoints bool
	Hurried     bool // the budget was used up: states are larger than need be
	Answer      result.Answer

	program *program
	ending  *ending
}

// State is the runs of both versions that end alike: in the same ways, with each
// output larger, smaller or equal in the new version.
type State struct {
	Ends     *[2]ir.Outcome // of the old and the new version; nil where they are not all alike
	Differs  bool           // the versions differ, or may
	Certain  bool           // they do on all inputs that Requires holds of
	Requires []*smtlib.Term // of inputs, in conjunction
	// Relations are what holds, in conjunction, of inputs and outputs beside that,
	// where the outputs of the new version are primed: Old of those of the old
	// version alone, New of the new.
	Relations, Old, New []*smtlib.Term
	Witness             *summary.Difference // nil where none was found

	key, input *smtlib.Term // of the ending; Requires as it was found
	element    *abstract.Element
}

// Loop is a pair of loops or recursive procedures with its states.
type Loop struct {
	Procs  [2]*pairing.Proc
	Steps  [2]int           // iterations of each version that are one step
	Peel   [2]int           // iterations of each version before the first step
	Heads  [][]*smtlib.Term // conjunctions, one of which holds before each step
	Exits  [][]*smtlib.Term // likewise after the last one
	Proven bool

	node *node
}

// deltaOf finds the delta of a pair under what is proven of its calls.
func (g *program) deltaOf(ask abstract.Ask, pair *pairing.Pair, outputs []pairing.Port, facts *smtlib.Term) *Delta {
	d := &Delta{Pair: pair, Outputs: outputs, program: g}
	e := g.endOf(pair, outputs, facts)
	d.ending = e
	d.States = e.statesOf(ask)
	var some []*smtlib.Term
	for _, s := range d.States {
		if s.Differs {
			some = append(some, s.input)
		}
	}
	d.Difference = g.c.Or(some...)
	wrong := g.c.And(e.bound, vc.Agree(g.c, g.pair.tops, vc.PortsOf(outputs)).Differ(), g.c.Not(d.Difference))
	if ask(wrong).Answer != solver.Unsat { // no state is believed
		d.Difference = g.c.True
	}
	return d
}

// statesOf are the states at the end, those that differ first.
func (e *ending) statesOf(ask abstract.Ask) (list []*State) {
	c := e.c
	abstract.GrowAll(c, ask, []abstract.Growing{flow{e.bound, e.states, 0}}, abstract.Best)
	var ends, inputs []abstract.Target
	for _, st := range e.list {
		phi := c.And(e.bound, st.key)
		ends = append(ends, abstract.Target{Phi: phi, Element: st.element})
		inputs = append(inputs, abstract.Target{Phi: phi, Element: e.given.space.Empty()})
	}
	abstract.TightenAll(c, ask, ends)
	abstract.BestAll(c, ask, inputs)
	for i, st := range e.list {
		if !st.element.IsEmpty() {
			list = append(list, &State{Differs: st.differs, Ends: st.ends, key: st.key, element: st.element, input: inputs[i].Element.Term()})
		}
	}
	slices.SortStableFunc(list, func(a, b *State) int {
		switch {
		case a.Differs == b.Differs:
			return 0
		case a.Differs:
			return -1
		}
		return 1
	})
	return list
}

// better reports whether less differs than by another delta of the pair.
func (d *Delta) better(than *Delta) bool {
	if none := d.Difference.IsFalse(); none != than.Difference.IsFalse() {
		return none
	}
	if d.Ends != than.Ends {
		return d.Ends
	}
	return d.unequal() < than.unequal()
}

// unequal counts what is not the same in both versions: states at the end that differ
// count most, then correlated variables before steps of loops.
func (d *Delta) unequal() (n int) {
	for _, s := range d.States {
		if s.Differs {
			n += 1_000
		}
	}
	c := d.program.c
	for _, node := range d.program.nodes {
		for _, st := range node.heads.list {
			parts := smtlib.Conjuncts(st.key)
			for _, x := range node.heads.pairs {
				if !slices.Contains(parts, c.Eq(x.old.term, x.new.term)) {
					n++
				}
			}
		}
	}
	return n
}

// explain describes all states for people.
func (d *Delta) explain(ask abstract.Ask) {
	for _, s := range d.States {
		s.describe(ask, d.ending)
	}
	for _, p := range d.Points {
		p.describe(ask)
	}
	for _, l := range d.Loops {
		l.Heads, l.Exits = l.node.heads.shown(ask), l.node.exits.shown(ask)
	}
}

// describe lists what holds of the runs of a state, nothing twice.
func (s *State) describe(ask abstract.Ask, e *ending) {
	c := e.c
	for _, t := range abstract.Minimal(c, ask, c.True, smtlib.Conjuncts(s.input)) {
		s.Requires = append(s.Requires, e.show(t))
	}
	for _, t := range abstract.Minimal(c, ask, s.input, s.element.Conditions()) {
		old, new := e.mentions(t, 0), e.mentions(t, 1)
		t = e.show(t)
		switch {
		case old && new:
			s.Relations = append(s.Relations, t)
		case old:
			s.Old = append(s.Old, t)
		case new:
			s.New = append(s.New, t)
		}
	}
}

// mentions reports whether a condition speaks of outputs of a version.
func (p *place) mentions(t *smtlib.Term, version int) bool {
	vars := smtlib.Collect(t).Vars
	return slices.ContainsFunc(p.pairs, func(x correlated) bool {
		return slices.Contains(vars, [...]*variable{x.old, x.new}[version].term)
	})
}

// loops are the nodes with what is proven of them.
func (g *program) loops(p *proof) (list []*Loop) {
	for _, n := range g.nodes {
		list = append(list, &Loop{Procs: n.Procs, Steps: n.Schedule.Steps, Peel: n.Schedule.Peel, Proven: p.proven[n], node: n})
	}
	return list
}

// shown are the states as conjunctions without what the others imply.
func (s *states) shown(ask abstract.Ask) (list [][]*smtlib.Term) {
	for _, st := range s.list {
		if st.element.IsEmpty() {
			continue
		}
		var conj []*smtlib.Term
		for _, t := range abstract.Minimal(s.c, ask, s.c.True, slices.Concat(st.element.Conditions(), smtlib.Conjuncts(st.key))) {
			conj = append(conj, s.show(t))
		}
		if !slices.ContainsFunc(list, func(other []*smtlib.Term) bool { return slices.Equal(other, conj) }) {
			list = append(list, conj)
		}
	}
	return list
}

// certain reports whether the versions differ on all inputs of a state on which both
// end: there are no runs of both in which they agree.
func (d *Delta) certain(ask abstract.Ask, outputs []vc.Port, s *State) bool {
	c := d.program.c
	agree := c.Not(vc.Agree(c, d.program.pair.tops, outputs).Differ())
	return ask(c.And(d.ending.bound, agree, s.input)).Answer == solver.Unsat
}
