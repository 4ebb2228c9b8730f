package smtlib

import (
	"fmt"
	"math/big"
)

// BVVal is the literal n modulo 2^w.
func (c *Context) BVVal(n *big.Int, w int) *Term {
	m := new(big.Int).Lsh(big.NewInt(1), uint(w))
	return c.intern(Term{op: OpBVLit, sort: c.BV(w), payload: &payload{bits: new(big.Int).Mod(n, m)}})
}

// Extract is ((_ extract hi lo) a), both ends inclusive.
func (c *Context) Extract(a *Term, hi, lo int) *Term {
	w := a.sort.Width
	if a.sort.Kind != BVKind || lo < 0 || hi < lo || hi >= w {
		panic(fmt.Sprintf("smtlib: extract %d:%d of %s", hi, lo, a.sort))
	}
	if lo == 0 && hi == w-1 {
		return a
	}
	if a.op == OpBVLit {
		return c.BVVal(new(big.Int).Rsh(a.bits, uint(lo)), hi-lo+1)
	}
	return c.intern(Term{op: OpExtract, sort: c.BV(hi - lo + 1), args: []*Term{a}, payload: &payload{hi: hi, lo: lo}})
}

// BVFunc is a function of the theory of bit-vectors. Those with an index, which
// BVOp does not take, have builder methods of their own.
type BVFunc uint8

// The functions of the theory of bit-vectors, and those to and from integers.
const (
	BVNone BVFunc = iota // of terms with another head
	BVNeg
	BVNot
	BVAdd
	BVSub
	BVMul
	BVUDiv
	BVURem
	BVSDiv
	BVSRem
	BVSMod
	BVAnd
	BVOr
	BVXor
	BVNand
	BVNor
	BVXnor
	BVShl
	BVLShr
	BVAShr
	BVULT
	BVULE
	BVUGT
	BVUGE
	BVSLT
	BVSLE
	BVSGT
	BVSGE
	BVConcat
	BVZeroExtend // by an index
	BVSignExtend // by an index
	BVToInt      // the unsigned value
	BVFromInt    // modulo 2^width, the index
)

// bvFuncs describe the functions: the SMT-LIB symbol, without the index, and how
// many arguments there are. Unless said otherwise the result has their sort.
var bvFuncs = [...]struct {
	name      string
	arity     int
	commutes  bool
	predicate bool
}{
	BVNeg: {name: "bvneg", arity: 1}, BVNot: {name: "bvnot", arity: 1},
	BVAdd: {name: "bvadd", arity: 2, commutes: true}, BVSub: {name: "bvsub", arity: 2}, BVMul: {name: "bvmul", arity: 2, commutes: true},
	BVUDiv: {name: "bvudiv", arity: 2}, BVURem: {name: "bvurem", arity: 2},
	BVSDiv: {name: "bvsdiv", arity: 2}, BVSRem: {name: "bvsrem", arity: 2}, BVSMod: {name: "bvsmod", arity: 2},
	BVAnd: {name: "bvand", arity: 2, commutes: true}, BVOr: {name: "bvor", arity: 2, commutes: true}, BVXor: {name: "bvxor", arity: 2, commutes: true},
	BVNand: {name: "bvnand", arity: 2, commutes: true}, BVNor: {name: "bvnor", arity: 2, commutes: true}, BVXnor: {name: "bvxnor", arity: 2, commutes: true},
	BVShl: {name: "bvshl", arity: 2}, BVLShr: {name: "bvlshr", arity: 2}, BVAShr: {name: "bvashr", arity: 2},
	BVULT: {name: "bvult", arity: 2, predicate: true}, BVULE: {name: "bvule", arity: 2, predicate: true},
	BVUGT: {name: "bvugt", arity: 2, predicate: true}, BVUGE: {name: "bvuge", arity: 2, predicate: true},
	BVSLT: {name: "bvslt", arity: 2, predicate: true}, BVSLE: {name: "bvsle", arity: 2, predicate: true},
	BVSGT: {name: "bvsgt", arity: 2, predicate: true}, BVSGE: {name: "bvsge", arity: 2, predicate: true},
	BVConcat:     {name: "concat", arity: 2},
	BVZeroExtend: {name: "zero_extend", arity: 1}, BVSignExtend: {name: "sign_extend", arity: 1},
	BVToInt: {name: "bv2nat", arity: 1}, BVFromInt: {name: "int2bv", arity: 1},
}

// String is the SMT-LIB symbol, without the index.
func (f BVFunc) String() string { return bvFuncs[f].name }

// bvByName finds the functions that BVOp takes.
var bvByName = func() map[string]BVFunc {
	m := map[string]BVFunc{}
	for f := BVNeg; f <= BVConcat; f++ {
		m[f.String()] = f
	}
	return m
}()

// BVFuncOf is the function of that SMT-LIB symbol, if BVOp takes it.
func BVFuncOf(symbol string) (f BVFunc, ok bool) {
	f, ok = bvByName[symbol]
	return f, ok
}

