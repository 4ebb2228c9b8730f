package impact

import (
	"slices"

	"semdiff/internal/bitset"
	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
	"semdiff/translate/depend"
	"semdiff/translate/ir"
)

// close finds F of mutually recursive pairs: the least sets, from what is known of the
// pairs that they call.
func (a *Analysis) close(pairs []*Pair) {
	for _, p := range pairs {
		for i, out := range p.Pair.Outputs {
			p.Outputs[i] = p.isOpaque() || out.Unmatched
		}
		p.Outcome = p.isOpaque()
	}
	for changed := true; changed; {
		changed = false
		for _, p := range slices.Backward(pairs) {
			changed = p.forward() || changed
		}
	}
}

// forward finds F of a pair as the facts about callees are, and reports whether more
// of its outputs or its outcome is impacted than was known.
func (p *Pair) forward() (more bool) {
	if p.isOpaque() {
		return false
	}
	c := &closure{p: p}
	for v, g := range p.Graphs {
		p.Forward[v] = make([]*Reason, len(g.Nodes))
	}
	for v := range p.Graphs { // changes first: they explain most
		for n := range p.Graphs[v].Nodes {
			if p.Partner[v][n] < 0 && p.seeks(v, n) {
				c.add(v, n, Changed, -1)
			}
		}
	}
	for _, first := range []bool{true, false} {
		for n, m := range p.mismatch {
			if m != nil && first == (m.Why == Changed) {
				c.add(0, n, m.Why, -1)
				c.add(1, p.Partner[0][n], m.Why, -1)
				c.spread()
			}
		}
	}
	c.calls()
	c.spread()
	for i, port := range p.Pair.Outputs {
		if !p.Outputs[i] && p.outputReached(i, port.Old, port.New) {
			p.Outputs[i], more = true, true
		}
	}
	if !p.Outcome && p.Forward[0][p.Graphs[0].Outcome] != nil {
		p.Outcome, more = true, true
	}
	return more
}

// seeks reports whether a node without partner is a change. An output that one
// version lacks is treated with the outputs.
func (p *Pair) seeks(version, n int) bool {
	switch p.Graphs[version].Nodes[n].Kind {
	case depend.Before, depend.Output:
		return false
	}
	return true
}

// outputReached reports whether an output is in F. The version that lacks it keeps its
// value at entry.
func (p *Pair) outputReached(i, old, new int) bool {
	if old >= 0 && new >= 0 {
		return p.Forward[0][p.Graphs[0].Outputs[old]] != nil
	}
	version, k := 0, old
	if old < 0 {
		version, k = 1, new
	}
	n := p.Graphs[version].Outputs[k]
	if p.isEqual(version, n) {
		return false
	}
	if p.Forward[version][n] != nil {
		return true
	}
	defs := p.Graphs[version].Nodes[n].Uses[0].Defs
	if len(defs) == 1 {
		d := &p.Graphs[version].Nodes[defs[0]]
		if d.Kind == depend.Input && p.unionVar(version, d.Index) == p.Pair.Outputs[i].Var {
			return false
		}
	}
	p.Forward[version][n] = &Reason{Why: OtherSources, From: -1}
	return true
}

// isEqual reports whether a node is known to be equal, as far as is known how runs end.
func (p *Pair) isEqual(version, n int) bool {
	return p.equal[version][n] && !(p.alike[version][n] && p.Outcome)
}

// unionVar is the variable of the pair for an input of a version.
func (p *Pair) unionVar(version, index int) *smtlib.Term {
	return p.Inputs[portOf(p.Inputs, version, index)].Var
}

// closure adds nodes to F.
type closure struct {
	p    *Pair
	work [][2]int // version and node
}

func (c *closure) add(version, n int, why Why, from int) {
	if c.p.Forward[version][n] == nil && !c.p.isEqual(version, n) {
		c.p.Forward[version][n] = &Reason{why, from}
		c.work = append(c.work, [2]int{version, n})
	}
}

func (c *closure) addPartner(version, n int) {
	if m := c.p.Partner[version][n]; m >= 0 && !c.p.a.opts.omit.versions {
		c.add(1-version, m, ByPartner, n)
	}
}

// spread closes F under rules 1 and 2 of the paper, and under partners.
func (c *closure) spread() {
	for len(c.work) > 0 {
		version, n := c.work[0][0], c.work[0][1]
		c.work = c.work[1:]
		c.addPartner(version, n)
		c.forwardFrom(version, n)
	}
	c.work = nil
}

func (c *closure) forwardFrom(version, n int) {
	g := c.p.Graphs[version]
	if node := &g.Nodes[n]; node.Kind == depend.Arg {
		c.argument(version, node)
		return
	}
	for _, m := range c.p.succs[version][n] {
		why := ByData
		switch {
		case g.Nodes[m].Before == n:
			why = ByEnd
		case slices.Contains(g.Nodes[m].Control, n):
			why = ByControl
		}
		if c.p.a.opts.omit.enders && (why == ByEnd || g.Nodes[m].Kind == depend.Before) {
			continue
		}
		c.add(version, m, why, n)
	}
}

// argument adds the results of a call that depend on an argument, and its end.
func (c *closure) argument(version int, arg *depend.Node) {
	call := &c.p.Graphs[version].Calls[arg.Site]
	rest := call.Results
	if call.End >= 0 {
		rest = append(rest[:len(rest):len(rest)], call.End)
	}
	for _, n := range rest {
		if c.p.needs(version, n).Has(arg.Part) {
			c.add(version, n, ByData, call.Args[arg.Part])
		}
	}
}

