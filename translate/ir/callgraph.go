package ir

import "slices"

// CallGraph holds who calls whom (Def. 1, SAS 2017).
type CallGraph struct {
	Callees map[string][]string // sorted, without duplicates
	Callers map[string][]string
	// SCCs are the strongly connected components, callees before callers.
	SCCs [][]string
	// SCC is the index of a procedure's component in SCCs.
	SCC map[string]int
}

// Callees are the procedures and loops that p calls: those in its blocks, or,
// when they are not there, in its text.
func (p *Proc) Callees() []string {
	if p.Blocks == nil {
		return p.Calls
	}
	var out []string
	for _, b := range p.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*Call); ok {
				out = append(out, c.Proc)
			}
		}
	}
	return out
}

// GraphOf computes the call graph of the given edges; order decides ties.
func GraphOf(order []string, edges map[string][]string) *CallGraph {
	g := &CallGraph{Callees: map[string][]string{}, Callers: map[string][]string{}, SCC: map[string]int{}}
	for _, name := range order {
		out := slices.Clone(edges[name])
		slices.Sort(out)
		g.Callees[name] = slices.Compact(out)
		for _, c := range g.Callees[name] {
			g.Callers[c] = append(g.Callers[c], name)
		}
	}
	t := tarjan{g: g, index: map[string]int{}, low: map[string]int{}, onStack: map[string]bool{}}
	for _, name := range order {
		if _, seen := t.index[name]; !seen {
			t.visit(name)
		}
	}
	return g
}

// Recursive reports whether a procedure can reach itself.
func (g *CallGraph) Recursive(name string) bool {
	return len(g.SCCs[g.SCC[name]]) > 1 || slices.Contains(g.Callees[name], name)
}

// tarjan is Tarjan's algorithm; components come out callees first.
type tarjan struct {
	g       *CallGraph
	index   map[string]int
	low     map[string]int
	onStack map[string]bool
	stack   []string
}

func (t *tarjan) visit(v string) {
	t.index[v] = len(t.index)
	t.low[v] = t.index[v]
	t.stack = append(t.stack, v)
	t.onStack[v] = true
	for _, w := range t.g.Callees[v] {
		if _, seen := t.index[w]; !seen {
			t.visit(w)
			t.low[v] = min(t.low[v], t.low[w])
		} else if t.onStack[w] {
			t.low[v] = min(t.low[v], t.index[w])
		}
	}
	if t.low[v] != t.index[v] {
		return
	}
	i := slices.Index(t.stack, v)
	scc := slices.Clone(t.stack[i:])
	slices.Reverse(scc)
	for _, w := range scc {
		t.onStack[w] = false
		t.g.SCC[w] = len(t.g.SCCs)
	}
	t.stack = t.stack[:i]
	t.g.SCCs = append(t.g.SCCs, scc)
}
