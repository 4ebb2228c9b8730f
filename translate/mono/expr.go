package mono

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

// expr is the monomorphic form of an expression that holds no polymorphic map.
func (e *emitter) expr(x boogie.Expr) boogie.Expr { return single(e.exprs(x)) }

// list concatenates the components of expressions.
func (e *emitter) list(xs []boogie.Expr) []boogie.Expr {
	var out []boogie.Expr
	for _, x := range xs {
		out = append(out, e.exprs(x)...)
	}
	return out
}

// typeOf is the ground type of an expression.
func (e *emitter) typeOf(x boogie.Expr) types.Type { return e.ground(e.v.info.Types[x]) }

// exprs is the monomorphic form of an expression: one for each component of
// its type. They share no parts: what a name means depends on where it stands.
func (e *emitter) exprs(x boogie.Expr) []boogie.Expr {
	one := func(x boogie.Expr) []boogie.Expr { return []boogie.Expr{x} }
	switch x := x.(type) {
	case *boogie.BoolLit, *boogie.IntLit, *boogie.RealLit, *boogie.BVLit, *boogie.FloatLit, *boogie.StringLit:
		return one(x)
	case *boogie.IdentExpr:
		return e.each(x, func(_ int, c component) boogie.Expr { return &boogie.IdentExpr{Pos: x.Pos, Name: x.Name + c.suffix} })
	case *boogie.UnaryExpr:
		return one(&boogie.UnaryExpr{Pos: x.Pos, Op: x.Op, X: e.expr(x.X)})
	case *boogie.BinaryExpr:
		if x.Op == boogie.Eq || x.Op == boogie.Neq {
			return one(e.equality(x))
		}
		return one(&boogie.BinaryExpr{Pos: x.Pos, Op: x.Op, X: e.expr(x.X), Y: e.expr(x.Y)})
	case *boogie.CallExpr:
		name := instanceName(x.Func, e.v.args(symbol{funcs, x.Func}, x, e.sub))
		if len(e.w.expand(e.typeOf(x))) > 1 && e.v.info.Funcs[x.Func].Selects != nil {
			e.w.refuse(x, "a polymorphic map as the field of a datatype in the form of Boogie 2 is not given meaning yet")
		}
		return e.each(x, func(_ int, c component) boogie.Expr {
			return &boogie.CallExpr{Pos: x.Pos, Func: name + c.suffix, Args: e.list(x.Args)}
		})
	case *boogie.OldExpr:
		return e.wrap(x.X, func(y boogie.Expr) boogie.Expr { return &boogie.OldExpr{Pos: x.Pos, X: y} })
	case *boogie.ConvertExpr:
		return one(&boogie.ConvertExpr{Pos: x.Pos, ToReal: x.ToReal, X: e.expr(x.X)})
	case *boogie.TypedExpr: // all types are known now
		return e.exprs(x.X)
	case *boogie.SelectExpr:
		from, to := e.w.accessed(e.typeOf(x.Map), e.mapArgs(x))
		var out []boogie.Expr
		for _, m := range e.exprs(x.Map)[from:to] {
			out = append(out, &boogie.SelectExpr{Pos: x.Pos, Map: m, Index: e.list(x.Index)})
		}
		return out
	case *boogie.StoreExpr:
		values := e.exprs(x.Value)
		from, _ := e.w.accessed(e.typeOf(x.Map), e.mapArgs(x))
		out := slices.Clone(e.exprs(x.Map))
		for i, v := range values {
			out[from+i] = &boogie.StoreExpr{Pos: x.Pos, Map: out[from+i], Index: e.list(x.Index), Value: v}
		}
		return out
	case *boogie.ExtractExpr:
		return one(&boogie.ExtractExpr{Pos: x.Pos, X: e.expr(x.X), Hi: x.Hi, Lo: x.Lo})
	case *boogie.IfExpr:
		then, els := e.exprs(x.Then), e.exprs(x.Else)
		return e.each(x, func(i int, _ component) boogie.Expr {
			return &boogie.IfExpr{Pos: x.Pos, Cond: e.expr(x.Cond), Then: then[i], Else: els[i]}
		})
	case *boogie.LetExpr:
		return e.let(x)
	case *boogie.FieldExpr:
		return e.each(x, func(_ int, c component) boogie.Expr {
			return &boogie.FieldExpr{Pos: x.Pos, X: e.expr(x.X), Field: suffixed(x.Field, c.suffix)}
		})
	case *boogie.FieldUpdateExpr:
		out, values := e.expr(x.X), e.exprs(x.Value)
		for i, c := range e.w.expand(e.typeOf(x.Value)) {
			out = &boogie.FieldUpdateExpr{Pos: x.Pos, X: out, Field: suffixed(x.Field, c.suffix), Value: values[i]}
		}
		return one(out)
	case *boogie.IsExpr:
		args := e.typeOf(x.X).(*types.Ctor).Args
		return one(&boogie.IsExpr{Pos: x.Pos, X: e.expr(x.X), Ctor: &boogie.Name{Pos: x.Ctor.Pos, Name: instanceName(x.Ctor.Name, args)}})
	case *boogie.CodeExpr:
		return one(&boogie.CodeExpr{Pos: x.Pos, Body: e.body(x.Body)})
	case *boogie.QuantExpr:
		return e.quantifier(x)
	default:
		panic(fmt.Sprintf("mono: unexpected %T", x))
	}
}

