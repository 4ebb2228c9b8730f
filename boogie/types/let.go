package types

import (
	"slices"

	"semdiff/boogie"
)

// let checks a let expression. The variables hide others of the same name, but
// not in the values.
func (c *checker) let(e *boogie.LetExpr) Type {
	values := c.exprs(e.Values)
	if len(values) != len(e.Vars) {
		c.nameErrorf(e, "number of left-hand sides does not match number of right-hand sides")
	}
	var objs []*Object
	for i, v := range e.Vars {
		o := &Object{Kind: Bound, Name: v.Name.Name, Type: &meta{}, Decl: v.Name, Attrs: v.Attrs}
		if i < len(values) {
			o.Type = values[i]
		}
		if slices.ContainsFunc(objs, func(p *Object) bool { return p.Name == o.Name }) {
			c.nameErrorf(v, "more than one declaration of variable name: %s", o.Name)
		}
		objs = append(objs, o)
	}
	c.info.Lets[e] = objs
	c.lets = append(c.lets, objs...)
	outer := len(c.bound)
	c.bound = append(c.bound, objs...)
	for _, v := range e.Vars {
		c.attrs(v.Attrs)
	}
	c.attrs(e.Attrs)
	t := c.expr(e.Body)
	c.bound = c.bound[:outer]
	return t
}

// code checks a code expression: statements of their own over locals of their
// own, which return a bool.
func (c *checker) code(e *boogie.CodeExpr) Type {
	// What is settled inside is only what is open inside.
	pending, uses, trail, lets := c.pending, c.uses, c.trail, c.lets
	c.pending, c.uses, c.trail, c.lets = nil, nil, nil, nil
	var locals []*Object
	for _, d := range e.Body.Locals {
		locals = append(locals, c.objects(Local, d.Vars, d.Attrs)...)
	}
	for i, o := range locals {
		if slices.ContainsFunc(locals[:i], func(p *Object) bool { return p.Name == o.Name }) {
			c.nameErrorf(o.Decl, "more than one declaration of variable name: %s", o.Name)
		}
	}
	c.info.Code[e] = locals
	outer := len(c.bound)
	c.bound = append(c.bound, locals...)
	for _, d := range e.Body.Locals {
		c.declAttrs(d.Attrs)
		c.wheres(d.Vars)
	}
	c.labels(e.Body.Stmts, map[string]bool{})
	c.stmts(e.Body.Stmts)
	c.bound = c.bound[:outer]
	c.pending, c.uses, c.trail, c.lets = pending, uses, trail, lets
	return Bool
}
