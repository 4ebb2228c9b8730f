package dizy

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"semdiff/compare/points"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/smtlib/abstract"
	"semdiff/translate/ir"
)

// PointDelta is how the versions may differ at a point other than the end (Def. 6), where
// both end: of the visits of it by one run of each version, the n-th ones outside of loops, or in one
// step of a loop, are compared with each other. Differs from the paper, which compares
// the sets of all states with which a point is visited, and can miss that two are swapped.
type PointDelta struct {
	points.Point
	Visit  int      // counted from 1
	Loop   *Loop    // in a step of which the visits are; nil outside of loops
	States []*State // those that differ
	Lines  [2][]int // of each version, from which it comes to the point

	at *ending
}

// visits are what the runs of a body, one of each version, pass of the points: in order.
type visits struct {
	points []points.Point
	sites  [2]map[string][]visit // by version and mark, or what is called
	opaque []points.Point        // procedures that are called, whose visits are their own
}

// visit is one way to come to a point.
type visit struct {
	cond *smtlib.Term
	args []*smtlib.Term
	line int // 0 where it is not known
}

// call notes a call that is encoded, if it marks a point or leads to one.
func (v *visits) call(s *vc.Site, opaque bool) {
	name := s.Callee.Name
	isMark := slices.ContainsFunc(v.points, func(p points.Point) bool { return isMarkOf(p, name) })
	if len(v.points) == 0 || !isMark && !opaque {
		return
	}
	if !isMark && !slices.ContainsFunc(v.opaque, func(p points.Point) bool { return p.Mark == name }) {
		v.opaque = append(v.opaque, callOf(s.Callee))
	}
	version := s.In.Version
	if v.sites[version] == nil {
		v.sites[version] = map[string][]visit{}
	}
	v.sites[version][name] = append(v.sites[version][name], visit{s.Reached(), s.Args, s.Pos.Line})
}

// callOf is the call of a procedure as a point.
func callOf(p *ir.Proc) points.Point {
	out := points.Point{Mark: p.Name, What: "call " + p.Name}
	for _, in := range p.Inputs {
		out.Values = append(out.Values, relation.Declared(in))
	}
	return out
}

// isMarkOf reports whether a procedure marks a point, at types if it is polymorphic.
func isMarkOf(p points.Point, proc string) bool {
	return proc == p.Mark || strings.HasPrefix(proc, p.Mark+"<")
}

// maxVisits is how many visits of a point in one body are looked at.
const maxVisits = 6

// pointsOf compares the visits of points, under what is proven.
//
// Why it is sound: a run is cut into what is outside of loops and, of each loop, its steps,
// where the last iteration of a version that is done before the other one counts as the
// last. What is compared are the parts that stand for each other, and of visits in a part
// those that come in one place. A body is compared under what is proven of the calls in it
// and, of a step, in the states that are shown to hold before each; whole is false where a
// loop or procedure that visits points has no partner.
func (g *program) pointsOf(s *session, proof *proof, facts *smtlib.Term) (list []*PointDelta, whole bool) {
	if len(g.options.Points) == 0 {
		return nil, true
	}
	whole = true
	holds := g.headsHold(s, proof)
	loops := g.loops(proof)
	for i, b := range g.bodies() {
		under, loop := facts, (*Loop)(nil)
		if b.of != nil {
			under, loop = g.c.And(g.factsOf(b, proof), g.startsOf(b, holds)), loops[i-1]
		}
		for _, p := range g.visited(b) {
			sites := [2][]visit{b.visits.sites[0][p.Mark], b.visits.sites[1][p.Mark]}
			whole = whole && max(len(sites[0]), len(sites[1])) <= maxVisits
			list = append(list, g.compareVisits(s, b, loop, p, sites, under)...)
		}
		entered, all := g.loopsIn(b)
		whole = whole && all
		for _, l := range entered {
			list = append(list, g.compareVisits(s, b, loop, l.Point, l.sites, under)...)
		}
	}
	return list, whole
}

