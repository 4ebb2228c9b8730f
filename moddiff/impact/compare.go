package impact

import (
	"fmt"
	"slices"

	"semdiff/internal/bitset"
	"semdiff/smtlib"
	"semdiff/translate/depend"
	"semdiff/translate/ir"
)

// compareText finds out for each node of the old version that has a partner in what
// the two differ, if they do: text, definitions that they read, edges that control
// them, what may end the run before.
func (p *Pair) compareText() {
	g, h := p.Graphs[0], p.Graphs[1]
	p.mismatch = make([]*Reason, len(g.Nodes))
	c := &comparison{p: p, sets: map[string]int{}, badOrder: map[string]bool{}}
	c.before = p.endsBefore()
	for n, m := range p.Partner[0] {
		if m < 0 {
			continue
		}
		if why, differ := c.differ(&g.Nodes[n], &h.Nodes[m]); differ {
			p.mismatch[n] = &Reason{Why: why, From: -1}
		}
	}
}

// comparison compares the texts of partners.
type comparison struct {
	p        *Pair
	sets     map[string]int // numbers of sets of nodes of the old version
	badOrder map[string]bool
	before   *ends
}

func (c *comparison) differ(n, m *depend.Node) (Why, bool) {
	switch n.Kind {
	case depend.Output:
		return c.sameUse(n.Uses[0], m.Uses[0])
	case depend.Input, depend.Outcome:
		return 0, false
	}
	if n.Term != nil {
		if why, differ := c.sameTerm(n, m); differ {
			return why, true
		}
	}
	switch {
	case !c.sameNodes(n.Control, m.Control):
		return OtherControl, true
	case !c.p.a.opts.omit.enders && !c.before.same(n.Before, m.Before):
		return OtherEnds, true
	}
	return 0, false
}

// sameTerm compares what two nodes evaluate. Variables are the same when partners
// may have set them, in the same order.
func (c *comparison) sameTerm(n, m *depend.Node) (Why, bool) {
	_, assert := n.Instr.(*ir.Assert)
	if _, other := m.Instr.(*ir.Assert); assert != other || n.Term.Sort() != m.Term.Sort() {
		return Changed, true
	}
	if c.canonical(0, n) == c.canonical(1, m) {
		return 0, false
	}
	if len(n.Uses) != len(m.Uses) || !c.sameShape(n, m) {
		return Changed, true
	}
	for k, u := range n.Uses {
		if why, differ := c.sameUse(u, m.Uses[k]); differ {
			return why, true
		}
	}
	return OtherSources, true
}

// sameShape reports whether two terms are the same up to the names of variables, as
// these are sorted.
func (c *comparison) sameShape(n, m *depend.Node) bool {
	numbered := func(n *depend.Node) *smtlib.Term {
		k := 0
		return c.p.rename(n, func(depend.Use) string { k++; return fmt.Sprintf("shape:%d", k) })
	}
	return numbered(n) == numbered(m)
}

func (c *comparison) sameUse(u, w depend.Use) (Why, bool) {
	switch {
	case c.name(0, u) == c.name(1, w):
		return 0, false
	case c.sameNodes(u.Defs, w.Defs):
		return OtherOrder, true
	}
	return OtherSources, true
}

// canonical is the term of a node with each variable replaced by one that stands for
// the nodes of the old version that may have set it, or their partners.
func (c *comparison) canonical(version int, n *depend.Node) *smtlib.Term {
	return c.p.rename(n, func(u depend.Use) string { return c.name(version, u) })
}

// name is a name for the nodes that may have set a variable. It is that of no
// variable of the other version where these have no partners, or another order.
func (c *comparison) name(version int, u depend.Use) string {
	if c.p.a.opts.omit.reaching {
		return u.Var.Name()
	}
	nodes, ok := u.Defs, true
	if version == 1 {
		if nodes, ok = c.p.inOld(u.Defs); !ok {
			return "new:" + u.Var.Name()
		}
	}
	key := fmt.Sprint(nodes)
	if len(nodes) == 0 {
		key = u.Var.Name() // nothing gets here
	}
	if version == 1 && len(nodes) > 1 && c.reordered(key, nodes) {
		return "new:" + u.Var.Name()
	}
	if _, known := c.sets[key]; !known {
		c.sets[key] = len(c.sets)
	}
	return fmt.Sprintf("def:%d", c.sets[key])
}