// each makes an expression for each component of the type of x.
func (e *emitter) each(x boogie.Expr, f func(i int, c component) boogie.Expr) []boogie.Expr {
	var out []boogie.Expr
	for i, c := range e.w.expand(e.typeOf(x)) {
		out = append(out, f(i, c))
	}
	return out
}

// wrap puts something around each component of x.
func (e *emitter) wrap(x boogie.Expr, f func(boogie.Expr) boogie.Expr) []boogie.Expr {
	out := e.exprs(x)
	for i, y := range out {
		out[i] = f(y)
	}
	return out
}

// mapArgs are the type arguments of an access to a map.
func (e *emitter) mapArgs(n boogie.Node) []types.Type {
	var out []types.Type
	for _, t := range e.v.info.TypeArgs[n] {
		out = append(out, e.ground(t))
	}
	return out
}

// equality compares components. Values of different types differ; for types
// that stand for others that cannot be said.
func (e *emitter) equality(x *boogie.BinaryExpr) boogie.Expr {
	s, t := e.typeOf(x.X), e.typeOf(x.Y)
	if !types.Equal(s, t) {
		if p := e.w.freshIn([]types.Type{s, t}); p != nil && e.w.mayBe(s, t) {
			e.w.refuse(x, "procedure %s has no instance, and here it depends on whether %s and %s are the same: not given meaning", p.Name, typeName(s), typeName(t))
		}
		return &boogie.BoolLit{Pos: x.Pos, Value: x.Op == boogie.Neq}
	}
	var out boogie.Expr
	ys := e.exprs(x.Y)
	for i, y := range e.exprs(x.X) {
		same := &boogie.BinaryExpr{Pos: x.Pos, Op: x.Op, X: y, Y: ys[i]}
		out = joined(out, same, map[boogie.Op]boogie.Op{boogie.Eq: boogie.And, boogie.Neq: boogie.Or}[x.Op])
	}
	return out
}

// joined is x op y, or y when there is no x.
func joined(x, y boogie.Expr, op boogie.Op) boogie.Expr {
	if x == nil {
		return y
	}
	return &boogie.BinaryExpr{Pos: boogie.Pos{At: y.Position()}, Op: op, X: x, Y: y}
}

func (e *emitter) let(x *boogie.LetExpr) []boogie.Expr {
	var vars []*boogie.LetVar
	for i, v := range x.Vars {
		for _, c := range e.w.expand(e.ground(e.v.info.Lets[x][i].Type)) {
			vars = append(vars, &boogie.LetVar{Pos: v.Pos, Attrs: attributes(v.Attrs), Name: suffixed(v.Name, c.suffix)})
		}
	}
	return e.wrap(x.Body, func(b boogie.Expr) boogie.Expr {
		return &boogie.LetExpr{Pos: x.Pos, Vars: vars, Values: e.list(x.Values), Attrs: attributes(x.Attrs), Body: b}
	})
}