// entered is a loop that visits points as a point, which is visited when it is entered.
type entered struct {
	points.Point
	sites [2][]visit
}

// loopsIn are the loops in a body that visit points, in pairs as they are related; all is
// false where one is in none.
func (g *program) loopsIn(b *body) (list []entered, all bool) {
	c, related := g.c, map[*vc.Activation]bool{}
	for _, l := range b.calls {
		for _, run := range l.runs {
			related[run] = true
		}
		if names := l.to.Names(); !l.own && (g.leadsToPoint(names[0]) || g.leadsToPoint(names[1])) {
			list = append(list, entered{
				points.Point{Mark: names[0], What: "loop " + names[0]},
				[2][]visit{{{cond: l.runs[0].Reached}}, {{cond: l.runs[1].Reached}}},
			})
		}
	}
	all = true
	for _, calls := range b.product.Calls {
		for _, run := range calls {
			isOpaque := slices.ContainsFunc(b.visits.opaque, func(p points.Point) bool { return p.Mark == run.Proc })
			all = all && (related[run] || isOpaque || run.Reached == c.False || !g.leadsToPoint(run.Proc))
		}
	}
	return list, all
}

// factsOf is what is proven of the calls in a body.
func (g *program) factsOf(b *body, proof *proof) *smtlib.Term {
	facts, _ := relation.Facts(g.c, b.product.Calls, proof.relations)
	return g.c.And(facts, b.alone)
}

// startsOf says that a body starts in one of the states of its node, where that is shown.
func (g *program) startsOf(b *body, holds map[*node]bool) *smtlib.Term {
	if b.of == nil || !holds[b.of] {
		return g.c.True
	}
	return b.of.heads.in(b.of.heads.term(-1), b.tops)
}

// headsHold finds the nodes of which all steps start in one of their states: whatever
// leads to a step does, if it starts in a state itself.
func (g *program) headsHold(s *session, proof *proof) map[*node]bool {
	holds := map[*node]bool{}
	for _, n := range g.nodes {
		holds[n] = len(n.heads.list) > 0
	}
	for changed := true; changed; {
		changed = false
		for _, b := range g.bodies() {
			known := g.c.And(g.factsOf(b, proof), g.startsOf(b, holds))
			for _, l := range b.calls {
				if holds[l.to] && !s.unsat(g.c.And(known, l.cond, g.c.Not(l.to.heads.in(l.to.heads.term(-1), l.runs)))) {
					holds[l.to], changed = false, true
				}
			}
		}
	}
	return holds
}

// visited are the points that a body may visit, and the procedures it calls of which the
// visits are not among its own.
func (g *program) visited(b *body) (list []points.Point) {
	for _, p := range g.options.Points {
		for _, sites := range b.visits.sites {
			for _, name := range slices.Sorted(maps.Keys(sites)) {
				if isMarkOf(p, name) && !slices.ContainsFunc(list, func(q points.Point) bool { return q.Mark == name }) {
					q := p
					q.Mark = name
					list = append(list, q)
				}
			}
		}
	}
	for _, p := range b.visits.opaque {
		if g.leadsToPoint(p.Mark) {
			list = append(list, p)
		}
	}
	return list
}

// leadsToPoint reports whether a procedure of either version may visit a point.
func (g *program) leadsToPoint(name string) bool { return g.k.Reaches(name, g.isMark) }

func (g *program) isMark(name string) bool {
	return slices.ContainsFunc(g.options.Points, func(p points.Point) bool { return isMarkOf(p, name) })
}

