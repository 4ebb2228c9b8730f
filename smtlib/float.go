package smtlib

import (
	"fmt"
	"math/big"
	"slices"

	"semdiff/smtlib/ieee"
)

// Float is the sort of floating-point numbers of a format.
func (c *Context) Float(f ieee.Format) *Sort {
	return c.sort(Sort{Kind: FloatKind, Format: f, text: fmt.Sprintf("(_ FloatingPoint %d %d)", f.Exp, f.Sig)})
}

// FloatVal is a literal. The bits of NaN are the same for all.
func (c *Context) FloatVal(x ieee.Float) *Term {
	return c.intern(Term{op: OpFloatLit, sort: c.Float(x.Format), payload: &payload{bits: x.Bits()}})
}

// RoundingVal is a rounding mode.
func (c *Context) RoundingVal(m ieee.Mode) *Term {
	return c.intern(Term{op: OpRoundingLit, sort: c.Rounding, payload: &payload{name: m.String()}})
}

// Mode is the value of a rounding mode literal.
func (t *Term) Mode() ieee.Mode {
	m, ok := ieee.ParseMode(t.name)
	if !ok {
		panic("smtlib: no rounding mode " + t.name)
	}
	return m
}

// floatOp is a function of the floating-point theory whose other arguments are
// of one format. The result is of that format unless said otherwise.
type floatOp struct {
	rounds    bool // the first argument is a rounding mode
	arity     int  // without the rounding mode
	commutes  bool // in the first two of them
	predicate bool
	fold      func(m ieee.Mode, x []ieee.Float) (ieee.Float, bool)
	holds     func(x []ieee.Float) bool // of a predicate
}

var floatOps = map[string]floatOp{
	"fp.abs": {arity: 1, fold: exact(func(_ ieee.Mode, x []ieee.Float) ieee.Float { return x[0].Abs() })},
	"fp.neg": {arity: 1, fold: exact(func(_ ieee.Mode, x []ieee.Float) ieee.Float { return x[0].Neg() })},
	"fp.add": {rounds: true, arity: 2, commutes: true, fold: exact(func(m ieee.Mode, x []ieee.Float) ieee.Float { return ieee.Add(m, x[0], x[1]) })},
	"fp.sub": {rounds: true, arity: 2, fold: exact(func(m ieee.Mode, x []ieee.Float) ieee.Float { return ieee.Sub(m, x[0], x[1]) })},
	"fp.mul": {rounds: true, arity: 2, commutes: true, fold: exact(func(m ieee.Mode, x []ieee.Float) ieee.Float { return ieee.Mul(m, x[0], x[1]) })},
	"fp.div": {rounds: true, arity: 2, fold: exact(func(m ieee.Mode, x []ieee.Float) ieee.Float { return ieee.Div(m, x[0], x[1]) })},
	"fp.fma": {rounds: true, arity: 3, commutes: true, fold: exact(func(m ieee.Mode, x []ieee.Float) ieee.Float {
		return ieee.Fma(m, x[0], x[1], x[2])
	})},
	"fp.sqrt": {rounds: true, arity: 1, fold: exact(func(m ieee.Mode, x []ieee.Float) ieee.Float { return ieee.Sqrt(m, x[0]) })},
	"fp.rem":  {arity: 2, fold: exact(func(_ ieee.Mode, x []ieee.Float) ieee.Float { return ieee.Rem(x[0], x[1]) })},
	"fp.roundToIntegral": {rounds: true, arity: 1, fold: exact(func(m ieee.Mode, x []ieee.Float) ieee.Float {
		return ieee.RoundToIntegral(m, x[0])
	})},
	"fp.min": {arity: 2, fold: func(_ ieee.Mode, x []ieee.Float) (ieee.Float, bool) { return ieee.Min(x[0], x[1]) }},
	"fp.max": {arity: 2, fold: func(_ ieee.Mode, x []ieee.Float) (ieee.Float, bool) { return ieee.Max(x[0], x[1]) }},

	"fp.leq": {arity: 2, predicate: true, holds: ordered(func(c int) bool { return c <= 0 })},
	"fp.lt":  {arity: 2, predicate: true, holds: ordered(func(c int) bool { return c < 0 })},
	"fp.geq": {arity: 2, predicate: true, holds: ordered(func(c int) bool { return c >= 0 })},
	"fp.gt":  {arity: 2, predicate: true, holds: ordered(func(c int) bool { return c > 0 })},
	"fp.eq":  {arity: 2, predicate: true, commutes: true, holds: ordered(func(c int) bool { return c == 0 })},

	"fp.isNormal":    {arity: 1, predicate: true, holds: func(x []ieee.Float) bool { return x[0].IsNormal() }},
	"fp.isSubnormal": {arity: 1, predicate: true, holds: func(x []ieee.Float) bool { return x[0].IsSubnormal() }},
	"fp.isZero":      {arity: 1, predicate: true, holds: func(x []ieee.Float) bool { return x[0].IsZero() }},
	"fp.isInfinite":  {arity: 1, predicate: true, holds: func(x []ieee.Float) bool { return x[0].IsInf() }},
	"fp.isNaN":       {arity: 1, predicate: true, holds: func(x []ieee.Float) bool { return x[0].IsNaN() }},
	"fp.isNegative":  {arity: 1, predicate: true, holds: func(x []ieee.Float) bool { return x[0].IsNegative() }},
	"fp.isPositive":  {arity: 1, predicate: true, holds: func(x []ieee.Float) bool { return x[0].IsPositive() }},
}

