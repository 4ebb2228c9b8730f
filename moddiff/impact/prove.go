package impact

import (
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
		if pr.ask(n, m) {
			p.equal[0][n], p.equal[1][m] = true, true
			p.reset()
			for p.forward() {
			}
		}
	}
}

// ask reports whether two nodes are proven to be executed both or neither, with equal
// values; outputs where both versions return.
func (pr *prover) ask(n, m int) bool {
	p := pr.p
	for _, e := range pr.encodings {
		if e.same(n, m) {
			return true
		}
		if p.Asked >= p.a.opts.Queries {
			break
		}
		claim, ok := e.claim(n, m)
		if !ok {
			continue
		}
		p.Asked++
		if p.a.opts.Valid(claim) {
			return true
		}
	}
	p.Open++
	return false
}

// claim says that two nodes are equal; ok is false when their sorts are not.
func (e *encoding) claim(n, m int) (t *smtlib.Term, ok bool) {
	c := e.p.ctx
	x, y := e.nodes[0][n], e.nodes[1][m]
	rx, ry := c.False, c.False
	if x.isReached() {
		rx = x.reached
	}
	if y.isReached() {
		ry = y.reached
	}
	list := []*smtlib.Term{c.Eq(rx, ry)}
	if x.isReached() && y.isReached() {
		given := rx
		if e.p.Graphs[0].Nodes[n].Kind == depend.Output {
			given = c.And(e.runs[0].Returns(c), e.runs[1].Returns(c))
		}
		for k, t := range x.terms {
			if t.Sort() != y.terms[k].Sort() {
				return nil, false
			}
			list = append(list, c.Implies(given, c.Eq(t, y.terms[k])))
		}
	}
	return c.And(list...), true
}

// reset takes back what is known of the outputs and the outcome, to be found again.
func (p *Pair) reset() {
	for i, out := range p.Pair.Outputs {
		p.Outputs[i] = out.Unmatched
	}
	p.Outcome = false
}
