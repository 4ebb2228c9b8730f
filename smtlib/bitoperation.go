package smtlib

import (
	"math/big"
	"strconv"
	"strings"
)

// BitOperation is an operation on integers of so many bits. It is nil where an argument is
// negative, or it or the result has the highest bit, which some read as a sign, and where
// an implementation may do what it likes. Of one bit all is known.
type BitOperation func(x, y *big.Int) *big.Int

// BitOperationNamed is the operation of a name in SMACK's prelude: $and.i32, and the like
// for or, xor, shl, lshr and ashr and other numbers of bits. It is nil for other names.
func BitOperationNamed(name string) BitOperation {
	operation, digits, ok := strings.Cut(name, ".i")
	bits, err := strconv.Atoi(digits)
	if !ok || err != nil || bits <= 0 || digits != strconv.Itoa(bits) {
		return nil
	}
	inRange := func(n *big.Int) bool { return n.Sign() >= 0 && n.BitLen() <= max(bits-1, 1) }
	shift := func(by func(n, x *big.Int, k uint) *big.Int) BitOperation {
		return func(x, y *big.Int) *big.Int {
			if y.Cmp(big.NewInt(int64(bits))) >= 0 { // to shift by all bits or more is not defined
				return nil
			}
			return by(new(big.Int), x, uint(y.Uint64()))
		}
	}
	of := map[string]BitOperation{
		"$and":  func(x, y *big.Int) *big.Int { return new(big.Int).And(x, y) },
		"$or":   func(x, y *big.Int) *big.Int { return new(big.Int).Or(x, y) },
		"$xor":  func(x, y *big.Int) *big.Int { return new(big.Int).Xor(x, y) },
		"$shl":  shift((*big.Int).Lsh),
		"$lshr": shift((*big.Int).Rsh),
		"$ashr": shift((*big.Int).Rsh),
	}[operation]
	if of == nil {
		return nil
	}
	return func(x, y *big.Int) *big.Int {
		if !inRange(x) || !inRange(y) {
			return nil
		}
		if n := of(x, y); n != nil && inRange(n) {
			return n
		}
		return nil
	}
}
