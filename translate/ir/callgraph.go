package ir

import (
	"slices"

	"semdiff/smtlib/graph"
)

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
	g.SCCs = graph.Components(order, func(name string) []string { return g.Callees[name] })
	for i, scc := range g.SCCs {
		slices.Reverse(scc)
		for _, name := range scc {
			g.SCC[name] = i
		}
	}
	return g
}

// Affected are the given procedures and all that call them, directly or not.
func (g *CallGraph) Affected(changed []string) []string {
	return graph.Reached(changed, func(name string) []string { return g.Callers[name] })
}

// Recursive reports whether a procedure can reach itself.
func (g *CallGraph) Recursive(name string) bool {
	return len(g.SCCs[g.SCC[name]]) > 1 || slices.Contains(g.Callees[name], name)
}