func exact(f func(ieee.Mode, []ieee.Float) ieee.Float) func(ieee.Mode, []ieee.Float) (ieee.Float, bool) {
	return func(m ieee.Mode, x []ieee.Float) (ieee.Float, bool) { return f(m, x), true }
}

func ordered(f func(c int) bool) func([]ieee.Float) bool {
	return func(x []ieee.Float) bool {
		c, ok := ieee.Compare(x[0], x[1])
		return ok && f(c)
	}
}

// FloatOp applies the function of the floating-point theory of that SMT-LIB
// name; indexed ones are written as "(_ to_fp 8 24)". It panics when the
// arguments do not fit.
//
// Values that SMT-LIB leaves open stay applications of the function: min and
// max of zeros with different signs, and conversions out of range.
func (c *Context) FloatOp(name string, args ...*Term) *Term {
	sort, err := c.floatResult(name, args)
	if err != nil {
		panic("smtlib: " + err.Error())
	}
	op, plain := floatOps[name]
	if !plain {
		return c.conversion(name, sort, args)
	}
	if !slices.ContainsFunc(args, func(t *Term) bool { return !t.IsLiteral() }) {
		if r := c.foldFloat(op, args); r != nil {
			return r
		}
	}
	if r := c.simplerFloat(name, args); r != nil {
		return r
	}
	first := 0
	if op.rounds {
		first = 1
	}
	if op.commutes && Compare(args[first+1], args[first]) < 0 {
		args = slices.Clone(args)
		args[first], args[first+1] = args[first+1], args[first]
	}
	return c.intern(Term{op: OpFloat, sort: sort, args: args, payload: &payload{name: name}})
}

// floatResult is the sort of an application, or what is wrong with it.
func (c *Context) floatResult(name string, args []*Term) (*Sort, error) {
	op, ok := floatOps[name]
	if !ok {
		return c.conversionResult(name, args)
	}
	rest := args
	if op.rounds {
		if len(args) == 0 || args[0].sort != c.Rounding {
			return nil, fmt.Errorf("%s wants a rounding mode", name)
		}
		rest = args[1:]
	}
	if len(rest) != op.arity {
		return nil, fmt.Errorf("%s with %d arguments", name, len(args))
	}
	for _, a := range rest {
		if a.sort.Kind != FloatKind || a.sort != rest[0].sort {
			return nil, fmt.Errorf("%s of %s", name, a.sort)
		}
	}
	if op.predicate {
		return c.Bool, nil
	}
	return rest[0].sort, nil
}

func (c *Context) foldFloat(op floatOp, args []*Term) *Term {
	var m ieee.Mode
	if op.rounds {
		m, args = args[0].Mode(), args[1:]
	}
	x := make([]ieee.Float, len(args))
	for i, a := range args {
		x[i] = a.Float()
	}
	if op.predicate {
		return c.BoolVal(op.holds(x))
	}
	if r, ok := op.fold(m, x); ok {
		return c.FloatVal(r)
	}
	return nil
}

// simplerFloat is a simpler term for the application, or nil.
func (c *Context) simplerFloat(name string, args []*Term) *Term {
	last := args[len(args)-1]
	same := len(args) == 2 && args[0] == last
	switch name {
	case "fp.gt", "fp.geq": // only the < forms are kept
		return c.FloatOp(map[string]string{"fp.gt": "fp.lt", "fp.geq": "fp.leq"}[name], last, args[0])
	case "fp.lt":
		if same {
			return c.False
		}
	case "fp.leq", "fp.eq":
		if same {
			return c.Not(c.FloatOp("fp.isNaN", last))
		}
	case "fp.min", "fp.max":
		if same {
			return last
		}
	case "fp.neg":
		if last.op == OpFloat && last.name == name {
			return last.args[0]
		}
	case "fp.abs":
		if last.op == OpFloat && (last.name == name || last.name == "fp.neg") {
			return c.FloatOp(name, last.args[0])
		}
	}
	return nil
}

