// Package graph finds the strongly connected components of directed graphs, and
// what is reached in them: of calls, of control flow, of datatypes that are made of
// each other.
package graph

// Reached are the nodes that the given ones lead to, these included, in the order
// in which they are found.
func Reached[N comparable](from []N, successors func(N) []N) (list []N) {
	seen := map[N]bool{}
	add := func(nodes []N) {
		for _, n := range nodes {
			if !seen[n] {
				seen[n] = true
				list = append(list, n)
			}
		}
	}
	add(from)
	for i := 0; i < len(list); i++ {
		add(successors(list[i]))
	}
	return list
}

// Components lists the strongly connected components of the graph that the nodes
// reach, each after those that it leads to; the nodes of a component are in the
// order in which a depth-first search finds them. The order of nodes and of
// successors decides ties. (Tarjan: Depth-first search and linear graph
// algorithms, SIAM J. Comput. 1972.)
func Components[N comparable](nodes []N, successors func(N) []N) [][]N {
	s := search[N]{successors: successors, index: map[N]int{}, low: map[N]int{}, open: map[N]bool{}}
	for _, n := range nodes {
		if s.index[n] == 0 {
			s.visit(n)
		}
	}
	return s.components
}

type search[N comparable] struct {
	successors func(N) []N
	index      map[N]int // in order of discovery, from 1
	low        map[N]int // the least index known to be reached within the component
	open       map[N]bool
	stack      []N // nodes whose component is not complete
	components [][]N
}

func (s *search[N]) visit(n N) {
	s.index[n] = len(s.index) + 1
	s.low[n] = s.index[n]
	s.open[n] = true
	s.stack = append(s.stack, n)
	for _, m := range s.successors(n) {
		switch {
		case s.index[m] == 0:
			s.visit(m)
			s.low[n] = min(s.low[n], s.low[m])
		case s.open[m]:
			s.low[n] = min(s.low[n], s.index[m])
		}
	}
	if s.low[n] != s.index[n] {
		return
	}
	first := len(s.stack) - 1
	for s.stack[first] != n {
		first--
	}
	component := append([]N(nil), s.stack[first:]...)
	s.stack = s.stack[:first]
	for _, m := range component {
		s.open[m] = false
	}
	s.components = append(s.components, component)
}
