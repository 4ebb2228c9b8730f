package mono

import (
	"maps"
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

// partial lists the axioms of a version that may say more than their
// instances in the monomorphic program do.
func (w *world) partial(v *version, mono *types.Info) []Partial {
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
	return out
}

// symbols are functions and constants of the monomorphic program.
type symbols struct {
	v             *version
	funcs, consts map[string]bool
}

// addLinked adds what the program uses and an instance of the axiom that is
// not in the program may speak of: that which does not depend on all the types
// that the axiom quantifies over. When instances were left out it is all.
func (s *symbols) addLinked(w *world, axiom boogie.Expr, quants []*boogie.QuantExpr) {
	var vars []*types.Var
	bounded := false
	for _, q := range quants {
		vars = append(vars, s.v.over(q).vars...)
		bounded = bounded || s.v.over(q).bounded
	}
	info := s.v.info
	boogie.Inspect(axiom, func(n boogie.Node) bool {
		switch n := n.(type) {
		case *boogie.Attr:
			return false
		case *boogie.Trigger: // says nothing
			return false
		case *boogie.CallExpr:
			f := info.Funcs[n.Func]
			dependent := func(v *types.Var) bool {
				return slices.ContainsFunc(info.TypeArgs[n], func(t types.Type) bool { return slices.Contains(freeVars(t), v) })
			}
			all := !slices.ContainsFunc(vars, func(v *types.Var) bool { return !dependent(v) })
			if f.Ctor == nil && !interpreted(f) && (bounded || !all) {
				s.addFunc(w, n.Func)
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

// interpreted reports whether a function stands for one of SMT-LIB's.
func interpreted(f *types.Func) bool {
	return boogie.FindAttr(f.Decl.Attrs, "builtin") != nil || boogie.FindAttr(f.Decl.Attrs, "bvbuiltin") != nil
}

// addFunc adds all instances of a function.
func (s *symbols) addFunc(w *world, name string) {
	e := &emitter{w: w, v: s.v}
	for _, at := range e.instances(symbol{funcs, name}) {
		for _, c := range w.expand(at.ground(s.v.info.Funcs[name].Result)) {
			s.funcs[at.name(symbol{funcs, name})+c.suffix] = true
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
