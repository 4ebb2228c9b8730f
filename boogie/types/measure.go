package types

import (
	"slices"

	"semdiff/boogie"
)

// measure checks the expressions of a measure.
func (c *checker) measure(exprs []boogie.Expr) {
	c.measured = true
	for _, e := range exprs {
		if t := c.expr(e); head(t) != Int && head(t) != Bool {
			c.errorf(e, "a measure expression must be of type int or bool (got: %s)", t)
		}
	}
	c.settle()
}

// measures checks where measures stand, in a program that is right otherwise:
// one at most in the specification of a procedure and at the head of a loop,
// and as many expressions in all procedures of a recursion.
func (c *checker) measures() {
	calls := map[string][]*boogie.CallStmt{}
	for _, d := range c.info.Decls {
		switch d := d.(type) {
		case *boogie.ProcDecl:
			if list := measureSpecs(d); len(list) > 1 {
				c.errorf(list[1], "Sequential procedure may contain at most one measure command")
			}
			if d.Body != nil {
				c.bodyMeasures(d.Body)
				calls[d.Name] = append(calls[d.Name], callsOf(d.Body)...)
			}
		case *boogie.ImplDecl:
			if c.info.Procs[d.Name] != nil {
				c.bodyMeasures(d.Body)
				calls[d.Name] = append(calls[d.Name], callsOf(d.Body)...)
			}
		}
	}
	for name, list := range calls {
		if want := measureSize(c.info.Procs[name].Decl); want > 0 {
			for _, s := range list {
				if callee := c.info.Procs[s.Proc]; callee != nil && measureSize(callee.Decl) != want && callsBack(s.Proc, name, calls) {
					c.errorf(s, "Expected number of measure expressions on callee and caller to be same")
				}
			}
		}
	}
}

func measureSpecs(d *boogie.ProcDecl) []*boogie.Spec {
	return filter(d.Specs, func(s *boogie.Spec) bool { return s.Kind == boogie.Measure })
}

func measureSize(d *boogie.ProcDecl) int {
	n := 0
	for _, s := range measureSpecs(d) {
		n += len(s.Measure)
	}
	return n
}

func callsOf(b *boogie.Body) []*boogie.CallStmt {
	var calls []*boogie.CallStmt
	boogie.Inspect(b, func(n boogie.Node) bool {
		if s, ok := n.(*boogie.CallStmt); ok {
			calls = append(calls, s)
		}
		_, expr := n.(boogie.Expr)
		return !expr
	})
	return calls
}

// callsBack reports whether a procedure calls another one, directly or not.
func callsBack(from, to string, calls map[string][]*boogie.CallStmt) bool {
	seen := map[string]bool{from: true}
	for work := []string{from}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range calls[p] {
			if s.Proc == to {
				return true
			}
			if !seen[s.Proc] {
				seen[s.Proc] = true
				work = append(work, s.Proc)
			}
		}
	}
	return false
}

// bodyMeasures checks the measures of loops.
func (c *checker) bodyMeasures(b *boogie.Body) {
	f := newFlow(b)
	for _, n := range f.nodes {
		if !slices.ContainsFunc(n.stmts, isMeasure) {
			continue
		}
		head := f.loopHead(n)
		count, assigned := 0, false
		for _, s := range n.stmts {
			switch s.(type) {
			case *boogie.AssignStmt, *boogie.FieldAssignStmt:
				assigned = true
			case *boogie.MeasureStmt:
				count++
				switch {
				case !head:
					c.errorf(s, "Measure command must not occur outside a loop head")
				case assigned:
					c.errorf(s, "Assignment must come after the measure command in loop head")
				}
			}
		}
		if head && count > 1 {
			c.errorf(n.at, "Loop head may contain at most one measure command in a sequential procedure")
		}
	}
}

func isMeasure(s boogie.Stmt) bool {
	_, ok := s.(*boogie.MeasureStmt)
	return ok
}

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
