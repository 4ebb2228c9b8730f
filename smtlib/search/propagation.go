package search

import "semdiff/smtlib"

// maxRounds is how often intervals are computed anew with what was required since.
const maxRounds = 4

// propagator bounds the terms of a graph by interval propagation, upwards from
// arguments and downwards from what the conjunction requires.
type propagator struct {
	graph    *graph
	required []interval // of each node, by what holds of the terms above it
	computed []interval // of each node, by that and by its arguments
}

// refutes reports whether no model makes all roots true: bounds that some of them
// require contradict others. Order has the nodes below the roots, arguments first.
func (p *propagator) refutes(roots, order []int32) bool {
	if n := len(p.graph.nodes) - len(p.computed); n > 0 {
		p.computed = append(p.computed, make([]interval, n)...)
		p.required = append(p.required, make([]interval, n)...)
	}
	for _, i := range order {
		p.required[i] = p.unrestricted(i)
	}
	for _, r := range roots {
		if p.require(r, interval{1, 1}) == contradiction {
			return true
		}
	}
	for range maxRounds {
		if !p.compute(order) {
			return true
		}
		outcome := unchanged
		for _, i := range order {
			outcome = max(outcome, p.propagate(i))
		}
		if outcome != narrowed {
			return outcome == contradiction
		}
	}
	return false
}

// compute bounds all nodes by what is required of them and by their arguments;
// false when a node has no value left.
func (p *propagator) compute(order []int32) bool {
	for _, i := range order {
		p.computed[i] = p.required[i]
		if n := &p.graph.nodes[i]; n.valid {
			p.computed[i] = p.required[i].and(p.intervalOf(n))
		}
		if p.computed[i].empty() {
			return false
		}
	}
	return true
}

// unrestricted is the interval of all values of the sort of a node.
func (p *propagator) unrestricted(i int32) interval {
	if p.graph.nodes[i].term.Sort().Kind == smtlib.BoolKind {
		return anyTruth
	}
	return anyNumber
}

// propagation is what came of requiring something.
type propagation int

const (
	unchanged propagation = iota // it was required before
	narrowed
	contradiction // no value is left
)

// require narrows node i to a, and its arguments where that bounds them.
func (p *propagator) require(i int32, a interval) propagation {
	n := &p.graph.nodes[i]
	if k := n.term.Sort().Kind; k != smtlib.BoolKind && k != smtlib.IntKind || !n.valid {
		return unchanged
	}
	both := p.required[i].and(a)
	switch {
	case both.empty():
		return contradiction
	case both == p.required[i]:
		return unchanged
	}
	p.required[i] = both
	if n.term.Sort().Kind == smtlib.IntKind {
		return narrowed
	}
	out := narrowed
	also := func(i int32, a interval) { out = max(out, p.require(i, a)) }
	switch {
	case n.op == smtlib.OpNot:
		also(n.args[0], interval{1 - both.lo, 1 - both.lo})
	case n.op == smtlib.OpAnd && both.lo == 1, n.op == smtlib.OpOr && both.lo == 0:
		for _, x := range n.args {
			also(x, both)
		}
	case n.op == smtlib.OpLe || n.op == smtlib.OpEq:
		x, y := n.args[0], n.args[1]
		if v, ok := p.literal(y); ok {
			also(x, p.compared(n.op, both.lo == 1, x, v, false))
		} else if v, ok := p.literal(x); ok {
			also(y, p.compared(n.op, both.lo == 1, y, v, true))
		}
	}
	return out
}

// literal is the value of a number that is not too large.
func (p *propagator) literal(i int32) (int64, bool) {
	n := &p.graph.nodes[i]
	return n.value.n, n.op == smtlib.OpNumeral && n.valid && lowest < n.value.n && n.value.n < highest
}

