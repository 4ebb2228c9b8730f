package smtlib

import "fmt"

// Forall quantifies the variables bound over body. Bound variables are renamed
// to canonical ones, so quantifiers equal up to renaming are one pointer.
func (c *Context) Forall(bound []*Term, body *Term, triggers [][]*Term) *Term {
	return c.quantify(OpForall, bound, body, triggers)
}

// Exists is the dual of Forall.
func (c *Context) Exists(bound []*Term, body *Term, triggers [][]*Term) *Term {
	return c.quantify(OpExists, bound, body, triggers)
}

func (c *Context) quantify(op Op, bound []*Term, body *Term, triggers [][]*Term) *Term {
	c.wantBool(body)
	if len(bound) == 0 || body.IsLiteral() {
		return body
	}
	sub := make(map[*Term]*Term, len(bound))
	canon := make([]*Term, len(bound))
	// The name carries the nesting height, so an inner quantifier never
	// captures a variable of an outer one. No name of a program holds a slash.
	for i, b := range bound {
		canon[i] = c.Var(fmt.Sprintf("?%d/%d", body.height, i), b.sort)
		sub[b] = canon[i]
	}
	s := c.newSubst(sub)
	renamed := make([][]*Term, len(triggers))
	for i, tr := range triggers {
		for _, t := range tr {
			renamed[i] = append(renamed[i], s.apply(t))
		}
	}
	return c.intern(Term{op: op, sort: c.Bool, args: []*Term{s.apply(body)}, payload: &payload{bound: canon, triggers: renamed}})
}

// WithoutTriggers is t without the patterns of its quantifiers, which advise a
// solver and mean nothing.
func (c *Context) WithoutTriggers(t *Term) *Term {
	memo := map[*Term]*Term{}
	Visit(t, func(x *Term) {
		args := make([]*Term, len(x.args))
		changed := len(x.triggers) > 0
		for i, a := range x.args {
			args[i] = memo[a]
			changed = changed || args[i] != a
		}
		if memo[x] = x; changed {
			memo[x] = c.rebuild(x, args, nil)
		}
	})
	return memo[t]
}