// BV is the function of the theory of bit-vectors that t applies, if any.
func (t *Term) BV() BVFunc { return t.bv }

// bvTerm is the application of f, which has the given symbol.
func (c *Context) bvTerm(f BVFunc, symbol string, sort *Sort, args ...*Term) *Term {
	return c.intern(Term{op: OpBV, bv: f, sort: sort, args: args, payload: &payload{name: symbol}})
}

// flippedBV are the comparisons that are written as others with the arguments
// exchanged.
var flippedBV = map[BVFunc]BVFunc{BVUGT: BVULT, BVUGE: BVULE, BVSGT: BVSLT, BVSGE: BVSLE}

// BVOp applies a function without an index. It panics when the arguments do not
// fit.
func (c *Context) BVOp(f BVFunc, args ...*Term) *Term {
	for _, a := range args {
		if a.sort.Kind != BVKind {
			panic(fmt.Sprintf("smtlib: %s of %s", f, a.sort))
		}
	}
	op := bvFuncs[f]
	if f == BVNone || f > BVConcat || len(args) != op.arity {
		panic(fmt.Sprintf("smtlib: %s with %d arguments", f, len(args)))
	}
	sort := args[0].sort
	switch {
	case f == BVConcat:
		sort = c.BV(args[0].sort.Width + args[1].sort.Width)
	case op.arity == 2 && args[0].sort != args[1].sort:
		panic(fmt.Sprintf("smtlib: %s of %s and %s", f, args[0].sort, args[1].sort))
	case op.predicate:
		sort = c.Bool
	}
	if lits := allBits(args); lits != nil {
		return c.foldBV(f, lits, args[0].sort.Width, args[len(args)-1].sort.Width)
	}
	if t := c.simplerBV(f, args); t != nil {
		return t
	}
	if op.commutes && Compare(args[1], args[0]) < 0 {
		args = []*Term{args[1], args[0]}
	}
	return c.bvTerm(f, op.name, sort, args...)
}

// simplerBV is a simpler term for an application of f, or nil. Of the
// comparisons only < is kept.
func (c *Context) simplerBV(f BVFunc, args []*Term) *Term {
	if g, ok := flippedBV[f]; ok {
		return c.BVOp(g, args[1], args[0])
	}
	switch f {
	case BVULT, BVSLT:
		if args[0] == args[1] {
			return c.False
		}
	case BVULE: // a <= b is not b < a
		return c.Not(c.BVOp(BVULT, args[1], args[0]))
	case BVSLE:
		return c.Not(c.BVOp(BVSLT, args[1], args[0]))
	case BVAdd, BVOr, BVXor:
		if args[0].op == OpBVLit && args[0].bits.Sign() == 0 {
			return args[1]
		}
		if args[1].op == OpBVLit && args[1].bits.Sign() == 0 {
			return args[0]
		}
	case BVSub:
		if args[1].op == OpBVLit {
			return c.BVOp(BVAdd, args[0], c.BVVal(new(big.Int).Neg(args[1].bits), args[0].sort.Width))
		}
		if args[0] == args[1] {
			return c.BVVal(new(big.Int), args[0].sort.Width)
		}
	}
	return nil
}

// ZeroExtend puts n zeros before a.
func (c *Context) ZeroExtend(n int, a *Term) *Term {
	if a.op == OpBVLit {
		return c.BVVal(a.bits, a.sort.Width+n)
	}
	return c.extend(BVZeroExtend, n, a)
}

// SignExtend puts n copies of the sign before a.
func (c *Context) SignExtend(n int, a *Term) *Term {
	if a.op == OpBVLit {
		return c.BVVal(Signed(a.bits, a.sort.Width), a.sort.Width+n)
	}
	return c.extend(BVSignExtend, n, a)
}

func (c *Context) extend(f BVFunc, n int, a *Term) *Term {
	if n == 0 {
		return a
	}
	return c.bvTerm(f, fmt.Sprintf("(_ %s %d)", f, n), c.BV(a.sort.Width+n), a)
}

// rebuildBV applies the function of t to other arguments.
func (c *Context) rebuildBV(t *Term, args []*Term) *Term {
	switch t.bv {
	case BVZeroExtend:
		return c.ZeroExtend(t.sort.Width-t.args[0].sort.Width, args[0])
	case BVSignExtend:
		return c.SignExtend(t.sort.Width-t.args[0].sort.Width, args[0])
	case BVToInt:
		return c.BVToNat(args[0])
	case BVFromInt:
		return c.NatToBV(args[0], t.sort.Width)
	}
	return c.BVOp(t.bv, args...)
}

// BVToNat is the unsigned value of a bit-vector.
func (c *Context) BVToNat(a *Term) *Term {
	if a.sort.Kind != BVKind {
		panic(fmt.Sprintf("smtlib: bv2nat of %s", a.sort))
	}
	if a.op == OpBVLit {
		return c.BigInt(a.bits)
	}
	return c.bvTerm(BVToInt, BVToInt.String(), c.Int, a)
}

