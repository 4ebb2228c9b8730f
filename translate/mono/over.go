package mono

import (
	"maps"
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

// overTypes is a quantifier or lambda over types. It is written at the types
// for which the program has instances of what it speaks of; what it says of
// others is an unknown of its own (see rest.go), or left out.
type overTypes struct {
	vars     []*types.Var
	patterns []pattern // none for a lambda
	// bounded is set when instances were left out because there are too many.
	bounded bool
}

// pattern is a use of something polymorphic at types that depend on the
// variables of a quantifier.
type pattern struct {
	symbol
	args []types.Type
}

// maxGrowth is by how much the types of an instance of a quantifier may be
// larger than those that code uses.
const maxGrowth = 1

// over returns nil for a binder that does not depend on types.
func (v *version) over(q *boogie.QuantExpr) *overTypes {
	vars := v.info.TypeVars[q]
	if len(vars) == 0 {
		return nil
	}
	o, known := v.quants[q]
	if !known {
		if q.Kind == boogie.Lambda || mentions(v.info, q, vars) {
			o = &overTypes{vars: vars}
			if q.Kind != boogie.Lambda {
				o.patterns = patternsOf(v, q, vars)
			}
		}
		v.quants[q] = o
	}
	return o
}

// mentions reports whether the types of anything below q depend on vars.
func mentions(info *types.Info, q *boogie.QuantExpr, vars []*types.Var) bool {
	found := false
	look := func(ts ...types.Type) {
		for _, t := range ts {
			found = found || t != nil && dependsOn(t, vars)
		}
	}
	boogie.Inspect(q, func(n boogie.Node) bool {
		switch n := n.(type) {
		case *boogie.Attr:
			return false
		case boogie.Type:
			look(info.Written[n])
			return false
		case boogie.Expr:
			look(info.Types[n])
		}
		look(info.TypeArgs[n]...)
		return true
	})
	return found
}

// implied lists the quantifiers over types in an axiom whose instances it
// implies: those for all types in positive places, those for some in negative
// ones. Only the instances are kept of them.
func (v *version) implied(axiom boogie.Expr) []*boogie.QuantExpr {
	var out []*boogie.QuantExpr
	var find func(e boogie.Expr, positive bool)
	find = func(e boogie.Expr, positive bool) {
		switch e := e.(type) {
		case *boogie.UnaryExpr:
			find(e.X, positive != (e.Op == boogie.Not))
		case *boogie.TypedExpr:
			find(e.X, positive)
		case *boogie.BinaryExpr:
			switch e.Op {
			case boogie.And, boogie.Or, boogie.Implies, boogie.Explies:
				find(e.X, positive != (e.Op == boogie.Implies))
				find(e.Y, positive != (e.Op == boogie.Explies))
			}
		case *boogie.QuantExpr:
			if e.Kind == boogie.Lambda {
				return
			}
			if v.over(e) != nil && positive == (e.Kind == boogie.Forall) {
				out = append(out, e)
			}
			find(e.Body, positive)
		}
	}
	find(axiom, true)
	return out
}

// patternsOf lists what q uses at types that depend on vars: functions, maps,
// and types of bound variables.
func patternsOf(v *version, q *boogie.QuantExpr, vars []*types.Var) []pattern {
	var out []pattern
	add := func(s symbol, args []types.Type) {
		if slices.ContainsFunc(args, func(t types.Type) bool { return dependsOn(t, vars) }) {
			out = append(out, pattern{s, args})
		}
	}
	var typ func(t types.Type)
	typ = func(t types.Type) {
		switch t := t.(type) {
		case *types.Ctor:
			add(symbol{applied, t.Name}, t.Args)
			for _, a := range t.Args {
				typ(a)
			}
		case *types.Map:
			if len(t.Params) == 0 {
				for _, ix := range t.Index {
					typ(ix)
				}
				typ(t.Result)
			}
		}
	}
	boogie.Inspect(q, func(n boogie.Node) bool {
		switch n := n.(type) {
		case *boogie.Attr:
			return false
		case *boogie.QuantExpr:
			for _, o := range v.info.Bound[n] {
				typ(o.Type)
			}
		case *boogie.CallExpr:
			if f := v.info.Funcs[n.Func]; f.Ctor == nil {
				add(symbol{funcs, n.Func}, v.args(symbol{funcs, n.Func}, n, nil))
			} else {
				typ(v.info.Types[n])
			}
		case *boogie.SelectExpr:
			if given := v.info.TypeArgs[n]; len(given) > 0 {
				add(symbol{kind: mapType}, append([]types.Type{v.info.Types[n.Map]}, given...))
			}
		case *boogie.StoreExpr:
			if given := v.info.TypeArgs[n]; len(given) > 0 {
				add(symbol{kind: mapType}, append([]types.Type{v.info.Types[n.Map]}, given...))
			}
		}
		return true
	})
	return out
}

func dependsOn(t types.Type, vars []*types.Var) bool {
	return slices.ContainsFunc(types.FreeVars(t), func(v *types.Var) bool { return slices.Contains(vars, v) })
}

// instances are the substitutions at which a binder is to be written as far as
// is known now, below those around it: for a lambda those of the map that it
// makes.
func (v *version) instances(w *instances, q *boogie.QuantExpr, sub subst) []subst {
	if q.Kind != boogie.Lambda {
		return v.over(q).candidates(w, sub)
	}
	m := v.info.Types[q].(*types.Map)
	var out []subst
	for _, args := range w.mapInstances(typeName(types.Substitute(m, sub))) {
		s := subst{}
		for i, p := range m.Params {
			s[p] = args[i]
		}
		out = append(out, s)
	}
	return out
}

// candidates are the types at which a quantifier is instantiated, below the
// types of those around it. Where something it uses depends on all of its
// variables, these are the types of the known instances of all such; else each
// variable gets the types that anything suggests for it.
func (o *overTypes) candidates(w *instances, sub subst) []subst {
	var tuples []subst
	seen := map[string]bool{}
	note := func(s subst) {
		args := make([]types.Type, len(o.vars))
		for i, v := range o.vars {
			args[i] = s[v]
			if types.Size(args[i]) > w.axiomSize() {
				o.bounded = true
				return
			}
		}
		if key := typeNames(args); !seen[key] {
			seen[key] = true
			tuples = append(tuples, s)
		}
	}
	single := make([][]types.Type, len(o.vars))
	complete := false
	for _, p := range o.patterns {
		args := make([]types.Type, len(p.args))
		for i, a := range p.args {
			args[i] = types.Substitute(a, sub)
		}
		full := !slices.ContainsFunc(o.vars, func(v *types.Var) bool {
			return !slices.ContainsFunc(args, func(a types.Type) bool { return dependsOn(a, []*types.Var{v}) })
		})
		complete = complete || full
		for _, in := range w.all[p.symbol] {
			found := subst{}
			if !matchAll(args, in.args, found) {
				continue
			}
			for i, v := range o.vars {
				if found[v] != nil {
					single[i] = append(single[i], found[v])
				}
			}
			if full {
				more := subst{}
				for _, v := range o.vars {
					more[v] = found[v]
				}
				note(more)
			}
		}
	}
	if !complete {
		product(o.vars, single, note)
	}
	return tuples
}

// product calls f for all choices of one type per variable.
func product(vars []*types.Var, choices [][]types.Type, f func(subst)) {
	var choose func(i int, s subst)
	choose = func(i int, s subst) {
		if i == len(vars) {
			f(maps.Clone(s))
			return
		}
		seen := map[string]bool{}
		for _, t := range choices[i] {
			if name := typeName(t); !seen[name] {
				seen[name] = true
				s[vars[i]] = t
				choose(i+1, s)
			}
		}
	}
	choose(0, subst{})
}

// matchAll finds types for the variables of the patterns that make them equal
// to the ground types.
func matchAll(patterns, ground []types.Type, found subst) bool {
	if len(patterns) != len(ground) {
		return false
	}
	for i, p := range patterns {
		if !match(p, ground[i], found) {
			return false
		}
	}
	return true
}

func match(p, g types.Type, found subst) bool {
	switch p := p.(type) {
	case *types.Var:
		if t := found[p]; t != nil {
			return types.Equal(t, g)
		}
		found[p] = g
		return true
	case *types.Ctor:
		c, ok := g.(*types.Ctor)
		return ok && p.Name == c.Name && matchAll(p.Args, c.Args, found)
	case *types.Map:
		m, ok := g.(*types.Map)
		if !ok || len(m.Params) != len(p.Params) {
			return false
		}
		// The parameters of both become the same constants.
		same := make([]types.Type, len(p.Params))
		for i, v := range p.Params {
			same[i] = types.NewCtor("parameter " + v.Name)
		}
		_, pi, pr := instantiate(p, same)
		_, gi, gr := instantiate(m, same)
		return matchAll(pi, gi, found) && match(pr, gr, found)
	}
	return types.Equal(p, g)
}

// axiomSize is how large the types may be at which axioms are instantiated.
func (w *instances) axiomSize() int { return w.largest + maxGrowth }
