package slice

import (
	"semdiff/moddiff/impact"
	"semdiff/moddiff/pairing"
	"semdiff/translate/depend"
	"semdiff/translate/ir"
)

// body is what is kept of a procedure or loop of one version.
type body struct {
	version int
	proc    *pairing.Proc
	g       *depend.Graph
	keep    []bool // by node
	calls   []bool // by call: it is kept
	live    bool   // it is a procedure that is compared, or what is kept calls it

	callers []site
	at      map[*ir.Block]*contents
}

// contents are the nodes of a block.
type contents struct {
	instrs [][]int // by instruction
	edges  []int   // nil when there is one edge only
	stuck  int     // -1 for none
}

// site is a call in a body.
type site struct {
	in   *body
	call int
}

// closure finds what is kept: what the impacted outputs need, in both versions.
type closure struct {
	a      *impact.Analysis
	o      Options
	bodies [2]map[string]*body // nil for those that have none, or are not sliced
	work   []place
}

// place is a node of a body.
type place struct {
	in   *body
	node int
}

func newClosure(a *impact.Analysis, o Options) *closure {
	c := &closure{a: a, o: o}
	for v, version := range a.Pairing.Versions {
		c.bodies[v] = map[string]*body{}
		for _, p := range version.All() {
			if isWhole(p) || a.Pairing.Load(p) != nil {
				continue
			}
			for _, q := range append([]*pairing.Proc{p}, version.Loops(p)...) {
				if c.bodies[v][q.Name] == nil {
					c.bodies[v][q.Name] = c.newBody(q)
				}
			}
		}
	}
	return c
}

func (c *closure) newBody(p *pairing.Proc) *body {
	g := c.a.Dependence(p.Version.Index).Graph(p.Name)
	b := &body{
		version: p.Version.Index, proc: p, g: g, keep: make([]bool, len(g.Nodes)), calls: make([]bool, len(g.Calls)),
		at: map[*ir.Block]*contents{},
	}
	for _, block := range p.Blocks {
		b.at[block] = &contents{instrs: make([][]int, len(block.Instrs)), stuck: -1}
	}
	for i := range g.Nodes {
		switch n := &g.Nodes[i]; n.Kind {
		case depend.Assign, depend.Check, depend.Arg, depend.Result, depend.End:
			at := b.at[n.Block]
			at.instrs[n.Index] = append(at.instrs[n.Index], i)
		case depend.Edge:
			b.at[n.Block].edges = append(b.at[n.Block].edges, i)
		case depend.Stuck:
			b.at[n.Block].stuck = i
		}
	}
	return b
}

func (b *body) inputs() []int {
	return kept(len(b.proc.Inputs), func(i int) bool { return b.keep[i] }) // the inputs are the first nodes
}

func (b *body) outputs() []int {
	return kept(len(b.proc.Outputs), func(i int) bool { return b.keep[b.g.Outputs[i]] })
}

func kept(n int, is func(int) bool) []int {
	out := []int{}
	for i := range n {
		if is(i) {
			out = append(out, i)
		}
	}
	return out
}

// close starts from what is compared of all pairs of procedures; loops are kept where
// what is kept calls them.
func (c *closure) close() {
	for _, bodies := range c.bodies {
		for _, b := range bodies {
			if b.proc.Kind == ir.Procedure && b.proc.Pair != nil {
				c.enter(b)
			}
		}
	}
	for again := true; again; {
		c.spread()
		again = false
		for _, bodies := range c.bodies {
			for _, b := range bodies {
				if b.live && c.keepForks(b) {
					again = true
				}
			}
		}
	}
}

func (c *closure) keep(b *body, n int) {
	if !b.keep[n] {
		b.keep[n] = true
		c.work = append(c.work, place{b, n})
	}
}

// enter makes a body part of the slice, with what is compared of it.
func (c *closure) enter(b *body) {
	if b.live {
		return
	}
	b.live = true
	if b.proc.Pair == nil {
		return
	}
	if q := c.a.Of(b.proc.Pair); q != nil {
		for i, port := range q.Pair.Outputs {
			if k := port.Index(b.version); k >= 0 && q.Outputs[i] {
				c.keep(b, b.g.Outputs[k])
			}
		}
		if q.Outcome || c.o.Ends && b.proc.Kind == ir.Procedure {
			c.keep(b, b.g.Outcome)
		}
	}
	other := c.partner(b)
	if q := c.a.Of(b.proc.Pair); q != nil && q.Outcome && other != nil && b.proc.Kind == ir.Loop {
		c.keepLoop(other)
	}
	if other != nil && other.live {
		for _, pair := range [][2]*body{{b, other}, {other, b}} {
			for n, is := range pair[0].keep {
				if is {
					c.keepPort(pair[0], n)
				}
			}
		}
	}
}

