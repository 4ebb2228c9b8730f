package types

import "semdiff/boogie"

// modifies checks a modifies clause.
func (c *checker) modifies(d *boogie.ProcDecl, s *boogie.Spec) {
	if d.Pure && len(s.Names) > 0 {
		c.nameErrorf(d, "unnecessary modifies clause for pure procedure")
		return
	}
	for _, n := range s.Names {
		switch o := c.vars[n.Name]; {
		case o == nil:
			c.nameErrorf(n, "undeclared identifier: %s", n.Name)
		case o.Kind != Global:
			c.errorf(d, "modifies list contains constant: %s", n.Name)
		}
	}
}

// frameOf returns the globals that a procedure may modify, or nil when modifies
// clauses do not count.
func (c *checker) frameOf(d *boogie.ProcDecl) map[*Object]bool {
	if !c.strict {
		return nil
	}
	frame := map[*Object]bool{}
	for _, s := range d.Specs {
		if s.Kind == boogie.Modifies {
			for _, n := range s.Names {
				frame[c.vars[n.Name]] = true
			}
		}
	}
	return frame
}

// assignments checks that a statement may change variables.
func (c *checker) assignments(s boogie.Stmt, vars []*boogie.IdentExpr) {
	for _, v := range vars {
		if o := c.info.Objects[v]; o != nil { // else reported as undeclared
			c.assignment(s, o)
		}
	}
}

func (c *checker) assignment(s boogie.Stmt, o *Object) {
	switch o.Kind {
	case Local, Out:
	case Global:
		if c.frame != nil && !c.frame[o] {
			c.errorf(s, "command assigns to a global variable that is not in the enclosing procedure's modifies clause: %s", o.Name)
		}
	default:
		c.errorf(s, "command assigns to an immutable variable: %s", o.Name)
	}
}

// callEffects checks that a call may change its outputs and what the callee
// modifies.
func (c *checker) callEffects(s *boogie.CallStmt, callee *boogie.ProcDecl) {
	c.assignments(s, s.Outs)
	if c.frame == nil {
		return
	}
	told := map[*Object]bool{}
	for _, v := range s.Outs {
		told[c.info.Objects[v]] = true
	}
	for _, spec := range callee.Specs {
		if spec.Kind != boogie.Modifies {
			continue
		}
		for _, n := range spec.Names {
			if o := c.vars[n.Name]; o != nil && !told[o] {
				told[o] = true
				c.assignment(s, o)
			}
		}
	}
}
