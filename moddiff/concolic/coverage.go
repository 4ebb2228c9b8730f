package concolic

import (
	"encoding/binary"
	"hash/fnv"
	"math/bits"
	"slices"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// coverage is which branches a run takes, and about how often.
type coverage struct {
	numbers map[edge]int // of the branches of both versions, as they are met
	counts  map[int]int  // of the run at hand
	taken   conditions   // in the run at hand
}

// conditions are those of branches: terms, which versions share where they are equal.
type conditions map[*smtlib.Term]bool

// wayOfParting is a number for the conditions that the run of one version took and that of the
// other did not; 0 where there are none.
func wayOfParting(a, b conditions) uint64 {
	var list []uint64
	for i, other := range []conditions{b, a} {
		for t := range []conditions{a, b}[i] {
			if !other[t] {
				list = append(list, uint64(t.ID())<<1|uint64(i))
			}
		}
	}
	if len(list) == 0 {
		return 0
	}
	return hashed(list)
}

type edge struct {
	block *ir.Block
	index int
}

func newCoverage() *coverage { return &coverage{numbers: map[edge]int{}} }

// start begins a run.
func (c *coverage) start() { c.counts, c.taken = map[int]int{}, conditions{} }

// branch notes that the run takes a branch.
func (c *coverage) branch(b *ir.Block, index int) {
	e := edge{b, index}
	n, known := c.numbers[e]
	if !known {
		n = len(c.numbers)
		c.numbers[e] = n
	}
	c.counts[n]++
	c.taken[b.Succs[index].Cond] = true
}

// trace is a number for what the run has covered: the branches, and how often each was
// taken to within a factor of two.
func (c *coverage) trace() uint64 {
	var list []uint64
	for n, count := range c.counts {
		list = append(list, uint64(n)<<8|uint64(bits.Len(uint(count))))
	}
	return hashed(list)
}

// hashed is a number for a set of numbers.
func hashed(list []uint64) uint64 {
	slices.Sort(list)
	h := fnv.New64a()
	for _, x := range list {
		h.Write(binary.LittleEndian.AppendUint64(nil, x))
	}
	return h.Sum64()
}
