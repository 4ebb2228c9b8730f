package dizy

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// ending is the place where both versions of a pair have ended, in whatever way.
type ending struct {
	*states
	inputs []*smtlib.Term // of the pair
	bound  *smtlib.Term   // what the variables are, over the runs
	given  *place         // of the inputs alone
}

// endOf is the place at the end of the pair: its inputs, which both versions share,
// and the outputs of both, where they return.
func (g *program) endOf(pair *pairing.Pair, outputs []pairing.Port, facts *smtlib.Term) *ending {
	c := g.c
	p, given := newPlace(c, "end", g.options), newPlace(c, "end", g.options)
	e := &ending{states: &states{place: p}, given: given, bound: facts}
	for _, in := range pair.Inputs {
		v := &variable{term: in.Var, shown: in.Var, name: in.Var.Name(), declared: relation.Declared(in.Var), shared: true, slot: relation.Slot{Index: max(in.Old, in.New)}}
		p.vars, given.vars = append(p.vars, v), append(given.vars, v)
		e.inputs = append(e.inputs, in.Var)
	}
	runs := g.pair.tops
	e.bound = c.And(e.bound, bothEnd(c, runs))
	p.outcomes(e, runs)
	for _, port := range vc.PortsOf(outputs) {
		e.output(port, runs)
	}
	p.compareOutputs()
	if p.options.Partition == Paths {
		p.paths(g.branches, e.inputs)
	}
	steps, forms := g.constants(), g.pair.compared(c)
	p.finish(forms, steps)
	given.finish(forms, steps)
	return e
}

func bothEnd(c *smtlib.Context, runs [2]*vc.Activation) *smtlib.Term {
	return c.And(c.Not(runs[0].Ends[ir.Diverges]), c.Not(runs[1].Ends[ir.Diverges]))
}

// outcomes keeps states apart by how both versions end.
func (p *place) outcomes(e *ending, runs [2]*vc.Activation) {
	c := p.c
	kinds := []ir.Outcome{ir.Normal, ir.Fails, ir.Blocked}
	var outcome [2]*smtlib.Term
	for v, run := range runs {
		outcome[v] = c.Var("end:outcome "+[...]string{"old", "new"}[v], c.Int)
		is := func(end ir.Outcome) *smtlib.Term { return c.IntVal(int64(end)) }
		e.bound = c.And(e.bound, c.Eq(outcome[v], c.Ite(run.Ends[ir.Fails], is(ir.Fails), c.Ite(run.Ends[ir.Blocked], is(ir.Blocked), is(ir.Normal)))))
	}
	var cases part
	for _, old := range kinds {
		for _, new := range kinds {
			cases = append(cases, choice{
				cond:    c.And(c.Eq(outcome[0], c.IntVal(int64(old))), c.Eq(outcome[1], c.IntVal(int64(new)))),
				differs: old != new, ends: &[2]ir.Outcome{old, new},
			})
		}
	}
	p.parts = append(p.parts, cases)
}

// output adds an output that is observed: its values in both versions, where both
// return, else the same one.
func (e *ending) output(port vc.Port, runs [2]*vc.Activation) {
	c, p := e.c, e.place
	both := returns(c, runs)
	var vars [2]*variable
	for v, run := range runs {
		value := port.Var
		if k := port.At[v]; k >= 0 {
			value = run.Outputs[k]
		}
		name := relation.Declared(port.Var)
		vars[v] = &variable{
			term:  c.Var("end:"+[...]string{"old", "new"}[v]+":"+port.Var.Name(), port.Var.Sort()),
			shown: c.Var(e.shownOutput(name)+[...]string{"", "'"}[v], port.Var.Sort()),
			slot:  relation.Slot{Version: v, Index: len(p.vars), Kind: relation.Output}, name: port.Var.Name(), declared: name,
		}
		e.bound = c.And(e.bound, c.Eq(vars[v].term, c.Ite(both, value, c.Var("end:none:"+port.Var.Name(), port.Var.Sort()))))
	}
	p.vars = append(p.vars, vars[0], vars[1])
	p.pairs = append(p.pairs, correlated{vars[0], vars[1]})
}

// shownOutput is an output for people: one that is called as an input is its result.
func (e *ending) shownOutput(name string) string {
	if slices.ContainsFunc(e.given.vars, func(in *variable) bool { return in.shown.Name() == name }) {
		return "result " + name
	}
	return name
}

// compareOutputs keeps states apart by how outputs compare, or at least by whether all
// are equal.
func (p *place) compareOutputs() {
	if p.options.Partition == Equivalence {
		p.compare(relation.Output)
		return
	}
	var equal []*smtlib.Term
	for _, pair := range p.pairs {
		equal = append(equal, p.c.Eq(pair.old.term, pair.new.term))
	}
	all := p.c.And(equal...)
	p.parts = append(p.parts, part{{cond: all}, {cond: p.c.Not(all), differs: true}})
}

// maxBranches is how many branches keep states apart.
const maxBranches = 16

// paths keeps states apart by which blocks of the pair are reached, and by which
// alternatives of expressions in these conditions, where that depends on the inputs
// alone. Numbers that are not equal are smaller or larger: each state is convex.
func (p *place) paths(branches, inputs []*smtlib.Term) {
	c := p.c
	own := func(t *smtlib.Term) bool {
		return !slices.ContainsFunc(smtlib.Collect(t).Vars, func(v *smtlib.Term) bool { return !slices.Contains(inputs, v) })
	}
	compared := map[*smtlib.Term]bool{}
	smtlib.VisitOpen(branches, func(t *smtlib.Term) {
		if len(p.parts) >= maxBranches || !own(t) {
			return
		}
		switch t.Op() {
		case smtlib.OpEq:
			if x, y := t.Args()[0], t.Args()[1]; isNumber(c, x) {
				compared[t] = true
				p.parts = append(p.parts, part{{cond: t}, {cond: c.Lt(x, y)}, {cond: c.Lt(y, x)}})
			}
		case smtlib.OpIte:
			p.split(t.Args()[0])
		}
	})
	for _, t := range branches {
		if own(t) && !compared[t] && len(p.parts) < maxBranches {
			p.split(t)
		}
	}
}
