package search

import (
	"math"
	"slices"

	"semdiff/smtlib"
)

// move is a change of a model: a symbol gets a value.
type move struct {
	symbol symbol
	value  value
}

// maxMoves is how many changes are tried for one conjunct, and maxDepth how deep
// below it they are sought.
const (
	maxMoves = 24
	maxDepth = 60
)

// moves returns changes that may give node i the value want, all else being as
// it is.
func (s *Search) moves(i int32, want value) []move {
	p := proposer{Search: s}
	p.propose(i, want, 0)
	return p.moves
}

type proposer struct {
	*Search
	moves []move
}

func (p *proposer) sort(i int32) *smtlib.Sort { return p.graph.nodes[i].term.Sort() }

// propose adds changes that give node i the value want.
func (p *proposer) propose(i int32, want value, depth int) {
	n := &p.graph.nodes[i]
	if depth > maxDepth || len(p.moves) >= maxMoves || !n.valid || want.none {
		return
	}
	if v := p.vals[i]; !v.none && same(v, want) {
		return
	}
	depth++
	switch n.op {
	case smtlib.OpVar:
		p.add(move{symbol: p.symbol(n), value: want})
	case smtlib.OpApp:
		if !slices.ContainsFunc(n.args, func(a int32) bool { return p.vals[a].none }) {
			p.add(move{symbol: p.symbol(n), value: want})
			for _, a := range n.args { // at other arguments it may be something else
				p.perturb(a, depth)
			}
		}
	case smtlib.OpNot:
		p.propose(n.args[0], value{n: 1 - want.n}, depth)
	case smtlib.OpAnd, smtlib.OpOr:
		p.junction(n, want, depth)
	case smtlib.OpIte:
		p.ite(n, want, depth)
	case smtlib.OpEq:
		p.equality(n.args[0], n.args[1], want.n == 1, depth)
	case smtlib.OpLe:
		p.order(n.args[0], n.args[1], want.n == 1, depth)
	case smtlib.OpAdd:
		for k, a := range n.args {
			if rest, ok := p.without(n, k, p.sum); ok {
				if x, ok := minus(want.n, rest); ok {
					p.propose(a, value{n: x}, depth)
				}
			}
		}
	case smtlib.OpMul:
		for k, a := range n.args {
			rest, ok := p.without(n, k, p.product)
			if !ok || rest == 0 {
				continue
			}
			// Where it does not divide, a bound may still be met.
			if q := divMod(smtlib.OpDiv, want.n, rest); !q.none {
				p.propose(a, q, depth)
				if r := divMod(smtlib.OpMod, want.n, rest); r.n != 0 {
					p.propose(a, value{n: q.n + 1}, depth)
				}
			}
		}
	case smtlib.OpDiv, smtlib.OpMod:
		p.divMod(n, want.n, depth)
	case smtlib.OpSelect:
		if at := p.vals[n.args[1]]; !at.none {
			p.cell(n.args[0], at.n, want, depth)
			p.perturb(n.args[1], depth) // elsewhere it may hold something else
		}
	case smtlib.OpConstArray:
		if len(want.a.entries) == 0 {
			p.propose(n.args[0], want.a.rest, depth)
		}
	case smtlib.OpStore:
		if at := p.vals[n.args[1]]; !at.none && same(want.a.at(at.n), p.vals[n.args[2]]) {
			p.propose(n.args[0], want, depth)
		}
	case smtlib.OpBV:
		p.bits(n, uint64(want.n), depth)
	case smtlib.OpExtract:
		if a := p.vals[n.args[0]]; !a.none {
			hi, lo := n.term.Extract()
			clear := mask(hi-lo+1) << lo
			p.propose(n.args[0], value{n: int64(uint64(a.n)&^clear | uint64(want.n)<<lo)}, depth)
		}
	}
}

func (p *proposer) add(m move) { p.moves = append(p.moves, m) }

// without combines the values of the arguments but one; ok is false when there is
// no such value.
func (p *proposer) without(n *node, leave int, combine func([]int32, int) (int64, bool)) (int64, bool) {
	for k, a := range n.args {
		if k != leave && p.vals[a].none {
			return 0, false
		}
	}
	return combine(n.args, leave)
}

// junction makes one argument decide, or all that do not let the others.
func (p *proposer) junction(n *node, want value, depth int) {
	decides := int64(0)
	if n.op == smtlib.OpOr {
		decides = 1
	}
	for _, a := range n.args {
		p.propose(a, want, depth)
		if v := p.vals[a]; want.n != decides && (v.none || v.n == decides) {
			return // one at a time
		}
	}
}

func (p *proposer) ite(n *node, want value, depth int) {
	k := p.vals[n.args[0]]
	if k.none {
		return
	}
	taken, other := n.args[1], n.args[2]
	if k.n == 0 {
		taken, other = other, taken
	}
	if v := p.vals[other]; !v.none && same(v, want) {
		p.propose(n.args[0], value{n: 1 - k.n}, depth)
	}
	p.propose(taken, want, depth)
}

func (p *proposer) equality(a, b int32, want bool, depth int) {
	va, vb := p.vals[a], p.vals[b]
	if want {
		p.propose(a, vb, depth)
		p.propose(b, va, depth)
		return
	}
	p.perturb(a, depth)
	p.perturb(b, depth)
}

