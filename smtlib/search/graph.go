package search

import (
	"math"

	"semdiff/smtlib"
)

// graph holds terms as nodes, arguments before the terms that have them.
type graph struct {
	index   map[*smtlib.Term]int32
	nodes   []node
	symbols symbols
	mark    int32 // of the query at hand
}

// node is a term.
type node struct {
	op     smtlib.Op
	bv     smtlib.BVFunc
	valid  bool // false: it has no value
	mark   int32
	args   []int32
	value  value  // of a literal
	symbol symbol // of a variable
	term   *smtlib.Term
}

// maxNodes and maxSymbols are how large a graph may grow before it starts anew.
// Models are as long as there are symbols.
const (
	maxNodes   = 1 << 19
	maxSymbols = 1 << 14
)

func newGraph() *graph {
	return &graph{index: map[*smtlib.Term]int32{}, symbols: symbols{index: map[place]symbol{}}}
}

// add returns the node of t.
func (g *graph) add(t *smtlib.Term) int32 {
	if i, ok := g.index[t]; ok {
		return i
	}
	n := node{op: t.Op(), term: t, valid: valued(t.Sort())}
	if n.op == smtlib.OpForall || n.op == smtlib.OpExists {
		n.valid = false
	}
	if n.valid && len(t.Args()) > 0 {
		n.args = make([]int32, len(t.Args()))
		for i, a := range t.Args() {
			n.args[i] = g.add(a)
		}
	}
	switch n.op {
	case smtlib.OpTrue, smtlib.OpFalse, smtlib.OpNumeral, smtlib.OpBVLit:
		n.value = literal(t)
		n.valid = !n.value.none
	case smtlib.OpVar:
		n.symbol = g.symbols.add(meaning{variable: t})
	case smtlib.OpBV:
		n.bv = t.BV()
		n.valid = n.valid && knows(n.bv)
	}
	i := int32(len(g.nodes))
	g.nodes = append(g.nodes, n)
	g.index[t] = i
	return i
}

// full says that it is time for a new graph.
func (g *graph) full() bool {
	return len(g.nodes) > maxNodes || len(g.symbols.list) > maxSymbols || g.mark == math.MaxInt32
}

// conjuncts are the nodes of the conjuncts of the assertions, and order all nodes
// below them, arguments first. ok is false when one of them has no value for certain.
func (g *graph) conjuncts(assertions []*smtlib.Term) (roots, order []int32, ok bool) {
	g.mark++
	for _, a := range assertions {
		for _, t := range smtlib.Conjuncts(a) {
			r := g.add(t)
			if !g.nodes[r].valid {
				return nil, nil, false
			}
			roots = append(roots, r)
			order = g.reach(r, order)
		}
	}
	return roots, order, true
}

func (g *graph) reach(i int32, order []int32) []int32 {
	n := &g.nodes[i]
	if n.mark == g.mark {
		return order
	}
	n.mark = g.mark
	for _, a := range n.args {
		order = g.reach(a, order)
	}
	return append(order, i)
}
