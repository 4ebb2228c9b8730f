package concolic

import (
	"encoding/binary"
	"hash/fnv"
	"math/bits"
	"slices"

	"semdiff/translate/ir"
)

// coverage is which branches a run takes, and about how often.
type coverage struct {
	numbers map[edge]int // of the branches of both versions, as they are met
	counts  map[int]int  // of the run at hand
	near    map[*ir.Block]bool
	reached bool // the run at hand, or the one before, took a branch in one of near
}

type edge struct {
	block *ir.Block
	index int
}

func newCoverage() *coverage { return &coverage{numbers: map[edge]int{}} }

// start begins a run.
func (c *coverage) start() { c.counts = map[int]int{} }

// branch notes that the run takes a branch.
func (c *coverage) branch(b *ir.Block, index int) {
	e := edge{b, index}
	n, known := c.numbers[e]
	if !known {
		n = len(c.numbers)
		c.numbers[e] = n
	}
	c.counts[n]++
	c.reached = c.reached || c.near[b]
}

// trace is a number for what the run has covered: the branches, and how often each was
// taken to within a factor of two.
func (c *coverage) trace() uint64 {
	var list []uint64
	for n, count := range c.counts {
		list = append(list, uint64(n)<<8|uint64(bits.Len(uint(count))))
	}
	slices.Sort(list)
	h := fnv.New64a()
	for _, x := range list {
		h.Write(binary.LittleEndian.AppendUint64(nil, x))
	}
	return h.Sum64()
}