// keepLoop keeps the calls of a loop whose partner may end otherwise, though this one
// be known to return: the pair shows why callers differ.
func (c *closure) keepLoop(b *body) {
	parent := c.bodies[b.version][b.proc.Parent]
	if parent == nil || !parent.live {
		return
	}
	for _, in := range []*body{parent, b} {
		for i, call := range in.g.Calls {
			if call.Instr.Proc == b.proc.Name && len(call.Args) > 0 {
				c.keepSite(in, i)
				for _, m := range in.g.Nodes[call.Args[0]].Control {
					c.keep(in, m)
				}
			}
		}
	}
}

// partner is the body that the pair of b has in the other version; nil when there is
// none.
func (c *closure) partner(b *body) *body {
	if b.proc.Pair == nil {
		return nil
	}
	return c.bodies[1-b.version][b.proc.Pair.Proc(1-b.version).Name]
}

// keepPort keeps an output in both versions, and an input of a procedure, so that the
// slices of a pair have one interface where the versions have.
func (c *closure) keepPort(b *body, n int) {
	other := c.partner(b)
	if other == nil || !other.live {
		return
	}
	switch node := &b.g.Nodes[n]; {
	case node.Kind == depend.Output:
		if k := across(b.proc.Pair.Outputs, b.version, node.Index); k >= 0 {
			c.keep(other, other.g.Outputs[k])
		}
	case node.Kind == depend.Input && b.proc.Kind == ir.Procedure:
		if k := across(b.proc.Pair.Inputs, b.version, node.Index); k >= 0 {
			c.keep(other, k)
		}
	}
}

// across is the index in the other version of an input or output; -1 for none.
func across(ports []pairing.Port, version, index int) int {
	for _, p := range ports {
		if p.Index(version) == index {
			return p.Index(1 - version)
		}
	}
	return -1
}

// spread keeps what that which is kept needs: rules 3 and 4 of the paper, into callees
// and out of them.
func (c *closure) spread() {
	for len(c.work) > 0 {
		at := c.work[len(c.work)-1]
		c.work = c.work[:len(c.work)-1]
		b, n := at.in, &at.in.g.Nodes[at.node]
		switch n.Kind {
		case depend.Input:
			c.keepPort(b, at.node)
			for _, s := range b.callers {
				c.keep(s.in, s.in.g.Calls[s.call].Args[n.Index])
			}
		case depend.Output:
			c.keepPort(b, at.node)
		case depend.Result, depend.End:
			c.keepCall(b, n)
		case depend.Edge: // a branch is kept as a whole
			for _, m := range b.at[n.Block].edges {
				c.keep(b, m)
			}
		}
		if n.Kind != depend.Result && n.Kind != depend.End {
			for _, m := range c.a.Dependence(b.version).Sources(b.g, at.node) {
				if b.g.Nodes[m].Kind != depend.Before {
					c.keep(b, m)
				}
			}
		}
		for _, m := range n.Control {
			c.keep(b, m)
		}
	}
}

// keepCall keeps a call, of which a result or the end is kept: the callee with that,
// and the arguments that it takes then.
func (c *closure) keepCall(b *body, n *depend.Node) {
	c.keepSite(b, n.Site)
	callee := c.bodies[b.version][b.g.Calls[n.Site].Instr.Proc]
	switch {
	case callee == nil:
	case n.Kind == depend.End:
		c.keep(callee, callee.g.Outcome)
	default:
		c.keep(callee, callee.g.Outputs[n.Part])
	}
}

func (c *closure) keepSite(b *body, i int) {
	if b.calls[i] {
		return
	}
	b.calls[i] = true
	call := &b.g.Calls[i]
	callee := c.bodies[b.version][call.Instr.Proc]
	for k, arg := range call.Args {
		if callee == nil || callee.keep[k] {
			c.keep(b, arg)
		}
	}
	if callee != nil {
		callee.callers = append(callee.callers, site{b, i})
		c.enter(callee)
	}
}

// keepForks keeps branches of which nothing is kept, but behind which different things
// are. There should be none, since what is behind one side only depends on it.
func (c *closure) keepForks(b *body) (some bool) {
	_, forks := b.next()
	for _, block := range forks {
		for _, n := range b.at[block].edges {
			c.keep(b, n)
		}
	}
	return len(forks) > 0
}
