package types

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/boogie"
)

// expr finds the type of e and records it. After a problem it goes on with a
// meta, which fits everywhere.
func (c *checker) expr(e boogie.Expr) Type {
	t := head(c.exprType(e))
	c.info.Types[e] = t
	if hasMeta(t) {
		c.pending = append(c.pending, e)
	}
	return t
}

// settle puts the solutions of metas into the recorded types. It is called when
// an expression with all its context has been checked. A type that is open then
// belongs to an expression in error, or to one like nil() == nil(), which holds
// for all types alike.
func (c *checker) settle() {
	final := closed
	if !c.right() { // what is open may belong to an error; it goes on to fit everywhere
		final = zonk
	}
	for _, e := range c.pending {
		c.info.Types[e] = final(c.info.Types[e])
	}
	for _, n := range c.uses {
		args := c.info.TypeArgs[n]
		for i, t := range args {
			args[i] = final(t)
		}
	}
	for _, o := range c.lets {
		o.Type = final(o.Type)
	}
	c.pending, c.uses, c.trail, c.lets = c.pending[:0], c.uses[:0], c.trail[:0], nil
}

// use records the type arguments of a use of something polymorphic.
func (c *checker) use(n boogie.Node, params []*Var, in subst) {
	if len(params) == 0 {
		return
	}
	args := make([]Type, len(params))
	for i, p := range params {
		args[i] = in[p]
	}
	c.info.TypeArgs[n] = args
	c.uses = append(c.uses, n)
}

func (c *checker) exprs(list []boogie.Expr) []Type {
	ts := make([]Type, len(list))
	for i, e := range list {
		ts[i] = c.expr(e)
	}
	return ts
}

func (c *checker) exprType(e boogie.Expr) Type {
	switch e := e.(type) {
	case *boogie.IdentExpr:
		return c.ident(e)
	case *boogie.BoolLit:
		return Bool
	case *boogie.IntLit:
		return Int
	case *boogie.RealLit:
		return Real
	case *boogie.BVLit:
		return BV(e.Width)
	case *boogie.FloatLit:
		return NewCtor(fmt.Sprintf("float%de%d", e.Sig, e.Exp))
	case *boogie.StringLit:
		return builtinType("string")
	case *boogie.UnaryExpr:
		return c.unary(e)
	case *boogie.BinaryExpr:
		return c.binary(e)
	case *boogie.CallExpr:
		return c.call(e)
	case *boogie.OldExpr:
		if c.noOld {
			c.nameErrorf(e, "old expressions allowed only in two-state contexts")
		}
		return c.expr(e.X)
	case *boogie.ConvertExpr:
		from, to := Type(Real), Type(Int)
		if e.ToReal {
			from, to = Int, Real
		}
		before := len(c.mistyped)
		if t := c.expr(e.X); !c.failed(before) && !c.unify(t, from) {
			c.errorf(e, "argument type %s does not match expected type %s", t, from)
		}
		return to
	case *boogie.TypedExpr:
		before := len(c.mistyped)
		t, want := c.expr(e.X), c.resolve(e.Type)
		if !c.failed(before) && !c.unify(t, want) {
			c.errorf(e, "%s cannot be coerced to %s", t, want)
		}
		return want
	case *boogie.SelectExpr:
		return c.selection(e)
	case *boogie.StoreExpr:
		return c.store(e)
	case *boogie.ExtractExpr:
		return c.extract(e)
	case *boogie.IfExpr:
		return c.ifExpr(e)
	case *boogie.LetExpr:
		return c.let(e)
	case *boogie.FieldExpr:
		before := len(c.mistyped)
		if t := c.expr(e.X); !c.failed(before) {
			return c.field(e, t)
		}
		return &meta{}
	case *boogie.FieldUpdateExpr:
		return c.fieldUpdate(e)
	case *boogie.IsExpr:
		return c.isCtor(e)
	case *boogie.CodeExpr:
		return c.code(e)
	case *boogie.QuantExpr:
		return c.quantifier(e)
	default:
		panic(fmt.Sprintf("types: unexpected %T", e))
	}
}

// lookup finds a variable or constant.
func (c *checker) lookup(name string) *Object {
	for _, o := range slices.Backward(c.bound) {
		if o.Name == name {
			return o
		}
	}
	if o := c.locals[name]; o != nil {
		return o
	}
	return c.vars[name]
}

func (c *checker) ident(e *boogie.IdentExpr) Type {
	o := c.lookup(e.Name)
	if o == nil {
		o = c.roundingMode(e)
	}
	if o == nil {
		c.nameErrorf(e, "undeclared identifier: %s", e.Name)
		return &meta{}
	}
	if o.Kind == Global && c.noGlobals {
		c.nameErrorf(e, "cannot refer to a global variable in this context: %s", e.Name)
	}
	c.info.Objects[e] = o
	return o.Type
}

