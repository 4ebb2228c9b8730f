package smtlib

import (
	"cmp"
	"math/big"
	"slices"
	"strings"
)

// maxSize is where the sizes of terms stop growing.
const maxSize = 1 << 30

// smallSize is the size up to which terms of one size are ordered as a reader
// would order them; larger ones go by their hash, which is quick.
const smallSize = 64

// Compare orders the terms of a Context by what they say, whenever and in
// whatever order they were made: small ones first, literals last, variables by
// name. It is 0 for one and the same term alone.
func Compare(a, b *Term) int {
	if a == b {
		return 0
	}
	if la, lb := a.IsLiteral(), b.IsLiteral(); la != lb {
		if la {
			return 1
		}
		return -1
	}
	if a.size != b.size {
		return cmp.Compare(a.size, b.size)
	}
	if a.size > smallSize && a.hash != b.hash {
		return cmp.Compare(a.hash, b.hash)
	}
	return compareHeads(a, b)
}

// compareHeads orders different terms of one size by their heads, then by their
// arguments. Of arguments it looks into the first that differ only.
func compareHeads(a, b *Term) int {
	d := cmp.Or(
		cmp.Compare(a.op, b.op),
		compareNames(a.name, b.name),
		compareFuncs(a.fn, b.fn),
		cmp.Compare(a.hi, b.hi),
		cmp.Compare(a.lo, b.lo),
		compareTerms(a.args, b.args),
		compareTerms(a.bound, b.bound),
		cmp.Compare(len(a.triggers), len(b.triggers)),
	)
	if d != 0 {
		return d
	}
	for i := range a.triggers {
		if d := compareTerms(a.triggers[i], b.triggers[i]); d != 0 {
			return d
		}
	}
	if a.num != nil {
		if d := compareNumbers(a.num, b.num); d != 0 {
			return d
		}
	}
	if a.bits != nil && b.bits != nil {
		if d := a.bits.Cmp(b.bits); d != 0 {
			return d
		}
	}
	if a.ctor != b.ctor {
		d = cmp.Or(strings.Compare(a.ctor.Name, b.ctor.Name), strings.Compare(a.ctor.Of.text, b.ctor.Of.text))
	}
	return cmp.Or(d, strings.Compare(a.sort.text, b.sort.text))
}

// compareNumbers is a.Cmp(b), which is slow for whole numbers.
func compareNumbers(a, b *big.Rat) int {
	if a.IsInt() && b.IsInt() {
		return a.Num().Cmp(b.Num())
	}
	return a.Cmp(b)
}

func compareTerms(as, bs []*Term) int { return slices.CompareFunc(as, bs, Compare) }

func compareFuncs(f, g *Func) int {
	if f == g || f == nil || g == nil {
		return 0
	}
	bySort := func(s, t *Sort) int { return strings.Compare(s.text, t.text) }
	return cmp.Or(compareNames(f.Name, g.Name), slices.CompareFunc(f.Params, g.Params, bySort), bySort(f.Result, g.Result))
}

// compareNames orders names as a reader would: x2 before x10.
func compareNames(a, b string) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	if i == len(a) || i == len(b) {
		return cmp.Compare(len(a), len(b))
	}
	for i > 0 && isDigit(a[i-1]) && (isDigit(a[i]) || isDigit(b[i])) {
		i--
	}
	x, y := digits(a[i:]), digits(b[i:])
	if x != "" && y != "" && len(x) != len(y) {
		return cmp.Compare(len(x), len(y))
	}
	return strings.Compare(a, b)
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// digits is the number that s starts with.
func digits(s string) string {
	i := 0
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return s[:i]
}