// compared is the interval of x that a comparison of it with the number v gives: x op v,
// or v op x when flipped.
func (p *propagator) compared(op smtlib.Op, holds bool, x int32, v int64, flipped bool) interval {
	a := anyNumber
	switch {
	case op == smtlib.OpEq && holds:
		return interval{v, v}
	case op == smtlib.OpEq: // at an end of what is known it moves that
		if a = p.required[x]; a.lo == v {
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

// propagate narrows the arguments of a node of known truth value by each other's
// intervals.
func (p *propagator) propagate(i int32) propagation {
	n := &p.graph.nodes[i]
	at := p.computed[i]
	if !n.valid || n.term.Sort().Kind != smtlib.BoolKind || at.lo != at.hi {
		return unchanged
	}
	switch n.op {
	case smtlib.OpAnd, smtlib.OpOr:
		// All but one argument leave it open: that one decides.
		leaves := interval{0, 0}
		if n.op == smtlib.OpAnd {
			leaves = interval{1, 1}
		}
		if at == leaves {
			return unchanged // each argument was narrowed with it
		}
		open := int32(-1)
		for _, x := range n.args {
			switch {
			case p.computed[x] == leaves:
			case open >= 0:
				return unchanged
			default:
				open = x
			}
		}
		if open < 0 {
			return contradiction
		}
		return p.require(open, at)
	case smtlib.OpLe:
		x, y := n.args[0], n.args[1]
		if at.lo == 0 {
			x, y = y, x // y < x
		}
		below, above := p.computed[y].hi, p.computed[x].lo
		if step := 1 - at.lo; step > 0 { // strictly
			below, above = before(below), after(above)
		}
		return max(p.require(x, interval{lowest, below}), p.require(y, interval{above, highest}))
	case smtlib.OpEq:
		if at.lo == 1 {
			x, y := n.args[0], n.args[1]
			return max(p.require(x, p.computed[y]), p.require(y, p.computed[x]))
		}
	case smtlib.OpNot:
		return p.require(n.args[0], interval{1 - at.lo, 1 - at.lo})
	}
	return unchanged
}

// intervalOf computes the interval of a node from those of its arguments.
func (p *propagator) intervalOf(n *node) interval {
	args := n.args
	at := func(k int) interval { return p.computed[args[k]] }
	switch n.op {
	case smtlib.OpTrue, smtlib.OpFalse:
		return interval{n.value.n, n.value.n}
	case smtlib.OpNumeral:
		return clipped(n.value.n, n.value.n)
	case smtlib.OpNot:
		return interval{1 - at(0).hi, 1 - at(0).lo}
	case smtlib.OpAnd, smtlib.OpOr:
		a := at(0)
		for _, x := range args[1:] {
			if b := p.computed[x]; n.op == smtlib.OpAnd {
				a = interval{min(a.lo, b.lo), min(a.hi, b.hi)}
			} else {
				a = interval{max(a.lo, b.lo), max(a.hi, b.hi)}
			}
		}
		return a
	case smtlib.OpIte:
		switch at(0) {
		case interval{1, 1}:
			return at(1)
		case interval{0, 0}:
			return at(2)
		}
		return at(1).or(at(2))
	case smtlib.OpEq:
		return p.equality(args[0], args[1])
	case smtlib.OpLe:
		a, b := at(0), at(1)
		switch {
		case !p.isNumber(args[0]):
		case a.hi < highest && b.lo > lowest && a.hi <= b.lo:
			return interval{1, 1}
		case a.lo > b.hi:
			return interval{0, 0}
		}
	case smtlib.OpAdd:
		a := at(0)
		for _, x := range args[1:] {
			a = a.plus(p.computed[x])
		}
		return a
	case smtlib.OpMul:
		a := at(0)
		for _, x := range args[1:] {
			a = a.times(p.computed[x])
		}
		return a
	case smtlib.OpDiv, smtlib.OpMod:
		if v, ok := p.literal(args[1]); ok && v > 0 {
			return quotient(n.op, at(0), v)
		}
	}
	if n.term.Sort().Kind == smtlib.BoolKind {
		return anyTruth
	}
	return anyNumber
}

func (p *propagator) isNumber(i int32) bool {
	n := &p.graph.nodes[i]
	return n.valid && n.term.Sort().Kind == smtlib.IntKind
}

// equality is the interval of x = y.
func (p *propagator) equality(x, y int32) interval {
	if k := p.graph.nodes[x].term.Sort().Kind; k != smtlib.IntKind && k != smtlib.BoolKind {
		return anyTruth
	}
	a, b := p.computed[x], p.computed[y]
	switch {
	case a.and(b).empty():
		return interval{0, 0}
	case a.isPoint() && a == b:
		return interval{1, 1}
	}
	return anyTruth
}