// quantifier writes a quantifier or lambda; one over types at its instances,
// together with what it says at others.
func (e *emitter) quantifier(q *boogie.QuantExpr) []boogie.Expr {
	if e.v.over(q) == nil {
		return e.binder(q)
	}
	if q.Kind == boogie.Lambda {
		return append(e.quantInstances(q), e.rest(q))
	}
	op, out := boogie.And, boogie.Expr(nil)
	if q.Kind == boogie.Exists {
		op = boogie.Or
	}
	for _, x := range e.quantInstances(q) {
		out = joined(out, x, op)
	}
	if !e.v.kept[q] {
		out = joined(out, e.rest(q), op)
	}
	if out == nil {
		out = &boogie.BoolLit{Pos: q.Pos, Value: q.Kind == boogie.Forall}
	}
	return []boogie.Expr{out}
}

// quantInstances are the instances of a binder over types.
func (e *emitter) quantInstances(q *boogie.QuantExpr) []boogie.Expr {
	var out []boogie.Expr
	chosen := e.w.met[binderKey(q, e.sub)].chosen
	if q.Kind == boogie.Lambda { // in the order of the components
		chosen = e.v.instances(e.w, q, e.sub)
	}
	for _, more := range chosen {
		at := *e
		at.sub = with(e.sub, more)
		out = append(out, at.binder(q)...)
	}
	return out
}

// binder writes a quantifier or lambda at ground types: a lambda once for each
// component of what it gives.
func (e *emitter) binder(q *boogie.QuantExpr) []boogie.Expr {
	var out []boogie.Expr
	for _, body := range e.exprs(q.Body) {
		n := &boogie.QuantExpr{Pos: q.Pos, Kind: q.Kind, Attrs: attributes(q.Attrs), Body: body}
		for _, t := range q.Triggers {
			n.Triggers = append(n.Triggers, &boogie.Trigger{Pos: t.Pos, Terms: e.patternTerms(t)})
		}
		n.Bound = e.bindings(q.Bound)
		if q.Kind != boogie.Lambda {
			dropUnused(n)
		}
		if len(n.Bound) == 0 {
			out = append(out, body)
		} else {
			out = append(out, n)
		}
	}
	return out
}

// patternTerms are the components of the terms of a trigger; variables by
// themselves are none.
func (e *emitter) patternTerms(t *boogie.Trigger) []boogie.Expr {
	return slices.DeleteFunc(e.list(t.Terms), func(x boogie.Expr) bool {
		_, variable := x.(*boogie.IdentExpr)
		return variable
	})
}

// dropUnused drops the bound components that nothing mentions, and the
// triggers that do not mention all others.
func dropUnused(q *boogie.QuantExpr) {
	inBody := mentioned(q.Body)
	triggers := make([]map[string]bool, len(q.Triggers))
	for i, t := range q.Triggers {
		triggers[i] = mentioned(t.Terms...)
	}
	var kept []*boogie.Binding
	for _, b := range q.Bound {
		used := slices.ContainsFunc(b.Names, func(n *boogie.Name) bool {
			return inBody[n.Name] || !strings.Contains(n.Name, "<") || slices.ContainsFunc(triggers, func(t map[string]bool) bool { return t[n.Name] })
		})
		if used {
			kept = append(kept, b)
		}
	}
	q.Bound = kept
	var good []*boogie.Trigger
	for i, t := range q.Triggers {
		complete := len(t.Terms) > 0
		for _, b := range kept {
			for _, n := range b.Names {
				complete = complete && triggers[i][n.Name]
			}
		}
		if complete {
			good = append(good, t)
		}
	}
	q.Triggers = good
}

// mentioned lists the variables in expressions.
func mentioned(xs ...boogie.Expr) map[string]bool {
	out := map[string]bool{}
	for _, x := range xs {
		boogie.Inspect(x, func(n boogie.Node) bool {
			if id, ok := n.(*boogie.IdentExpr); ok {
				out[id.Name] = true
			}
			return true
		})
	}
	return out
}
