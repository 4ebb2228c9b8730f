package termination

import (
	"math/big"
	"slices"

	"semdiff/moddiff/readable"
	"semdiff/moddiff/summary"
	"semdiff/smtlib"
	"semdiff/smtlib/houdini"
	"semdiff/translate/ir"
)

// Bounds on the search for recurrence sets.
const (
	maxRecurrences     = 4 // that are found
	maxRecurrenceCases = 9 // of one call
)

// recurrence returns a condition under which no member of the group ends, as
// large as was found: a closed recurrence set (Gupta, Henzinger, Majumdar,
// Rybalchenko and Xu, POPL 2008). From each activation that it holds for, a
// call within the group is made for which it holds again, or one that does not
// end. False when none was found.
//
// Why it is sound: the shortest run from the set that ends would contain a shorter
// one, that of the call.
func (g *group) recurrence() *smtlib.Term {
	c := g.a.Ctx
	loops := c.False
	found := 0
	try := func(set *smtlib.Term) {
		if found < maxRecurrences && !g.impossible(set, c.Not(loops)) && g.recurs(set) {
			loops = c.Or(loops, set)
			found++
		}
	}
	for _, m := range g.members {
		for _, path := range g.a.State.Of(m).Body.Paths {
			if path.End == ir.Diverges {
				try(g.a.Must(g.a.Expand(path.R)))
			}
		}
	}
	for _, call := range g.inner {
		for _, conditions := range g.invariantCandidates(call) {
			if found < maxRecurrences {
				try(g.largestInductiveSubset(conditions, []summary.Call{call}))
			}
		}
	}
	try(g.largestInductiveSubset(g.common(), g.inner))
	return loops
}

// recurs proves that set is a recurrence set.
func (g *group) recurs(set *smtlib.Term) bool {
	c := g.a.Ctx
	g.shown = nil
	for _, m := range g.members {
		own := g.over(set, m)
		if own == nil {
			return false
		}
		var again []*smtlib.Term
		for _, call := range g.a.State.Of(m).Calls {
			if at := g.at(set, call); slices.Contains(g.members, call.Callee) && at != nil {
				again = append(again, c.And(call.Reached, at))
			}
		}
		for _, path := range g.a.State.Of(m).Body.Paths {
			if path.End == ir.Diverges {
				again = append(again, path.R)
			}
		}
		if !g.show("an activation of "+m.Name+" in the set leads to no other in the set", own, c.Not(c.Or(again...))) {
			return false
		}
	}
	g.staying = append(g.staying, g.shown...)
	return true
}

// largestInductiveSubset is the conjunction of those conditions that the calls
// preserve.
func (g *group) largestInductiveSubset(conditions []*smtlib.Term, calls []summary.Call) *smtlib.Term {
	c := g.a.Ctx
	return c.And(houdini.LargestInductiveSubset(conditions, func(k *smtlib.Term, assumed []*smtlib.Term) bool {
		for _, call := range calls {
			from, to := g.over(c.And(assumed...), call.Caller), g.at(k, call)
			if from == nil || to == nil || !g.impossible(from, call.Reached, c.Not(to)) {
				return false
			}
		}
		return true
	})...)
}

// invariantCandidates are lists of conditions that may last from one activation to that
// which the call starts. Each takes one alternative for each part of the call's
// condition, and one for what callees decide of its arguments.
func (g *group) invariantCandidates(call summary.Call) [][]*smtlib.Term {
	c := g.a.Ctx
	cases := [][]*smtlib.Term{nil}
	multiply := func(alternatives [][]*smtlib.Term) {
		if len(cases)*len(alternatives) > maxRecurrenceCases || len(alternatives) == 0 {
			return
		}
		var product [][]*smtlib.Term
		for _, k := range cases {
			for _, alt := range alternatives {
				product = append(product, append(slices.Clone(k), alt...))
			}
		}
		cases = product
	}
	for _, l := range smtlib.Conjuncts(call.Reached) {
		if !g.a.IsAbstract(l) && !l.HasQuantifier() {
			multiply(g.alternatives(l, call))
		}
	}
	for _, arg := range call.Args {
		if ks := readable.Conditions(g.a.Expand(arg)); len(ks) > 0 && !g.a.IsAbstract(ks[0]) {
			multiply([][]*smtlib.Term{{ks[0]}, {c.Not(ks[0])}})
		}
	}
	return cases
}

