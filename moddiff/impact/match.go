package impact

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
	"semdiff/translate/depend"
	"semdiff/translate/ir"
)

// unit is what gets a partner as a whole: a call, or a node that is no part of one.
type unit struct {
	call  *depend.Call // nil for other nodes
	nodes []int
	with  int // the unit of the other version that is its partner, -1 for none
}

// unitsOf lists those of a graph that partners are sought for, in their order.
func unitsOf(g *depend.Graph) []unit {
	var out []unit
	for i := 0; i < len(g.Nodes); i++ {
		switch n := &g.Nodes[i]; n.Kind {
		case depend.Arg, depend.Result, depend.End: // the nodes of a call stand together
			u := unit{call: &g.Calls[n.Site], with: -1}
			for ; i < len(g.Nodes) && g.Nodes[i].IsOf(n.Site); i++ {
				u.nodes = append(u.nodes, i)
			}
			i--
			out = append(out, u)
		case depend.Assign, depend.Check, depend.Edge, depend.Stuck:
			out = append(out, unit{nodes: []int{i}, with: -1})
		}
	}
	return out
}

// match finds the partner of each node: first by the text together with all that it
// reads and that controls it, in which names of variables do not count; then, where
// terms are given, by these; then by the text alone; the rest in its order. A bad
// choice makes sets larger, and is never wrong: partners are compared afterwards. When
// partners are sought again, those that are not impacted stay, and F gets no larger.
func (p *Pair) match(e *encoding) {
	if p.isOpaque() {
		return
	}
	kept := p.settledUnits()
	for v, g := range p.Graphs {
		p.Partner[v] = slices.Repeat([]int{-1}, len(g.Nodes))
		for i := range p.units[v] {
			p.units[v][i].with = -1
		}
	}
	p.matchInterface()
	for _, k := range kept {
		p.pairUnit(k[0], k[1])
	}
	classes := &classes{p: p, ids: map[string]int{}}
	keys := [2][]string{classes.unitKeys(0), classes.unitKeys(1)}
	p.pairUnits([2][]string{p.withNames(0, keys[0]), p.withNames(1, keys[1])}) // among those of one text
	p.pairUnits(keys)
	if e != nil {
		p.pairUnits([2][]string{e.unitKeys(0), e.unitKeys(1)})
	}
	names := p.names()
	p.pairUnits([2][]string{p.textKeys(0, names), p.textKeys(1, names)})
	p.pairUnits([2][]string{p.looseKeys(0, names), p.looseKeys(1, names)})
	p.compareText()
}

// settledUnits are the partners that are not impacted, as far as others depend on them.
func (p *Pair) settledUnits() (kept [][2]int) {
	if p.Forward[0] == nil {
		return nil
	}
	for i, u := range p.units[0] {
		if u.with < 0 {
			continue
		}
		some, all := false, true
		for _, n := range u.nodes {
			some = some || !p.Impacted(0, n) && p.Graphs[0].Nodes[n].Kind != depend.Arg
			all = all && !p.Impacted(0, n)
		}
		if some || all {
			kept = append(kept, [2]int{i, u.with})
		}
	}
	return kept
}

// matchInterface makes inputs, outputs and outcomes partners as the pair has them.
func (p *Pair) matchInterface() {
	for _, in := range p.Inputs {
		if in.Old >= 0 && in.New >= 0 {
			p.link(in.Old, in.New) // the inputs are the first nodes
		}
	}
	for _, out := range p.Pair.Outputs {
		if out.Old >= 0 && out.New >= 0 {
			p.link(p.Graphs[0].Outputs[out.Old], p.Graphs[1].Outputs[out.New])
		}
	}
	p.link(p.Graphs[0].Outcome, p.Graphs[1].Outcome)
}

func (p *Pair) link(old, new int) { p.Partner[0][old], p.Partner[1][new] = new, old }

// pairUnits makes units without partner partners when they have one key, which is
// not empty: the first with the first, and so on.
func (p *Pair) pairUnits(keys [2][]string) {
	waiting := map[string][]int{}
	for i, u := range p.units[0] {
		if key := keys[0][i]; key != "" && u.with < 0 {
			waiting[key] = append(waiting[key], i)
		}
	}
	for j, u := range p.units[1] {
		key := keys[1][j]
		if u.with >= 0 || len(waiting[key]) == 0 {
			continue
		}
		i := waiting[key][0]
		waiting[key] = waiting[key][1:]
		p.pairUnit(i, j)
	}
}

