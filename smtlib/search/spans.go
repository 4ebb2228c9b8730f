package search

import (
	"math"

	"semdiff/smtlib"
)

// span holds all values that a term of sort Int or Bool (0 or 1) can have where
// the conjunction at hand holds: from lo to hi, both included.
type span struct{ lo, hi int64 }

// Bounds at or beyond these are none; farther ones are not computed with.
const (
	lowest  = -highest
	highest = math.MaxInt64 / 2
)

var (
	anyNumber = span{lowest, highest}
	anyTruth  = span{0, 1}
)

// maxRounds is how often spans are computed anew with what was learnt from them.
const maxRounds = 4

func (a span) empty() bool   { return a.lo > a.hi }
func (a span) isPoint() bool { return a.lo == a.hi && lowest < a.lo && a.lo < highest }

func (a span) and(b span) span { return span{max(a.lo, b.lo), min(a.hi, b.hi)} }
func (a span) or(b span) span  { return span{min(a.lo, b.lo), max(a.hi, b.hi)} }

// before and after move a bound by one, where it is one.
func before(hi int64) int64 {
	if lowest < hi && hi < highest {
		hi--
	}
	return hi
}

func after(lo int64) int64 {
	if lowest < lo && lo < highest {
		lo++
	}
	return lo
}

// clipped is a without bounds that are too far.
func clipped(lo, hi int64) span {
	return span{max(lowest, min(lo, highest)), min(highest, max(hi, lowest))}
}

// refutes reports whether no model makes all roots true: bounds on terms that some
// of them give contradict the others. Order has the nodes below the roots,
// arguments first.
func (s *Search) refutes(roots, order []int32) bool {
	if n := len(s.graph.nodes); len(s.spans) < n {
		s.spans = append(s.spans, make([]span, n-len(s.spans))...)
		s.given = append(s.given, make([]span, n-len(s.given))...)
	}
	for _, i := range order {
		s.given[i] = s.unknown(i)
	}
	for _, r := range roots {
		if s.learn(r, span{1, 1}) == contradicts {
			return true
		}
	}
	for range maxRounds {
		for _, i := range order {
			n := &s.graph.nodes[i]
			s.spans[i] = s.given[i]
			if n.valid {
				s.spans[i] = s.given[i].and(s.spanOf(n))
			}
			if s.spans[i].empty() {
				return true
			}
		}
		news := nothing
		for _, i := range order {
			news = max(news, s.infer(i))
		}
		if news != learnt {
			return news == contradicts
		}
	}
	return false
}

// unknown is the span of all values of the sort of a node.
func (s *Search) unknown(i int32) span {
	if s.graph.nodes[i].term.Sort().Kind == smtlib.BoolKind {
		return anyTruth
	}
	return anyNumber
}

// news is what came of taking note of something.
type news int

const (
	nothing news = iota // it was known
	learnt
	contradicts // it cannot be
)

// learn takes note that node i lies in a, and of what that says of its arguments.
func (s *Search) learn(i int32, a span) news {
	n := &s.graph.nodes[i]
	if k := n.term.Sort().Kind; k != smtlib.BoolKind && k != smtlib.IntKind || !n.valid {
		return nothing
	}
	both := s.given[i].and(a)
	switch {
	case both.empty():
		return contradicts
	case both == s.given[i]:
		return nothing
	}
	s.given[i] = both
	if n.term.Sort().Kind == smtlib.IntKind {
		return learnt
	}
	out := learnt
	also := func(i int32, a span) { out = max(out, s.learn(i, a)) }
	switch {
	case n.op == smtlib.OpNot:
		also(n.args[0], span{1 - both.lo, 1 - both.lo})
	case n.op == smtlib.OpAnd && both.lo == 1, n.op == smtlib.OpOr && both.lo == 0:
		for _, x := range n.args {
			also(x, both)
		}
	case n.op == smtlib.OpLe || n.op == smtlib.OpEq:
		x, y := n.args[0], n.args[1]
		if v, ok := s.literal(y); ok {
			also(x, s.bounded(n.op, both.lo == 1, x, v, false))
		} else if v, ok := s.literal(x); ok {
			also(y, s.bounded(n.op, both.lo == 1, y, v, true))
		}
	}
	return out
}

// literal is the value of a number that is not too large.
func (s *Search) literal(i int32) (int64, bool) {
	n := &s.graph.nodes[i]
	return n.value.n, n.op == smtlib.OpNumeral && n.valid && lowest < n.value.n && n.value.n < highest
}

// bounded is the span of x that a comparison of it with the number v gives: x op v,
// or v op x when flipped.
func (s *Search) bounded(op smtlib.Op, holds bool, x int32, v int64, flipped bool) span {
	a := anyNumber
	switch {
	case op == smtlib.OpEq && holds:
		return span{v, v}
	case op == smtlib.OpEq: // at an end of what is known it moves that
		if a = s.given[x]; a.lo == v {
			a.lo++
		}
		if a.hi == v {
			a.hi--
		}
	case holds && !flipped:
		a.hi = v
	case holds:
		a.lo = v
	case !flipped: // v < x
		a.lo = v + 1
	default: // x < v
		a.hi = v - 1
	}
	return a
}