// roundingModes are predeclared constants, each with two names.
var roundingModes = map[string]string{
	"RNE": "RNE", "roundNearestTiesToEven": "RNE", "RNA": "RNA", "roundNearestTiesToAway": "RNA",
	"RTP": "RTP", "roundTowardPositive": "RTP", "RTN": "RTN", "roundTowardNegative": "RTN",
	"RTZ": "RTZ", "roundTowardZero": "RTZ",
}

// roundingMode declares a rounding mode on first use; the five are distinct.
func (c *checker) roundingMode(e *boogie.IdentExpr) *Object {
	name, ok := roundingModes[e.Name]
	if !ok {
		return nil
	}
	if o := c.modes[name]; o != nil {
		return o
	}
	o := &Object{
		Kind: Const, Name: name, Type: builtinType("rmode"), Unique: true,
		Decl: &boogie.Name{Pos: e.Pos, Name: name},
	}
	c.modes[name] = o
	c.info.Consts = append(c.info.Consts, o)
	return o
}

// failed reports whether types have gone wrong since there were before problems.
// An operation on what is in error itself is not looked at.
func (c *checker) failed(before int) bool { return len(c.mistyped) > before }

func (c *checker) unary(e *boogie.UnaryExpr) Type {
	before := len(c.mistyped)
	t := c.expr(e.X)
	if c.failed(before) {
		return &meta{}
	}
	if e.Op == boogie.Not && c.unify(t, Bool) {
		return Bool
	}
	if e.Op == boogie.Neg && numeric(t) {
		return head(t)
	}
	c.errorf(e, "invalid argument type (%s) to unary operator %s", t, e.Op)
	return &meta{}
}

// numeric reports whether t is int, real or not known.
func numeric(t Type) bool {
	t = head(t)
	_, open := t.(*meta)
	return t == Int || t == Real || open
}

func (c *checker) binary(e *boogie.BinaryExpr) Type {
	before := len(c.mistyped)
	x, y := c.expr(e.X), c.expr(e.Y)
	if e.Op == boogie.Concat {
		return c.concat(e, x, y)
	}
	if c.failed(before) {
		return &meta{}
	}
	both := func(t Type) bool { return c.unify(x, t) && c.unify(y, t) }
	same := func() bool { return numeric(x) && numeric(y) && c.unify(x, y) }
	var result Type = Bool
	ok := false
	switch e.Op {
	case boogie.Iff, boogie.Implies, boogie.Explies, boogie.And, boogie.Or:
		ok = both(Bool)
	case boogie.Eq, boogie.Neq, boogie.Subtype:
		ok = c.comparable(x, y)
	case boogie.Lt, boogie.Gt, boogie.Le, boogie.Ge:
		ok = same()
	case boogie.Add, boogie.Sub, boogie.Mul:
		ok, result = same(), head(x)
	case boogie.Div, boogie.Mod:
		ok, result = both(Int), Int
	case boogie.RealDiv:
		ok, result = numeric(x) && numeric(y), Real
	case boogie.Pow:
		ok, result = both(Real), Real
	default:
		panic(fmt.Sprintf("types: unexpected operator %s", e.Op))
	}
	if !ok && c.floating(x) && c.unify(x, y) {
		switch e.Op {
		case boogie.Lt, boogie.Gt, boogie.Le, boogie.Ge:
			return Bool
		case boogie.Add, boogie.Sub, boogie.Mul, boogie.RealDiv:
			return head(x)
		}
	}
	if !ok {
		c.errorf(e, "invalid argument types (%s and %s) to binary operator %s", x, y, e.Op)
		return &meta{}
	}
	return result
}

// floating reports whether t is a type of floating-point numbers.
func (c *checker) floating(t Type) bool {
	ctor, ok := head(t).(*Ctor)
	return ok && c.types[ctor.Name] == nil && strings.HasPrefix(ctor.Name, "float")
}

// comparable reports whether x == y makes sense: the types are equal for some
// instance of the type parameters in scope.
func (c *checker) comparable(x, y Type) bool {
	if c.unify(x, y) {
		return true
	}
	if len(c.typeVars) == 0 {
		return false
	}
	open := make(subst, len(c.typeVars))
	for _, v := range c.typeVars {
		open[v.v] = &meta{}
	}
	mark := len(c.trail)
	ok := c.unify(open.apply(zonk(x)), open.apply(zonk(y)))
	c.undo(mark)
	return ok
}

func (c *checker) concat(e *boogie.BinaryExpr, x, y Type) Type {
	a, ok1 := head(x).(BV)
	b, ok2 := head(y).(BV)
	if _, open := head(x).(*meta); open && !c.right() {
		return &meta{}
	}
	if _, open := head(y).(*meta); open && !c.right() {
		return &meta{}
	}
	if !ok1 || !ok2 {
		c.errorf(e, "++ operands need to be bitvectors (got %s, %s)", x, y)
		return &meta{}
	}
	return a + b
}

