package dizy

import (
	"semdiff/moddiff/product"
	"semdiff/moddiff/relation"
	"semdiff/smtlib"
	"semdiff/smtlib/abstract"
	"semdiff/translate/interp"
)

// maxSampled is how many samples of one node are joined.
const maxSampled = 80

// sample joins the states that runs of both versions pass.
func (g *program) sample() {
	samples, model := g.k.Samples()
	for _, n := range g.nodes {
		list := samples[n.Node]
		every := 1 + len(list)/maxSampled
		for i := 0; i < len(list); i += every {
			n.pass(list[i], model)
		}
	}
}

// pass joins a sample to the states before steps, and to those after the last one that
// belong to these.
func (n *node) pass(s *product.Sample, model *interp.Model) {
	context := 0
	for v, bit := range []int{oldGone, newGone} {
		if s.Gone[v] {
			context |= bit
		}
	}
	before := n.heads.point(s, model)
	(flow{to: n.heads, context: context}).Join(before, abstract.Sampling)
	if s.Out[0] == nil {
		return
	}
	after := n.exits.point(s, model)
	for i, head := range n.heads.list {
		if head.context == context && before.Satisfies(head.key) {
			(flow{to: n.exits, context: i}).Join(after, abstract.Sampling)
		}
	}
}

// point is a sample as a point over the variables of a place.
func (p *place) point(s *product.Sample, model *interp.Model) abstract.Point {
	env := interp.Env{}
	for _, v := range p.vars {
		values := s.In
		if v.slot.Kind == relation.Output {
			values = s.Out
		}
		env[v.term] = values[v.slot.Version][v.slot.Index]
	}
	for _, x := range p.ghosts {
		env[x.term] = s.Pair[x.slot.Version][x.slot.Index]
	}
	return func(t *smtlib.Term) *smtlib.Term {
		v, err := interp.Eval(p.c, t, env, model)
		if err != nil {
			return nil
		}
		value, ok := v.Term(p.c)
		if !ok {
			return nil
		}
		return value
	}
}
