package search

import (
	"math"

	"semdiff/smtlib"
)

// eval computes the values of the nodes in order, which has arguments first.
func (s *Search) eval(m model, order []int32) {
	s.makeRoom()
	for _, i := range order {
		s.vals[i] = s.compute(m, &s.graph.nodes[i])
	}
}

// makeRoom makes vals as long as there are nodes.
func (s *Search) makeRoom() {
	if n := len(s.graph.nodes); len(s.vals) < n {
		s.vals = append(s.vals, make([]value, n-len(s.vals))...)
	}
}

func (s *Search) compute(m model, n *node) value {
	if !n.valid {
		return none
	}
	vals, args := s.vals, n.args
	switch n.op {
	case smtlib.OpTrue, smtlib.OpFalse, smtlib.OpNumeral, smtlib.OpBVLit:
		return n.value
	case smtlib.OpVar:
		return m.value(n.symbol, n.term.Sort())
	case smtlib.OpAnd:
		return junction(vals, args, 0)
	case smtlib.OpOr:
		return junction(vals, args, 1)
	case smtlib.OpIte:
		switch k := vals[args[0]]; {
		case k.none:
			return none
		case k.n == 1:
			return vals[args[1]]
		}
		return vals[args[2]]
	}
	for _, a := range args {
		if vals[a].none {
			return none
		}
	}
	switch n.op {
	case smtlib.OpApp:
		return m.value(s.symbol(n), n.term.Sort())
	case smtlib.OpNot:
		return truth(vals[args[0]].n == 0)
	case smtlib.OpEq:
		return equal(s.graph.nodes[args[0]].term.Sort(), vals[args[0]], vals[args[1]])
	case smtlib.OpLe:
		return truth(vals[args[0]].n <= vals[args[1]].n)
	case smtlib.OpAdd:
		sum, ok := s.sum(args, -1)
		return checked(sum, ok)
	case smtlib.OpMul:
		product, ok := s.product(args, -1)
		return checked(product, ok)
	case smtlib.OpDiv, smtlib.OpMod:
		return divMod(n.op, vals[args[0]].n, vals[args[1]].n)
	case smtlib.OpSelect:
		return vals[args[0]].a.at(vals[args[1]].n)
	case smtlib.OpStore:
		return value{a: vals[args[0]].a.with(vals[args[1]].n, vals[args[2]])}
	case smtlib.OpConstArray:
		return value{a: &array{rest: vals[args[0]]}}
	case smtlib.OpBV:
		return s.bits(n)
	case smtlib.OpExtract:
		hi, lo := n.term.Extract()
		return value{n: int64(uint64(vals[args[0]].n) >> lo & mask(hi-lo+1))}
	}
	return none
}

// symbol is what a variable or an application stands for.
func (s *Search) symbol(n *node) symbol {
	if n.op == smtlib.OpVar {
		return n.symbol
	}
	return s.graph.symbols.applied(n.term.Func(), n.args, s.vals)
}

// junction is a conjunction, for which 0 decides, or a disjunction.
func junction(vals []value, args []int32, decides int64) value {
	known := true
	for _, a := range args {
		switch v := vals[a]; {
		case v.none:
			known = false
		case v.n == decides:
			return v
		}
	}
	if !known {
		return none
	}
	return value{n: 1 - decides}
}

func checked(n int64, ok bool) value {
	if !ok {
		return none
	}
	return value{n: n}
}

// sum adds the values of nodes but for the one at place leave.
func (s *Search) sum(nodes []int32, leave int) (sum int64, ok bool) {
	ok = true
	for k, a := range nodes {
		if k != leave && ok {
			sum, ok = plus(sum, s.vals[a].n)
		}
	}
	return sum, ok
}

// product is sum for multiplication.
func (s *Search) product(nodes []int32, leave int) (product int64, ok bool) {
	product, ok = 1, true
	for k, a := range nodes {
		if k != leave && ok {
			product, ok = times(product, s.vals[a].n)
		}
	}
	return product, ok
}

func plus(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0)
}

func minus(a, b int64) (int64, bool) {
	c := a - b
	return c, (c < a) == (b > 0)
}

func times(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	c := a * b
	return c, c/b == a && (a != -1 || b != math.MinInt64) && (b != -1 || a != math.MinInt64)
}

// divMod is Euclidean. By zero it is any function, and none here.
func divMod(op smtlib.Op, a, b int64) value {
	if b == 0 || a == math.MinInt64 && b == -1 {
		return none
	}
	q, r := a/b, a%b
	if r < 0 {
		if b > 0 {
			q, r = q-1, r+b
		} else {
			q, r = q+1, r-b
		}
	}
	if op == smtlib.OpDiv {
		return value{n: q}
	}
	return value{n: r}
}