// infer learns what the spans of the arguments of node i say of them where its own
// is known.
func (s *Search) infer(i int32) news {
	n := &s.graph.nodes[i]
	at := s.spans[i]
	if !n.valid || n.term.Sort().Kind != smtlib.BoolKind || at.lo != at.hi {
		return nothing
	}
	switch n.op {
	case smtlib.OpAnd, smtlib.OpOr:
		// All but one argument leave it open: that one decides.
		leaves := span{0, 0}
		if n.op == smtlib.OpAnd {
			leaves = span{1, 1}
		}
		if at == leaves {
			return nothing // said when it was learnt, or true of all
		}
		open := int32(-1)
		for _, x := range n.args {
			switch {
			case s.spans[x] == leaves:
			case open >= 0:
				return nothing
			default:
				open = x
			}
		}
		if open < 0 {
			return contradicts
		}
		return s.learn(open, at)
	case smtlib.OpLe:
		x, y := n.args[0], n.args[1]
		if at.lo == 0 {
			x, y = y, x // y < x
		}
		below, above := s.spans[y].hi, s.spans[x].lo
		if step := 1 - at.lo; step > 0 { // strictly
			below, above = before(below), after(above)
		}
		return max(s.learn(x, span{lowest, below}), s.learn(y, span{above, highest}))
	case smtlib.OpEq:
		if at.lo == 1 {
			x, y := n.args[0], n.args[1]
			return max(s.learn(x, s.spans[y]), s.learn(y, s.spans[x]))
		}
	case smtlib.OpNot:
		return s.learn(n.args[0], span{1 - at.lo, 1 - at.lo})
	}
	return nothing
}

// spanOf computes the span of a node from those of its arguments.
func (s *Search) spanOf(n *node) span {
	args := n.args
	at := func(k int) span { return s.spans[args[k]] }
	switch n.op {
	case smtlib.OpTrue, smtlib.OpFalse:
		return span{n.value.n, n.value.n}
	case smtlib.OpNumeral:
		return clipped(n.value.n, n.value.n)
	case smtlib.OpNot:
		return span{1 - at(0).hi, 1 - at(0).lo}
	case smtlib.OpAnd, smtlib.OpOr:
		a := at(0)
		for _, x := range args[1:] {
			if b := s.spans[x]; n.op == smtlib.OpAnd {
				a = span{min(a.lo, b.lo), min(a.hi, b.hi)}
			} else {
				a = span{max(a.lo, b.lo), max(a.hi, b.hi)}
			}
		}
		return a
	case smtlib.OpIte:
		switch at(0) {
		case span{1, 1}:
			return at(1)
		case span{0, 0}:
			return at(2)
		}
		return at(1).or(at(2))
	case smtlib.OpEq:
		return s.equality(args[0], args[1])
	case smtlib.OpLe:
		a, b := at(0), at(1)
		switch {
		case !s.isNumber(args[0]):
		case a.hi < highest && b.lo > lowest && a.hi <= b.lo:
			return span{1, 1}
		case a.lo > b.hi:
			return span{0, 0}
		}
	case smtlib.OpAdd:
		a := at(0)
		for _, x := range args[1:] {
			a = a.plus(s.spans[x])
		}
		return a
	case smtlib.OpMul:
		a := at(0)
		for _, x := range args[1:] {
			a = a.times(s.spans[x])
		}
		return a
	case smtlib.OpDiv, smtlib.OpMod:
		if v, ok := s.literal(args[1]); ok && v > 0 {
			return quotient(n.op, at(0), v)
		}
	}
	if n.term.Sort().Kind == smtlib.BoolKind {
		return anyTruth
	}
	return anyNumber
}

func (s *Search) isNumber(i int32) bool {
	n := &s.graph.nodes[i]
	return n.valid && n.term.Sort().Kind == smtlib.IntKind
}

// equality is the span of x = y.
func (s *Search) equality(x, y int32) span {
	if k := s.graph.nodes[x].term.Sort().Kind; k != smtlib.IntKind && k != smtlib.BoolKind {
		return anyTruth
	}
	a, b := s.spans[x], s.spans[y]
	switch {
	case a.and(b).empty():
		return span{0, 0}
	case a.isPoint() && a == b:
		return span{1, 1}
	}
	return anyTruth
}

// plus is the span of sums.
func (a span) plus(b span) span {
	out := anyNumber
	if a.lo > lowest && b.lo > lowest {
		out.lo = a.lo + b.lo // of halves: no overflow
	}
	if a.hi < highest && b.hi < highest {
		out.hi = a.hi + b.hi
	}
	return clipped(out.lo, out.hi)
}

// times is the span of products.
func (a span) times(b span) span {
	if b.isPoint() {
		a, b = b, a
	}
	if a.isPoint() {
		if a.lo == 0 {
			return span{}
		}
		out := anyNumber
		lo, hi := b.lo, b.hi
		if a.lo < 0 {
			lo, hi = hi, lo
		}
		if n, ok := times(a.lo, lo); ok && lowest < lo && lo < highest {
			out.lo = n
		}
		if n, ok := times(a.lo, hi); ok && lowest < hi && hi < highest {
			out.hi = n
		}
		return clipped(out.lo, out.hi)
	}
	if a.lo == lowest || a.hi == highest || b.lo == lowest || b.hi == highest {
		return anyNumber
	}
	out := span{math.MaxInt64, math.MinInt64}
	for _, x := range [2]int64{a.lo, a.hi} {
		for _, y := range [2]int64{b.lo, b.hi} {
			n, ok := times(x, y)
			if !ok {
				return anyNumber
			}
			out = out.or(span{n, n})
		}
	}
	return clipped(out.lo, out.hi)
}

// quotient is the span of a div v or a mod v, which are Euclidean, for v > 0.
func quotient(op smtlib.Op, a span, v int64) span {
	if op == smtlib.OpMod {
		if 0 <= a.lo && a.hi < v {
			return a
		}
		return span{0, v - 1}
	}
	out := anyNumber
	if a.lo > lowest {
		out.lo = divMod(smtlib.OpDiv, a.lo, v).n
	}
	if a.hi < highest {
		out.hi = divMod(smtlib.OpDiv, a.hi, v).n
	}
	return out
}
