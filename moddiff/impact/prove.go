package impact

import (
	"slices"

	"semdiff/smtlib"
	"semdiff/translate/depend"
)

// prover asks whether partners that are impacted are equal after all.
type prover struct {
	p         *Pair
	encodings []*encoding // the cheaper one first
}

// newProver prepares the questions about a pair, as calls are known at this time.
func (a *Analysis) newProver(p *Pair, e *encoding) *prover {
	pr := &prover{p: p, encodings: []*encoding{e}}
	for _, g := range p.Graphs {
		if len(g.Calls) > 0 {
			pr.encodings = append(pr.encodings, a.encode(p, true))
			break
		}
	}
	return pr
}

// prove asks about the nodes in their order, which is that of causes and effects, and
// finds F again after each that is equal: what only it had reached is not asked.
func (pr *prover) prove() {
	p := pr.p
	for n, m := range p.Partner[0] {
		if m < 0 || p.Forward[0][n] == nil || p.Graphs[0].Nodes[n].Kind == depend.Input {
			continue
		}
		if proven, alike := pr.ask(n, m); proven {
			p.setEqual(n, m, alike)
			p.reset()
			for p.forward() {
			}
		}
	}
}

// ask reports whether two nodes are proven to be executed both or neither, with equal
// values; outputs where both versions return: whatever the inputs are on which they do
// not depend, or, if alike, only where both versions end alike.
func (pr *prover) ask(n, m int) (proven, alike bool) {
	p := pr.p
	output := p.Graphs[0].Nodes[n].Kind == depend.Output
	for _, apart := range []bool{true, false} {
		if !output && apart {
			continue
		}
		for _, e := range pr.encodings {
			claim, over := e.claim(n, m, apart)
			switch {
			case claim == nil || apart && over:
				continue // as on the same inputs
			case claim.IsTrue():
				return true, output && !apart && !over
			case p.Asked >= p.a.opts.Queries:
				continue
			}
			p.Asked++
			if p.a.opts.Valid(claim) {
				return true, output && !apart && !over
			}
		}
	}
	p.Open++
	return false, false
}

// claim says that two nodes are equal; nil when their sorts are not. Of outputs it says
// it where both versions return: over is whether it is over inputs alone on which the
// output depends; else, if apart, the versions are given others of those on which it
// does not.
func (e *encoding) claim(n, m int, apart bool) (t *smtlib.Term, over bool) {
	c := e.p.ctx
	x, y := e.nodes[0][n], e.nodes[1][m]
	if !x.isReached() || !y.isReached() {
		return c.Eq(x.condition(c), y.condition(c)), true
	}
	for k, t := range x.terms {
		if t.Sort() != y.terms[k].Sort() {
			return nil, false
		}
	}
	old, new, given := x.terms, y.terms, x.reached
	if e.p.Graphs[0].Nodes[n].Kind == depend.Output {
		port := e.p.portOfOutput(n)
		returns := [2]*smtlib.Term{e.runs[0].Returns(c), e.runs[1].Returns(c)}
		over = e.p.overNeeds(port, slices.Concat(old, new, returns[:])...)
		if apart && !over {
			s := c.NewSubst(e.p.others(port))
			new, returns[1] = []*smtlib.Term{s.Apply(new[0])}, s.Apply(returns[1])
		}
		given = c.And(returns[0], returns[1])
	}
	list := []*smtlib.Term{c.Eq(x.reached, y.reached)}
	for k, t := range old {
		list = append(list, c.Implies(given, c.Eq(t, new[k])))
	}
	return c.And(list...), over
}

// others gives other variables for the inputs on which an output does not depend.
func (p *Pair) others(port int) map[*smtlib.Term]*smtlib.Term {
	needs, others := p.a.needs(p.Pair, port), map[*smtlib.Term]*smtlib.Term{}
	for i, in := range p.Inputs {
		if !needs[i] {
			others[in.Var] = p.ctx.Var("other:"+in.Var.Name(), in.Var.Sort())
		}
	}
	return others
}

// reset takes back what is known of the outputs and the outcome, to be found again.
func (p *Pair) reset() {
	for i, out := range p.Pair.Outputs {
		p.Outputs[i] = out.Unmatched
	}
	p.Outcome = false
}
