package types

import (
	"slices"

	"semdiff/boogie"
)

// flow is the control flow of a body.
type flow struct {
	nodes  []*flowNode // nodes[0] is the entry
	labels map[string]*flowNode
	exits  []flowExit
}

// flowNode is a sequence of statements that run one after the other.
type flowNode struct {
	at    boogie.Node // the label or loop that it begins with
	stmts []boogie.Stmt
	succs []*flowNode
}

// flowExit is a statement that a break may leave.
type flowExit struct {
	labels []string
	loop   bool
	to     *flowNode
}

func newFlow(b *boogie.Body) *flow {
	f := &flow{labels: map[string]*flowNode{}}
	f.list(f.node(b), b.Stmts)
	return f
}

func (f *flow) node(at boogie.Node) *flowNode {
	n := &flowNode{at: at}
	f.nodes = append(f.nodes, n)
	return n
}

func (f *flow) label(name string, at boogie.Node) *flowNode {
	n := f.labels[name]
	if n == nil {
		n = f.node(at)
		f.labels[name] = n
	}
	return n
}

// list adds statements that begin in a node and returns the node in which they
// end.
func (f *flow) list(cur *flowNode, stmts []boogie.Stmt) *flowNode {
	var labels []string // those right before the statement
	for _, s := range stmts {
		if l, ok := s.(*boogie.LabelStmt); ok {
			n := f.label(l.Name, l)
			n.at = l
			cur.succs = append(cur.succs, n)
			cur = n
			labels = append(labels, l.Name)
			continue
		}
		cur = f.stmt(cur, s, labels)
		labels = nil
	}
	return cur
}

// stmt adds one statement. After a jump comes a node that nothing leads to.
func (f *flow) stmt(cur *flowNode, s boogie.Stmt, labels []string) *flowNode {
	switch s := s.(type) {
	case *boogie.GotoStmt:
		for _, l := range s.Labels {
			cur.succs = append(cur.succs, f.label(l.Name, l))
		}
		return f.node(s)
	case *boogie.ReturnStmt:
		return f.node(s)
	case *boogie.BreakStmt:
		for _, e := range slices.Backward(f.exits) {
			if s.Label == "" && e.loop || s.Label != "" && slices.Contains(e.labels, s.Label) {
				cur.succs = append(cur.succs, e.to)
				break
			}
		}
		return f.node(s)
	case *boogie.IfStmt:
		after := f.node(s)
		f.branch(cur, after, s.Then, flowExit{labels, false, after})
		f.branch(cur, after, s.Else, flowExit{labels, false, after})
		return after
	case *boogie.WhileStmt:
		head, after := f.node(s), f.node(s)
		cur.succs = append(cur.succs, head)
		for _, m := range s.Measures {
			head.stmts = append(head.stmts, m)
		}
		head.succs = append(head.succs, after)
		f.branch(head, head, s.Body, flowExit{labels, true, after})
		return after
	}
	cur.stmts = append(cur.stmts, s)
	return cur
}

// branch adds statements between two nodes.
func (f *flow) branch(from, to *flowNode, stmts []boogie.Stmt, exit flowExit) {
	f.exits = append(f.exits, exit)
	n := f.node(from.at)
	from.succs = append(from.succs, n)
	end := f.list(n, stmts)
	end.succs = append(end.succs, to)
	f.exits = f.exits[:len(f.exits)-1]
}

// loopHead reports whether an edge leads back to n from a node that is reached
// through n only.
func (f *flow) loopHead(n *flowNode) bool {
	reached, around := f.reachable(nil), f.reachable(n)
	for m := range reached {
		if !around[m] && slices.Contains(m.succs, n) {
			return true
		}
	}
	return false
}

// reachable returns the nodes that are reached from the entry without without.
func (f *flow) reachable(without *flowNode) map[*flowNode]bool {
	seen := map[*flowNode]bool{}
	if f.nodes[0] == without {
		return seen
	}
	seen[f.nodes[0]] = true
	for work := []*flowNode{f.nodes[0]}; len(work) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, m := range n.succs {
			if !seen[m] && m != without {
				seen[m] = true
				work = append(work, m)
			}
		}
	}
	return seen
}