// alternatives are conditions that may make a part of a call's condition hold again
// in the activation that the call starts. For e >= 0: the part itself, while e does
// not decrease. For e != 0: e > 0, while e does not decrease; e < 0, while it does not
// increase; or e is no multiple of a constant step. Of bit-vectors: that an operand
// is at the end of its range.
func (g *group) alternatives(l *smtlib.Term, call summary.Call) [][]*smtlib.Term {
	c := g.a.Ctx
	e, relation := margin(c, l)
	if e == nil {
		return append([][]*smtlib.Term{{l}}, g.atLimits(l)...)
	}
	next := g.at(e, call)
	if next == nil {
		return nil
	}
	zero, one := c.IntVal(0), c.IntVal(1)
	drift := c.Sub(next, e)
	var away, towards []*smtlib.Term
	if !drift.IsLiteral() && !g.a.IsAbstract(drift) {
		away, towards = []*smtlib.Term{c.Le(zero, drift)}, []*smtlib.Term{c.Le(drift, zero)}
	}
	if relation == smtlib.OpLe {
		return [][]*smtlib.Term{append([]*smtlib.Term{l}, away...)}
	}
	sides := [][]*smtlib.Term{
		append([]*smtlib.Term{c.Le(one, e)}, away...),
		append([]*smtlib.Term{c.Le(e, c.IntVal(-1))}, towards...),
	}
	if drift.Op() == smtlib.OpNumeral {
		step := c.Numeral(new(big.Rat).Abs(drift.Num()), c.Int)
		sides = append(sides, []*smtlib.Term{c.Not(c.Eq(c.Mod(e, step), zero))})
	}
	return sides
}

// atLimits are conditions under which no bit-vector exceeds the second operand
// of a comparison.
func (g *group) atLimits(l *smtlib.Term) [][]*smtlib.Term {
	c := g.a.Ctx
	if l.Op() == smtlib.OpNot {
		l = l.Args()[0]
	}
	if l.Op() != smtlib.OpBV || l.Sort() != c.Bool {
		return nil
	}
	var out [][]*smtlib.Term
	for _, x := range l.Args() {
		w := x.Sort().Width
		for _, bits := range []int{w, w - 1} {
			largest := new(big.Int).Lsh(big.NewInt(1), uint(bits))
			out = append(out, []*smtlib.Term{c.Eq(x, c.BVVal(largest.Sub(largest, big.NewInt(1)), w))})
		}
	}
	return out
}

// margin writes a literal as e >= 0 (OpLe) or e != 0 (OpEq), e an integer; nil
// when it is neither.
func margin(c *smtlib.Context, l *smtlib.Term) (e *smtlib.Term, relation smtlib.Op) {
	atom, negated := l, false
	if l.Op() == smtlib.OpNot {
		atom, negated = l.Args()[0], true
	}
	if len(atom.Args()) != 2 || atom.Args()[0].Sort() != c.Int {
		return nil, 0
	}
	x, y := atom.Args()[0], atom.Args()[1]
	switch {
	case atom.Op() == smtlib.OpLe && negated:
		return c.Sub(c.Sub(x, y), c.IntVal(1)), smtlib.OpLe
	case atom.Op() == smtlib.OpLe:
		return c.Sub(y, x), smtlib.OpLe
	case atom.Op() == smtlib.OpEq && negated:
		return c.Sub(x, y), smtlib.OpEq
	}
	return nil, 0
}

// common are the conditions that all calls within the group share.
func (g *group) common() []*smtlib.Term {
	var list []*smtlib.Term
	for _, l := range smtlib.Conjuncts(g.inner[0].Reached) {
		shared := !g.a.IsAbstract(l) && !l.HasQuantifier()
		for _, call := range g.inner[1:] {
			shared = shared && slices.Contains(smtlib.Conjuncts(call.Reached), l)
		}
		if shared {
			list = append(list, l)
		}
	}
	return list
}