// needs are the arguments, by index, on which a result or end of a call depends.
func (p *Pair) needs(version, n int) bitset.Set {
	node := &p.Graphs[version].Nodes[n]
	name := node.Call().Proc
	callee := p.a.calleePair(version, name)
	if callee == nil {
		in := p.a.programs[version].Inputs(name)
		if node.Kind == depend.End {
			return in.Outcome
		}
		return in.Outputs[node.Part]
	}
	out := -1
	if node.Kind == depend.Result {
		out = portOf(callee.Outputs, version, node.Part)
	}
	set := bitset.New(len(node.Call().Args))
	for i, needed := range p.a.needs(callee, out) {
		if k := callee.Inputs[i].Index(version); needed && k >= 0 {
			set.Insert(k)
		}
	}
	return set
}

// needs says of each input of a pair, by port, whether an output depends on it in
// either version; of the outcome where out is -1.
func (a *Analysis) needs(p *pairing.Pair, out int) []bool {
	key := need{p, out}
	if known := a.needed[key]; known != nil {
		return known
	}
	list := make([]bool, len(p.Inputs))
	for v := range 2 {
		if v == 1 && !p.Affected {
			break // as in the old version
		}
		in := a.programs[v].Inputs(p.Proc(v).Name)
		set := in.Outcome
		if out >= 0 {
			k := p.Outputs[out].Index(v)
			if k < 0 {
				continue
			}
			set = in.Outputs[k]
		}
		for i, port := range p.Inputs {
			if k := port.Index(v); k >= 0 && set.Has(k) {
				list[i] = true
			}
		}
	}
	a.needed[key] = list
	return list
}

// Needs says of each input of a pair, by port, whether an output, given by its port,
// depends on it in either version; the outcome is -1. It may lower bodies.
func (a *Analysis) Needs(p *pairing.Pair, out int) []bool { return a.needs(p, out) }

// Distant are the pairs of which some call has an impacted argument, and those that these
// call: there it matters on which arguments each result depends. Of many it lists some.
func (a *Analysis) Distant() (out []*pairing.Pair) {
	seen := map[*pairing.Pair]bool{nil: true}
	for _, p := range a.Pairs {
		for v, g := range p.Graphs {
			if p.isOpaque() {
				break
			}
			for _, call := range g.Calls {
				q := a.calleePair(v, call.Instr.Proc)
				if !seen[q] && slices.ContainsFunc(call.Args, func(n int) bool { return p.Impacted(v, n) }) {
					seen[q] = true
					out = append(out, q)
				}
			}
		}
	}
	for i := 0; i < len(out) && len(out) < mostLooked; i++ {
		if !a.mayLook(out[i].Old) || a.Pairing.Load(out[i].Old) != nil {
			continue
		}
		for _, q := range a.Pairing.CalledBy(out[i : i+1]) {
			if !seen[q] {
				seen[q] = true
				out = append(out, q)
			}
		}
	}
	return out
}

// need is an output of a pair, -1 for its outcome.
type need struct {
	pair *pairing.Pair
	out  int
}

// calls adds what is impacted in callees to the calls of them.
func (c *closure) calls() {
	if c.p.a.opts.omit.summaries {
		return
	}
	for v, g := range c.p.Graphs {
		for i := range g.Nodes {
			n := &g.Nodes[i]
			if n.Kind != depend.Result && n.Kind != depend.End {
				continue
			}
			callee := c.p.a.calleePair(v, n.Call().Proc)
			if callee == nil {
				continue // without partner, and impacted
			}
			if n.Kind == depend.End && c.p.a.outcomeImpacted(callee) ||
				n.Kind == depend.Result && c.p.a.outputImpacted(callee, portOf(callee.Outputs, v, n.Part)) {
				c.add(v, i, Callee, -1)
			}
		}
	}
}

// closeBackwards finds what the impacted nodes of pairs need: rules 3 and 4 of the
// paper in both versions, and partners, until nothing changes. What may end a run is
// needed where the outcome is impacted: an output is about runs that return.
func (a *Analysis) closeBackwards(pairs []*Pair) {
	for _, p := range pairs {
		if !p.isOpaque() {
			p.backward()
		}
	}
}

func (p *Pair) backward() {
	var work [][2]int
	for v, g := range p.Graphs {
		p.Needed[v] = make([]*Reason, len(g.Nodes))
		for n := range g.Nodes {
			if p.Forward[v][n] != nil {
				work = append(work, [2]int{v, n})
			}
		}
	}
	add := func(version, n int, why Why, from int) {
		if !p.InSlice(version, n) {
			p.Needed[version][n] = &Reason{why, from}
			work = append(work, [2]int{version, n})
		}
	}
	for len(work) > 0 {
		v, n := work[0][0], work[0][1]
		work = work[1:]
		g := p.Graphs[v]
		node := &g.Nodes[n]
		if node.Kind == depend.Before {
			continue
		}
		for _, m := range p.sources(v, n) {
			add(v, m, NeededData, n)
		}
		for _, m := range node.Control {
			add(v, m, NeededControl, n)
		}
		if m := p.Partner[v][n]; m >= 0 && !p.a.opts.omit.versions {
			add(1-v, m, NeededPartner, n)
		}
	}
}

// sources are the nodes that a node depends on by data.
func (p *Pair) sources(version, n int) []int {
	g := p.Graphs[version]
	node := &g.Nodes[n]
	if node.Kind != depend.Result && node.Kind != depend.End {
		return p.a.programs[version].Sources(g, n)
	}
	var out []int
	for _, k := range p.needs(version, n).All() {
		out = append(out, g.Calls[node.Site].Args[k])
	}
	return out
}

// tape is the variable for the position on the input tape.
func (p *Pair) tape() *smtlib.Term { return ir.TapeVar(p.ctx) }
