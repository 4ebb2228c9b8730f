package termination

import (
	"math/big"
	"slices"

	"semdiff/moddiff/abstraction"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/smtlib/graph"
)

// maxMeasures is how many candidates for a ranking function are tried.
const maxMeasures = 16

// ends proves that the group ends wherever within holds: a lexicographic
// ranking function is built from candidates (Alias, Darte, Feautrier and
// Gonnord, SAS 2010). One component must not increase from any activation to
// one that a remaining call starts; the calls for which it decreases and is
// bounded are done with, and so are those that are on no cycle any more.
//
// Why it is sound: an infinite run would be an infinite chain of activations, as the
// callees outside of the group end. Of the components whose calls it makes
// infinitely often, the first would decrease without end.
func (g *group) ends(within *smtlib.Term) bool {
	c := g.a.Ctx
	g.shown = nil
	for _, call := range g.outer {
		ends := c.App(g.a.Own(call.Callee).Func(abstraction.EndsResult), call.Args...)
		if !g.show("a call of "+call.Callee.Name+" does not end", within, call.Reached, c.Not(ends)) {
			return false
		}
	}
	for _, call := range g.inner {
		if !within.IsTrue() && !g.show("the condition does not hold any more for a call of "+call.Callee.Name, within, call.Reached, c.Not(g.at(within, call))) {
			return false
		}
	}
	open := cyclic(g.inner)
	measures := g.measures()
	for len(open) > 0 {
		i := slices.IndexFunc(measures, func(m *smtlib.Term) bool { return g.ranks(m, within, &open) })
		if i < 0 {
			return false
		}
		measures = slices.Delete(measures, i, i+1)
		open = cyclic(open)
	}
	g.endings = append(g.endings, g.shown...)
	return true
}

// ranks removes the calls for which the measure decreases, unless it may
// increase for another; it reports whether some were removed.
func (g *group) ranks(measure, within *smtlib.Term, open *[]summary.Call) bool {
	type step struct {
		call     summary.Call
		from, to *smtlib.Term
	}
	var steps []step
	for _, call := range *open {
		from, to := g.over(measure, call.Caller), g.at(measure, call)
		if from == nil || to == nil {
			return false
		}
		steps = append(steps, step{call, from, to})
	}
	var left []summary.Call
	var others []step
	shown := g.shown
	for _, s := range steps {
		if s.from == s.to || !g.show("the measure "+smtlib.Infix(measure)+" does not decrease for a call of "+s.call.Callee.Name, within, s.call.Reached, g.a.Ctx.Not(g.decreases(s.from, s.to))) {
			left, others = append(left, s.call), append(others, s)
		}
	}
	if len(left) == len(*open) {
		g.shown = shown
		return false
	}
	for _, s := range others {
		if s.from != s.to && !g.show("the measure "+smtlib.Infix(measure)+" increases for a call of "+s.call.Callee.Name, within, s.call.Reached, g.increases(s.from, s.to)) {
			g.shown = shown
			return false
		}
	}
	*open = left
	return true
}

// decreases says that a measure falls in a well-founded order: of numbers, by
// 1 at least from one that is not negative; of bit-vectors, as unsigned ones.
func (g *group) decreases(from, to *smtlib.Term) *smtlib.Term {
	c := g.a.Ctx
	if from.Sort().Kind == smtlib.BVKind {
		return c.BVOp(smtlib.BVULT, to, from)
	}
	zero, one := c.IntVal(0), c.IntVal(1)
	if from.Sort() == c.Real {
		zero, one = c.ToReal(zero), c.ToReal(one)
	}
	return c.And(c.Le(zero, from), c.Le(c.Add(to, one), from))
}

func (g *group) increases(from, to *smtlib.Term) *smtlib.Term {
	if from.Sort().Kind == smtlib.BVKind {
		return g.a.Ctx.BVOp(smtlib.BVULT, from, to)
	}
	return g.a.Ctx.Lt(from, to)
}

// cyclic are the calls that are on a cycle of calls.
func cyclic(calls []summary.Call) []summary.Call {
	var procs []*pairing.Proc
	callees := map[*pairing.Proc][]*pairing.Proc{}
	for _, call := range calls {
		procs = append(procs, call.Caller)
		callees[call.Caller] = append(callees[call.Caller], call.Callee)
	}
	component := map[*pairing.Proc]int{}
	for i, c := range graph.Components(procs, func(p *pairing.Proc) []*pairing.Proc { return callees[p] }) {
		for _, p := range c {
			component[p] = i
		}
	}
	var out []summary.Call
	for _, call := range calls {
		if component[call.Caller] == component[call.Callee] {
			out = append(out, call)
		}
	}
	return out
}

