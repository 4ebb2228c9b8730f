package types

import (
	"slices"

	"semdiff/boogie"
)

// quantifier checks a quantifier or lambda. Bound variables hide others of the
// same name.
func (c *checker) quantifier(q *boogie.QuantExpr) Type {
	params := c.typeParams(q.TypeParams)
	if len(params) > 0 {
		c.info.TypeVars[q] = params
	}
	outerVars, outerBound := len(c.typeVars), len(c.bound)
	c.typeVars = append(c.typeVars, scopeOf(q.TypeParams, params)...)
	objs := c.objects(Bound, q.Bound, nil)
	for i, o := range objs {
		if slices.ContainsFunc(objs[:i], func(p *Object) bool { return p.Name == o.Name }) {
			c.nameErrorf(o.Decl, "more than one declaration of variable name: %s", o.Name)
		}
	}
	c.mergedBinders(q)
	c.bound = append(c.bound, objs...)
	c.info.Bound[q] = objs
	for _, b := range q.Bound {
		c.attrs(b.Attrs)
	}
	c.attrs(filter(q.Attrs, func(a *boogie.Attr) bool { return a.Name != "nopats" }))
	for _, a := range q.Attrs {
		if a.Name == "nopats" { // terms that a trigger must not have
			c.triggerTerms(a.Args)
		}
	}
	for _, t := range q.Triggers {
		c.trigger(q, t, objs)
	}
	body := c.expr(q.Body)
	c.bound, c.typeVars = c.bound[:outerBound], c.typeVars[:outerVars]
	if q.Kind != boogie.Lambda {
		if !c.unify(body, Bool) {
			c.errorf(q, "quantifier body must be of type bool")
		}
		c.typeParamsInTriggers(q, params, objs)
		return Bool
	}
	index := make([]Type, len(objs))
	for i, o := range objs {
		index[i] = o.Type
	}
	for _, v := range params {
		if !slices.ContainsFunc(index, func(t Type) bool { return occurs(v, t) }) {
			c.errorf(q, "the type variable %s does not occur in types of the lambda parameters", v.Name)
			break
		}
	}
	return NewMap(byUse(params, NewMap(nil, index, body)), index, body)
}

// mergedBinders checks a quantifier whose body is another one of its kind: Boogie
// makes them one when neither has triggers, so the inner one hides nothing of
// the outer one.
func (c *checker) mergedBinders(q *boogie.QuantExpr) {
	if in, ok := q.Body.(*boogie.QuantExpr); !ok || c.merged[q] || !mergeable(q, in) {
		return
	}
	level := map[string]*boogie.QuantExpr{} // which binds a name
	for in, ok := q, true; ok && mergeable(q, in); in, ok = in.Body.(*boogie.QuantExpr) {
		c.merged[in] = true
		for _, b := range in.Bound {
			for _, n := range b.Names {
				switch level[n.Name] {
				case nil:
					level[n.Name] = in
				case in: // reported as declared twice
				default:
					c.nameErrorf(n, "more than one declaration of variable name: %s", n.Name)
				}
			}
		}
	}
}

func mergeable(q, in *boogie.QuantExpr) bool {
	free := func(q *boogie.QuantExpr) bool {
		return len(q.Triggers) == 0 && boogie.FindAttr(q.Attrs, "nopats") == nil
	}
	return q.Kind != boogie.Lambda && in.Kind == q.Kind && free(q) && free(in)
}

// typeParamsInTriggers checks that the triggers determine the type parameters
// that the types of the bound variables do not.
func (c *checker) typeParamsInTriggers(q *boogie.QuantExpr, params []*Var, objs []*Object) {
	for _, v := range params {
		if slices.ContainsFunc(objs, func(o *Object) bool { return occurs(v, o.Type) }) {
			continue
		}
		for _, t := range q.Triggers {
			mentioned := false
			boogie.Inspect(t, func(n boogie.Node) bool {
				e, ok := n.(boogie.Expr)
				mentioned = mentioned || ok && c.info.Types[e] != nil && occurs(v, c.info.Types[e])
				return !mentioned
			})
			if !mentioned {
				c.errorf(t, "trigger does not mention %s, which does not occur in variables types either", v.Name)
			}
		}
	}
}

// trigger checks one multi-pattern.
func (c *checker) trigger(q *boogie.QuantExpr, t *boogie.Trigger, objs []*Object) {
	before := len(c.unresolved)
	mentioned := c.triggerTerms(t.Terms)
	if len(c.unresolved) > before {
		return
	}
	for _, o := range objs {
		if !mentioned[o] {
			c.nameErrorf(t, "trigger must mention all quantified variables, but does not mention: %s", o.Name)
		}
	}
}

// triggerTerms checks the terms of a trigger and returns what they mention.
func (c *checker) triggerTerms(terms []boogie.Expr) map[*Object]bool {
	mentioned := map[*Object]bool{}
	for _, e := range terms {
		if id, ok := e.(*boogie.IdentExpr); ok {
			c.nameErrorf(e, "a matching pattern must be more than just a variable by itself: %s", id.Name)
		}
		c.expr(e)
		boogie.Inspect(e, func(n boogie.Node) bool {
			switch n := n.(type) {
			case *boogie.Attr:
				return false
			case *boogie.IdentExpr:
				mentioned[c.info.Objects[n]] = true
			case *boogie.QuantExpr:
				c.nameErrorf(n, "quantifiers are not allowed in triggers")
				return false
			case *boogie.UnaryExpr:
				if n.Op == boogie.Not {
					c.nameErrorf(n, "boolean operators are not allowed in triggers")
				}
			case *boogie.BinaryExpr:
				if what := untriggerable(n.Op); what != "" {
					c.nameErrorf(n, "%s not allowed in triggers", what)
				}
			}
			return true
		})
	}
	return mentioned
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
