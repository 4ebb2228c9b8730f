package translate

import (
	"math/bits"
	"slices"
)

// bitset is a set of small numbers.
type bitset []uint64

func newBitset(size int) bitset { return make(bitset, (size+63)/64) }

func (s bitset) has(n int) bool { return s[n/64]&(1<<(n%64)) != 0 }

func (s bitset) insert(n int) { s[n/64] |= 1 << (n % 64) }

func (s bitset) remove(n int) { s[n/64] &^= 1 << (n % 64) }

func (s bitset) union(t bitset) (changed bool) {
	for i, w := range t {
		if s[i]|w != s[i] {
			s[i] |= w
			changed = true
		}
	}
	return changed
}

func (s bitset) len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// grown is the set with room for numbers below size.
func (s bitset) grown(size int) bitset {
	if n := (size + 63) / 64; n > len(s) {
		return append(slices.Clone(s), make(bitset, n-len(s))...)
	}
	return s
}
