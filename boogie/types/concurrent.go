package types

import "semdiff/boogie"

// declareConcurrent finds the procedures of concurrent programs, of which only
// the names are known.
func (c *checker) declareConcurrent() {
	for _, d := range c.info.Decls {
		switch d := d.(type) {
		case *boogie.ActionDecl:
			c.opaque[d.Name] = true
		case *boogie.YieldProcDecl:
			c.opaque[d.Name] = true
		case *boogie.YieldInvariantDecl:
			c.opaque[d.Name] = true
		}
	}
}

// concurrent records a node of a concurrent program.
func (c *checker) concurrent(n boogie.Node) { c.info.Concurrent = append(c.info.Concurrent, n) }

// opaqueCall checks a call of a procedure that is not typed.
func (c *checker) opaqueCall(s *boogie.CallStmt) {
	c.concurrent(s)
	c.exprs(s.Args)
	for _, v := range s.Outs {
		c.expr(v)
	}
	c.assignments(s, s.Outs)
}
