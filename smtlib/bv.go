package smtlib

import (
	"fmt"
	"math/big"
)

// BVVal is the literal n modulo 2^w.
func (c *Context) BVVal(n *big.Int, w int) *Term {
	m := new(big.Int).Lsh(big.NewInt(1), uint(w))
	return c.intern(Term{op: OpBVLit, bits: new(big.Int).Mod(n, m), sort: c.BV(w)})
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
	return c.intern(Term{op: OpExtract, hi: hi, lo: lo, sort: c.BV(hi - lo + 1), args: []*Term{a}})
}

// bvOps are the bit-vector functions that BVOp takes. The result sort is that
// of the arguments unless said otherwise.
var bvOps = map[string]bvOp{
	"bvneg": {arity: 1}, "bvnot": {arity: 1},
	"bvadd": {arity: 2, commutes: true}, "bvsub": {arity: 2}, "bvmul": {arity: 2, commutes: true},
	"bvudiv": {arity: 2}, "bvurem": {arity: 2}, "bvsdiv": {arity: 2}, "bvsrem": {arity: 2}, "bvsmod": {arity: 2},
	"bvand": {arity: 2, commutes: true}, "bvor": {arity: 2, commutes: true}, "bvxor": {arity: 2, commutes: true},
	"bvnand": {arity: 2, commutes: true}, "bvnor": {arity: 2, commutes: true}, "bvxnor": {arity: 2, commutes: true},
	"bvshl": {arity: 2}, "bvlshr": {arity: 2}, "bvashr": {arity: 2},
	"bvult": {arity: 2, predicate: true}, "bvule": {arity: 2, predicate: true},
	"bvugt": {arity: 2, predicate: true}, "bvuge": {arity: 2, predicate: true},
	"bvslt": {arity: 2, predicate: true}, "bvsle": {arity: 2, predicate: true},
	"bvsgt": {arity: 2, predicate: true}, "bvsge": {arity: 2, predicate: true},
	"concat": {arity: 2},
}

type bvOp struct {
	arity     int
	commutes  bool
	predicate bool
}

func extension(name string) (kind string, n int, ok bool) {
	if _, err := fmt.Sscanf(name, "(_ zero_extend %d)", &n); err == nil {
		return "zero_extend", n, true
	}
	if _, err := fmt.Sscanf(name, "(_ sign_extend %d)", &n); err == nil {
		return "sign_extend", n, true
	}
	return "", 0, false
}

// BVOp applies the bit-vector function of that SMT-LIB name; zero_extend and
// sign_extend are written with their amount, as "(_ zero_extend 8)".
func (c *Context) BVOp(name string, args ...*Term) *Term {
	for _, a := range args {
		if a.sort.Kind != BVKind {
			panic(fmt.Sprintf("smtlib: %s of %s", name, a.sort))
		}
	}
	if kind, n, ok := extension(name); ok {
		return c.extend(kind, n, name, args[0])
	}
	op, ok := bvOps[name]
	if !ok || len(args) != op.arity {
		panic(fmt.Sprintf("smtlib: %s with %d arguments", name, len(args)))
	}
	sort := args[0].sort
	switch {
	case name == "concat":
		sort = c.BV(args[0].sort.Width + args[1].sort.Width)
	case op.arity == 2 && args[0].sort != args[1].sort:
		panic(fmt.Sprintf("smtlib: %s of %s and %s", name, args[0].sort, args[1].sort))
	case op.predicate:
		sort = c.Bool
	}
	if lits := allBits(args); lits != nil {
		return c.foldBV(name, lits, args[0].sort.Width, args[len(args)-1].sort.Width)
	}
	switch name {
	case "bvugt", "bvuge", "bvsgt", "bvsge": // only the < forms are kept
		flipped := map[string]string{"bvugt": "bvult", "bvuge": "bvule", "bvsgt": "bvslt", "bvsge": "bvsle"}
		return c.BVOp(flipped[name], args[1], args[0])
	case "bvult", "bvslt":
		if args[0] == args[1] {
			return c.False
		}
	case "bvule": // a <= b is not b < a
		return c.Not(c.BVOp("bvult", args[1], args[0]))
	case "bvsle":
		return c.Not(c.BVOp("bvslt", args[1], args[0]))
	case "bvadd", "bvor", "bvxor":
		if args[0].op == OpBVLit && args[0].bits.Sign() == 0 {
			return args[1]
		}
		if args[1].op == OpBVLit && args[1].bits.Sign() == 0 {
			return args[0]
		}
	case "bvsub":
		if args[1].op == OpBVLit {
			return c.BVOp("bvadd", args[0], c.BVVal(new(big.Int).Neg(args[1].bits), args[0].sort.Width))
		}
		if args[0] == args[1] {
			return c.BVVal(new(big.Int), args[0].sort.Width)
		}
	}
	if op.commutes && Compare(args[1], args[0]) < 0 {
		args = []*Term{args[1], args[0]}
	}
	return c.intern(Term{op: OpBV, name: name, sort: sort, args: args})
}

