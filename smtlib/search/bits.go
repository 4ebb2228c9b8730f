package search

import (
	"fmt"
	"math/bits"
	"strings"

	"semdiff/smtlib"
)

// bvOp is a function of the bit-vector theory.
type bvOp uint8

const (
	bvOther bvOp = iota
	bvNeg
	bvNot
	bvAdd
	bvSub
	bvMul
	bvUDiv
	bvURem
	bvAnd
	bvOr
	bvXor
	bvShl
	bvLShr
	bvAShr
	bvULT
	bvSLT
	bvConcat
	bvZeroExtend
	bvSignExtend
	bvToNat
	bvFromInt
)

var bvOps = map[string]bvOp{
	"bvneg": bvNeg, "bvnot": bvNot, "bvadd": bvAdd, "bvsub": bvSub, "bvmul": bvMul, "bvudiv": bvUDiv, "bvurem": bvURem,
	"bvand": bvAnd, "bvor": bvOr, "bvxor": bvXor, "bvshl": bvShl, "bvlshr": bvLShr, "bvashr": bvAShr,
	"bvult": bvULT, "bvslt": bvSLT, "concat": bvConcat, "bv2nat": bvToNat,
	"zero_extend": bvZeroExtend, "sign_extend": bvSignExtend, "int2bv": bvFromInt,
}

func bvOpOf(t *smtlib.Term) bvOp {
	name, _, _ := strings.Cut(strings.TrimPrefix(t.Name(), "(_ "), " ")
	return bvOps[name]
}

// mask has the lowest w bits.
func mask(w int) uint64 { return ^uint64(0) >> (64 - w) }

// signed reads w bits as two's complement.
func signed(x uint64, w int) int64 { return int64(x<<(64-w)) >> (64 - w) }

// bits computes a function of the bit-vector theory, as smtlib.FoldBV does.
func (s *Search) bits(n *node) value {
	if n.bv == bvFromInt {
		return value{n: int64(uint64(s.vals[n.args[0]].n) & mask(n.term.Sort().Width))}
	}
	a, w := uint64(s.vals[n.args[0]].n), s.graph.nodes[n.args[0]].term.Sort().Width
	var b uint64
	if len(n.args) > 1 {
		b = uint64(s.vals[n.args[1]].n)
	}
	switch n.bv {
	case bvULT:
		return truth(a < b)
	case bvSLT:
		return truth(signed(a, w) < signed(b, w))
	case bvToNat:
		return checked(int64(a), int64(a) >= 0)
	case bvConcat:
		return value{n: int64(a<<s.graph.nodes[n.args[1]].term.Sort().Width | b)}
	case bvZeroExtend:
		return value{n: int64(a)}
	case bvSignExtend:
		return value{n: int64(uint64(signed(a, w)) & mask(n.term.Sort().Width))}
	}
	return value{n: int64(fold(n.bv, a, b, w) & mask(w))}
}

// fold computes a function whose arguments and result have w bits. What is
// beyond them does not count.
func fold(op bvOp, a, b uint64, w int) uint64 {
	switch op {
	case bvNeg:
		return -a
	case bvNot:
		return ^a
	case bvAdd:
		return a + b
	case bvSub:
		return a - b
	case bvMul:
		return a * b
	case bvUDiv:
		if b == 0 {
			return ^uint64(0)
		}
		return a / b
	case bvURem:
		if b == 0 {
			return a
		}
		return a % b
	case bvAnd:
		return a & b
	case bvOr:
		return a | b
	case bvXor:
		return a ^ b
	case bvShl:
		return a << min(b, 64)
	case bvLShr:
		return a >> min(b, 64)
	case bvAShr:
		return uint64(signed(a, w) >> min(b, 63))
	}
	panic(fmt.Sprintf("search: unexpected bit-vector function %d", op))
}

// inverse is the odd factor that undoes the multiplication by the odd a.
func inverse(a uint64) uint64 {
	x := a // right in the lowest 3 bits; each round doubles them
	for range 5 {
		x *= 2 - a*x
	}
	return x
}

// twos is how many factors 2 are in a.
func twos(a uint64) int { return bits.TrailingZeros64(a) }
