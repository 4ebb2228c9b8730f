package types

import (
	"slices"

	"semdiff/boogie"
)

// quantifier checks a quantifier or lambda. Bound variables hide others of the
// same name.
func (c *checker) quantifier(q *boogie.QuantExpr) Type {
	params := c.typeParams(q.TypeParams)
	outerVars, outerBound := len(c.typeVars), len(c.bound)
	c.typeVars = append(c.typeVars, scopeOf(q.TypeParams, params)...)
	objs := c.objects(Bound, q.Bound, nil)
	for i, o := range objs {
		if slices.ContainsFunc(objs[:i], func(p *Object) bool { return p.Name == o.Name }) {
			c.errorf(o.Decl, "more than one declaration of variable name: %s", o.Name)
		}
	}
	c.bound = append(c.bound, objs...)
	c.info.Bound[q] = objs
	for _, t := range q.Triggers {
		c.trigger(q, t, objs)
	}
	body := c.expr(q.Body)
	c.bound, c.typeVars = c.bound[:outerBound], c.typeVars[:outerVars]
	if q.Kind != boogie.Lambda {
		if !c.unify(body, Bool) {
			c.errorf(q, "quantifier body must be of type bool")
		}
		return Bool
	}
	m := &Map{Params: params, Result: body}
	for _, o := range objs {
		m.Index = append(m.Index, o.Type)
	}
	for i, v := range params {
		if !slices.ContainsFunc(m.Index, func(t Type) bool { return occurs(v, t) }) {
			c.errorf(q.TypeParams[i], "the type variable %s does not occur in types of the lambda parameters", v.Name)
		}
	}
	return orderParams(m)
}

// trigger checks one multi-pattern.
func (c *checker) trigger(q *boogie.QuantExpr, t *boogie.Trigger, objs []*Object) {
	mentioned := map[*Object]bool{}
	before := len(c.problems)
	for _, e := range t.Terms {
		if id, ok := e.(*boogie.IdentExpr); ok {
			c.errorf(e, "a matching pattern must be more than just a variable by itself: %s", id.Name)
		}
		c.expr(e)
		boogie.Inspect(e, func(n boogie.Node) bool {
			switch n := n.(type) {
			case *boogie.Attr:
				return false
			case *boogie.IdentExpr:
				mentioned[c.info.Objects[n]] = true
			case *boogie.QuantExpr:
				c.errorf(n, "quantifiers are not allowed in triggers")
				return false
			case *boogie.UnaryExpr:
				if n.Op == boogie.Not {
					c.errorf(n, "boolean operators are not allowed in triggers")
				}
			case *boogie.BinaryExpr:
				if what := untriggerable(n.Op); what != "" {
					c.errorf(n, "%s not allowed in triggers", what)
				}
			}
			return true
		})
	}
	if len(c.problems) > before {
		return
	}
	for _, o := range objs {
		if !mentioned[o] {
			c.errorf(t, "trigger must mention all quantified variables, but does not mention: %s", o.Name)
		}
	}
}

func untriggerable(op boogie.Op) string {
	switch op {
	case boogie.Iff, boogie.Implies, boogie.Explies, boogie.And, boogie.Or:
		return "boolean operators are"
	case boogie.Eq: // != is allowed
		return "equality is"
	case boogie.Lt, boogie.Gt, boogie.Le, boogie.Ge:
		return "arithmetic comparisons are"
	}
	return ""
}