// NatToBV is an integer modulo 2^w as a bit-vector.
func (c *Context) NatToBV(a *Term, w int) *Term {
	switch {
	case a.sort != c.Int:
		panic(fmt.Sprintf("smtlib: int2bv of %s", a.sort))
	case a.op == OpNumeral:
		return c.BVVal(a.num.Num(), w)
	case a.bv == BVToInt && a.args[0].sort.Width == w:
		return a.args[0]
	}
	return c.bvTerm(BVFromInt, fmt.Sprintf("(_ %s %d)", BVFromInt, w), c.BV(w), a)
}

func allBits(args []*Term) []*big.Int {
	out := make([]*big.Int, len(args))
	for i, a := range args {
		if a.op != OpBVLit {
			return nil
		}
		out[i] = a.bits
	}
	return out
}

// Signed reads the unsigned value n of width w as two's complement.
func Signed(n *big.Int, w int) *big.Int {
	if n.Bit(w-1) == 0 {
		return n
	}
	return new(big.Int).Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(w)))
}

// foldBV computes f on literals of width w (v for the last argument).
func (c *Context) foldBV(f BVFunc, x []*big.Int, w, v int) *Term {
	if f == BVConcat {
		return c.BVVal(new(big.Int).Or(new(big.Int).Lsh(x[0], uint(v)), x[1]), w+v)
	}
	if r, isBool := foldBVPredicate(f, x, w); isBool {
		return c.BoolVal(r)
	}
	return c.BVVal(FoldBV(f, x, w), w)
}

func foldBVPredicate(f BVFunc, x []*big.Int, w int) (result, ok bool) {
	if len(x) != 2 {
		return false, false
	}
	cmp, scmp := x[0].Cmp(x[1]), Signed(x[0], w).Cmp(Signed(x[1], w))
	switch f {
	case BVULT:
		return cmp < 0, true
	case BVULE:
		return cmp <= 0, true
	case BVUGT:
		return cmp > 0, true
	case BVUGE:
		return cmp >= 0, true
	case BVSLT:
		return scmp < 0, true
	case BVSLE:
		return scmp <= 0, true
	case BVSGT:
		return scmp > 0, true
	case BVSGE:
		return scmp >= 0, true
	}
	return false, false
}

// FoldBV computes a bit-vector function of SMT-LIB on unsigned values of width
// w; the result is to be taken modulo 2^w.
func FoldBV(f BVFunc, x []*big.Int, w int) *big.Int {
	r := new(big.Int)
	ones := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), big.NewInt(1))
	if len(x) == 1 {
		if f == BVNeg {
			return r.Neg(x[0])
		}
		return r.Xor(x[0], ones) // bvnot
	}
	a, b := x[0], x[1]
	sa, sb := Signed(a, w), Signed(b, w)
	switch f {
	case BVAdd:
		return r.Add(a, b)
	case BVSub:
		return r.Sub(a, b)
	case BVMul:
		return r.Mul(a, b)
	case BVUDiv:
		if b.Sign() == 0 {
			return ones
		}
		return r.Quo(a, b)
	case BVURem:
		if b.Sign() == 0 {
			return a
		}
		return r.Rem(a, b)
	case BVSDiv:
		if b.Sign() == 0 { // SMT-LIB: -1 for a >= 0, else 1
			if sa.Sign() >= 0 {
				return ones
			}
			return r.SetInt64(1)
		}
		return r.Quo(sa, sb)
	case BVSRem:
		if b.Sign() == 0 {
			return a
		}
		return r.Rem(sa, sb)
	case BVSMod:
		if b.Sign() == 0 {
			return a
		}
		r.Rem(sa, sb)
		if r.Sign() != 0 && r.Sign() != sb.Sign() {
			r.Add(r, sb)
		}
		return r
	case BVAnd:
		return r.And(a, b)
	case BVOr:
		return r.Or(a, b)
	case BVXor:
		return r.Xor(a, b)
	case BVNand:
		return r.Xor(r.And(a, b), ones)
	case BVNor:
		return r.Xor(r.Or(a, b), ones)
	case BVXnor:
		return r.Xor(r.Xor(a, b), ones)
	case BVShl, BVLShr, BVAShr:
		return shift(f, a, sa, b, w)
	}
	panic("smtlib: unexpected bit-vector function " + f.String())
}

func shift(f BVFunc, a, sa, b *big.Int, w int) *big.Int {
	n := uint(w)
	if b.Cmp(big.NewInt(int64(w))) < 0 {
		n = uint(b.Int64())
	}
	switch f {
	case BVShl:
		return new(big.Int).Lsh(a, n)
	case BVLShr:
		return new(big.Int).Rsh(a, n)
	}
	return new(big.Int).Rsh(sa, n)
}
