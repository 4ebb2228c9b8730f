package interp

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"semdiff/smtlib"
)

// Env gives values to variables.
type Env map[*smtlib.Term]Value

// Functions gives meaning to uninterpreted functions.
type Functions interface {
	// Apply is f's value on args; the error wraps ErrUndetermined when there is
	// none.
	Apply(f *smtlib.Func, args []Value) (Value, error)
	// DividesByZero reports whether a division by zero gives what ByZero says;
	// else it is undetermined.
	DividesByZero() bool
}

// Observer is a Functions that is told what terms do with values.
type Observer interface {
	// Selected is told of a cell of a map that is read.
	Selected(m, index, value Value)
	// Compared is told of the values that t compares.
	Compared(t *smtlib.Term, left, right Value)
}

// evaluator evaluates terms under one environment; shared subterms once.
type evaluator struct {
	c     *smtlib.Context
	env   Env
	funcs Functions
	memo  map[*smtlib.Term]evaluated
}

// evaluated is what became of a term: a value, or the reason that it has none.
type evaluated struct {
	value Value
	err   error
}

// smallTree is the size up to which terms are computed again rather than
// remembered.
const smallTree = 16

// Eval computes t under env.
func Eval(c *smtlib.Context, t *smtlib.Term, env Env, funcs Functions) (Value, error) {
	ev := &evaluator{c: c, env: env, funcs: funcs}
	return ev.eval(t)
}

// Evaluator is Eval for many terms under one environment.
func Evaluator(c *smtlib.Context, env Env, funcs Functions) func(*smtlib.Term) (Value, error) {
	return (&evaluator{c: c, env: env, funcs: funcs}).eval
}

func (ev *evaluator) eval(t *smtlib.Term) (Value, error) {
	c := ev.c
	switch t.Op() {
	case smtlib.OpTrue, smtlib.OpFalse:
		return Bool(c, t.IsTrue()), nil
	case smtlib.OpNumeral:
		if t.Sort() == c.Int {
			return Int(c, t.Num().Num()), nil
		}
		return Real(c, t.Num()), nil
	case smtlib.OpBVLit:
		return Value{sort: t.Sort(), n: t.Bits()}, nil
	case smtlib.OpFloatLit:
		return Value{sort: t.Sort(), n: t.Bits()}, nil
	case smtlib.OpRoundingLit:
		return Rounding(c, t.Mode()), nil
	case smtlib.OpVar:
		v, ok := ev.env[t]
		if !ok {
			return Value{}, fmt.Errorf("interp: no value for %s", t.Name())
		}
		return v, nil
	}
	if r, ok := ev.memo[t]; ok {
		return r.value, r.err
	}
	v, err := ev.compound(t)
	if err != nil {
		v = Value{}
	}
	if t.TreeSize() > smallTree {
		if ev.memo == nil {
			ev.memo = map[*smtlib.Term]evaluated{}
		}
		ev.memo[t] = evaluated{v, err}
	}
	return v, err
}

// compound evaluates the lazy heads; strict ones get evaluated arguments.
func (ev *evaluator) compound(t *smtlib.Term) (Value, error) {
	switch t.Op() {
	case smtlib.OpForall, smtlib.OpExists:
		return Value{}, fmt.Errorf("%w: quantifier", ErrUndetermined)
	case smtlib.OpIte:
		k, err := ev.truth(t.Args()[0])
		if err != nil {
			return Value{}, err
		}
		if k {
			return ev.eval(t.Args()[1])
		}
		return ev.eval(t.Args()[2])
	case smtlib.OpAnd, smtlib.OpOr:
		return ev.junction(t)
	case smtlib.OpNot:
		v, err := ev.truth(t.Args()[0])
		return Bool(ev.c, !v), err
	case smtlib.OpEq, smtlib.OpLe, smtlib.OpLt, smtlib.OpSelect:
		return ev.binary(t)
	}
	args := make([]Value, len(t.Args()))
	for i, a := range t.Args() {
		v, err := ev.eval(a)
		if err != nil {
			return Value{}, err
		}
		args[i] = v
	}
	return ev.strict(t, args)
}

