package impact

import "semdiff/smtlib"

// Taken are conditions over the pair's inputs under which a version takes edges, given
// by their nodes. What loops and recursion do in them is functions without a meaning: an
// input that satisfies one has to be run. Of a pair without bodies there are none.
func (p *Pair) Taken(version int, edges []int) []*smtlib.Term {
	e := p.a.encode(p, true)
	if e == nil {
		return nil
	}
	var out []*smtlib.Term
	for _, n := range edges {
		v := e.nodes[version][n]
		cond := p.ctx.False
		if v.isReached() {
			cond = p.ctx.And(v.reached, v.terms[0])
		}
		out = append(out, cond)
	}
	return out
}
