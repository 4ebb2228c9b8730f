package smtlib

import (
	"fmt"
	"slices"
)

func (c *Context) wantBool(ts ...*Term) {
	for _, t := range ts {
		if t.sort != c.Bool {
			panic(fmt.Sprintf("smtlib: %s where Bool is needed", t.sort))
		}
	}
}

// Not negates t. Negations are pushed down to atoms, so Not(Not(t)) is t.
func (c *Context) Not(t *Term) *Term {
	c.wantBool(t)
	c.mu.Lock()
	n := t.neg
	c.mu.Unlock()
	if n != nil {
		return n
	}
	c = c.plain
	switch t.op {
	case OpNot:
		n = t.args[0]
	case OpAnd, OpOr:
		args := make([]*Term, len(t.args))
		for i, a := range t.args {
			args[i] = c.Not(a)
		}
		if t.op == OpAnd {
			n = c.Or(args...)
		} else {
			n = c.And(args...)
		}
	case OpIte:
		n = c.Ite(t.args[0], c.Not(t.args[1]), c.Not(t.args[2]))
	case OpLe:
		n = c.Lt(t.args[1], t.args[0])
	case OpLt:
		n = c.Le(t.args[1], t.args[0])
	case OpForall:
		n = c.Exists(t.bound, c.Not(t.args[0]), t.triggers)
	case OpExists:
		n = c.Forall(t.bound, c.Not(t.args[0]), t.triggers)
	default:
		n = c.intern(Term{op: OpNot, sort: c.Bool, args: []*Term{t}})
	}
	c.mu.Lock()
	t.neg = n
	if n.op == OpNot && n.args[0] == t {
		n.neg = t
	}
	n = t.neg
	c.mu.Unlock()
	return n
}

// And is the conjunction, flattened, without duplicates, in order, with
// integer bounds on one term merged.
func (c *Context) And(ts ...*Term) *Term {
	c.wantBool(ts...)
	flat := make([]*Term, 0, len(ts))
	for _, t := range ts {
		switch t.op {
		case OpTrue:
		case OpFalse:
			return c.False
		case OpAnd:
			flat = append(flat, t.args...)
		default:
			flat = append(flat, t)
		}
	}
	flat = sortedSet(flat)
	if len(flat) > 1 {
		merged, ok := c.mergeBounds(flat)
		if !ok {
			return c.False
		}
		if !sameTerms(merged, flat) {
			return c.And(merged...)
		}
	}
	if c.complementary(flat) {
		return c.False
	}
	in := membership(flat)
	for _, t := range flat {
		if t.op == OpOr {
			if absorbed := c.absorb(in, t); absorbed != t {
				rest := slices.DeleteFunc(slices.Clone(flat), func(x *Term) bool { return x == t })
				return c.And(append(rest, absorbed)...)
			}
		}
	}
	switch len(flat) {
	case 0:
		return c.True
	case 1:
		return flat[0]
	}
	return c.intern(Term{op: OpAnd, sort: c.Bool, args: flat})
}

// membership tells which terms are in a list.
func membership(list []*Term) func(*Term) bool {
	const few = 32
	if len(list) <= few {
		return func(t *Term) bool { return slices.Contains(list, t) }
	}
	var set map[*Term]bool
	return func(t *Term) bool {
		if set == nil {
			set = make(map[*Term]bool, len(list))
			for _, x := range list {
				set[x] = true
			}
		}
		return set[t]
	}
}

// complementary reports whether an atom and its negation are both in the
// set.
func (c *Context) complementary(flat []*Term) bool {
	in := membership(flat)
	for _, t := range flat {
		switch t.op {
		case OpNot, OpLe, OpLt, OpIte, OpForall, OpExists: // a comparison's negation is one, and so on
			if in(c.Not(t)) {
				return true
			}
		}
	}
	return false
}

// absorb simplifies a disjunction beside other conjuncts, or dually a
// conjunction beside other disjuncts: a member that stands among the others
// makes t true (false), one whose negation does goes.
func (c *Context) absorb(others func(*Term) bool, t *Term) *Term {
	var keep []*Term
	for _, x := range t.args {
		if others(x) {
			return c.BoolVal(t.op == OpOr)
		}
		if others(c.Not(x)) {
			continue
		}
		keep = append(keep, x)
	}
	switch {
	case len(keep) == len(t.args):
		return t
	case t.op == OpOr:
		return c.Or(keep...)
	}
	return c.And(keep...)
}

// Or is the disjunction, dual to And.
func (c *Context) Or(ts ...*Term) *Term {
	c.wantBool(ts...)
	flat := make([]*Term, 0, len(ts))
	for _, t := range ts {
		switch t.op {
		case OpFalse:
		case OpTrue:
			return c.True
		case OpOr:
			flat = append(flat, t.args...)
		default:
			flat = append(flat, t)
		}
	}
	flat = sortedSet(flat)
	switch len(flat) {
	case 0:
		return c.False
	case 1:
		return flat[0]
	}
	if atoms := literalsOnly(flat); atoms {
		// Bounds merge on the negated literals, which are conjoined.
		negs := make([]*Term, len(flat))
		for i, t := range flat {
			negs[i] = c.Not(t)
		}
		negs = sortedSet(negs)
		merged, ok := c.mergeBounds(negs)
		if !ok {
			return c.True
		}
		if !sameTerms(merged, negs) {
			flat = flat[:0]
			for _, t := range merged {
				flat = append(flat, c.Not(t))
			}
			return c.Or(flat...)
		}
	}
	if c.complementary(flat) {
		return c.True
	}
	in := membership(flat)
	for _, t := range flat {
		if t.op == OpAnd {
			if absorbed := c.absorb(in, t); absorbed != t {
				rest := slices.DeleteFunc(slices.Clone(flat), func(x *Term) bool { return x == t })
				return c.Or(append(rest, absorbed)...)
			}
		}
	}
	return c.intern(Term{op: OpOr, sort: c.Bool, args: flat})
}