// conversionHead takes the name of a conversion apart.
func conversionHead(name string) (kind string, a, b int) {
	if name == "fp" || name == "fp.to_real" {
		return name, 0, 0
	}
	for _, kind := range []string{"to_fp", "to_fp_unsigned"} {
		if n, _ := fmt.Sscanf(name, "(_ "+kind+" %d %d)", &a, &b); n == 2 && fmt.Sprintf("(_ %s %d %d)", kind, a, b) == name {
			return kind, a, b
		}
	}
	for _, kind := range []string{"fp.to_ubv", "fp.to_sbv"} {
		if n, _ := fmt.Sscanf(name, "(_ "+kind+" %d)", &a); n == 1 && fmt.Sprintf("(_ %s %d)", kind, a) == name {
			return kind, a, 0
		}
	}
	return "", 0, 0
}

func (c *Context) conversionResult(name string, args []*Term) (*Sort, error) {
	kind, a, b := conversionHead(name)
	f := ieee.Format{Exp: a, Sig: b}
	is := func(i int, k SortKind) bool { return i < len(args) && args[i].sort.Kind == k }
	rounded := len(args) == 2 && is(0, RoundingKind)
	switch kind {
	case "fp":
		if len(args) == 3 && is(0, BVKind) && is(1, BVKind) && is(2, BVKind) && args[0].sort.Width == 1 {
			f = ieee.Format{Exp: args[1].sort.Width, Sig: args[2].sort.Width + 1}
			if f.Valid() {
				return c.Float(f), nil
			}
		}
	case "to_fp":
		switch {
		case !f.Valid():
		case len(args) == 1 && is(0, BVKind) && args[0].sort.Width == f.Exp+f.Sig,
			rounded && (is(1, FloatKind) || is(1, BVKind) || args[1].sort.IsArith()):
			return c.Float(f), nil
		}
	case "to_fp_unsigned":
		if f.Valid() && rounded && is(1, BVKind) {
			return c.Float(f), nil
		}
	case "fp.to_ubv", "fp.to_sbv":
		if rounded && is(1, FloatKind) && a > 0 && a <= maxWidth {
			return c.BV(a), nil
		}
	case "fp.to_real":
		if len(args) == 1 && is(0, FloatKind) {
			return c.Real, nil
		}
	default:
		return nil, fmt.Errorf("unknown function %s", name)
	}
	sorts := make([]string, len(args))
	for i, a := range args {
		sorts[i] = a.sort.text
	}
	return nil, fmt.Errorf("%s of %v", name, sorts)
}

// maxRealBits bounds the numbers that fp.to_real is computed to.
const maxRealBits = 1 << 12

func (c *Context) conversion(name string, sort *Sort, args []*Term) *Term {
	last := len(args) - 1
	if args[last].sort == c.Int { // z3 takes it, the standard does not
		args = []*Term{args[0], c.ToReal(args[1])}
	}
	if !slices.ContainsFunc(args, func(t *Term) bool { return !t.IsLiteral() }) {
		if r := c.foldConversion(name, sort, args); r != nil {
			return r
		}
	}
	if args[last].sort == sort { // to its own format
		return args[last]
	}
	return c.intern(Term{op: OpFloat, sort: sort, args: args, payload: &payload{name: name}})
}

func (c *Context) foldConversion(name string, sort *Sort, args []*Term) *Term {
	kind, width, _ := conversionHead(name)
	f, x := sort.Format, args[len(args)-1]
	var m ieee.Mode
	if len(args) == 2 {
		m = args[0].Mode()
	}
	switch {
	case kind == "fp":
		bits := new(big.Int).Lsh(args[0].bits, uint(f.Exp))
		bits.Lsh(bits.Or(bits, args[1].bits), uint(f.Sig-1))
		return c.FloatVal(f.FromBits(bits.Or(bits, x.bits)))
	case kind == "fp.to_real":
		if r, ok := x.Float().Rat(maxRealBits); ok {
			return c.Numeral(r, c.Real)
		}
		return nil
	case kind == "fp.to_ubv" || kind == "fp.to_sbv":
		n, ok := x.Float().Int(m, width)
		if !ok || kind == "fp.to_ubv" && n.Sign() < 0 || kind == "fp.to_sbv" && !fitsSigned(n, width) {
			return nil
		}
		return c.BVVal(n, width)
	case kind == "to_fp_unsigned":
		return c.FloatVal(f.FromInt(m, x.bits))
	case len(args) == 1:
		return c.FloatVal(f.FromBits(x.bits))
	case x.op == OpBVLit:
		return c.FloatVal(f.FromInt(m, Signed(x.bits, x.sort.Width)))
	case x.op == OpNumeral:
		return c.FloatVal(f.FromRat(m, x.num))
	}
	return c.FloatVal(f.Convert(m, x.Float()))
}

func fitsSigned(n *big.Int, w int) bool {
	limit := new(big.Int).Lsh(big.NewInt(1), uint(w-1))
	return n.Cmp(limit) < 0 && n.Cmp(new(big.Int).Neg(limit)) >= 0
}