// measures are candidates for components of a ranking function: the distances
// of what the conditions of the calls compare, then inputs that change.
func (g *group) measures() []*smtlib.Term {
	c := g.a.Ctx
	var list []*smtlib.Term
	add := func(ts ...*smtlib.Term) {
		for _, t := range ts {
			if len(list) < maxMeasures && !t.IsLiteral() && !g.a.IsAbstract(t) && g.changes(t) && !slices.Contains(list, t) {
				list = append(list, t)
			}
		}
	}
	for _, call := range g.inner {
		smtlib.Visit(call.Reached, func(t *smtlib.Term) {
			if t.Sort() != c.Bool || len(t.Args()) != 2 {
				return
			}
			x, y := t.Args()[0], t.Args()[1]
			switch {
			case x.Sort() != y.Sort():
			case x.Sort().Kind == smtlib.BVKind:
				add(c.BVOp(smtlib.BVSub, y, x), c.BVOp(smtlib.BVSub, x, y))
				if t.Op() == smtlib.OpBV { // one more step where they are equal
					one := c.BVVal(big.NewInt(1), x.Sort().Width)
					add(c.BVOp(smtlib.BVAdd, c.BVOp(smtlib.BVSub, y, x), one), c.BVOp(smtlib.BVAdd, c.BVOp(smtlib.BVSub, x, y), one))
				}
			case !x.Sort().IsArith():
			case t.Op() == smtlib.OpEq:
				add(g.distance(x, y), c.Sub(x, y), c.Sub(y, x))
			default:
				add(c.Sub(y, x), c.Sub(x, y))
			}
		})
	}
	for _, call := range g.inner {
		for _, in := range call.Caller.Inputs {
			switch {
			case in.Sort().IsArith():
				add(in, c.Neg(in))
			case in.Sort().Kind == smtlib.BVKind:
				add(in, c.BVOp(smtlib.BVNeg, in))
			}
		}
	}
	return list
}

func (g *group) distance(x, y *smtlib.Term) *smtlib.Term {
	c := g.a.Ctx
	return c.Ite(c.Le(x, y), c.Sub(y, x), c.Sub(x, y))
}

// changes reports whether some call within the group changes the term.
func (g *group) changes(t *smtlib.Term) bool {
	return slices.ContainsFunc(g.inner, func(call summary.Call) bool {
		from, to := g.over(t, call.Caller), g.at(t, call)
		return from != nil && to != nil && from != to
	})
}

// preconditions are candidates for conditions under which a group ends that does not
// end on all inputs: that it is not proven to loop; for each equation between
// integers in the condition under which it loops, < and >; that a measure is not
// negative at the start; and besides, where a loop is left when two integers are equal,
// that steps to there meet them.
func (g *group) preconditions(loops *smtlib.Term) []*smtlib.Term {
	c := g.a.Ctx
	var list []*smtlib.Term
	if !loops.IsFalse() {
		list = append(list, c.Not(loops))
	}
	smtlib.Visit(loops, func(t *smtlib.Term) {
		if t.Op() == smtlib.OpEq && t.Args()[0].Sort() == c.Int {
			list = append(list, c.Lt(t.Args()[0], t.Args()[1]), c.Lt(t.Args()[1], t.Args()[0]))
		}
	})
	for _, m := range g.measures() {
		if m.Sort() == c.Int {
			list = append(list, c.Le(c.IntVal(0), m))
		}
	}
	return append(list, g.meetings()...)
}

// maxStride is the largest step for which remainders are looked at.
const maxStride = 16

// meetings are, for each equation between integers in the conditions of calls, that their
// distance is a multiple of a number that occurs in what the calls are given.
func (g *group) meetings() (list []*smtlib.Term) {
	c := g.a.Ctx
	var strides, distances []*smtlib.Term
	for _, call := range g.inner {
		for _, arg := range call.Args {
			smtlib.Visit(arg, func(t *smtlib.Term) {
				if t.Op() != smtlib.OpNumeral || t.Sort() != c.Int || !t.Num().Num().IsInt64() {
					return
				}
				if k := max(t.Num().Num().Int64(), -t.Num().Num().Int64()); k > 1 && k <= maxStride && !slices.Contains(strides, c.IntVal(k)) {
					strides = append(strides, c.IntVal(k))
				}
			})
		}
		smtlib.Visit(call.Reached, func(t *smtlib.Term) {
			if t.Op() == smtlib.OpEq && t.Args()[0].Sort() == c.Int {
				for _, d := range []*smtlib.Term{c.Sub(t.Args()[0], t.Args()[1]), c.Sub(t.Args()[1], t.Args()[0])} {
					if !g.a.IsAbstract(d) && g.changes(d) && !slices.Contains(distances, d) {
						distances = append(distances, d)
					}
				}
			}
		})
	}
	for _, d := range distances[:min(len(distances), maxMeetings)] {
		for _, k := range strides[:min(len(strides), maxMeetings)] {
			list = append(list, c.And(c.Le(c.IntVal(0), d), c.Eq(c.Mod(d, k), c.IntVal(0))))
		}
	}
	return list
}

// maxMeetings is how many distances, and how many steps, are looked at.
const maxMeetings = 4
