package smtlib

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"semdiff/smtlib/ieee"
)

// Node is what a term is made of. Which fields count depends on Op; the others are
// zero.
type Node struct {
	Op       Op
	Sort     *Sort
	Args     []*Term
	Name     string // OpVar, OpFloat, OpRoundingLit
	Func     *Func  // OpApp
	BV       BVFunc // OpBV
	Ctor     *Constructor
	Num      *big.Rat  // OpNumeral
	Bits     *big.Int  // OpBVLit, OpFloatLit
	Hi, Lo   int       // bounds of OpExtract; Lo is the place of OpField
	Bound    []*Term   // of a quantifier
	Triggers [][]*Term // of a quantifier
}

// Node is what t is made of; the caller must not change it.
func (t *Term) Node() Node {
	n := Node{
		Op: t.op, Sort: t.sort, Args: t.args, Func: t.fn, BV: t.bv, Ctor: t.ctor,
		Num: t.num, Bits: t.bits, Hi: t.hi, Lo: t.lo, Bound: t.bound, Triggers: t.triggers,
	}
	if t.op != OpBV { // there it follows
		n.Name = t.name
	}
	return n
}

var errUnfit = errors.New("smtlib: the parts of a term do not fit")

// Exact is the term that is made of the parts n, as they stand: nothing is
// simplified, so the Node of a term gives that term again. Parts that do not fit
// are an error.
func (c *Context) Exact(n Node) (*Term, error) {
	sort, ok := c.sortOf(&n)
	if !ok || n.Sort != sort {
		return nil, errUnfit
	}
	switch n.Op {
	case OpTrue, OpFalse:
		return c.BoolVal(n.Op == OpTrue), nil
	case OpBV:
		n.Name = n.BV.String()
		switch n.BV {
		case BVZeroExtend, BVSignExtend:
			n.Name = fmt.Sprintf("(_ %s %d)", n.BV, sort.Width-n.Args[0].sort.Width)
		case BVFromInt:
			n.Name = fmt.Sprintf("(_ %s %d)", n.BV, sort.Width)
		}
	}
	t := Term{op: n.Op, bv: n.BV, sort: sort, args: n.Args, fn: n.Func}
	p := payload{name: n.Name, ctor: n.Ctor, num: n.Num, bits: n.Bits, hi: n.Hi, lo: n.Lo, bound: n.Bound, triggers: n.Triggers}
	if !p.samePayload(&noPayload) {
		kept := p
		t.payload = &kept
	}
	return c.intern(t), nil
}

// sortOf is the sort of a term made of n, if n's parts fit; n.Sort counts where the
// others leave it open.
func (c *Context) sortOf(n *Node) (s *Sort, ok bool) {
	if n.Sort == nil || len(n.Bound) > 0 && n.Op != OpForall && n.Op != OpExists {
		return nil, false
	}
	switch n.Op {
	case OpTrue, OpFalse:
		return c.Bool, n.have()
	case OpNumeral, OpBVLit, OpFloatLit, OpRoundingLit:
		return n.Sort, n.have() && n.isLiteral()
	case OpVar:
		return n.Sort, n.have()
	case OpApp:
		return n.Sort, n.Func != nil && n.Sort == n.Func.Result && n.have(n.Func.Params...)
	case OpNot:
		return c.Bool, n.have(c.Bool)
	case OpAnd, OpOr:
		return c.Bool, n.haveAll(c.Bool)
	case OpAdd, OpMul:
		return n.Sort, n.Sort.IsArith() && n.haveAll(n.Sort)
	case OpEq:
		return c.Bool, n.havePair()
	case OpLe, OpLt:
		return c.Bool, n.havePair() && n.Args[0].sort.IsArith()
	case OpIte:
		return n.Sort, n.have(c.Bool, n.Sort, n.Sort)
	case OpDiv, OpMod:
		return c.Int, n.have(c.Int, c.Int)
	case OpRealDiv:
		return c.Real, n.have(c.Real, c.Real)
	case OpToReal:
		return c.Real, n.have(c.Int)
	case OpToInt:
		return c.Int, n.have(c.Real)
	case OpSelect:
		return n.Sort, len(n.Args) == 2 && isArray(n.Args[0].sort) && n.Sort == n.Args[0].sort.Elem && n.Args[1].sort == n.Args[0].sort.Index
	case OpStore:
		return n.Sort, isArray(n.Sort) && n.have(n.Sort, n.Sort.Index, n.Sort.Elem)
	case OpConstArray:
		return n.Sort, isArray(n.Sort) && n.have(n.Sort.Elem)
	case OpBV, OpExtract:
		return c.sortOfBV(n)
	case OpFloat:
		s, err := c.floatResult(n.Name, n.Args)
		return s, err == nil
	case OpConstruct, OpField, OpIs:
		return c.sortOfDatatype(n)
	case OpForall, OpExists:
		return c.Bool, n.have(c.Bool) && len(n.Bound) > 0 && !slices.ContainsFunc(n.Bound, func(v *Term) bool { return v.op != OpVar })
	}
	return nil, false
}

