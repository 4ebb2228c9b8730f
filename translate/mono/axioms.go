package mono

import (
	"maps"
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

// overTypes is an axiom that quantifies over types: where it says that
// something holds for all types, it is taken at the types for which the program
// has instances of what it speaks of.
type overTypes struct {
	decl   *boogie.AxiomDecl
	quants map[*boogie.QuantExpr]*typeQuant
	// refused is set when some quantifier over types is not one whose instances
	// the axiom implies; the axiom is then left out.
	refused bool
	// bounded is set when instances were left out because there are too many.
	bounded bool
}

// typeQuant is a quantifier over types.
type typeQuant struct {
	vars     []*types.Var
	patterns []pattern
}

// pattern is a use of something polymorphic at types that depend on the
// variables of a quantifier.
type pattern struct {
	symbol
	args []types.Type
}

// maxTuples bounds the instances of one quantifier; the types of an instance
// may be larger than those that code uses by maxGrowth only.
const (
	maxTuples = 200
	maxGrowth = 2
)

// newOverTypes returns nil for an axiom that does not quantify over types.
func newOverTypes(v *version, decl *boogie.AxiomDecl) *overTypes {
	o := &overTypes{decl: decl, quants: map[*boogie.QuantExpr]*typeQuant{}}
	if !o.has(v, decl.Expr) {
		return nil
	}
	o.find(v, decl.Expr, true)
	for q, t := range o.quants {
		t.patterns = patternsOf(v, q, t.vars)
	}
	return o
}

// has reports whether e quantifies over types that matter.
func (o *overTypes) has(v *version, e boogie.Expr) bool {
	found := false
	boogie.Inspect(e, func(n boogie.Node) bool {
		if q, ok := n.(*boogie.QuantExpr); ok {
			found = found || overTypesThatMatter(v.info, q)
		}
		_, attr := n.(*boogie.Attr)
		return !found && !attr
	})
	return found
}

func overTypesThatMatter(info *types.Info, q *boogie.QuantExpr) bool {
	vars := info.TypeVars[q]
	return len(vars) > 0 && (q.Kind == boogie.Lambda || mentions(info, q, vars))
}

// find records the quantifiers over types in e, whose polarity is given. Those
// that hold for all types must be positive, those that hold for some negative.
func (o *overTypes) find(v *version, e boogie.Expr, positive bool) {
	switch e := e.(type) {
	case *boogie.UnaryExpr:
		o.find(v, e.X, positive != (e.Op == boogie.Not))
		return
	case *boogie.TypedExpr:
		o.find(v, e.X, positive)
		return
	case *boogie.BinaryExpr:
		switch e.Op {
		case boogie.And, boogie.Or, boogie.Implies, boogie.Explies:
			o.find(v, e.X, positive != (e.Op == boogie.Implies))
			o.find(v, e.Y, positive != (e.Op == boogie.Explies))
			return
		}
	case *boogie.QuantExpr:
		if e.Kind == boogie.Lambda {
			break
		}
		if overTypesThatMatter(v.info, e) {
			o.quants[e] = &typeQuant{vars: v.info.TypeVars[e]}
			o.refused = o.refused || positive != (e.Kind == boogie.Forall)
		}
		o.find(v, e.Body, positive)
		return
	}
	o.refused = o.refused || o.has(v, e)
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
	return slices.ContainsFunc(freeVars(t), func(v *types.Var) bool { return slices.Contains(vars, v) })
}

// candidates are the types at which a quantifier is instantiated, below the
// types of those around it. Where something it uses depends on all of its
// variables, these are the types of the known instances of all such; else each
// variable gets the types that anything suggests for it.
func (o *overTypes) candidates(w *world, q *boogie.QuantExpr, sub subst) []subst {
	t := o.quants[q]
	var tuples []subst
	seen := map[string]bool{}
	note := func(s subst) {
		args := make([]types.Type, len(t.vars))
		for i, v := range t.vars {
			args[i] = s[v]
			if size(args[i], maxSize) > w.axiomSize() {
				o.bounded = true
				return
			}
		}
		if key := typeNames(args); !seen[key] {
			if len(tuples) == maxTuples {
				o.bounded = true
				return
			}
			seen[key] = true
			tuples = append(tuples, s)
		}
	}
	single := make([][]types.Type, len(t.vars))
	complete := false
	for _, p := range t.patterns {
		args := make([]types.Type, len(p.args))
		for i, a := range p.args {
			args[i] = types.Substitute(a, sub)
		}
		full := !slices.ContainsFunc(t.vars, func(v *types.Var) bool {
			return !slices.ContainsFunc(args, func(a types.Type) bool { return dependsOn(a, []*types.Var{v}) })
		})
		complete = complete || full
		for _, in := range w.all[p.symbol] {
			found := subst{}
			if !matchAll(args, in.args, found) {
				continue
			}
			for i, v := range t.vars {
				if found[v] != nil {
					single[i] = append(single[i], found[v])
				}
			}
			if full {
				more := subst{}
				for _, v := range t.vars {
					more[v] = found[v]
				}
				note(more)
			}
		}
	}
	if !complete {
		product(t.vars, single, note)
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
			same[i] = &types.Ctor{Name: "parameter " + v.Name}
		}
		_, pi, pr := instantiate(p, same)
		_, gi, gr := instantiate(m, same)
		return matchAll(pi, gi, found) && match(pr, gr, found)
	}
	return types.Equal(p, g)
}

// axiomSize is how large the types may be at which axioms are instantiated.
func (w *world) axiomSize() int { return w.largest + maxGrowth }
