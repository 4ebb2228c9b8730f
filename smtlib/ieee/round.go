package ieee

import "math/big"

// Mode is a rounding mode.
type Mode uint8

// The rounding modes.
const (
	NearestEven Mode = iota
	NearestAway
	TowardPositive
	TowardNegative
	TowardZero
)

// Modes are all rounding modes.
var Modes = []Mode{NearestEven, NearestAway, TowardPositive, TowardNegative, TowardZero}

var modeNames = [...]string{"RNE", "RNA", "RTP", "RTN", "RTZ"}

// String is SMT-LIB's short name of the mode.
func (m Mode) String() string { return modeNames[m] }

var longNames = map[string]Mode{
	"roundNearestTiesToEven": NearestEven, "roundNearestTiesToAway": NearestAway,
	"roundTowardPositive": TowardPositive, "roundTowardNegative": TowardNegative, "roundTowardZero": TowardZero,
}

// ParseMode reads a short or long SMT-LIB name.
func ParseMode(name string) (Mode, bool) {
	for i, n := range modeNames {
		if n == name {
			return Mode(i), true
		}
	}
	m, ok := longNames[name]
	return m, ok
}

// away reports whether a magnitude that lies between keep and keep+1 becomes
// keep+1: half says that it is at least in the middle, rest that it is not just
// there (or, without half, above keep at all).
func (m Mode) away(neg, odd, half, rest bool) bool {
	switch m {
	case NearestEven:
		return half && (rest || odd)
	case NearestAway:
		return half
	case TowardPositive:
		return !neg && (half || rest)
	case TowardNegative:
		return neg && (half || rest)
	}
	return false
}

// shiftRight is mant / 2^s rounded to an integer; sticky says that mant is
// really a little larger.
func (m Mode) shiftRight(neg bool, mant *big.Int, s int, sticky bool) *big.Int {
	keep := new(big.Int).Rsh(mant, uint(s))
	half := s > 0 && mant.Bit(s-1) == 1
	rest := sticky || s > 1 && mant.Sign() != 0 && int(mant.TrailingZeroBits()) < s-1
	if m.away(neg, keep.Bit(0) == 1, half, rest) {
		keep.Add(keep, big.NewInt(1))
	}
	return keep
}

// round is the number of the format for ±mant * 2^exp, mant > 0. With sticky
// the value is a little larger, by less than 2^exp; mant must then have more
// than Sig+1 bits.
func (f Format) round(m Mode, neg bool, mant *big.Int, exp int, sticky bool) Float {
	low := max(exp+mant.BitLen()-f.Sig, f.lowest())
	keep := mant
	if low > exp {
		keep = m.shiftRight(neg, mant, low-exp, sticky)
	} else {
		low = exp
	}
	r := Float{Format: f, neg: neg, mant: keep, exp: low}
	switch {
	case keep.Sign() == 0 || r.top()-1 <= f.bias():
		return r
	case m == TowardZero, m == TowardPositive && neg, m == TowardNegative && !neg:
		return f.largest(neg)
	}
	return f.Inf(neg)
}