func (p *Pair) pairUnit(i, j int) {
	p.units[0][i].with, p.units[1][j].with = j, i
	p.pairNodes(p.units[0][i], p.units[1][j])
}

// pairNodes makes the nodes of two units partners: those of calls port by port.
func (p *Pair) pairNodes(old, new unit) {
	if old.call == nil {
		p.link(old.nodes[0], new.nodes[0])
		return
	}
	callee := p.a.calleePair(0, old.call.Instr.Proc)
	other := map[[2]int]int{} // by kind and index in the new version
	for _, n := range new.nodes {
		node := &p.Graphs[1].Nodes[n]
		other[[2]int{int(node.Kind), node.Part}] = n
	}
	for _, n := range old.nodes {
		node := &p.Graphs[0].Nodes[n]
		part := node.Part
		if node.Kind != depend.End {
			part = partOf(callee, node.Kind, 0, part)
		}
		if m, ok := other[[2]int{int(node.Kind), part}]; ok {
			p.link(n, m)
		}
	}
}

// partOf is the index in the other version of an argument or result of a call; -1
// for none.
func partOf(callee *pairing.Pair, kind depend.Kind, version, part int) int {
	ports := callee.Inputs
	if kind == depend.Result {
		ports = callee.Outputs
	}
	k := portOf(ports, version, part)
	if k < 0 || ports[k].Old < 0 || ports[k].New < 0 {
		return -1
	}
	return ports[k].Index(1 - version)
}

// classes numbers nodes of both versions: two have one number when they are the same
// text, read what is set by nodes of the same numbers, and depend on the same edges.
type classes struct {
	p    *Pair
	ids  map[string]int
	node [2][]int
}

func (c *classes) id(key string) int {
	if _, known := c.ids[key]; !known {
		c.ids[key] = len(c.ids)
	}
	return c.ids[key]
}

// unitKeys are the numbers of units.
func (c *classes) unitKeys(version int) []string {
	g := c.p.Graphs[version]
	c.node[version] = make([]int, len(g.Nodes))
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Kind == depend.Input {
			key := fmt.Sprintf("input %d of %d", i, version)
			if c.p.Partner[version][i] >= 0 {
				key = fmt.Sprintf("port %d", portOf(c.p.Inputs, version, i))
			}
			c.node[version][i] = c.id(key)
		}
	}
	keys := make([]string, len(c.p.units[version]))
	for i, u := range c.p.units[version] {
		keys[i] = c.unitKey(version, u)
		for _, n := range u.nodes {
			node := &g.Nodes[n]
			key := keys[i]
			if u.call != nil {
				key = fmt.Sprintf("%s %d %d", key, node.Kind, c.p.portIn(version, node))
			}
			c.node[version][n] = c.id(key)
		}
	}
	return keys
}

func (c *classes) unitKey(version int, u unit) string {
	g := c.p.Graphs[version]
	first := &g.Nodes[u.nodes[0]]
	control := c.set(version, first.Control)
	if u.call == nil {
		return fmt.Sprintf("%s if %s", textKey(first, c.canonical(version, first)), control)
	}
	var args []string
	for _, n := range u.call.Args {
		node := &g.Nodes[n]
		args = append(args, fmt.Sprintf("%d=%d", c.p.portIn(version, node), c.canonical(version, node).ID()))
	}
	return c.p.callKey(version, u.call, args) + " if " + control
}

// withNames are keys of units together with the names of what these set.
func (p *Pair) withNames(version int, keys []string) []string {
	out := make([]string, len(keys))
	for i, u := range p.units[version] {
		out[i] = keys[i]
		for _, n := range u.nodes {
			if v := p.Graphs[version].Nodes[n].Var; v != nil {
				out[i] += " to " + v.Name()
			}
		}
	}
	return out
}

// callKey is a key of a call of a version with arguments as given, in any order.
func (p *Pair) callKey(version int, call *depend.Call, args []string) string {
	callee := p.a.calleePair(version, call.Instr.Proc)
	if callee == nil {
		return fmt.Sprintf("call of %s in %d", call.Instr.Proc, version)
	}
	slices.Sort(args)
	return fmt.Sprintf("call %s(%s)", callee.Name, strings.Join(args, ","))
}

