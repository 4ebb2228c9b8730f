package translate

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// unsupported is panicked with inside expression lowering and turned into a
// diagnostic by lowering.try; nothing else recovers it.
type unsupported struct {
	pos     source.Pos
	message string
}

// scope says how names are read: sub replaces the objects of a specification
// at a call, old reads an expression in the pre-state.
type scope struct {
	sub map[*types.Object]*smtlib.Term
	old func(global *smtlib.Term) *smtlib.Term // nil outside of procedures
	// inOld is set below old(...).
	inOld bool
}

// expr lowers e. A construct without meaning here becomes a diagnostic, and
// the answer is then nil.
func (l *lowering) expr(e boogie.Expr, sc scope) (t *smtlib.Term) {
	l.try(func() { t = l.term(e, sc) })
	return t
}

// try runs f, which lowers expressions; what has no meaning here becomes a
// diagnostic, and the answer is then false. The functions that were met are then
// forgotten: they may lean on one that was not lowered to its end.
func (l *lowering) try(f func()) (ok bool) {
	first := len(l.met)
	defer func() {
		if r := recover(); r != nil {
			u, known := r.(unsupported)
			if !known {
				panic(r)
			}
			l.diags.Addf(u.pos, "%s", u.message)
			for _, name := range l.met[first:] {
				delete(l.funcs, name)
			}
			l.met = l.met[:first]
			ok = false
		}
	}()
	f()
	return true
}

// quietly is try without diagnostics.
func (l *lowering) quietly(f func()) (ok bool) {
	diags := l.diags
	defer func() { l.diags = diags }()
	return l.try(f)
}

// cond is expr for conditions: true stands in for a term that failed.
func (l *lowering) cond(e boogie.Expr, sc scope) *smtlib.Term {
	if t := l.expr(e, sc); t != nil {
		return t
	}
	return l.ctx.True
}

func (l *lowering) terms(es []boogie.Expr, sc scope) []*smtlib.Term {
	ts := make([]*smtlib.Term, len(es))
	for i, e := range es {
		ts[i] = l.term(e, sc)
	}
	return ts
}

func (l *lowering) mustSort(t types.Type, pos source.Pos) *smtlib.Sort {
	s, err := l.sort(t)
	if err != nil {
		panic(unsupported{pos, err.Error()})
	}
	return s
}

func (l *lowering) term(e boogie.Expr, sc scope) *smtlib.Term {
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
		return c.Is(constructor(x.Sort(), e.Ctor.Name), x)
	case *boogie.CodeExpr:
		return l.code(e, sc)
	}
	panic(unsupported{e.Position(), fmt.Sprintf("%T is not given meaning yet", e)})
}

func (l *lowering) ident(e *boogie.IdentExpr, sc scope) *smtlib.Term {
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
	switch o.Kind {
	case types.Const:
		return l.constant(o, e.Position())
	case types.Global:
		s := l.mustSort(o.Type, e.Position())
		v := l.ctx.Var(o.Name, s)
		if sc.inOld && sc.old != nil {
			return sc.old(v)
		}
		return v
	}
	l.mustSort(o.Type, e.Position())
	return l.variable(o, e.Position())
}

// constant is the value of a constant where an axiom gives one, else a
// function without arguments.
func (l *lowering) constant(o *types.Object, pos source.Pos) *smtlib.Term {
	if t, ok := l.rounding(o); ok {
		return t
	}
	return l.defs.Apply(l.constSymbol(o, l.mustSort(o.Type, pos)).Func())
}

// constSymbol is the function without arguments that stands for a constant.
func (l *lowering) constSymbol(o *types.Object, s *smtlib.Sort) *smtlib.Term {
	name := l.nameOf(constSymbol, o.Name)
	if f := l.info.Funcs[o.Name]; f != nil && len(f.Params) == 0 {
		name = "const(" + name + ")" // functions have a name space of their own
	}
	return l.ctx.App(l.ctx.Func(name, nil, s))
}

