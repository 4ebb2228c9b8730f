package smtlib

import "slices"

// apply reads the application of a symbol: one of the scope or of a theory.
func (r *reader) apply(s Sexpr, name string, args []*Term) (*Term, error) {
	if f, ok := r.scope.Funcs[name]; ok {
		return r.applyFunc(s, f, args)
	}
	if k, ok := r.scope.Ctors[name]; ok {
		return r.construct(s, k, args)
	}
	if sel, ok := r.scope.Fields[name]; ok {
		if len(args) != 1 || args[0].sort != sel.Ctor.Of {
			return nil, s.errorf("bad use of field %s", name)
		}
		return r.c.Field(sel.Ctor, sel.Index, args[0]), nil
	}
	if len(args) == 0 {
		return nil, s.errorf("%s without arguments", name)
	}
	if sig, ok := theoryOps[name]; ok {
		if len(args) < sig.min || sig.max > 0 && len(args) > sig.max {
			return nil, s.errorf("%s with %d arguments", name, len(args))
		}
		if sig.mixed {
			args = r.toReal(args, nil)
		}
		if name == "/" {
			args = r.toReal(args, r.c.Real)
		}
		if err := sig.args(r, s, name, args); err != nil {
			return nil, err
		}
		return sig.build(r.c, args), nil
	}
	if f, ok := BVFuncOf(name); ok {
		return r.bv(s, f, args)
	}
	if _, ok := floatOps[name]; ok || name == "fp" || name == "fp.to_real" {
		return r.float(s, name, args)
	}
	switch name {
	case "select", "store":
		return r.array(s, name, args)
	case "bvcomp":
		if err := sameBV(r, s, name, args); err != nil || len(args) != 2 {
			return nil, s.errorf("bad bvcomp")
		}
		one, zero := bigBit(r.c, 1), bigBit(r.c, 0)
		return r.c.Ite(r.c.Eq(args[0], args[1]), one, zero), nil
	case "bv2nat":
		if len(args) != 1 || args[0].sort.Kind != BVKind {
			return nil, s.errorf("bad bv2nat")
		}
		return r.c.BVToNat(args[0]), nil
	}
	return r.resolve(s, name, nil, args)
}

func (r *reader) construct(s Sexpr, k *Constructor, args []*Term) (*Term, error) {
	if len(args) != len(k.Fields) {
		return nil, s.errorf("%s takes %d arguments, got %d", k.Name, len(k.Fields), len(args))
	}
	for i, f := range k.Fields {
		if f.Sort == r.c.Real && args[i].sort == r.c.Int {
			args[i] = r.c.ToReal(args[i])
		}
		if args[i].sort != f.Sort {
			return nil, s.errorf("argument %d of %s is %s, want %s", i+1, k.Name, args[i].sort, f.Sort)
		}
	}
	return r.c.Construct(k, args...), nil
}