// compareVisits compares the visits of a point in a body, one after the other.
func (g *program) compareVisits(s *session, b *body, loop *Loop, p points.Point, sites [2][]visit, under *smtlib.Term) (list []*PointDelta) {
	g.leaveOutRepeated(b, &sites)
	for n := range min(max(len(sites[0]), len(sites[1])), maxVisits) {
		d := &PointDelta{Point: p, Visit: n + 1, Loop: loop, Lines: linesOf(sites), at: g.visitOf(b, p, [2]visit{g.nth(sites[0], n), g.nth(sites[1], n)}, under)}
		for _, state := range d.at.statesOf(s.ask) {
			if state.Differs {
				d.States = append(d.States, state)
			}
		}
		if len(d.States) > 0 {
			list = append(list, d)
		}
	}
	return list
}

// linesOf are the lines of visits.
func linesOf(sites [2][]visit) (lines [2][]int) {
	for v, list := range sites {
		for _, s := range list {
			if s.line > 0 && !slices.Contains(lines[v], s.line) {
				lines[v] = append(lines[v], s.line)
			}
		}
		slices.Sort(lines[v])
	}
	return lines
}

// leaveOutRepeated leaves out the visits of a version that is done while the other goes
// on: its last iteration is run again with each step of the other one, and counts with
// the last of these.
func (g *program) leaveOutRepeated(b *body, sites *[2][]visit) {
	c := g.c
	var goesOn [2]*smtlib.Term
	for _, l := range b.calls {
		if !l.own || l.top != nil {
			continue
		}
		if goesOn[0] != nil {
			return // more than one call of its own: it is no loop
		}
		goesOn = [2]*smtlib.Term{l.runs[0].Reached, l.runs[1].Reached}
	}
	if goesOn[0] == nil {
		return
	}
	for v := range sites {
		counts := c.Or(goesOn[v], c.Not(goesOn[1-v]))
		sites[v] = slices.Clone(sites[v])
		for i := range sites[v] {
			sites[v][i].cond = c.And(sites[v][i].cond, counts)
		}
	}
}

// nth is the n-th visit of a run, from 0: that by the first way to come to the point before
// which n others were taken.
func (g *program) nth(sites []visit, n int) visit {
	c := g.c
	out := visit{cond: c.False}
	before := make([]*smtlib.Term, n+1) // of the sites so far, so many were passed
	for i := range before {
		before[i] = c.BoolVal(i == 0)
	}
	for _, s := range sites {
		here := c.And(before[n], s.cond)
		if out.args == nil {
			out.args = slices.Clone(s.args)
		} else {
			for i, arg := range s.args {
				out.args[i] = c.Ite(here, arg, out.args[i])
			}
		}
		out.cond = c.Or(out.cond, here)
		for i := n; i >= 0; i-- {
			stay := c.And(before[i], c.Not(s.cond))
			if i > 0 {
				stay = c.Or(stay, c.And(before[i-1], s.cond))
			}
			before[i] = stay
		}
	}
	return out
}

// visitOf is the place of a visit: what is before it, the inputs of the pair or of the
// step, and the values that are compared.
func (g *program) visitOf(b *body, of points.Point, visits [2]visit, under *smtlib.Term) *ending {
	c := g.c
	p, given := newPlace(c, "visit", g.options), newPlace(c, "visit", g.options)
	e := &ending{states: &states{place: p}, given: given, bound: under}
	g.inputsOf(b, e)
	e.bound = c.And(e.bound, bothEnd(c, b.tops), c.Or(visits[0].cond, visits[1].cond))
	old, new := visitedBy(c)[0], visitedBy(c)[1]
	e.bound = c.And(e.bound, c.Eq(old, visits[0].cond), c.Eq(new, visits[1].cond))
	p.parts = append(p.parts, part{{cond: c.And(old, new)}, {cond: c.And(old, c.Not(new)), differs: true}, {cond: c.And(new, c.Not(old)), differs: true}})
	for i := range max(len(visits[0].args), len(visits[1].args)) {
		e.value(of, i, visits)
	}
	p.compareOutputs()
	steps, forms := g.constants(), b.compared(c)
	if b.of != nil {
		forms = p.forms(b, false)
	}
	p.finish(forms, steps)
	given.finish(forms, steps)
	return e
}

