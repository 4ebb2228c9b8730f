package search

import (
	"fmt"
	"math/bits"

	"semdiff/smtlib"
)

// knows reports whether the search computes a function of the bit-vector theory.
func knows(f smtlib.BVFunc) bool {
	switch f {
	case smtlib.BVNone, smtlib.BVSDiv, smtlib.BVSRem, smtlib.BVSMod, smtlib.BVNand, smtlib.BVNor, smtlib.BVXnor:
		return false
	}
	return true
}

// mask has the lowest w bits.
func mask(w int) uint64 { return ^uint64(0) >> (64 - w) }

// signed reads w bits as two's complement.
func signed(x uint64, w int) int64 { return int64(x<<(64-w)) >> (64 - w) }

// bits computes a function of the bit-vector theory, as smtlib.FoldBV does.
func (s *Search) bits(n *node) value {
	if n.bv == smtlib.BVFromInt {
		return value{n: int64(uint64(s.vals[n.args[0]].n) & mask(n.term.Sort().Width))}
	}
	a, w := uint64(s.vals[n.args[0]].n), s.graph.nodes[n.args[0]].term.Sort().Width
	var b uint64
	if len(n.args) > 1 {
		b = uint64(s.vals[n.args[1]].n)
	}
	switch n.bv {
	case smtlib.BVULT:
		return truth(a < b)
	case smtlib.BVSLT:
		return truth(signed(a, w) < signed(b, w))
	case smtlib.BVToInt:
		return checked(int64(a), int64(a) >= 0)
	case smtlib.BVConcat:
		return value{n: int64(a<<s.graph.nodes[n.args[1]].term.Sort().Width | b)}
	case smtlib.BVZeroExtend:
		return value{n: int64(a)}
	case smtlib.BVSignExtend:
		return value{n: int64(uint64(signed(a, w)) & mask(n.term.Sort().Width))}
	}
	return value{n: int64(fold(n.bv, a, b, w) & mask(w))}
}

// fold computes a function whose arguments and result have w bits. What is
// beyond them does not count.
func fold(f smtlib.BVFunc, a, b uint64, w int) uint64 {
	switch f {
	case smtlib.BVNeg:
		return -a
	case smtlib.BVNot:
		return ^a
	case smtlib.BVAdd:
		return a + b
	case smtlib.BVSub:
		return a - b
	case smtlib.BVMul:
		return a * b
	case smtlib.BVUDiv:
		if b == 0 {
			return ^uint64(0)
		}
		return a / b
	case smtlib.BVURem:
		if b == 0 {
			return a
		}
		return a % b
	case smtlib.BVAnd:
		return a & b
	case smtlib.BVOr:
		return a | b
	case smtlib.BVXor:
		return a ^ b
	case smtlib.BVShl:
		return a << min(b, 64)
	case smtlib.BVLShr:
		return a >> min(b, 64)
	case smtlib.BVAShr:
		return uint64(signed(a, w) >> min(b, 63))
	}
	panic(fmt.Sprintf("search: unexpected bit-vector function %s", f))
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