func isArray(s *Sort) bool { return s.Kind == ArrayKind }

// have reports whether the arguments are of these sorts.
func (n *Node) have(sorts ...*Sort) bool {
	return slices.EqualFunc(n.Args, sorts, func(a *Term, s *Sort) bool { return a.sort == s })
}

// haveAll reports whether there are several arguments, all of this sort.
func (n *Node) haveAll(s *Sort) bool {
	return len(n.Args) > 1 && !slices.ContainsFunc(n.Args, func(a *Term) bool { return a.sort != s })
}

func (n *Node) havePair() bool { return len(n.Args) == 2 && n.Args[0].sort == n.Args[1].sort }

// isLiteral reports whether the literal n is one of its sort.
func (n *Node) isLiteral() bool {
	bits := func(width int) bool { return n.Bits != nil && n.Bits.Sign() >= 0 && n.Bits.BitLen() <= width }
	switch s := n.Sort; {
	case n.Op == OpNumeral:
		return n.Num != nil && (s.Kind == RealKind || s.Kind == IntKind && n.Num.IsInt())
	case n.Op == OpBVLit:
		return s.Kind == BVKind && bits(s.Width)
	case n.Op == OpFloatLit: // NaN has one form
		return s.Kind == FloatKind && bits(s.Format.Exp+s.Format.Sig) && s.Format.FromBits(n.Bits).Bits().Cmp(n.Bits) == 0
	}
	m, ok := ieee.ParseMode(n.Name)
	return ok && n.Name == m.String() && n.Sort.Kind == RoundingKind
}

func (c *Context) sortOfBV(n *Node) (s *Sort, ok bool) {
	isBV := func(a *Term) bool { return a.sort.Kind == BVKind }
	if n.Op == OpExtract {
		fits := len(n.Args) == 1 && isBV(n.Args[0]) && 0 <= n.Lo && n.Lo <= n.Hi && n.Hi < n.Args[0].sort.Width
		return n.Sort, fits && n.Sort.Kind == BVKind && n.Sort.Width == n.Hi-n.Lo+1
	}
	if n.BV == BVNone || n.BV > BVFromInt || len(n.Args) != bvFuncs[n.BV].arity {
		return nil, false
	}
	switch n.BV {
	case BVFromInt:
		return n.Sort, n.Sort.Kind == BVKind && n.have(c.Int)
	case BVToInt:
		return c.Int, isBV(n.Args[0])
	case BVZeroExtend, BVSignExtend:
		return n.Sort, isBV(n.Args[0]) && n.Sort.Kind == BVKind && n.Sort.Width > n.Args[0].sort.Width
	case BVConcat:
		return n.Sort, isBV(n.Args[0]) && isBV(n.Args[1]) && n.Sort.Kind == BVKind && n.Sort.Width == n.Args[0].sort.Width+n.Args[1].sort.Width
	}
	s = n.Args[0].sort
	fits := isBV(n.Args[0]) && !slices.ContainsFunc(n.Args, func(a *Term) bool { return a.sort != s })
	if bvFuncs[n.BV].predicate {
		s = c.Bool
	}
	return s, fits
}

func (c *Context) sortOfDatatype(n *Node) (s *Sort, ok bool) {
	k := n.Ctor
	switch {
	case k == nil:
		return nil, false
	case n.Op == OpIs:
		return c.Bool, n.have(k.Of)
	case n.Op == OpField:
		return n.Sort, n.have(k.Of) && 0 <= n.Lo && n.Lo < len(k.Fields) && n.Sort == k.Fields[n.Lo].Sort
	}
	return k.Of, slices.EqualFunc(n.Args, k.Fields, func(a *Term, f Field) bool { return a.sort == f.Sort })
}
