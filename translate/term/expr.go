package term

import (
	"fmt"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
	"semdiff/smtlib"
)

// scope says how names are read.
type scope struct {
	sub    map[*types.Object]*smtlib.Term                      // the locals of a code expression; nil when not set
	formal func(*types.Object) (t *smtlib.Term, replaced bool) // those of a specification; nil where there are none
	old    func(global *types.Object) *smtlib.Term             // its value in the pre-state; nil where that is the state
	// inOld is set below old(...).
	inOld bool
}

// expr lowers e. A construct without meaning here becomes a diagnostic, and
// the answer is then nil.
func (l *Lowerer) expr(e boogie.Expr, sc scope) (t *smtlib.Term) {
	l.try(func() { t = l.term(e, sc) })
	return t
}

func (l *Lowerer) terms(es []boogie.Expr, sc scope) []*smtlib.Term {
	ts := make([]*smtlib.Term, len(es))
	for i, e := range es {
		ts[i] = l.term(e, sc)
	}
	return ts
}

func (l *Lowerer) term(e boogie.Expr, sc scope) *smtlib.Term {
	c := l.ctx
	switch e := e.(type) {
	case *boogie.BoolLit:
		return c.BoolVal(e.Value)
	case *boogie.IntLit:
		return c.BigInt(e.Value)
	case *boogie.RealLit:
		return c.Numeral(e.Value, c.Real)
	case *boogie.BVLit:
		l.mustSort(types.BV(e.Width), e.Position())
		return c.BVVal(e.Value, e.Width)
	case *boogie.IdentExpr:
		return l.ident(e, sc)
	case *boogie.OldExpr:
		sc.inOld = true
		return l.term(e.X, sc)
	case *boogie.TypedExpr:
		return l.term(e.X, sc)
	case *boogie.ConvertExpr:
		x := l.term(e.X, sc)
		switch {
		case e.ToReal && x.Sort() == c.Int:
			return c.ToReal(x)
		case !e.ToReal && x.Sort() == c.Real:
			return c.ToInt(x)
		}
		return x
	case *boogie.UnaryExpr:
		x := l.term(e.X, sc)
		if e.Op == boogie.Not {
			return c.Not(x)
		}
		return c.Neg(x)
	case *boogie.BinaryExpr:
		return l.binary(e, sc)
	case *boogie.IfExpr:
		return c.Ite(l.term(e.Cond, sc), l.term(e.Then, sc), l.term(e.Else, sc))
	case *boogie.CallExpr:
		return l.applyFunc(e, l.terms(e.Args, sc))
	case *boogie.SelectExpr:
		return l.selectAll(l.term(e.Map, sc), l.terms(e.Index, sc))
	case *boogie.StoreExpr:
		return l.storeAll(l.term(e.Map, sc), l.terms(e.Index, sc), l.term(e.Value, sc))
	case *boogie.ExtractExpr:
		if e.Hi == e.Lo {
			panic(unsupported{e.Position(), "bit-vectors of width 0 are not given meaning yet"})
		}
		return c.Extract(l.term(e.X, sc), e.Hi-1, e.Lo)
	case *boogie.QuantExpr:
		return l.quantifier(e, sc)
	case *boogie.LetExpr:
		values := l.terms(e.Values, sc)
		for i, o := range l.info.Lets[e] {
			l.vars[o] = values[i]
		}
		return l.term(e.Body, sc)
	case *boogie.StringLit:
		panic(unsupported{e.Position(), "strings are not given meaning"})
	case *boogie.FloatLit:
		return l.floatLit(e)
	case *boogie.FieldExpr:
		return l.field(l.term(e.X, sc), e.Field.Name)
	case *boogie.FieldUpdateExpr:
		return l.updateField(l.term(e.X, sc), e.Field.Name, l.term(e.Value, sc))
	case *boogie.IsExpr:
		x := l.term(e.X, sc)
		return c.Is(Constructor(x.Sort(), e.Ctor.Name), x)
	case *boogie.CodeExpr:
		return l.code(e, sc)
	}
	panic(unsupported{e.Position(), fmt.Sprintf("%T is not given meaning yet", e)})
}

