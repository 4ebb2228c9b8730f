// Package bitset has sets of small numbers.
package bitset

import (
	"math/bits"
	"slices"
)

// Set is a set of numbers below the size that it was made for.
type Set []uint64

// New is the empty set of numbers below size.
func New(size int) Set { return make(Set, (size+63)/64) }

// Has reports whether n is in s.
func (s Set) Has(n int) bool { return s[n/64]&(1<<(n%64)) != 0 }

// Insert puts n into s.
func (s Set) Insert(n int) { s[n/64] |= 1 << (n % 64) }

// Remove takes n out of s.
func (s Set) Remove(n int) { s[n/64] &^= 1 << (n % 64) }

// Union puts all of t, which is no larger, into s.
func (s Set) Union(t Set) (changed bool) {
	for i, w := range t {
		if s[i]|w != s[i] {
			s[i] |= w
			changed = true
		}
	}
	return changed
}

// Empty reports whether nothing is in s.
func (s Set) Empty() bool { return !slices.ContainsFunc(s, func(w uint64) bool { return w != 0 }) }

// All are the numbers in s, ascending.
func (s Set) All() []int {
	var out []int
	for k, word := range s {
		for ; word != 0; word &= word - 1 {
			out = append(out, 64*k+bits.TrailingZeros64(word))
		}
	}
	return out
}