func literalsOnly(ts []*Term) bool {
	for _, t := range ts {
		switch t.op {
		case OpAnd, OpOr, OpIte, OpForall, OpExists:
			return false
		}
	}
	return true
}

// Implies is (or (not a) b).
func (c *Context) Implies(a, b *Term) *Term { return c.Or(c.Not(a), b) }

func sortedSet(ts []*Term) []*Term {
	slices.SortFunc(ts, Compare)
	return slices.Compact(ts)
}

// Eq is equality of two terms of one sort.
func (c *Context) Eq(a, b *Term) *Term {
	if a.sort != b.sort {
		panic(fmt.Sprintf("smtlib: = between %s and %s", a.sort, b.sort))
	}
	if a == b {
		return c.True
	}
	switch {
	case a.sort == c.Bool:
		return c.iff(a, b)
	case a.sort.IsArith():
		return c.arithEq(a, b)
	case a.IsLiteral() && b.IsLiteral():
		return c.False
	}
	if a.op == OpConstruct {
		a, b = b, a
	}
	switch {
	case a.op == OpConstruct:
		return c.eqConstructs(a, b)
	case b.op == OpConstruct && len(b.args) == 0: // the only one that b's constructor makes
		return c.Is(b.ctor, a)
	}
	if r := c.eqIte(a, b); r != nil {
		return r
	}
	if r := c.eqIte(b, a); r != nil {
		return r
	}
	return c.rawEq(a, b)
}

func (c *Context) rawEq(a, b *Term) *Term {
	if Compare(b, a) < 0 {
		a, b = b, a
	}
	return c.intern(Term{op: OpEq, sort: c.Bool, args: []*Term{a, b}})
}

// eqIte splits (= (ite k x y) b) when that decides one of the branches.
func (c *Context) eqIte(a, b *Term) *Term {
	if a.op != OpIte || !worthSplitting(a, b) {
		return nil
	}
	x, y := c.Eq(a.args[1], b), c.Eq(a.args[2], b)
	if x.IsLiteral() || y.IsLiteral() {
		return c.Ite(a.args[0], x, y)
	}
	return nil
}

// worthSplitting holds back the splits that cannot fold, so that comparing
// shared if-then-else graphs stays linear. Two if-then-elses are split only
// when they end there: chains on both sides would be tried in all pairs.
func worthSplitting(ite, other *Term) bool {
	x, y := ite.args[1], ite.args[2]
	switch {
	case x == other || y == other:
		return true
	case other.op == OpIte:
		return x.IsLiteral() && y.IsLiteral() && other.args[1].IsLiteral() && other.args[2].IsLiteral()
	}
	return x.IsLiteral() || y.IsLiteral()
}

func (c *Context) iff(a, b *Term) *Term {
	// (= (not a) (not b)) is (= a b), and one negation stands outside.
	a, flipA := c.positive(a)
	b, flipB := c.positive(b)
	var r *Term
	switch {
	case a == b:
		r = c.True
	case a.IsTrue():
		r = b
	case b.IsTrue():
		r = a
	case c.Not(a) == b:
		r = c.False
	default:
		r = c.rawEq(a, b)
	}
	if flipA != flipB {
		return c.Not(r)
	}
	return r
}

// positive returns t or its negation, whichever comes first, and whether it is
// the negation. A negation that simplifies is negated again.
func (c *Context) positive(t *Term) (_ *Term, negated bool) {
	for n := c.Not(t); Compare(n, t) < 0; n = c.Not(t) {
		t, negated = n, !negated
	}
	return t, negated
}

// Distinct says that the terms are pairwise different.
func (c *Context) Distinct(ts ...*Term) *Term {
	var all []*Term
	for i := range ts {
		for j := i + 1; j < len(ts); j++ {
			all = append(all, c.Not(c.Eq(ts[i], ts[j])))
		}
	}
	return c.And(all...)
}

// Ite is if-then-else over terms of one sort.
func (c *Context) Ite(k, a, b *Term) *Term {
	c.wantBool(k)
	if a.sort != b.sort {
		panic(fmt.Sprintf("smtlib: ite between %s and %s", a.sort, b.sort))
	}
	k, negated := c.positive(k)
	if negated {
		a, b = b, a
	}
	switch {
	case k.IsTrue() || a == b:
		return a
	case k.IsFalse():
		return b
	}
	if a.op == OpIte && a.args[0] == k {
		a = a.args[1]
	}
	if b.op == OpIte && b.args[0] == k {
		b = b.args[2]
	}
	if b.op == OpIte && b.args[1] == a {
		return c.Ite(c.Or(k, b.args[0]), a, b.args[2])
	}
	if a == b {
		return a
	}
	if a.sort == c.Bool {
		switch {
		case a == k || a.IsTrue():
			return c.Or(k, b)
		case a.IsFalse() || a == c.Not(k):
			return c.And(c.Not(k), b)
		case b == k || b.IsFalse():
			return c.And(k, a)
		case b.IsTrue() || b == c.Not(k):
			return c.Or(c.Not(k), a)
		}
	}
	if a.op == OpAdd || b.op == OpAdd {
		// Sums that are built along diamonds cancel where they agree.
		if common, x, y := c.commonPart(a, b); common != nil {
			return c.Add(common, c.Ite(k, x, y))
		}
	}
	return c.intern(Term{op: OpIte, sort: a.sort, args: []*Term{k, a, b}})
}