// float reads an application of a floating-point function; comparisons may
// chain.
func (r *reader) float(s Sexpr, name string, args []*Term) (*Term, error) {
	apply := func(args ...*Term) (*Term, error) {
		if _, err := r.c.floatResult(name, args); err != nil {
			return nil, s.errorf("%v", err)
		}
		return r.c.FloatOp(name, args...), nil
	}
	op := floatOps[name]
	if !op.predicate || op.arity != 2 || len(args) < 3 {
		return apply(args...)
	}
	var all []*Term
	for i := range args[1:] {
		t, err := apply(args[i], args[i+1])
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return r.c.And(all...), nil
}

func bigBit(c *Context, n int64) *Term { return c.BVVal(c.IntVal(n).num.Num(), 1) }

// theoryOp is a function of the core or arithmetic theory.
type theoryOp struct {
	min, max int  // numbers of arguments; max 0 is no limit
	mixed    bool // Int arguments become Real beside Real ones
	args     func(r *reader, s Sexpr, name string, args []*Term) error
	build    func(c *Context, args []*Term) *Term
}

var theoryOps = map[string]theoryOp{
	"not": {1, 1, false, allBool, func(c *Context, a []*Term) *Term { return c.Not(a[0]) }},
	"and": {1, 0, false, allBool, func(c *Context, a []*Term) *Term { return c.And(a...) }},
	"or":  {1, 0, false, allBool, func(c *Context, a []*Term) *Term { return c.Or(a...) }},
	"xor": {2, 0, false, allBool, left(func(c *Context, a, b *Term) *Term { return c.Not(c.Eq(a, b)) })},
	"=>": {2, 0, false, allBool, func(c *Context, a []*Term) *Term {
		t := a[len(a)-1]
		for _, x := range slices.Backward(a[:len(a)-1]) {
			t = c.Implies(x, t)
		}
		return t
	}},
	"=":        {2, 0, true, allSame, chain((*Context).Eq)},
	"distinct": {2, 0, true, allSame, func(c *Context, a []*Term) *Term { return c.Distinct(a...) }},
	"ite": {3, 3, false, iteArgs, func(c *Context, a []*Term) *Term {
		b := []*Term{a[1], a[2]}
		if a[1].sort != a[2].sort {
			b = (&reader{c: c}).toReal(b, nil)
		}
		return c.Ite(a[0], b[0], b[1])
	}},
	"<=": {2, 0, true, allArith, chain((*Context).Le)},
	"<":  {2, 0, true, allArith, chain((*Context).Lt)},
	">=": {2, 0, true, allArith, chain(func(c *Context, a, b *Term) *Term { return c.Le(b, a) })},
	">":  {2, 0, true, allArith, chain(func(c *Context, a, b *Term) *Term { return c.Lt(b, a) })},
	"+":  {1, 0, true, allArith, func(c *Context, a []*Term) *Term { return c.Add(a...) }},
	"-": {1, 0, true, allArith, func(c *Context, a []*Term) *Term {
		if len(a) == 1 {
			return c.Neg(a[0])
		}
		return left((*Context).Sub)(c, a)
	}},
	"*":   {1, 0, true, allArith, left((*Context).Mul)},
	"div": {2, 0, false, allInt, left((*Context).IntDiv)},
	"mod": {2, 2, false, allInt, left((*Context).Mod)},
	"/":   {2, 0, true, allArith, left((*Context).RealDiv)},
	"abs": {1, 1, false, allArith, func(c *Context, a []*Term) *Term {
		return c.Ite(c.Le(c.Neg(a[0]), a[0]), a[0], c.Neg(a[0]))
	}},
	"to_real": {1, 1, false, allArith, func(c *Context, a []*Term) *Term {
		if a[0].sort == c.Real {
			return a[0]
		}
		return c.ToReal(a[0])
	}},
	"to_int": {1, 1, false, allArith, func(c *Context, a []*Term) *Term {
		if a[0].sort == c.Int {
			return a[0]
		}
		return c.ToInt(a[0])
	}},
	"is_int": {1, 1, false, allArith, func(c *Context, a []*Term) *Term {
		if a[0].sort == c.Int {
			return c.True
		}
		return c.Eq(c.ToReal(c.ToInt(a[0])), a[0])
	}},
}

func left(f func(c *Context, a, b *Term) *Term) func(*Context, []*Term) *Term {
	return func(c *Context, args []*Term) *Term {
		t := args[0]
		for _, a := range args[1:] {
			t = f(c, t, a)
		}
		return t
	}
}

func chain(f func(c *Context, a, b *Term) *Term) func(*Context, []*Term) *Term {
	return func(c *Context, args []*Term) *Term {
		var all []*Term
		for i := range args[1:] {
			all = append(all, f(c, args[i], args[i+1]))
		}
		return c.And(all...)
	}
}

func allBool(r *reader, s Sexpr, name string, args []*Term) error {
	return all(s, name, args, func(t *Term) bool { return t.sort == r.c.Bool })
}

func allInt(r *reader, s Sexpr, name string, args []*Term) error {
	return all(s, name, args, func(t *Term) bool { return t.sort == r.c.Int })
}

func allArith(r *reader, s Sexpr, name string, args []*Term) error {
	return all(s, name, args, func(t *Term) bool { return t.sort.IsArith() })
}

func allSame(r *reader, s Sexpr, name string, args []*Term) error {
	return all(s, name, args, func(t *Term) bool { return t.sort == args[0].sort })
}

func sameBV(r *reader, s Sexpr, name string, args []*Term) error {
	return all(s, name, args, func(t *Term) bool { return t.sort.Kind == BVKind && t.sort == args[0].sort })
}

func iteArgs(r *reader, s Sexpr, name string, args []*Term) error {
	a, b := args[1].sort, args[2].sort
	if args[0].sort != r.c.Bool || a != b && !(a.IsArith() && b.IsArith()) {
		return s.errorf("ite of %s, %s, %s", args[0].sort, a, b)
	}
	return nil
}

func all(s Sexpr, name string, args []*Term, ok func(*Term) bool) error {
	for i, a := range args {
		if !ok(a) {
			return s.errorf("argument %d of %s is %s", i+1, name, a.sort)
		}
	}
	return nil
}

func (r *reader) bv(s Sexpr, f BVFunc, args []*Term) (*Term, error) {
	name, arity := f.String(), bvFuncs[f].arity
	leftAssoc := slices.Contains([]BVFunc{BVAdd, BVMul, BVAnd, BVOr, BVXor, BVConcat}, f)
	if len(args) != arity && !(leftAssoc && len(args) > 2) {
		return nil, s.errorf("%s with %d arguments", name, len(args))
	}
	if f != BVConcat {
		if err := sameBV(r, s, name, args); err != nil {
			return nil, err
		}
	}
	width := 0
	for i, a := range args {
		if a.sort.Kind != BVKind {
			return nil, s.errorf("argument %d of %s is %s", i+1, name, a.sort)
		}
		width += a.sort.Width
	}
	if f == BVConcat && width > maxWidth {
		return nil, s.errorf("too wide")
	}
	if arity == 1 {
		return r.c.BVOp(f, args[0]), nil
	}
	return left(func(c *Context, a, b *Term) *Term { return c.BVOp(f, a, b) })(r.c, args), nil
}

func (r *reader) array(s Sexpr, name string, args []*Term) (*Term, error) {
	want := map[string]int{"select": 2, "store": 3}[name]
	sort := args[0].sort
	if len(args) != want || sort.Kind != ArrayKind {
		return nil, s.errorf("bad %s", name)
	}
	fit := func(i int, want *Sort) error {
		if want == r.c.Real && args[i].sort == r.c.Int {
			args[i] = r.c.ToReal(args[i])
		}
		if args[i].sort != want {
			return s.errorf("argument %d of %s is %s, want %s", i+1, name, args[i].sort, want)
		}
		return nil
	}
	if err := fit(1, sort.Index); err != nil {
		return nil, err
	}
	if name == "select" {
		return r.c.Select(args[0], args[1]), nil
	}
	if err := fit(2, sort.Elem); err != nil {
		return nil, err
	}
	return r.c.Store(args[0], args[1], args[2]), nil
}
