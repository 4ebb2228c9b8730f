package solver

import (
	"slices"

	"semdiff/smtlib"
)

// Eval is the value of t in m, simplified. Symbols that m does not have stay.
func (m *Model) Eval(c *smtlib.Context, t *smtlib.Term) *smtlib.Term {
	e := evaluator{c: c, m: m, memo: map[*smtlib.Term]*smtlib.Term{}}
	return e.eval(t)
}

type evaluator struct {
	c    *smtlib.Context
	m    *Model
	memo map[*smtlib.Term]*smtlib.Term
}

func (e *evaluator) eval(t *smtlib.Term) *smtlib.Term {
	if r, ok := e.memo[t]; ok {
		return r
	}
	r := e.compute(t)
	e.memo[t] = r
	return r
}

func (e *evaluator) compute(t *smtlib.Term) *smtlib.Term {
	if t.Op() == smtlib.OpVar {
		if v, ok := e.m.Vars[t]; ok {
			return v
		}
		return t
	}
	if t.Op() == smtlib.OpIte { // most branches need not be looked at
		switch k := e.eval(t.Args()[0]); {
		case k.IsTrue():
			return e.eval(t.Args()[1])
		case k.IsFalse():
			return e.eval(t.Args()[2])
		}
	}
	args := make([]*smtlib.Term, len(t.Args()))
	for i, a := range t.Args() {
		args[i] = e.eval(a)
	}
	if t.Op() == smtlib.OpApp {
		if f, ok := e.m.Funcs[t.Func()]; ok {
			return e.call(f, args)
		}
	}
	if len(args) == 0 {
		return t
	}
	return e.finish(e.c.Rebuild(t, args))
}

// call applies f; its body has elements and solver functions, but no symbols
// of the query.
func (e *evaluator) call(f *FuncInterp, args []*smtlib.Term) *smtlib.Term {
	sub := make(map[*smtlib.Term]*smtlib.Term, len(args))
	for i, p := range f.Params {
		sub[p] = args[i]
	}
	return e.eval(e.c.Substitute(f.Body, sub))
}

// finish decides what the term builder leaves open: it does not know that
// elements are different, what dividing by zero gives, or how arrays compare.
func (e *evaluator) finish(t *smtlib.Term) *smtlib.Term {
	args := t.Args()
	switch t.Op() {
	case smtlib.OpEq:
		return e.equal(t, args[0], args[1])
	case smtlib.OpStore:
		if a, ok := e.array(t); ok {
			return a.term(e.c, t.Sort())
		}
	case smtlib.OpSelect:
		if a, ok := e.array(args[0]); ok && e.isValue(args[1]) {
			if v, ok := a.at[args[1]]; ok {
				return v
			}
			return a.rest
		}
	case smtlib.OpDiv, smtlib.OpMod, smtlib.OpRealDiv:
		d := args[1]
		if f := e.m.byZero[t.Op()]; f != nil && d.Op() == smtlib.OpNumeral && d.Num().Sign() == 0 {
			params := args
			if len(f.Params) < len(args) {
				params = args[:len(f.Params)]
			}
			if len(f.Params) == len(params) && f.Params[0].Sort() == params[0].Sort() {
				return e.call(f, params)
			}
		}
	case smtlib.OpAnd, smtlib.OpOr: // of what an equality of datatypes became
		parts := make([]*smtlib.Term, len(args))
		changed := false
		for i, x := range args {
			parts[i] = e.finish(x)
			changed = changed || parts[i] != x
		}
		if changed {
			return e.c.Rebuild(t, parts)
		}
	case smtlib.OpNot:
		if x := e.finish(args[0]); x != args[0] {
			return e.c.Not(x)
		}
	}
	return t
}

// equal decides the equality t of a and b if both are values.
func (e *evaluator) equal(t, a, b *smtlib.Term) *smtlib.Term {
	if !e.isValue(a) || !e.isValue(b) {
		return t
	}
	if a.Sort().Kind != smtlib.ArrayKind {
		return e.c.BoolVal(a == b) // two constructor terms are not compared as a whole
	}
	x, _ := e.array(a)
	y, _ := e.array(b)
	switch {
	case x.term(e.c, a.Sort()) == y.term(e.c, b.Sort()):
		return e.c.True
	case x.rest == y.rest, roomy(a.Sort().Index, len(x.at)+len(y.at)):
		// They differ at an entry, or at an index that neither has.
		return e.c.False
	}
	return t
}

// roomy reports whether s has more than n values for certain.
func roomy(s *smtlib.Sort, n int) bool {
	switch s.Kind {
	case smtlib.IntKind, smtlib.RealKind:
		return true
	case smtlib.BoolKind:
		return n < 2
	case smtlib.BVKind:
		return s.Width > 30 || n < 1<<s.Width
	case smtlib.FloatKind: // the bits of the fraction, of positive numbers
		return s.Format.Sig > 30 || n < 1<<s.Format.Sig
	case smtlib.RoundingKind:
		return n < 5
	case smtlib.DatatypeKind:
		return n < len(s.Ctors)
	case smtlib.ArrayKind:
		return roomy(s.Index, 0) && roomy(s.Elem, n)
	}
	return n < 1
}

// isValue reports whether t is a literal, an element, or an array or a
// constructor of values.
func (e *evaluator) isValue(t *smtlib.Term) bool {
	if e.m.isAtom(t) {
		return true
	}
	if t.Op() == smtlib.OpConstruct {
		return !slices.ContainsFunc(t.Args(), func(a *smtlib.Term) bool { return !e.isValue(a) })
	}
	_, ok := e.array(t)
	return ok
}

// table is an array value: rest everywhere but at finitely many indices.
type table struct {
	rest *smtlib.Term
	at   map[*smtlib.Term]*smtlib.Term // never rest
}

// array reads a chain of stores of values over a constant array.
func (e *evaluator) array(t *smtlib.Term) (table, bool) {
	var chain []*smtlib.Term
	for t.Op() == smtlib.OpStore {
		if !e.isValue(t.Args()[1]) || !e.isValue(t.Args()[2]) {
			return table{}, false
		}
		chain = append(chain, t)
		t = t.Args()[0]
	}
	if t.Op() != smtlib.OpConstArray || !e.isValue(t.Args()[0]) {
		return table{}, false
	}
	a := table{e.canonical(t.Args()[0]), map[*smtlib.Term]*smtlib.Term{}}
	for _, s := range slices.Backward(chain) {
		i, v := e.canonical(s.Args()[1]), e.canonical(s.Args()[2])
		if v == a.rest {
			delete(a.at, i)
		} else {
			a.at[i] = v
		}
	}
	return a, true
}

// canonical writes a value in one way: arrays in it as term does.
func (e *evaluator) canonical(t *smtlib.Term) *smtlib.Term {
	if t.Op() == smtlib.OpConstruct {
		args := make([]*smtlib.Term, len(t.Args()))
		for i, a := range t.Args() {
			args[i] = e.canonical(a)
		}
		return e.c.Construct(t.Ctor(), args...)
	}
	if t.Op() == smtlib.OpStore {
		if a, ok := e.array(t); ok {
			return a.term(e.c, t.Sort())
		}
	}
	return t
}

func (a table) term(c *smtlib.Context, s *smtlib.Sort) *smtlib.Term {
	var keys []*smtlib.Term
	for i := range a.at {
		keys = append(keys, i)
	}
	slices.SortFunc(keys, smtlib.Compare)
	t := c.ConstArray(s, a.rest)
	for _, i := range keys {
		t = c.Store(t, i, a.at[i])
	}
	return t
}
