package search

import (
	"math"

	"semdiff/smtlib"
)

// interval holds all values that a term of sort Int or Bool (0 or 1) can have where
// the conjunction at hand holds: from lo to hi, both included.
type interval struct{ lo, hi int64 }

// Bounds at or beyond these are none; farther ones are not computed with.
const (
	lowest  = -highest
	highest = math.MaxInt64 / 2
)

var (
	anyNumber = interval{lowest, highest}
	anyTruth  = interval{0, 1}
)

func (a interval) empty() bool   { return a.lo > a.hi }
func (a interval) isPoint() bool { return a.lo == a.hi && lowest < a.lo && a.lo < highest }

func (a interval) and(b interval) interval { return interval{max(a.lo, b.lo), min(a.hi, b.hi)} }
func (a interval) or(b interval) interval  { return interval{min(a.lo, b.lo), max(a.hi, b.hi)} }

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

// clipped is the interval from lo to hi without bounds that are too far.
func clipped(lo, hi int64) interval {
	return interval{max(lowest, min(lo, highest)), min(highest, max(hi, lowest))}
}

// plus is the interval of sums.
func (a interval) plus(b interval) interval {
	out := anyNumber
	if a.lo > lowest && b.lo > lowest {
		out.lo = a.lo + b.lo // of halves: no overflow
	}
	if a.hi < highest && b.hi < highest {
		out.hi = a.hi + b.hi
	}
	return clipped(out.lo, out.hi)
}

// times is the interval of products.
func (a interval) times(b interval) interval {
	if b.isPoint() {
		a, b = b, a
	}
	if a.isPoint() {
		if a.lo == 0 {
			return interval{}
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
	out := interval{math.MaxInt64, math.MinInt64}
	for _, x := range [2]int64{a.lo, a.hi} {
		for _, y := range [2]int64{b.lo, b.hi} {
			n, ok := times(x, y)
			if !ok {
				return anyNumber
			}
			out = out.or(interval{n, n})
		}
	}
	return clipped(out.lo, out.hi)
}

// quotient is the interval of a div v or a mod v, which are Euclidean, for v > 0.
func quotient(op smtlib.Op, a interval, v int64) interval {
	if op == smtlib.OpMod {
		if 0 <= a.lo && a.hi < v {
			return a
		}
		return interval{0, v - 1}
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