func (l *lowering) binary(e *boogie.BinaryExpr, sc scope) *smtlib.Term {
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

func (l *lowering) toReal(t *smtlib.Term) *smtlib.Term {
	if t.Sort() == l.ctx.Int {
		return l.ctx.ToReal(t)
	}
	return t
}

func (l *lowering) selectAll(m *smtlib.Term, index []*smtlib.Term) *smtlib.Term {
	for _, i := range index {
		m = l.ctx.Select(m, i)
	}
	return m
}

func (l *lowering) storeAll(m *smtlib.Term, index []*smtlib.Term, v *smtlib.Term) *smtlib.Term {
	if len(index) == 0 {
		return v
	}
	inner := l.storeAll(l.ctx.Select(m, index[0]), index[1:], v)
	return l.ctx.Store(m, index[0], inner)
}

// stored is what an assignment of value to lhs makes of the variable that lhs
// is part of.
func (l *lowering) stored(lhs boogie.Expr, value *smtlib.Term, sc scope) (*types.Object, *smtlib.Term) {
	switch lhs := lhs.(type) {
	case *boogie.SelectExpr:
		return l.stored(lhs.Map, l.storeAll(l.term(lhs.Map, sc), l.terms(lhs.Index, sc), value), sc)
	case *boogie.FieldExpr:
		return l.stored(lhs.X, l.updateField(l.term(lhs.X, sc), lhs.Field.Name, value), sc)
	case *boogie.IdentExpr:
		return l.info.Objects[lhs], value
	}
	panic(fmt.Sprintf("translate: unexpected %T on the left of an assignment", lhs))
}

func (l *lowering) quantifier(e *boogie.QuantExpr, sc scope) *smtlib.Term {
	bound := make([]*smtlib.Term, len(l.info.Bound[e]))
	for i, o := range l.info.Bound[e] {
		bound[i] = l.ctx.Fresh("?"+o.Name, l.mustSort(o.Type, e.Position()))
		l.vars[o] = bound[i]
	}
	body := l.term(e.Body, sc)
	if e.Kind == boogie.Lambda {
		return l.lambda(bound, body)
	}
	var triggers [][]*smtlib.Term
	for _, tr := range e.Triggers {
		if terms := l.terms(tr.Terms, sc); isTrigger(terms, bound) {
			triggers = append(triggers, terms)
		}
	}
	return l.quantified(e.Kind, bound, body, triggers)
}

// isTrigger reports whether terms may be a trigger: functions that are expanded
// can leave none.
func isTrigger(terms, bound []*smtlib.Term) bool {
	missing := map[*smtlib.Term]bool{}
	for _, b := range bound {
		missing[b] = true
	}
	for _, t := range terms {
		if t.Op() != smtlib.OpApp && t.Op() != smtlib.OpSelect && t.Op() != smtlib.OpStore {
			return false
		}
		smtlib.Visit(t, func(x *smtlib.Term) { delete(missing, x) })
	}
	return len(missing) == 0
}

// quantified quantifies over a body. Over Booleans that is a conjunction or
// disjunction of two cases.
func (l *lowering) quantified(kind boogie.Quantifier, bound []*smtlib.Term, body *smtlib.Term, triggers [][]*smtlib.Term) *smtlib.Term {
	c := l.ctx
	k := slices.IndexFunc(bound, func(b *smtlib.Term) bool { return b.Sort() == c.Bool })
	switch {
	case k >= 0 && len(bound) <= maxLifted+1:
		rest := slices.Delete(slices.Clone(bound), k, k+1)
		var cases [2]*smtlib.Term
		for i, v := range []*smtlib.Term{c.False, c.True} {
			cases[i] = l.quantified(kind, rest, c.Substitute(body, map[*smtlib.Term]*smtlib.Term{bound[k]: v}), nil)
		}
		if kind == boogie.Exists {
			return c.Or(cases[:]...)
		}
		return c.And(cases[:]...)
	case kind == boogie.Exists:
		return c.Exists(bound, body, triggers)
	}
	return c.Forall(bound, body, triggers)
}

// lambda is an array-valued function of the variables that body captures,
// with an axiom that says what it holds. Equal lambdas are the same function.
func (l *lowering) lambda(bound []*smtlib.Term, body *smtlib.Term) *smtlib.Term {
	c := l.ctx
	isBound := map[*smtlib.Term]bool{}
	for _, b := range bound {
		isBound[b] = true
	}
	var captured []*smtlib.Term
	inner := map[*smtlib.Term]bool{}
	smtlib.Visit(body, func(t *smtlib.Term) {
		for _, b := range t.Bound() {
			inner[b] = true
		}
	})
	smtlib.Visit(body, func(t *smtlib.Term) {
		if t.Op() == smtlib.OpVar && !isBound[t] && !inner[t] {
			captured = append(captured, t)
		}
	})
	rename := map[*smtlib.Term]*smtlib.Term{}
	formals := make([]*smtlib.Term, len(captured))
	params := make([]*smtlib.Sort, len(captured))
	for i, v := range captured {
		formals[i] = c.Var(fmt.Sprintf("?capture.%d", i), v.Sort())
		params[i] = v.Sort()
		rename[v] = formals[i]
	}
	index := make([]*smtlib.Term, len(bound))
	sort := body.Sort()
	for i := len(bound) - 1; i >= 0; i-- {
		index[i] = c.Var(fmt.Sprintf("?index.%d", i), bound[i].Sort())
		rename[bound[i]] = index[i]
		sort = c.Array(bound[i].Sort(), sort)
	}
	canonical := c.Substitute(body, rename)
	f := c.Func(lambdaNamed(index, canonical), params, sort)
	if _, known := l.out.Lambda(f); !known {
		read := l.selectAll(c.App(f, formals...), index)
		l.out.AddLambda(f, ir.Lambda{
			Captured: formals, Index: index, Body: canonical,
			Axiom: c.Forall(slices.Concat(formals, index), c.Eq(read, canonical), [][]*smtlib.Term{{read}}),
		})
	}
	return c.App(f, captured...)
}

// lambdaNamed names a lambda by what it is, not by when it was met.
func lambdaNamed(index []*smtlib.Term, body *smtlib.Term) string {
	h := sha256.New()
	in := smtlib.Collect(body)
	for _, v := range slices.Concat(index, in.Vars) {
		fmt.Fprintf(h, "%s: %s\n", v.Name(), v.Sort())
	}
	for _, f := range in.Funcs {
		fmt.Fprintf(h, "%s: %s -> %s\n", f.Name, f.Params, f.Result)
	}
	fmt.Fprint(h, body)
	return fmt.Sprintf("lambda:%x", h.Sum(nil)[:10])
}