// binary evaluates comparisons and reads, which runs are made of.
func (ev *evaluator) binary(t *smtlib.Term) (Value, error) {
	x, err := ev.eval(t.Args()[0])
	if err != nil {
		return Value{}, err
	}
	y, err := ev.eval(t.Args()[1])
	if err != nil {
		return Value{}, err
	}
	if t.Op() != smtlib.OpEq {
		if err := cmp.Or(x.known(), y.known()); err != nil {
			return Value{}, err
		}
	}
	o, observed := ev.funcs.(Observer)
	if t.Op() == smtlib.OpSelect {
		v, err := Select(x, y)
		if observed && err == nil {
			o.Selected(x, y, v)
		}
		return v, err
	}
	if observed {
		o.Compared(t, x, y)
	}
	switch t.Op() {
	case smtlib.OpLe:
		return Bool(ev.c, compare(x, y) <= 0), nil
	case smtlib.OpLt:
		return Bool(ev.c, compare(x, y) < 0), nil
	}
	same, err := Equal(x, y)
	return Bool(ev.c, same), err
}

// junction evaluates and/or: one deciding argument is enough, even when
// others have no value.
func (ev *evaluator) junction(t *smtlib.Term) (Value, error) {
	decides := t.Op() == smtlib.OpOr
	var failed error
	for _, a := range t.Args() {
		v, err := ev.truth(a)
		if err != nil {
			failed = err
		} else if v == decides {
			return Bool(ev.c, v), nil
		}
	}
	if failed != nil {
		return Value{}, failed
	}
	return Bool(ev.c, !decides), nil
}

// truth evaluates a condition.
func (ev *evaluator) truth(t *smtlib.Term) (bool, error) {
	v, err := ev.eval(t)
	if err == nil {
		err = v.known()
	}
	return v.b, err
}

// carries reports whether an operation only moves its arguments,
// so that they may be undetermined.
func carries(op smtlib.Op) bool {
	switch op {
	case smtlib.OpConstruct, smtlib.OpConstArray:
		return true
	}
	return false
}

func (ev *evaluator) strict(t *smtlib.Term, args []Value) (Value, error) {
	c := ev.c
	for _, a := range args {
		if err := a.known(); err != nil && !carries(t.Op()) {
			return Value{}, err
		}
	}
	switch t.Op() {
	case smtlib.OpApp:
		return ev.funcs.Apply(t.Func(), args)
	case smtlib.OpAdd, smtlib.OpMul:
		if t.Op() == smtlib.OpMul && bitLen(args) > maxBits {
			return Value{}, errFuel
		}
		return ev.sumOrProduct(t.Op(), args), nil
	case smtlib.OpDiv, smtlib.OpMod, smtlib.OpRealDiv:
		if !ev.funcs.DividesByZero() && args[1].isZero() {
			return undetermined(t.Sort(), fmt.Sprintf("division of %s by zero", args[0])), nil
		}
		if t.Op() != smtlib.OpRealDiv {
			return ev.divMod(t.Op(), args[0], args[1]), nil
		}
		if args[1].isZero() {
			return Real(c, new(big.Rat)), nil // see ByZero
		}
		return Real(c, new(big.Rat).Quo(args[0].r, args[1].r)), nil
	case smtlib.OpToReal:
		return Real(c, new(big.Rat).SetInt(args[0].n)), nil
	case smtlib.OpToInt:
		q, _ := smtlib.EuclidDivMod(args[0].r.Num(), args[0].r.Denom())
		return Int(c, q), nil
	case smtlib.OpStore:
		return Store(args[0], args[1], args[2]), nil
	case smtlib.OpConstArray:
		return Value{sort: t.Sort(), arr: &array{base: &args[0]}}, nil
	case smtlib.OpBV:
		return ev.bv(t, args), nil
	case smtlib.OpExtract:
		_, lo := t.Extract()
		return BV(c, new(big.Int).Rsh(args[0].n, uint(lo)), t.Sort().Width), nil
	case smtlib.OpFloat:
		return ev.float(t, args)
	case smtlib.OpConstruct:
		return Construct(t.Ctor(), args...), nil
	case smtlib.OpIs:
		return Bool(c, args[0].ctor == t.Ctor()), nil
	case smtlib.OpField:
		return ev.field(t, args[0])
	}
	panic(fmt.Sprintf("interp: unexpected head %d", t.Op()))
}

// field reads a field of x. That of another constructor is open; it is told by
// the text of x, which for values without maps is theirs alone.
func (ev *evaluator) field(t *smtlib.Term, x Value) (Value, error) {
	k, i := t.Ctor(), t.FieldIndex()
	if x.ctor == k {
		return x.fields[i], nil
	}
	what := fmt.Sprintf("%s->%s", x, k.Fields[i].Name)
	if slices.ContainsFunc(k.Of.Ctors, func(other *smtlib.Constructor) bool {
		return other != k && slices.ContainsFunc(other.Fields, func(f smtlib.Field) bool { return f.Name == k.Fields[i].Name })
	}) {
		what += " of " + k.Name
	}
	if _, ok := x.key(); !ok {
		return Value{}, fmt.Errorf("%w: %s", ErrUndetermined, what)
	}
	return undetermined(t.Sort(), what), nil
}

