package smtlib

import (
	"fmt"
	"maps"
)

// Substitute replaces variables (or any other terms) in t, all at once, and
// simplifies what changes.
func (c *Context) Substitute(t *Term, sub map[*Term]*Term) *Term {
	if len(sub) == 0 {
		return t
	}
	return c.newSubst(sub).apply(t)
}

// Subst is a substitution that remembers what it has rewritten, for use on
// many terms.
type Subst struct {
	c    *Context
	sub  map[*Term]*Term
	memo map[*Term]*Term // starts as sub
}

// NewSubst returns a substitution of sub; it keeps no reference to sub.
func (c *Context) NewSubst(sub map[*Term]*Term) *Subst { return c.newSubst(sub) }

func (c *Context) newSubst(sub map[*Term]*Term) *Subst {
	memo := make(map[*Term]*Term, 2*len(sub))
	for k, v := range sub {
		memo[k] = v
	}
	return &Subst{c: c, sub: maps.Clone(sub), memo: memo}
}

// Apply rewrites t.
func (s *Subst) Apply(t *Term) *Term { return s.apply(t) }

// Extend adds a replacement for a variable, which nothing that s was applied to
// may hold.
func (s *Subst) Extend(v, t *Term) { s.sub[v], s.memo[v] = t, t }

func (s *Subst) apply(t *Term) *Term {
	if len(t.args) == 0 {
		if r, ok := s.memo[t]; ok {
			return r
		}
		return t
	}
	if r, ok := s.memo[t]; ok {
		return r
	}
	if inner := s.without(t.bound); inner != nil {
		r := inner.apply(t)
		s.memo[t] = r
		return r
	}
	args := make([]*Term, len(t.args))
	changed := false
	for i, a := range t.args {
		args[i] = s.apply(a)
		changed = changed || args[i] != a
	}
	r := t
	if changed {
		trig := make([][]*Term, len(t.triggers))
		for i, tr := range t.triggers {
			for _, x := range tr {
				trig[i] = append(trig[i], s.apply(x))
			}
		}
		r = s.c.rebuild(t, args, trig)
	}
	s.memo[t] = r
	return r
}

// without is s for use below a quantifier of these variables, where they are
// not the ones that s replaces; nil when s replaces none of them.
func (s *Subst) without(bound []*Term) *Subst {
	var inner map[*Term]*Term
	for _, b := range bound {
		if _, ok := s.sub[b]; !ok {
			continue
		}
		if inner == nil {
			inner = maps.Clone(s.sub)
		}
		delete(inner, b)
	}
	if inner == nil {
		return nil
	}
	return s.c.newSubst(inner)
}

// Rebuild makes t again with other arguments, simplified.
func (c *Context) Rebuild(t *Term, args []*Term) *Term { return c.rebuild(t, args, t.triggers) }

func (c *Context) rebuild(t *Term, args []*Term, triggers [][]*Term) *Term {
	switch t.op {
	case OpTrue, OpFalse, OpNumeral, OpBVLit, OpVar, OpFloatLit, OpRoundingLit:
		return t
	case OpApp:
		return c.App(t.fn, args...)
	case OpNot:
		return c.Not(args[0])
	case OpAnd:
		return c.And(args...)
	case OpOr:
		return c.Or(args...)
	case OpEq:
		return c.Eq(args[0], args[1])
	case OpIte:
		return c.Ite(args[0], args[1], args[2])
	case OpLe:
		return c.Le(args[0], args[1])
	case OpLt:
		return c.Lt(args[0], args[1])
	case OpAdd:
		return c.Add(args...)
	case OpMul:
		r := args[0]
		for _, a := range args[1:] {
			r = c.Mul(r, a)
		}
		return r
	case OpDiv:
		return c.IntDiv(args[0], args[1])
	case OpMod:
		return c.Mod(args[0], args[1])
	case OpRealDiv:
		return c.RealDiv(args[0], args[1])
	case OpToReal:
		return c.ToReal(args[0])
	case OpToInt:
		return c.ToInt(args[0])
	case OpSelect:
		return c.Select(args[0], args[1])
	case OpStore:
		return c.Store(args[0], args[1], args[2])
	case OpConstArray:
		return c.ConstArray(t.sort, args[0])
	case OpBV:
		return c.rebuildBV(t, args)
	case OpExtract:
		return c.Extract(args[0], t.hi, t.lo)
	case OpFloat:
		return c.FloatOp(t.name, args...)
	case OpConstruct:
		return c.Construct(t.ctor, args...)
	case OpField:
		return c.Field(t.ctor, t.lo, args[0])
	case OpIs:
		return c.Is(t.ctor, args[0])
	case OpForall:
		return c.Forall(t.bound, args[0], triggers)
	case OpExists:
		return c.Exists(t.bound, args[0], triggers)
	}
	panic(fmt.Sprintf("smtlib: unexpected head %d", t.op))
}

// Visit calls f once for every term below t, arguments first.
func Visit(t *Term, f func(*Term)) { visit(t, map[*Term]bool{}, f) }

// Funcs lists the functions in t in order of first occurrence.
func Funcs(t *Term) []*Func {
	var out []*Func
	seen := map[*Func]bool{}
	Visit(t, func(x *Term) {
		if x.op == OpApp && !seen[x.fn] {
			seen[x.fn] = true
			out = append(out, x.fn)
		}
	})
	return out
}

// VisitAll is Visit over several terms that share a graph.
func VisitAll(ts []*Term, f func(*Term)) {
	seen := map[*Term]bool{}
	for _, t := range ts {
		visit(t, seen, f)
	}
}

func visit(t *Term, seen map[*Term]bool, f func(*Term)) {
	if seen[t] {
		return
	}
	seen[t] = true
	for _, a := range t.args {
		visit(a, seen, f)
	}
	for _, tr := range t.triggers {
		for _, x := range tr {
			visit(x, seen, f)
		}
	}
	f(t)
}

// VisitOpen calls f once for every term below the ts that is not below a
// quantifier, arguments first: those have no bound variables.
func VisitOpen(ts []*Term, f func(*Term)) {
	seen := map[*Term]bool{}
	var visit func(*Term)
	visit = func(t *Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if t.Op() != OpForall && t.Op() != OpExists {
			for _, x := range t.Args() {
				visit(x)
			}
		}
		f(t)
	}
	for _, t := range ts {
		visit(t)
	}
}