func (c *checker) extract(e *boogie.ExtractExpr) Type {
	t := c.expr(e.X)
	if e.Lo > e.Hi {
		c.errorf(e, "start index in extract must be no bigger than the end index")
		return &meta{}
	}
	if _, open := head(t).(*meta); !open {
		if bv, ok := head(t).(BV); !ok || int(bv) < e.Hi {
			c.errorf(e, "extract operand must be a bitvector of at least %d bits (got %s)", e.Hi, t)
		}
	}
	return BV(e.Hi - e.Lo)
}

func (c *checker) ifExpr(e *boogie.IfExpr) Type {
	before := len(c.mistyped)
	cond, x, y := c.expr(e.Cond), c.expr(e.Then), c.expr(e.Else)
	switch {
	case c.failed(before):
	case !c.unify(cond, Bool):
		c.errorf(e, "the first argument to if-then-else should be bool, not %s", cond)
	case !c.unify(x, y):
		c.errorf(e, "branches of if-then-else have incompatible types %s and %s", x, y)
	default:
		return x
	}
	return &meta{}
}

// instance returns a substitution of fresh metas for the parameters.
func instance(params []*Var) subst {
	if len(params) == 0 {
		return nil
	}
	s := make(subst, len(params))
	for _, p := range params {
		s[p] = &meta{}
	}
	return s
}

func (c *checker) call(e *boogie.CallExpr) Type {
	f := c.info.Funcs[e.Func]
	if f == nil {
		c.nameErrorf(e, "use of undeclared function: %s", e.Func)
		c.exprs(e.Args)
		return &meta{}
	}
	in := instance(f.TypeParams)
	c.use(e, f.TypeParams, in)
	if len(e.Args) != len(f.Params) {
		c.errorf(e, "wrong number of arguments to function: %s (%d instead of %d)", e.Func, len(e.Args), len(f.Params))
		c.exprs(e.Args)
		return in.apply(f.Result)
	}
	before := len(c.mistyped)
	args := c.exprs(e.Args)
	if c.failed(before) {
		return &meta{}
	}
	for i, t := range args {
		if want := in.apply(f.Params[i].Type); !c.unify(t, want) {
			c.errorf(e.Args[i], "invalid type for argument %d in application of %s: %s (expected: %s)", i, e.Func, t, want)
		}
	}
	return in.apply(f.Result)
}

// mapOf returns the map type of t, accessed by e, with its parameters open, or
// nil after a problem. A map whose type is open becomes one without parameters.
func (c *checker) mapOf(e boogie.Node, t Type, arity int) *Map {
	switch t := head(t).(type) {
	case *Map:
		in := instance(t.Params)
		if in == nil {
			return t
		}
		c.use(e, t.Params, in)
		return in.apply(NewMap(nil, t.Index, t.Result)).(*Map)
	case *meta:
		index := make([]Type, arity)
		for i := range index {
			index[i] = &meta{}
		}
		m := NewMap(nil, index, &meta{})
		c.unify(t, m)
		return m
	}
	return nil
}

// access is a use of a map.
type access struct {
	at   boogie.Node
	what string // names it in messages
	of   boogie.Expr
	args []boogie.Expr
}

// index checks an access to a map of the given type with arguments of the given
// types. It returns the type of what is there, a meta after a problem with the
// map itself.
func (c *checker) index(a access, mapType Type, args []Type) Type {
	m := c.mapOf(a.at, mapType, len(args))
	switch {
	case m == nil:
		c.errorf(a.of, "%s applied to a non-map: %s", a.what, boogie.ExprString(a.of))
		return &meta{}
	case len(m.Index) != len(args):
		c.errorf(a.at, "wrong number of arguments in %s: %d instead of %d", a.what, len(args), len(m.Index))
		return &meta{}
	}
	for i, t := range args {
		if !c.unify(t, m.Index[i]) {
			c.errorf(a.args[i], "invalid type for argument %d in %s: %s (expected: %s)", i, a.what, t, m.Index[i])
		}
	}
	return m.Result
}

func (c *checker) selection(e *boogie.SelectExpr) Type {
	before := len(c.mistyped)
	m, args := c.expr(e.Map), c.exprs(e.Index)
	if c.failed(before) {
		return &meta{}
	}
	return c.index(access{e, "map select", e.Map, e.Index}, m, args)
}

func (c *checker) store(e *boogie.StoreExpr) Type {
	before := len(c.mistyped)
	m, args, t := c.expr(e.Map), c.exprs(e.Index), c.expr(e.Value)
	if c.failed(before) {
		return &meta{}
	}
	want := c.index(access{e, "map store", e.Map, e.Index}, m, args)
	if !c.unify(t, want) {
		c.errorf(e.Value, "right-hand side in map store with wrong type: %s (expected: %s)", t, want)
	}
	return m
}