// portIn is the port of an argument or result of a call, or of another node -1.
func (p *Pair) portIn(version int, n *depend.Node) int {
	callee := p.a.calleePair(version, n.Call().Proc)
	switch {
	case callee == nil || n.Kind == depend.End:
		return n.Part
	case n.Kind == depend.Result:
		return portOf(callee.Outputs, version, n.Part)
	}
	return portOf(callee.Inputs, version, n.Part)
}

// textKey is what a node that is no part of a call does with a term.
func textKey(n *depend.Node, t *smtlib.Term) string {
	kind := n.Kind.String()
	if _, is := n.Instr.(*ir.Assert); is {
		kind = "assertion"
	}
	return fmt.Sprintf("%s %d", kind, t.ID())
}

func (c *classes) set(version int, nodes []int) string {
	ids := make([]int, len(nodes))
	for k, n := range nodes {
		ids[k] = c.node[version][n]
	}
	slices.Sort(ids)
	return fmt.Sprint(slices.Compact(ids))
}

// canonical is the term of a node with each variable replaced by one that stands for
// the numbers of the nodes that may have set it.
func (c *classes) canonical(version int, n *depend.Node) *smtlib.Term {
	return c.p.rename(n, func(u depend.Use) string { return fmt.Sprintf("class:%d", c.id("set "+c.set(version, u.Defs))) })
}

// rename is the term of a node with other names for the variables that it reads.
func (p *Pair) rename(n *depend.Node, name func(depend.Use) string) *smtlib.Term {
	if len(n.Uses) == 0 {
		return n.Term
	}
	sub := make(map[*smtlib.Term]*smtlib.Term, len(n.Uses))
	for _, u := range n.Uses {
		sub[u.Var] = p.ctx.Var(name(u), u.Var.Sort())
	}
	return p.ctx.Substitute(n.Term, sub)
}

// names are, for variables of the new version, those of the old one that they seem
// to be, by the partners that are known.
func (p *Pair) names() map[*smtlib.Term]*smtlib.Term {
	names, taken := map[*smtlib.Term]*smtlib.Term{}, map[*smtlib.Term]bool{}
	for n, m := range p.Partner[0] {
		if m < 0 {
			continue
		}
		x, y := p.Graphs[0].Nodes[n].Var, p.Graphs[1].Nodes[m].Var
		if x != nil && y != nil && x.Sort() == y.Sort() && names[y] == nil && !taken[x] {
			names[y] = x
			taken[x] = true
		}
	}
	return names
}

// oldName is what a variable of a version is called in the old one.
func oldName(version int, names map[*smtlib.Term]*smtlib.Term, v *smtlib.Term) *smtlib.Term {
	if w := names[v]; version == 1 && w != nil {
		return w
	}
	return v
}

// textKeys are the texts of units alone.
func (p *Pair) textKeys(version int, names map[*smtlib.Term]*smtlib.Term) []string {
	g := p.Graphs[version]
	sub := map[*smtlib.Term]*smtlib.Term{}
	if version == 1 {
		sub = names
	}
	s := p.ctx.NewSubst(sub)
	keys := make([]string, len(p.units[version]))
	for i, u := range p.units[version] {
		first := &g.Nodes[u.nodes[0]]
		if u.call == nil {
			keys[i] = textKey(first, s.Apply(first.Term))
			if first.Var != nil {
				keys[i] += fmt.Sprintf(" to %d", oldName(version, names, first.Var).ID())
			}
			continue
		}
		var args []string
		for _, n := range u.call.Args {
			args = append(args, fmt.Sprintf("%d=%d", p.portIn(version, &g.Nodes[n]), s.Apply(g.Nodes[n].Term).ID()))
		}
		keys[i] = p.callKey(version, u.call, args)
	}
	return keys
}

// looseKeys are keys of what may stand for each other though its text changed.
func (p *Pair) looseKeys(version int, names map[*smtlib.Term]*smtlib.Term) []string {
	g := p.Graphs[version]
	keys := make([]string, len(p.units[version]))
	for i, u := range p.units[version] {
		first := &g.Nodes[u.nodes[0]]
		switch {
		case u.call != nil && p.a.calleePair(version, u.call.Instr.Proc) == nil:
		case u.call != nil:
			keys[i] = p.callKey(version, u.call, nil)
		case first.Var != nil:
			keys[i] = fmt.Sprintf("set %d", oldName(version, names, first.Var).ID())
		default:
			_, assert := first.Instr.(*ir.Assert)
			keys[i] = fmt.Sprintf("%s %v", first.Kind, assert)
		}
	}
	return keys
}
