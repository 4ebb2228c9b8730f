package smtlib

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// meaning is what is known of a function beyond its being one: terms are simplified
// by it. Nobody looks at it but the builder methods, so a solver does not know it.
type meaning struct {
	value atomic.Pointer[func(args []*Term) *Term]
	used  atomic.Bool // a value was asked for, and known
	mu    sync.Mutex
	taken map[*Term]*Term // from applications, not simplified, to the values that took their place; under mu
	cells atomic.Pointer[cells]
	// simpler makes other terms of applications.
	simpler atomic.Pointer[func(c *Context, args []*Term) *Term]
}

// cells says what a function that gives arrays holds: f(params...)[index] = body.
type cells struct {
	params      []*Term
	index, body *Term
}

// DefineCells makes reads of f(params...) at index mean body, for all of these
// variables; a body with a quantifier is left alone. Formulas in which f occurs
// otherwise need an axiom that says the same, which has to be made before.
func (c *Context) DefineCells(f *Func, params []*Term, index, body *Term) {
	if f.Result.Kind == ArrayKind && f.Result.Index == index.sort && f.Result.Elem == body.sort && !body.HasQuantifier() {
		f.meaning.cells.Store(&cells{params, index, body})
	}
}

// cell is what the application m of a function holds at i, nil where that is not
// known, or where the read stands for all of them: the axiom that says what f holds is
// to stay what it is.
func (c *Context) cell(m, i *Term) *Term {
	d := m.fn.meaning.cells.Load()
	if d == nil || c.work.Spent() || i.isBound() && allBound(m.args) {
		return nil
	}
	sub := map[*Term]*Term{d.index: i}
	for k, p := range d.params {
		sub[p] = m.args[k]
	}
	return c.Substitute(d.body, sub)
}

// isBound reports whether t is a variable that a quantifier binds, or may bind.
func (t *Term) isBound() bool { return t.op == OpVar && strings.HasPrefix(t.name, "?") }

func allBound(ts []*Term) bool {
	for _, t := range ts {
		if !t.isBound() {
			return false
		}
	}
	return true
}

// Evaluate makes applications of f to literals mean what value says, where it says
// anything; the answer of value is a literal of f's sort, or nil. With a nil value
// f is an uninterpreted function again. Terms that were made before are as they were.
func (f *Func) Evaluate(value func(args []*Term) *Term) {
	if value == nil {
		f.meaning.value.Store(nil)
		return
	}
	f.meaning.value.Store(&value)
}

// Simplify makes applications of f what simpler says, where the answer is not nil;
// it has to mean the same by what is known of f. Arguments of any size come to it,
// each time that they are built.
func (f *Func) Simplify(simpler func(c *Context, args []*Term) *Term) {
	f.meaning.simpler.Store(&simpler)
}

// Evaluated reports whether some applications of f to literals have a meaning.
func (f *Func) Evaluated() bool { return f.meaning.value.Load() != nil }

// Value is the literal that an application of f to literals means, nil where that is
// not known.
func (f *Func) Value(args []*Term) *Term {
	value := f.meaning.value.Load()
	if value == nil || !allLiterals(args) {
		return nil
	}
	t := (*value)(args)
	if t != nil && !f.meaning.used.Load() {
		f.meaning.used.Store(true)
	}
	return t
}

// Used reports whether Value has given one since Forget.
func (f *Func) Used() bool { return f.meaning.used.Load() }

// Forget makes f one that was not used.
func (f *Func) Forget() { f.meaning.used.Store(false) }

// take is Value for a term that is being built.
func (c *Context) take(f *Func, args []*Term) *Term {
	t := f.Value(args)
	if t == nil {
		return nil
	}
	applied := c.intern(Term{op: OpApp, fn: f, sort: f.Result, args: args})
	f.meaning.mu.Lock()
	defer f.meaning.mu.Unlock()
	if f.meaning.taken == nil {
		f.meaning.taken = map[*Term]*Term{}
	}
	f.meaning.taken[applied] = t
	return t
}

// Points are the values by which terms have been simplified so far, as equations that are
// not simplified themselves: who is to check what was said of such terms, and does not know
// the meaning of f, needs them.
func (c *Context) Points(f *Func) (list []*Term) {
	f.meaning.mu.Lock()
	defer f.meaning.mu.Unlock()
	for applied, value := range f.meaning.taken {
		list = append(list, c.intern(Term{op: OpEq, sort: c.Bool, args: []*Term{applied, value}}))
	}
	slices.SortFunc(list, func(x, y *Term) int { return strings.Compare(x.String(), y.String()) })
	return list
}

// mostLeaves bounds the size of an argument that stands for one of several literals.
const mostLeaves = 64

// evaluate is the application of f where it can be simplified, where its arguments are
// known, or choose among literals; nil elsewhere.
func (c *Context) evaluate(f *Func, args []*Term) *Term {
	if simpler := f.meaning.simpler.Load(); simpler != nil {
		return (*simpler)(c, args)
	}
	if !f.Evaluated() {
		return nil
	}
	choice := -1
	size := 1
	for i, a := range args {
		if a.IsLiteral() {
			continue
		}
		leaves := literalLeaves(a)
		if size *= leaves; leaves == 0 || size > mostLeaves {
			return nil
		}
		if choice < 0 {
			choice = i
		}
	}
	if choice < 0 {
		return c.take(f, args)
	}
	var branches [2]*Term
	for k, a := range args[choice].args[1:] {
		with := append([]*Term{}, args...)
		with[choice] = a
		branches[k] = c.App(f, with...)
	}
	return c.Ite(args[choice].args[0], branches[0], branches[1])
}

// literalLeaves is how many literals t chooses among, 0 when that are too many or t
// may be anything else.
func literalLeaves(t *Term) int {
	switch {
	case t.IsLiteral():
		return 1
	case t.op != OpIte || t.size > 16*mostLeaves:
		return 0
	}
	x := literalLeaves(t.args[1])
	if x == 0 || x > mostLeaves {
		return 0
	}
	y := literalLeaves(t.args[2])
	if y == 0 || x+y > mostLeaves {
		return 0
	}
	return x + y
}