// float computes one function of the floating-point theory on literals.
func (ev *evaluator) float(t *smtlib.Term, args []Value) (Value, error) {
	terms := make([]*smtlib.Term, len(args))
	for i, a := range args {
		terms[i], _ = a.Term(ev.c)
	}
	r := ev.c.FloatOp(t.Name(), terms...)
	if !r.IsLiteral() {
		return undetermined(t.Sort(), smtlib.Infix(r)), nil
	}
	return ev.eval(r)
}

func compare(a, b Value) int {
	if a.n != nil {
		return a.n.Cmp(b.n)
	}
	return a.r.Cmp(b.r)
}

// maxBits bounds the numbers of a run: one that squares again and again would
// fill the memory within few steps.
const maxBits = 1 << 16

// bitLen is the size of the product of numbers.
func bitLen(args []Value) int {
	n := 0
	for _, a := range args {
		if a.n != nil {
			n += a.n.BitLen()
		} else {
			n += a.r.Num().BitLen() + a.r.Denom().BitLen()
		}
	}
	return n
}

func (ev *evaluator) sumOrProduct(op smtlib.Op, args []Value) Value {
	if args[0].sort == ev.c.Int {
		acc := new(big.Int).Set(args[0].n)
		for _, a := range args[1:] {
			if op == smtlib.OpAdd {
				acc.Add(acc, a.n)
			} else {
				acc.Mul(acc, a.n)
			}
		}
		return Int(ev.c, acc)
	}
	acc := new(big.Rat).Set(args[0].r)
	for _, a := range args[1:] {
		if op == smtlib.OpAdd {
			acc.Add(acc, a.r)
		} else {
			acc.Mul(acc, a.r)
		}
	}
	return Real(ev.c, acc)
}

// ByZero is what the division t gives when its divisor is zero: the quotient is 0
// and the remainder the dividend, one choice among the functions that SMT-LIB
// allows. It is nil for other terms, and where the divisor is another constant.
func ByZero(c *smtlib.Context, t *smtlib.Term) *smtlib.Term {
	switch t.Op() {
	case smtlib.OpDiv, smtlib.OpMod, smtlib.OpRealDiv:
	default:
		return nil
	}
	if d := t.Args()[1]; d.Op() == smtlib.OpNumeral && d.Num().Sign() != 0 {
		return nil
	}
	if t.Op() == smtlib.OpMod {
		return t.Args()[0]
	}
	return c.Numeral(new(big.Rat), t.Sort())
}

// isZero reports whether an integer or a real is 0.
func (v Value) isZero() bool {
	return v.n != nil && v.n.Sign() == 0 || v.rest != nil && v.r != nil && v.r.Sign() == 0
}

// divMod is Euclidean; see ByZero.
func (ev *evaluator) divMod(op smtlib.Op, a, b Value) Value {
	q, r := new(big.Int), a.n
	if b.n.Sign() != 0 {
		q, r = smtlib.EuclidDivMod(a.n, b.n)
	}
	if op == smtlib.OpDiv {
		return Int(ev.c, q)
	}
	return Int(ev.c, r)
}

func (ev *evaluator) bv(t *smtlib.Term, args []Value) Value {
	c, w := ev.c, args[0].sort.Width
	switch t.BV() {
	case smtlib.BVToInt:
		return Int(c, args[0].n)
	case smtlib.BVConcat:
		return BV(c, new(big.Int).Or(new(big.Int).Lsh(args[0].n, uint(args[1].sort.Width)), args[1].n), t.Sort().Width)
	case smtlib.BVULT:
		return Bool(c, args[0].n.Cmp(args[1].n) < 0)
	case smtlib.BVSLT:
		return Bool(c, smtlib.Signed(args[0].n, w).Cmp(smtlib.Signed(args[1].n, w)) < 0)
	case smtlib.BVFromInt, smtlib.BVZeroExtend:
		return BV(c, args[0].n, t.Sort().Width)
	case smtlib.BVSignExtend:
		return BV(c, smtlib.Signed(args[0].n, w), t.Sort().Width)
	}
	xs := make([]*big.Int, len(args))
	for i, a := range args {
		xs[i] = a.n
	}
	return BV(c, smtlib.FoldBV(t.BV(), xs, w), w)
}