func (c *Context) extend(kind string, n int, name string, a *Term) *Term {
	w := a.sort.Width
	switch {
	case n == 0:
		return a
	case a.op == OpBVLit && kind == "zero_extend":
		return c.BVVal(a.bits, w+n)
	case a.op == OpBVLit:
		return c.BVVal(Signed(a.bits, w), w+n)
	}
	return c.intern(Term{op: OpBV, name: name, sort: c.BV(w + n), args: []*Term{a}})
}

// toNat is the symbol of the unsigned value of a bit-vector.
const toNat = "bv2nat"

// BVToNat is the unsigned value of a bit-vector.
func (c *Context) BVToNat(a *Term) *Term {
	if a.sort.Kind != BVKind {
		panic(fmt.Sprintf("smtlib: bv2nat of %s", a.sort))
	}
	if a.op == OpBVLit {
		return c.BigInt(a.bits)
	}
	return c.intern(Term{op: OpBV, name: toNat, sort: c.Int, args: []*Term{a}})
}

// NatToBV is an integer modulo 2^w as a bit-vector.
func (c *Context) NatToBV(a *Term, w int) *Term {
	switch {
	case a.sort != c.Int:
		panic(fmt.Sprintf("smtlib: int2bv of %s", a.sort))
	case a.op == OpNumeral:
		return c.BVVal(a.num.Num(), w)
	case a.op == OpBV && a.name == toNat && a.args[0].sort.Width == w:
		return a.args[0]
	}
	return c.intern(Term{op: OpBV, name: fmt.Sprintf("(_ int2bv %d)", w), sort: c.BV(w), args: []*Term{a}})
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

// foldBV computes name on literals of width w (v for the last argument).
func (c *Context) foldBV(name string, x []*big.Int, w, v int) *Term {
	if name == "concat" {
		return c.BVVal(new(big.Int).Or(new(big.Int).Lsh(x[0], uint(v)), x[1]), w+v)
	}
	if r, isBool := foldBVPredicate(name, x, w); isBool {
		return c.BoolVal(r)
	}
	return c.BVVal(FoldBV(name, x, w), w)
}

func foldBVPredicate(name string, x []*big.Int, w int) (result, ok bool) {
	if len(x) != 2 {
		return false, false
	}
	cmp, scmp := x[0].Cmp(x[1]), Signed(x[0], w).Cmp(Signed(x[1], w))
	switch name {
	case "bvult":
		return cmp < 0, true
	case "bvule":
		return cmp <= 0, true
	case "bvugt":
		return cmp > 0, true
	case "bvuge":
		return cmp >= 0, true
	case "bvslt":
		return scmp < 0, true
	case "bvsle":
		return scmp <= 0, true
	case "bvsgt":
		return scmp > 0, true
	case "bvsge":
		return scmp >= 0, true
	}
	return false, false
}

// FoldBV computes a bit-vector function of SMT-LIB on unsigned values of width
// w; the result is to be taken modulo 2^w.
func FoldBV(name string, x []*big.Int, w int) *big.Int {
	r := new(big.Int)
	ones := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), big.NewInt(1))
	if len(x) == 1 {
		if name == "bvneg" {
			return r.Neg(x[0])
		}
		return r.Xor(x[0], ones) // bvnot
	}
	a, b := x[0], x[1]
	sa, sb := Signed(a, w), Signed(b, w)
	switch name {
	case "bvadd":
		return r.Add(a, b)
	case "bvsub":
		return r.Sub(a, b)
	case "bvmul":
		return r.Mul(a, b)
	case "bvudiv":
		if b.Sign() == 0 {
			return ones
		}
		return r.Quo(a, b)
	case "bvurem":
		if b.Sign() == 0 {
			return a
		}
		return r.Rem(a, b)
	case "bvsdiv":
		if b.Sign() == 0 { // SMT-LIB: -1 for a >= 0, else 1
			if sa.Sign() >= 0 {
				return ones
			}
			return r.SetInt64(1)
		}
		return r.Quo(sa, sb)
	case "bvsrem":
		if b.Sign() == 0 {
			return a
		}
		return r.Rem(sa, sb)
	case "bvsmod":
		if b.Sign() == 0 {
			return a
		}
		r.Rem(sa, sb)
		if r.Sign() != 0 && r.Sign() != sb.Sign() {
			r.Add(r, sb)
		}
		return r
	case "bvand":
		return r.And(a, b)
	case "bvor":
		return r.Or(a, b)
	case "bvxor":
		return r.Xor(a, b)
	case "bvnand":
		return r.Xor(r.And(a, b), ones)
	case "bvnor":
		return r.Xor(r.Or(a, b), ones)
	case "bvxnor":
		return r.Xor(r.Xor(a, b), ones)
	case "bvshl", "bvlshr", "bvashr":
		return shift(name, a, sa, b, w)
	}
	panic("smtlib: unexpected bit-vector function " + name)
}

func shift(name string, a, sa, b *big.Int, w int) *big.Int {
	n := uint(w)
	if b.Cmp(big.NewInt(int64(w))) < 0 {
		n = uint(b.Int64())
	}
	switch name {
	case "bvshl":
		return new(big.Int).Lsh(a, n)
	case "bvlshr":
		return new(big.Int).Rsh(a, n)
	}
	return new(big.Int).Rsh(sa, n)
}