// perturb adds changes that may give node i another value, whatever it is.
func (p *proposer) perturb(i int32, depth int) {
	n := &p.graph.nodes[i]
	v := p.vals[i]
	if v.none || depth > maxDepth || len(p.moves) >= maxMoves {
		return
	}
	if n.op == smtlib.OpIte {
		taken, other := n.args[1], n.args[2]
		if p.vals[n.args[0]].n == 0 {
			taken, other = other, taken
		}
		p.perturb(taken, depth+1)
		if o := p.vals[other]; !o.none && !same(o, v) {
			p.propose(n.args[0], value{n: 1 - p.vals[n.args[0]].n}, depth+1)
		} else {
			p.perturb(other, depth+1)
		}
		return
	}
	for _, o := range neighbours(n.term.Sort(), v) {
		p.propose(i, o, depth)
	}
}

// neighbours are values next to v.
func neighbours(s *smtlib.Sort, v value) []value {
	switch s.Kind {
	case smtlib.BoolKind:
		return []value{{n: 1 - v.n}}
	case smtlib.BVKind:
		return []value{{n: int64(uint64(v.n+1) & mask(s.Width))}}
	case smtlib.ArrayKind: // at the first index that it says nothing of
		i := int64(0)
		for k := 0; k < len(v.a.entries) && v.a.entries[k].index <= i; k++ {
			if v.a.entries[k].index == i {
				i++
			}
		}
		if s.Index.Kind != smtlib.IntKind && s.Index.Kind != smtlib.OpaqueKind {
			i = 0
		}
		return []value{{a: v.a.with(i, neighbours(s.Elem, v.a.at(i))[0])}}
	}
	if v.n == math.MaxInt64 || v.n == math.MinInt64 {
		return []value{{n: 0}}
	}
	return []value{{n: v.n + 1}, {n: v.n - 1}}
}

// order makes a <= b true or false.
func (p *proposer) order(a, b int32, want bool, depth int) {
	va, vb := p.vals[a], p.vals[b]
	step := int64(0)
	if !want {
		step = 1
	}
	if !vb.none {
		if x, ok := plus(vb.n, step); ok {
			p.propose(a, value{n: x}, depth)
		}
	}
	if !va.none {
		if x, ok := minus(va.n, step); ok {
			p.propose(b, value{n: x}, depth)
		}
	}
}

func (p *proposer) divMod(n *node, want int64, depth int) {
	a, b := p.vals[n.args[0]], p.vals[n.args[1]]
	if a.none || b.none || b.n == 0 {
		return
	}
	rest := divMod(smtlib.OpMod, a.n, b.n)
	quotient := divMod(smtlib.OpDiv, a.n, b.n)
	if rest.none || quotient.none {
		return
	}
	if n.op == smtlib.OpDiv {
		quotient.n = want
	} else {
		rest.n = want
	}
	if x, ok := times(quotient.n, b.n); ok {
		if x, ok := plus(x, rest.n); ok {
			p.propose(n.args[0], value{n: x}, depth)
		}
	}
}

// cell gives an array the value want at index at.
func (p *proposer) cell(i int32, at int64, want value, depth int) {
	n := &p.graph.nodes[i]
	if depth > maxDepth || p.vals[i].none {
		return
	}
	switch n.op {
	case smtlib.OpStore:
		switch k := p.vals[n.args[1]]; {
		case k.none:
		case k.n == at:
			p.propose(n.args[2], want, depth+1)
		default:
			p.cell(n.args[0], at, want, depth+1)
		}
	case smtlib.OpIte:
		k := p.vals[n.args[0]]
		if k.none {
			return
		}
		p.cell(n.args[2-k.n], at, want, depth+1)
	case smtlib.OpConstArray:
		p.propose(n.args[0], want, depth+1)
	default:
		p.propose(i, value{a: p.vals[i].a.with(at, want)}, depth+1)
	}
}

// bits gives a function of the bit-vector theory the value want.
func (p *proposer) bits(n *node, want uint64, depth int) {
	w := p.sort(n.args[0]).Width
	set := func(k int, x uint64) {
		p.propose(n.args[k], value{n: int64(x & mask(p.sort(n.args[k]).Width))}, depth)
	}
	va := p.vals[n.args[0]]
	if len(n.args) == 1 {
		switch n.bv {
		case smtlib.BVNeg:
			set(0, -want)
		case smtlib.BVNot:
			set(0, ^want)
		case smtlib.BVZeroExtend, smtlib.BVSignExtend, smtlib.BVToInt:
			set(0, want)
		case smtlib.BVFromInt:
			if !va.none { // keep what is above the bits
				width := n.term.Sort().Width
				p.propose(n.args[0], value{n: int64(uint64(va.n)&^mask(width) | want)}, depth)
			}
		}
		return
	}
	vb := p.vals[n.args[1]]
	if va.none || vb.none {
		return
	}
	a, b := uint64(va.n), uint64(vb.n)
	switch n.bv {
	case smtlib.BVAdd:
		set(0, want-b)
		set(1, want-a)
	case smtlib.BVSub:
		set(0, want+b)
		set(1, a-want)
	case smtlib.BVXor:
		set(0, want^b)
		set(1, want^a)
	case smtlib.BVAnd, smtlib.BVOr:
		set(0, want)
		set(1, want)
	case smtlib.BVMul:
		for k, x := range [2]uint64{b, a} {
			if x != 0 && twos(want|1<<63) >= twos(x) {
				set(k, want>>twos(x)*inverse(x>>twos(x)))
			}
		}
	case smtlib.BVShl:
		if b < uint64(w) {
			set(0, want>>b)
		}
	case smtlib.BVLShr, smtlib.BVAShr:
		if b < uint64(w) {
			set(0, want<<b)
		}
	case smtlib.BVConcat:
		low := p.sort(n.args[1]).Width
		set(0, want>>low)
		set(1, want)
	case smtlib.BVULT, smtlib.BVSLT:
		if want == 1 {
			set(0, b-1)
			set(1, a+1)
		} else {
			set(0, b)
			set(1, a)
		}
	}
}
