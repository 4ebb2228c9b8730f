package smtlib

import (
	"fmt"
	"slices"
)

// Select is (select m i).
func (c *Context) Select(m, i *Term) *Term {
	if m.sort.Kind != ArrayKind || m.sort.Index != i.sort {
		panic(fmt.Sprintf("smtlib: select from %s at %s", m.sort, i.sort))
	}
	return c.selectFrom(m, i, nil)
}

// selectFrom remembers in memo what it read from the if-then-elses on the way,
// which may share much below them. Once the Context's work is spent it leaves
// them unread: of many reads each could make as many terms as there are.
func (c *Context) selectFrom(m, i *Term, memo map[*Term]*Term) *Term {
	for {
		switch m.op {
		case OpConstArray:
			return m.args[0]
		case OpStore:
			same := c.Eq(m.args[1], i)
			if same.IsTrue() {
				return m.args[2]
			}
			if same.IsFalse() {
				m = m.args[0]
				continue
			}
		case OpApp:
			if t := c.cell(m, i); t != nil {
				return t
			}
		case OpIte:
			if c.work.Spent() {
				break
			}
			if r, ok := memo[m]; ok {
				return r
			}
			if memo == nil {
				memo = map[*Term]*Term{}
			}
			r := c.Ite(m.args[0], c.selectFrom(m.args[1], i, memo), c.selectFrom(m.args[2], i, memo))
			memo[m] = r
			return r
		}
		return c.intern(Term{op: OpSelect, sort: m.sort.Elem, args: []*Term{m, i}})
	}
}

// Store is (store m i v).
func (c *Context) Store(m, i, v *Term) *Term {
	if m.sort.Kind != ArrayKind || m.sort.Index != i.sort || m.sort.Elem != v.sort {
		panic(fmt.Sprintf("smtlib: store into %s at %s of %s", m.sort, i.sort, v.sort))
	}
	if m.op == OpStore && m.args[1] == i {
		m = m.args[0]
	}
	if c.Select(m, i) == v {
		return m
	}
	// Stores at provably different indices commute: order them by index.
	if m.op == OpStore && Compare(i, m.args[1]) < 0 && c.Eq(m.args[1], i).IsFalse() {
		return c.Store(c.Store(m.args[0], i, v), m.args[1], m.args[2])
	}
	return c.intern(Term{op: OpStore, sort: m.sort, args: []*Term{m, i, v}})
}

// Cell is what an array holds at an index.
type Cell struct{ Index, Value *Term }

// Table is the array of sort s that holds v everywhere but where cells, written in this
// order, say something else: the term that Store makes of them one by one, which takes
// quadratic time where the indices are literals.
func (c *Context) Table(s *Sort, v *Term, cells []Cell) *Term {
	t := c.ConstArray(s, v)
	if slices.ContainsFunc(cells, func(x Cell) bool { return !x.Index.IsLiteral() }) {
		for _, x := range cells {
			t = c.Store(t, x.Index, x.Value)
		}
		return t
	}
	cells = slices.Clone(cells)
	slices.SortStableFunc(cells, func(a, b Cell) int { return Compare(a.Index, b.Index) })
	for i, x := range cells { // different literals are not equal
		if last := i == len(cells)-1 || cells[i+1].Index != x.Index; last && x.Value != v {
			t = c.intern(Term{op: OpStore, sort: s, args: []*Term{t, x.Index, x.Value}})
		}
	}
	return t
}

// ConstArray is the array that holds v everywhere.
func (c *Context) ConstArray(s *Sort, v *Term) *Term {
	if s.Kind != ArrayKind || s.Elem != v.sort {
		panic(fmt.Sprintf("smtlib: constant %s of %s", s, v.sort))
	}
	return c.intern(Term{op: OpConstArray, sort: s, args: []*Term{v}})
}
