package types

import "semdiff/boogie"

// assumption checks the declaration of an assumption variable: {:assumption}
// marks a boolean that may only get stronger, by one assignment.
func (c *checker) assumption(o *Object) {
	if !flagged(o.Attrs, "assumption") {
		return
	}
	if o.Where != nil {
		c.nameErrorf(o.Decl, "assumption variable may not be declared with a where clause")
	}
	if o.Type != Bool {
		c.errorf(o.Decl, "assumption variable must be of type 'bool'")
	}
}

// assumptionUpdates checks the assignments to assumption variables.
func (c *checker) assumptionUpdates(s *boogie.AssignStmt) {
	for i, l := range s.Lhs {
		v, ok := l.(*boogie.IdentExpr)
		if !ok {
			continue
		}
		switch o := c.info.Objects[v]; {
		case o == nil || !flagged(o.Attrs, "assumption"):
		case !c.strengthens(s.Rhs[i], o):
			c.nameErrorf(s, "RHS of assignment to assumption variable %s must match expression \"%[1]s && <boolean expression>\"", o.Name)
		case c.assumed[o]:
			c.nameErrorf(s, "assumption variable may not be assigned to more than once")
		default:
			c.assumed[o] = true
		}
	}
}

// strengthens reports whether e is o && ...
func (c *checker) strengthens(e boogie.Expr, o *Object) bool {
	and, ok := e.(*boogie.BinaryExpr)
	if !ok || and.Op != boogie.And {
		return false
	}
	x, ok := and.X.(*boogie.IdentExpr)
	return ok && c.info.Objects[x] == o
}
