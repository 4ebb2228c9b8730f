package vc

import "semdiff/smtlib"

// join computes where node i is reached, and what variables hold there; nil when
// it is not reached.
func (b *body) join(i int) environment {
	n := &b.nodes[i]
	if len(n.incoming) == 0 {
		return nil
	}
	n.idom = n.incoming[0].from
	for _, in := range n.incoming[1:] {
		n.idom = b.common(n.idom, in.from)
	}
	p := &paths{b: b, top: n.idom, children: map[int][]int{}, direct: map[int]*smtlib.Term{}, linked: map[int]bool{}, memo: map[int]*smtlib.Term{}}
	for _, in := range n.incoming {
		p.add(in)
	}
	n.local = p.reach(n.idom)
	if n.local.IsFalse() {
		return nil
	}
	if b.frame.Pruned && !n.local.IsTrue() && !b.e.Feasible(b.reached(i)) {
		return nil
	}
	n.live = true
	if b.e.Block != nil && !n.local.IsTrue() {
		b.e.Block(b.reached(i))
	}
	return p.values(n.idom)
}

// common is the nearest common dominator of two nodes.
func (b *body) common(i, j int) int {
	for i != j {
		if i > j {
			i = b.nodes[i].idom
		} else {
			j = b.nodes[j].idom
		}
	}
	return i
}

// paths are those from a dominator to a node, as the part of the dominator tree
// that they pass.
type paths struct {
	b        *body
	top      int
	children map[int][]int
	direct   map[int]*smtlib.Term // conditions of the edges that lead to the node
	linked   map[int]bool         // to their dominator
	memo     map[int]*smtlib.Term
}

func (p *paths) add(in edge) {
	if old := p.direct[in.from]; old != nil {
		in.cond = p.b.e.Ctx.Or(old, in.cond)
	}
	p.direct[in.from] = in.cond
	for x := in.from; x != p.top && !p.linked[x]; {
		p.linked[x] = true
		up := p.b.nodes[x].idom
		p.children[up] = append(p.children[up], x)
		x = up
	}
}

// reach is the condition that control flow gets to the node from the end of x,
// where x is the top, or from its start.
func (p *paths) reach(x int) *smtlib.Term {
	if t := p.memo[x]; t != nil {
		return t
	}
	c := p.b.e.Ctx
	var list []*smtlib.Term
	if t := p.direct[x]; t != nil {
		list = append(list, t)
	}
	for _, child := range p.children[x] {
		list = append(list, p.through(child))
	}
	t := c.Or(list...)
	if x != p.top {
		t = c.And(p.b.nodes[x].passes, t)
	}
	p.memo[x] = t
	return t
}

// through is the condition that control flow gets from the end of a child's
// dominator to the node by way of the child.
func (p *paths) through(child int) *smtlib.Term {
	return p.b.e.Ctx.And(p.b.nodes[child].local, p.reach(child))
}

// values are what variables hold at the node when it is reached from x.
func (p *paths) values(x int) environment {
	env := environment{}
	if p.direct[x] != nil {
		for v, t := range p.b.nodes[x].env {
			env[v] = t
		}
	}
	for _, child := range p.children[x] {
		cond := p.through(child)
		for v, t := range p.values(child) {
			if old, ok := env[v]; !ok {
				env[v] = t // dead on the other paths
			} else if old != t {
				env[v] = p.b.e.Ctx.Ite(cond, t, old)
			}
		}
	}
	return env
}
