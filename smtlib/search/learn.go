package search

import (
	"slices"

	"semdiff/smtlib"
)

// Learn remembers a model of the assertions that somebody else found, if they are true
// in it when they are evaluated here; it reports whether they are. In the model, value is
// what a variable, or a function at values, is.
func (s *Search) Learn(c *smtlib.Context, assertions []*smtlib.Term, value func(*smtlib.Term) *smtlib.Term) bool {
	roots, order, ok := s.read(assertions)
	if !ok {
		return false
	}
	l := learner{Search: s, c: c, elements: map[*smtlib.Term]int64{}}
	s.makeRoom()
	for _, i := range order {
		n := &s.graph.nodes[i]
		if n.valid && (n.op == smtlib.OpVar || n.op == smtlib.OpApp) {
			l.learn(n, value)
		}
		s.vals[i] = s.compute(l.m, n)
	}
	if len(s.open(roots)) > 0 {
		return false
	}
	s.remember(l.m, len(s.known))
	return true
}

// learner writes a model of terms as one of values.
type learner struct {
	*Search
	c        *smtlib.Context
	m        model
	elements map[*smtlib.Term]int64 // of opaque sorts, as numbers
	named    []*smtlib.Term         // by number
}

// learn gives the symbol of a node its value.
func (l *learner) learn(n *node, of func(*smtlib.Term) *smtlib.Term) {
	t := n.term
	if n.op == smtlib.OpApp {
		args := make([]*smtlib.Term, len(n.args))
		for i, a := range n.args {
			if l.vals[a].none {
				return
			}
			var ok bool
			if args[i], ok = l.term(n.term.Func().Params[i], l.vals[a]); !ok {
				return
			}
		}
		t = l.c.App(n.term.Func(), args...)
	}
	if v := l.value(of(t)); !v.none {
		l.m = l.m.with(l.symbol(n), v)
	}
}

// value reads a value; none where it is none that is known here.
func (l *learner) value(t *smtlib.Term) value {
	switch t.Sort().Kind {
	case smtlib.OpaqueKind:
		if t.Op() != smtlib.OpApp || len(t.Args()) > 0 {
			return none
		}
		n, ok := l.elements[t]
		if !ok {
			n = int64(len(l.named))
			l.elements[t] = n
			l.named = append(l.named, t)
		}
		return value{n: n}
	case smtlib.ArrayKind:
		return l.array(t)
	}
	return literal(t)
}

// array reads a chain of stores over a constant array.
func (l *learner) array(t *smtlib.Term) value {
	switch t.Op() {
	case smtlib.OpConstArray:
		if rest := l.value(t.Args()[0]); !rest.none {
			return value{a: &array{rest: rest}}
		}
	case smtlib.OpStore:
		a, i, v := l.value(t.Args()[0]), l.value(t.Args()[1]), l.value(t.Args()[2])
		if !a.none && !i.none && !v.none {
			return value{a: a.a.with(i.n, v)}
		}
	}
	return none
}

// term writes a value, an element of an opaque sort too.
func (l *learner) term(s *smtlib.Sort, v value) (*smtlib.Term, bool) {
	if s.Kind == smtlib.OpaqueKind {
		if v.n < 0 || v.n >= int64(len(l.named)) || l.named[v.n].Sort() != s {
			return nil, false
		}
		return l.named[v.n], true
	}
	return term(l.c, s, v)
}

// Learns reports whether a model of the assertions may be learned: all terms in them have
// values here, and they neither multiply terms nor divide, so that it costs a solver little
// to find one.
func (s *Search) Learns(assertions []*smtlib.Term) bool {
	_, order, ok := s.read(assertions)
	return ok && len(order) < maxWork && !slices.ContainsFunc(order, func(i int32) bool {
		n := &s.graph.nodes[i]
		return !n.valid || n.op == smtlib.OpDiv || n.op == smtlib.OpMod || smtlib.IsNonlinear(n.term)
	})
}