func (l *Lowerer) ident(e *boogie.IdentExpr, sc scope) *smtlib.Term {
	o := l.info.Objects[e]
	if o == nil {
		panic(fmt.Sprintf("translate: %s is not resolved at %s", e.Name, e.Position()))
	}
	if t, ok := sc.sub[o]; ok {
		if t == nil {
			panic(unsupported{e.Position(), "code expression that reads " + e.Name + " before it is set is not given meaning"})
		}
		l.mustSort(o.Type, e.Position())
		return t
	}
	if sc.formal != nil {
		if t, ok := sc.formal(o); ok {
			if t == nil {
				panic(unsupported{pos: e.Position()})
			}
			l.mustSort(o.Type, e.Position())
			return t
		}
	}
	switch o.Kind {
	case types.Const:
		return l.constant(o, e.Position())
	case types.Global:
		s := l.mustSort(o.Type, e.Position())
		if sc.inOld && sc.old != nil {
			return sc.old(o)
		}
		return l.ctx.Var(o.Name, s)
	}
	l.mustSort(o.Type, e.Position())
	return l.Variable(o, e.Position())
}

// constant is the value of a constant where an axiom gives one, else a
// function without arguments.
func (l *Lowerer) constant(o *types.Object, pos source.Pos) *smtlib.Term {
	if t, ok := l.rounding(o); ok {
		return t
	}
	return l.defs.Apply(l.constSymbol(o, l.mustSort(o.Type, pos)).Func())
}

// constSymbol is the function without arguments that stands for a constant.
func (l *Lowerer) constSymbol(o *types.Object, s *smtlib.Sort) *smtlib.Term {
	name := renamed(o.Name, l.retyped.consts)
	if f := l.info.Funcs[o.Name]; f != nil && len(f.Params) == 0 {
		name = "const(" + name + ")" // functions have a name space of their own
	}
	return l.ctx.App(l.ctx.Func(name, nil, s))
}

func (l *Lowerer) binary(e *boogie.BinaryExpr, sc scope) *smtlib.Term {
	c := l.ctx
	x, y := l.term(e.X, sc), l.term(e.Y, sc)
	if _, ok := floatOps[e.Op]; ok && x.Sort().Kind == smtlib.FloatKind {
		return l.floatBinary(e.Op, x, y)
	}
	switch e.Op {
	case boogie.Iff, boogie.Eq:
		return c.Eq(x, y)
	case boogie.Neq:
		return c.Not(c.Eq(x, y))
	case boogie.Implies:
		return c.Implies(x, y)
	case boogie.Explies:
		return c.Implies(y, x)
	case boogie.And:
		return c.And(x, y)
	case boogie.Or:
		return c.Or(x, y)
	case boogie.Lt:
		return c.Lt(x, y)
	case boogie.Gt:
		return c.Lt(y, x)
	case boogie.Le:
		return c.Le(x, y)
	case boogie.Ge:
		return c.Le(y, x)
	case boogie.Concat:
		return c.BVOp(smtlib.BVConcat, x, y)
	case boogie.Add:
		return c.Add(x, y)
	case boogie.Sub:
		return c.Sub(x, y)
	case boogie.Mul:
		return c.Mul(x, y)
	case boogie.Div:
		return c.IntDiv(x, y)
	case boogie.Mod:
		return c.Mod(x, y)
	case boogie.Pow:
		// As in Boogie, a function of reals about which nothing is known.
		return c.App(c.Func("**", []*smtlib.Sort{c.Real, c.Real}, c.Real), l.toReal(x), l.toReal(y))
	case boogie.RealDiv:
		return c.RealDiv(l.toReal(x), l.toReal(y))
	}
	panic(unsupported{e.Position(), fmt.Sprintf("operator %s is not given meaning yet", e.Op)})
}

func (l *Lowerer) toReal(t *smtlib.Term) *smtlib.Term {
	if t.Sort() == l.ctx.Int {
		return l.ctx.ToReal(t)
	}
	return t
}

func (l *Lowerer) selectAll(m *smtlib.Term, index []*smtlib.Term) *smtlib.Term {
	for _, i := range index {
		m = l.ctx.Select(m, i)
	}
	return m
}

func (l *Lowerer) storeAll(m *smtlib.Term, index []*smtlib.Term, v *smtlib.Term) *smtlib.Term {
	if len(index) == 0 {
		return v
	}
	inner := l.storeAll(l.ctx.Select(m, index[0]), index[1:], v)
	return l.ctx.Store(m, index[0], inner)
}
