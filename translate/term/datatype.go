package term

import (
	"slices"

	"semdiff/boogie/types"
	"semdiff/internal/source"
	"semdiff/smtlib"
)

// Constructor is the constructor of that name of a datatype.
func Constructor(s *smtlib.Sort, name string) *smtlib.Constructor {
	i := slices.IndexFunc(s.Ctors, func(k *smtlib.Constructor) bool { return k.Name == name })
	return s.Ctors[i]
}

// construct applies the constructor that f is.
func (l *Lowerer) construct(f *types.Func, args []*smtlib.Term, pos source.Pos) *smtlib.Term {
	s := l.mustSort(f.Result, pos)
	return l.ctx.Construct(Constructor(s, f.Ctor.Decl.Name), args...)
}

// selectors are the fields of that name, in the order of their constructors.
func selectors(s *smtlib.Sort, name string) []smtlib.Selector {
	var out []smtlib.Selector
	for _, k := range s.Ctors {
		if i := slices.IndexFunc(k.Fields, func(f smtlib.Field) bool { return f.Name == name }); i >= 0 {
			out = append(out, smtlib.Selector{Ctor: k, Index: i})
		}
	}
	return out
}

// byCtor is what f makes of the selectors where x is made by their
// constructors; elsewhere the first one counts, as in Boogie.
func (l *Lowerer) byCtor(x *smtlib.Term, of []smtlib.Selector, f func(smtlib.Selector) *smtlib.Term) *smtlib.Term {
	r := f(of[0])
	for _, sel := range of[1:] {
		r = l.ctx.Ite(l.ctx.Is(sel.Ctor, x), f(sel), r)
	}
	return r
}

// field is x->name.
func (l *Lowerer) field(x *smtlib.Term, name string) *smtlib.Term {
	return l.byCtor(x, selectors(x.Sort(), name), func(sel smtlib.Selector) *smtlib.Term {
		return l.ctx.Field(sel.Ctor, sel.Index, x)
	})
}

// updateField is x->(name := v).
func (l *Lowerer) updateField(x *smtlib.Term, name string, v *smtlib.Term) *smtlib.Term {
	return l.byCtor(x, selectors(x.Sort(), name), func(sel smtlib.Selector) *smtlib.Term {
		args := make([]*smtlib.Term, len(sel.Ctor.Fields))
		for i, f := range sel.Ctor.Fields {
			args[i] = v
			if i != sel.Index {
				args[i] = l.field(x, f.Name)
			}
		}
		return l.ctx.Construct(sel.Ctor, args...)
	})
}
