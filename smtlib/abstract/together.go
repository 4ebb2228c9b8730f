package abstract

import (
	"math/big"
	"slices"

	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// Growing is a condition with what is to hold its models: one element, or several
// that divide the models.
type Growing interface {
	// Beyond describes models of the condition that are not held by so much.
	Beyond(by Measure) *smtlib.Term
	// Join makes a point held; it is false when it was held, or is not known.
	Join(x Point, p Policy) bool
	// Grow makes all models held, whatever the solver answers.
	Grow(ask Ask, p Policy) (grew bool)
}

// Measure is by how much a point is outside of an element.
type Measure uint8

// The measures.
const (
	Outside Measure = iota // it is
	Rigidly                // it violates equations or facts
	Far                    // it does, or it is above all steps in a template that has a bound
)

// GrowAll is Grow of all in the list, by fewer questions: each is about all of them.
// Models far outside come first, which tell what has no bounds.
func GrowAll(c *smtlib.Context, ask Ask, list []Growing, p Policy) (grew bool) {
	for some := range slices.Chunk(list, maxTogether) {
		grew = growTogether(c, ask, some, p) || grew
	}
	return grew
}

// maxTogether is how many conditions one question is about at most.
const maxTogether = 8

func growTogether(c *smtlib.Context, ask Ask, list []Growing, p Policy) (grew bool) {
	alone := func() bool {
		for _, g := range list {
			grew = g.Grow(ask, p) || grew
		}
		return grew
	}
	for by := Outside; ; { // to see whether there is anything to do
		beyond := make([]*smtlib.Term, len(list))
		for i, g := range list {
			beyond[i] = g.Beyond(by)
		}
		which := choose(c, beyond)
		switch r := ask(which.term); r.Answer {
		case solver.Unsat:
			switch by {
			case Rigidly:
				by = Far
			case Far:
				by = Outside
			case Outside:
				return grew
			}
		case solver.Sat:
			i, ok := which.of(r.Model)
			if !ok || !list[i].Join(At(c, r.Model), p) {
				return alone()
			}
			if !grew {
				by = Rigidly
			}
			grew = true
		default:
			return alone()
		}
	}
}

// choice is the disjunction of conditions, of which models tell which one they satisfy.
type choice struct {
	term *smtlib.Term
	tag  *smtlib.Term // has the place of the condition as its value; nil where there is one
}

// choose makes the disjunction; what the conditions have in common stands before it.
func choose(c *smtlib.Context, list []*smtlib.Term) choice {
	if len(list) == 1 {
		return choice{term: list[0]}
	}
	count := map[*smtlib.Term]int{}
	possible := 0
	for _, t := range list {
		if t.IsFalse() {
			continue
		}
		possible++
		for _, conj := range smtlib.Conjuncts(t) {
			count[conj]++
		}
	}
	tag := c.Var("abstract:which", c.Int)
	var common, some []*smtlib.Term
	for i, t := range list {
		if t.IsFalse() {
			continue
		}
		own := []*smtlib.Term{c.Eq(tag, c.IntVal(int64(i)))}
		for _, conj := range smtlib.Conjuncts(t) {
			if count[conj] < possible {
				own = append(own, conj)
			} else if !slices.Contains(common, conj) {
				common = append(common, conj)
			}
		}
		some = append(some, c.And(own...))
	}
	return choice{c.And(append(common, c.Or(some...))...), tag}
}

// of is the place of the condition that a model satisfies.
func (x choice) of(m *solver.Model) (i int, ok bool) {
	if x.tag == nil {
		return 0, m != nil
	}
	if m == nil || m.Vars[x.tag] == nil || m.Vars[x.tag].Op() != smtlib.OpNumeral {
		return 0, false
	}
	return int(m.Vars[x.tag].Num().Num().Int64()), true
}

// Target is a condition with one element for its models.
type Target struct {
	Phi     *smtlib.Term
	Element *Element
}

// Beyond implements Growing.
func (t Target) Beyond(by Measure) *smtlib.Term {
	c := t.Element.space.ctx
	return c.And(t.Phi, c.Not(t.Element.Within(by)))
}

// Join implements Growing.
func (t Target) Join(x Point, p Policy) bool { return t.Element.Join(x, p) }

// Grow implements Growing.
func (t Target) Grow(ask Ask, p Policy) bool { return t.Element.Grow(ask, t.Phi, p) }

// terms are what Within says.
type terms [Far + 1]*smtlib.Term

// Within says that a point is not outside by so much.
func (e *Element) Within(by Measure) *smtlib.Term {
	if e.terms == nil {
		e.terms = &terms{}
	}
	if e.terms[by] == nil {
		e.terms[by] = e.space.ctx.And(e.within(by)...)
	}
	return e.terms[by]
}

func (e *Element) within(by Measure) []*smtlib.Term {
	if by == Outside || e.empty {
		return e.Conditions()
	}
	list := e.rigid()
	if last := e.space.last(); by == Far && last != nil {
		for _, i := range e.live() {
			if most := e.bounds[i].most; most != nil && most.Cmp(last) <= 0 {
				list = append(list, e.space.atMost(e.space.Templates[i], last))
			}
		}
	}
	return list
}

// Join joins a point; it is false when the element holds it, or the point does not tell
// the values of all dimensions.
func (e *Element) Join(x Point, p Policy) bool {
	sample, ok := e.space.read(x)
	if !ok {
		return false
	}
	joined := e.joinRigid(sample) || e.raise(sample, p, e.live())
	e.derive()
	return joined
}

// BestAll are the best elements for conditions, each of a space.
func BestAll(c *smtlib.Context, ask Ask, list []Target) {
	growing := make([]Growing, len(list))
	for i, t := range list {
		growing[i] = t
	}
	GrowAll(c, ask, growing, Best)
	TightenAll(c, ask, list)
}

// TightenAll lowers bounds of elements that hold all models of their conditions; it
// reports whether any was lowered.
func TightenAll(c *smtlib.Context, ask Ask, list []Target) (lowered bool) {
	list = slices.DeleteFunc(slices.Clone(list), func(t Target) bool { return !t.Element.Widened() })
	for some := range slices.Chunk(list, maxTogether) {
		lowered = tightenTogether(c, ask, some) || lowered
	}
	return lowered
}

func tightenTogether(c *smtlib.Context, ask Ask, list []Target) (lowered bool) {
	for round := 0; round < rounds && len(list) > 0; round++ {
		to := make([]map[int]*big.Rat, len(list))
		some := false
		for i, t := range list {
			to[i] = t.Element.candidates(round)
			some = some || len(to[i]) > 0
		}
		if round > 3 && !some {
			break
		}
		better, ok := lowerAll(c, ask, list, to)
		lowered = lowered || better
		if !ok {
			for i, t := range list {
				if len(list) > 1 {
					lowered = tightenTogether(c, ask, list[i:i+1]) || lowered
				}
				t.Element.derive()
			}
			return lowered
		}
	}
	for _, t := range list {
		t.Element.derive()
	}
	return lowered
}

// lowerAll lowers the bounds that no model exceeds, and sees the models of the others;
// it is not ok when the solver does not answer.
func lowerAll(c *smtlib.Context, ask Ask, list []Target, to []map[int]*big.Rat) (lowered, ok bool) {
	for {
		beyond := make([]*smtlib.Term, len(list))
		for i, t := range list {
			beyond[i] = c.And(t.Phi, t.Element.exceeding(to[i]))
		}
		which := choose(c, beyond)
		r := ask(which.term)
		if r.Answer == solver.Unsat {
			for i, t := range list {
				for k, most := range to[i] {
					t.Element.bounds[k].most = most
					lowered = true
				}
				t.Element.changed()
			}
			return lowered, true
		}
		i, ok := which.of(r.Model)
		if r.Answer != solver.Sat || !ok || !list[i].Element.forget(At(c, r.Model), to[i]) {
			return lowered, false
		}
	}
}
