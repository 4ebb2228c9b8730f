package mono

import (
	"maps"
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

// partial lists the axioms of a version that may say more than their
// instances in the monomorphic program do.
func (w *instances) partial(v *version, mono *types.Info) []Partial {
	var out []Partial
	for _, a := range v.info.Axioms {
		quants := v.implied(a.Expr)
		if len(quants) == 0 {
			continue
		}
		s := &symbols{v: v, funcs: map[string]bool{}, consts: map[string]bool{}}
		s.addLinked(w, a.Expr, quants)
		s.closeUnder(mono)
		if len(s.funcs)+len(s.consts) > 0 {
			out = append(out, Partial{
				Pos: a.Position(), Text: v.textOf(a.Expr) + "\n" + v.meaning(a.Expr),
				Funcs: slices.Sorted(maps.Keys(s.funcs)), Consts: slices.Sorted(maps.Keys(s.consts)),
			})
		}
	}
	return append(out, w.specialised(v)...)
}

// specialised lists the axioms that speak of functions at some types only, and
// these functions at the types made for uncalled procedures: what these stand
// for may be such a type.
func (w *instances) specialised(v *version) []Partial {
	var out []Partial
	for _, a := range v.info.Axioms {
		found := map[string]bool{}
		boogie.Inspect(a.Expr, func(n boogie.Node) bool {
			if c, ok := n.(*boogie.CallExpr); ok && !distinctVars(v.info.TypeArgs[c]) {
				for _, in := range w.all[symbol{funcs, c.Func}] {
					if w.freshIn(in.args) != nil {
						s := &symbols{v: v, funcs: found}
						s.addFuncAt(w, in)
					}
				}
			}
			return true
		})
		if len(found) > 0 {
			out = append(out, Partial{
				Pos: a.Position(), Text: v.textOf(a.Expr) + "\n" + v.meaning(a.Expr), Funcs: slices.Sorted(maps.Keys(found)),
			})
		}
	}
	return out
}

// distinctVars reports whether ts are type variables, each another.
func distinctVars(ts []types.Type) bool {
	for i, t := range ts {
		if _, ok := t.(*types.Var); !ok || slices.Contains(ts[:i], t) {
			return false
		}
	}
	return true
}

// symbols are functions and constants of the monomorphic program.
type symbols struct {
	v             *version
	funcs, consts map[string]bool
}

// addLinked adds what the program uses and an instance of the axiom that is
// not in the program may speak of: that which does not depend on all the types
// that the axiom quantifies over. When instances were left out it is all.
func (s *symbols) addLinked(w *instances, axiom boogie.Expr, quants []*boogie.QuantExpr) {
	var vars []*types.Var
	bounded := false
	for _, q := range quants {
		vars = append(vars, s.v.over(q).vars...)
		bounded = bounded || s.v.over(q).bounded
	}
	s.addIn(w, axiom, vars, bounded, map[string]bool{})
}

// addIn adds what x mentions other than at all of vars, or anything at all.
func (s *symbols) addIn(w *instances, x boogie.Expr, vars []*types.Var, anything bool, seen map[string]bool) {
	info := s.v.info
	boogie.Inspect(x, func(n boogie.Node) bool {
		switch n := n.(type) {
		case *boogie.Attr, *boogie.Trigger: // they say nothing
			return false
		case *boogie.CallExpr:
			f := info.Funcs[n.Func]
			switch {
			case f.Ctor != nil || interpreted(f):
			case anything || !dependOnAll(info.TypeArgs[n], vars):
				s.addFunc(w, n.Func)
			case f.Decl.Body != nil && !seen[n.Func]: // its body may mention more
				seen[n.Func] = true
				s.addIn(w, f.Decl.Body, f.TypeParams, false, seen)
			}
		case *boogie.IdentExpr:
			if c := info.Objects[n]; c != nil && c.Kind == types.Const {
				for _, part := range w.expand(c.Type) {
					s.consts[c.Name+part.suffix] = true
				}
			}
		}
		return true
	})
}

// dependOnAll reports whether each of vars occurs in ts.
func dependOnAll(ts []types.Type, vars []*types.Var) bool {
	return !slices.ContainsFunc(vars, func(v *types.Var) bool {
		return !slices.ContainsFunc(ts, func(t types.Type) bool { return slices.Contains(types.FreeVars(t), v) })
	})
}

// interpreted reports whether a function stands for one of SMT-LIB's.
func interpreted(f *types.Func) bool {
	return boogie.FindAttr(f.Decl.Attrs, "builtin") != nil || boogie.FindAttr(f.Decl.Attrs, "bvbuiltin") != nil
}

// addFunc adds all instances of a function.
func (s *symbols) addFunc(w *instances, name string) {
	if len(s.v.info.Funcs[name].TypeParams) == 0 {
		s.addFuncAt(w, &instance{symbol: symbol{funcs, name}})
	}
	for _, in := range w.all[symbol{funcs, name}] {
		s.addFuncAt(w, in)
	}
}

// addFuncAt adds an instance of a function: one for each component of what it
// gives.
func (s *symbols) addFuncAt(w *instances, in *instance) {
	if sub, ok := s.v.bind(in); ok {
		for _, c := range w.expand(types.Substitute(s.v.info.Funcs[in.name].Result, sub)) {
			s.funcs[instanceName(in.name, in.args)+c.suffix] = true
		}
	}
}

// closeUnder adds what the bodies of the functions mention.
func (s *symbols) closeUnder(mono *types.Info) {
	work := slices.Collect(maps.Keys(s.funcs))
	for len(work) > 0 {
		body := mono.Funcs[work[len(work)-1]].Decl.Body
		work = work[:len(work)-1]
		boogie.Inspect(body, func(n boogie.Node) bool {
			switch n := n.(type) {
			case *boogie.CallExpr:
				if !s.funcs[n.Func] {
					s.funcs[n.Func] = true
					work = append(work, n.Func)
				}
			case *boogie.IdentExpr:
				if c := mono.Objects[n]; c != nil && c.Kind == types.Const {
					s.consts[c.Name] = true
				}
			}
			return true
		})
	}
}
