package boogie

import (
	"math/big"
	"strconv"
	"strings"
)

// exactFloat reports whether a floating-point literal is well-formed: a format
// with at least two bits each, and a value that it represents exactly.
func exactFloat(text string, sig, exp int) bool {
	const maxBits = 4096
	if sig < 2 || exp < 2 || sig > maxBits || exp > 62 {
		return false
	}
	number, ok := strings.CutPrefix(strings.TrimPrefix(text, "-"), "0x")
	if !ok {
		return true // not a number, or infinite
	}
	number = number[:strings.LastIndexByte(number, 'f')]
	mark := strings.LastIndexByte(number, 'e')
	whole, fraction, _ := strings.Cut(number[:mark], ".")
	digits, ok := new(big.Int).SetString(whole+fraction, 16)
	if !ok {
		return false
	}
	if digits.Sign() == 0 {
		return true
	}
	power, err := strconv.ParseInt(number[mark+1:], 10, 61)
	if err != nil {
		return false
	}
	// The value is digits * 2^shift, of which the last low bits are 0.
	low := int(digits.TrailingZeroBits())
	shift := 4*(int(power)-len(fraction)) + low
	bits := digits.BitLen() - low
	// The exponent of the leading bit is at most the bias; the last bit is not
	// below that of the smallest subnormal.
	bias := 1<<(exp-1) - 1
	return bits <= sig && shift+bits-1 <= bias && shift >= 1-bias-(sig-1)
}