// inOld are the partners of nodes of the new version, ascending; ok is false when
// one has none.
func (p *Pair) inOld(nodes []int) (old []int, ok bool) {
	for _, m := range nodes {
		n := p.Partner[1][m]
		if n < 0 {
			return nil, false
		}
		old = append(old, n)
	}
	slices.Sort(old)
	return old, true
}

// mostDefinitions is of how many the order is compared.
const mostDefinitions = 200

// reordered reports whether two of the nodes, which set one variable, may follow each
// other in one order in the old version and in the other one in the new version. When
// both are executed, the last one counts.
func (c *comparison) reordered(key string, nodes []int) bool {
	if c.p.a.opts.omit.order {
		return false
	}
	if bad, known := c.badOrder[key]; known {
		return bad
	}
	bad := len(nodes) > mostDefinitions
	g, h, partner := c.p.Graphs[0], c.p.Graphs[1], c.p.Partner[0]
	for i := 0; i < len(nodes) && !bad; i++ {
		for _, b := range nodes[i+1:] {
			a := nodes[i]
			if g.MayFollow(a, b) && h.MayFollow(partner[b], partner[a]) || g.MayFollow(b, a) && h.MayFollow(partner[a], partner[b]) {
				bad = true
				break
			}
		}
	}
	c.badOrder[key] = bad
	return bad
}

// sameNodes reports whether the second nodes are the partners of the first ones.
func (c *comparison) sameNodes(old, new []int) bool {
	mapped, ok := c.p.inOld(new)
	if !ok || len(mapped) != len(old) {
		return false
	}
	sorted := slices.Sorted(slices.Values(old))
	return slices.Equal(sorted, mapped)
}

// ends are, for each Before of both versions, the nodes of the old version where the
// run may have ended, or their partners.
type ends struct {
	index  map[int]int // of nodes of the old version
	sets   [2]map[int]bitset.Set
	others map[int]bool // the run may have ended at a node of the new version without partner
	many   bool         // too many to be compared
}

// mostEnds bounds the memory for sets of nodes.
const mostEnds = 1 << 32

func (p *Pair) endsBefore() *ends {
	e := &ends{index: map[int]int{}, sets: [2]map[int]bitset.Set{{}, {}}, others: map[int]bool{}}
	for _, n := range p.Graphs[0].Nodes[p.Graphs[0].Outcome].Sources {
		e.index[n] = len(e.index)
	}
	if n := len(e.index) + len(p.Graphs[1].Nodes[p.Graphs[1].Outcome].Sources); n*n > mostEnds {
		e.many = true
		return e
	}
	for v, g := range p.Graphs {
		for i := range g.Nodes {
			if g.Nodes[i].Kind == depend.Before {
				e.add(p, v, i)
			}
		}
	}
	return e
}

func (e *ends) add(p *Pair, version, before int) {
	set := bitset.New(len(e.index))
	for _, m := range p.Graphs[version].Nodes[before].Sources {
		if p.Graphs[version].Nodes[m].Kind == depend.Before {
			set.Union(e.sets[version][m])
			e.others[before] = e.others[before] || version == 1 && e.others[m]
			continue
		}
		if version == 1 {
			if m = p.Partner[1][m]; m < 0 {
				e.others[before] = true
				continue
			}
		}
		set.Insert(e.index[m])
	}
	e.sets[version][before] = set
}

// same reports whether the same may have ended the run before nodes of both versions.
func (e *ends) same(old, new int) bool {
	switch {
	case old < 0 || new < 0:
		return old == new
	case e.many || e.others[new]:
		return false
	}
	return slices.Equal(e.sets[0][old], e.sets[1][new])
}