// inputsOf adds what a body starts with to a place.
func (g *program) inputsOf(b *body, e *ending) {
	c, p, given := g.c, e.place, e.given
	if b.of == nil {
		for v, run := range b.tops {
			for i, arg := range run.Args {
				if slices.Contains(e.inputs, arg) || arg.Op() != smtlib.OpVar {
					continue
				}
				e.inputs = append(e.inputs, arg)
				in := &variable{term: arg, shown: arg, name: arg.Name(), declared: relation.Declared(arg), shared: true, slot: relation.Slot{Version: v, Index: i}}
				p.vars, given.vars = append(p.vars, in), append(given.vars, in)
			}
		}
		return
	}
	for _, v := range b.of.heads.vars {
		term := valueIn(v.slot, b.tops)
		e.inputs = append(e.inputs, term)
		in := *v
		in.term = c.Var("visit:"+v.term.Name(), v.term.Sort())
		e.bound = c.And(e.bound, c.Eq(in.term, term))
		p.vars, given.vars = append(p.vars, &in), append(given.vars, &in)
	}
	e.inputs = append(e.inputs, termsOf(b.of.heads.ghosts)...)
	p.ghosts, given.ghosts = b.of.heads.ghosts, b.of.heads.ghosts
}

// value adds a value that is compared at a visit: where one version alone visits the
// point, its value stands for both.
func (e *ending) value(of points.Point, i int, visits [2]visit) {
	c, p := e.c, e.place
	var values [2]*smtlib.Term
	for v := range visits {
		if i < len(visits[v].args) {
			values[v] = visits[v].args[i]
		}
	}
	for v := range values {
		if values[v] == nil {
			values[v] = values[1-v]
		}
	}
	if values[0].Sort() != values[1].Sort() {
		return // they are no partners
	}
	name := fmt.Sprintf("argument%d", i+1)
	if i < len(of.Values) {
		name = of.Values[i]
	}
	_, what, _ := strings.Cut(of.What, " ")
	what, _, _ = strings.Cut(what, ",")
	var vars [2]*variable
	for v := range vars {
		value := c.Ite(visits[v].cond, values[v], values[1-v])
		vars[v] = &variable{
			term:  c.Var("visit:"+[...]string{"old", "new"}[v]+":"+name, value.Sort()),
			shown: c.Var(what+"."+name+[...]string{"", "'"}[v], value.Sort()),
			slot:  relation.Slot{Version: v, Index: len(p.vars), Kind: relation.Output}, name: what + "." + name, declared: what + "." + name,
		}
		e.bound = c.And(e.bound, c.Eq(vars[v].term, value))
	}
	p.vars = append(p.vars, vars[0], vars[1])
	p.pairs = append(p.pairs, correlated{vars[0], vars[1]})
}

// describe says what holds in the states, for people: where one version alone visits the
// point, of its values.
func (d *PointDelta) describe(ask abstract.Ask) {
	for _, s := range d.States {
		s.describe(ask, d.at)
		switch d.Only(s) {
		case 0:
			s.New, s.Relations = nil, nil
		case 1:
			s.Old, s.Relations = nil, nil
		}
	}
}

// Only is the version that alone visits the point in a state, -1 where that is not known
// or both do.
func (d *PointDelta) Only(s *State) int {
	c := d.at.c
	for v, mark := range visitedBy(c) {
		if slices.Contains(smtlib.Conjuncts(s.key), c.Not(mark)) {
			return 1 - v
		}
	}
	return -1
}

// visitedBy are the variables that say that each version visits a point.
func visitedBy(c *smtlib.Context) [2]*smtlib.Term {
	return [2]*smtlib.Term{c.Var("visit:old", c.Bool), c.Var("visit:new", c.Bool)}
}
