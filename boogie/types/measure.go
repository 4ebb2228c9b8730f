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
