package translate

import (
	"slices"
	"strings"

	"semdiff/boogie/types"
	"semdiff/internal/source"
	"semdiff/smtlib"
)

// datatype is the sort of a datatype. Versions share it when its definition
// and those that it builds on are the same in both.
func (l *lowering) datatype(t *types.Ctor) (*smtlib.Sort, error) {
	if s := l.datatypes[t.Name]; s != nil {
		return s, nil
	}
	defs := map[string]string{}
	if err := l.definitions(t, defs); err != nil {
		return nil, err
	}
	var key []string
	for _, text := range defs {
		key = append(key, text)
	}
	slices.Sort(key)
	s, isNew := l.ctx.Datatype(t.Name, strings.Join(key, " "))
	l.datatypes[t.Name] = s
	if !isNew {
		return s, nil
	}
	var ctors []smtlib.Constructor
	for _, k := range l.info.Datatypes[t.Name].Ctors {
		ctor := smtlib.Constructor{Name: k.Decl.Name}
		for _, f := range k.Func.Params {
			sort, err := l.sortOf(f.Type)
			if err != nil {
				panic("translate: " + err.Error()) // definitions has seen it
			}
			ctor.Fields = append(ctor.Fields, smtlib.Field{Name: f.Name, Sort: sort})
		}
		ctors = append(ctors, ctor)
	}
	l.ctx.Define(s, ctors)
	return s, nil
}

// definitions collects the text of all datatypes that t is made of. The error
// is about a type among them that has no meaning here.
func (l *lowering) definitions(t types.Type, defs map[string]string) error {
	if err := types.Within(t, types.MaxWritten); err != nil {
		return err
	}
	if m, ok := t.(*types.Map); ok && len(m.Params) == 0 {
		for _, part := range append(slices.Clone(m.Index), m.Result) {
			if err := l.definitions(part, defs); err != nil {
				return err
			}
		}
		return nil
	}
	ctor, ok := t.(*types.Ctor)
	if !ok || l.info.Datatypes[ctor.Name] == nil {
		_, err := l.sortOf(t)
		return err
	}
	d := l.info.Datatypes[ctor.Name]
	if _, seen := defs[ctor.Name]; seen {
		return nil
	}
	var sb strings.Builder
	sb.WriteString(ctor.Name + "{")
	for _, k := range d.Ctors {
		sb.WriteString(k.Decl.Name + "(")
		for _, f := range k.Func.Params {
			if err := types.Within(f.Type, types.MaxWritten); err != nil {
				return err
			}
			sb.WriteString(f.Name + ":" + types.Text(f.Type) + ",")
		}
		sb.WriteString(")")
	}
	defs[ctor.Name] = sb.String() + "}"
	for _, k := range d.Ctors {
		for _, f := range k.Func.Params {
			if err := l.definitions(f.Type, defs); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxSmallest bounds the smallest values of sorts.
const maxSmallest = 1 << 16

// smallest is how many parts the smallest value of a sort has, or more than
// maxSmallest.
func (l *lowering) smallest(s *smtlib.Sort) int {
	for s.Kind == smtlib.ArrayKind {
		s = s.Elem
	}
	if s.Kind != smtlib.DatatypeKind || s.BaseConstructor() == nil {
		return 1
	}
	n, known := l.sizes[s]
	if !known {
		n = 1
		for _, f := range s.BaseConstructor().Fields {
			n = min(n+l.smallest(f.Sort), maxSmallest+1)
		}
		l.sizes[s] = n
	}
	return n
}

// constructor is the constructor of that name of a datatype.
func constructor(s *smtlib.Sort, name string) *smtlib.Constructor {
	i := slices.IndexFunc(s.Ctors, func(k *smtlib.Constructor) bool { return k.Name == name })
	return s.Ctors[i]
}

// construct applies the constructor that f is.
func (l *lowering) construct(f *types.Func, args []*smtlib.Term, pos source.Pos) *smtlib.Term {
	s := l.mustSort(f.Result, pos)
	return l.ctx.Construct(constructor(s, f.Ctor.Decl.Name), args...)
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
func (l *lowering) byCtor(x *smtlib.Term, of []smtlib.Selector, f func(smtlib.Selector) *smtlib.Term) *smtlib.Term {
	r := f(of[0])
	for _, sel := range of[1:] {
		r = l.ctx.Ite(l.ctx.Is(sel.Ctor, x), f(sel), r)
	}
	return r
}

// field is x->name.
func (l *lowering) field(x *smtlib.Term, name string) *smtlib.Term {
	return l.byCtor(x, selectors(x.Sort(), name), func(sel smtlib.Selector) *smtlib.Term {
		return l.ctx.Field(sel.Ctor, sel.Index, x)
	})
}

// updateField is x->(name := v).
func (l *lowering) updateField(x *smtlib.Term, name string, v *smtlib.Term) *smtlib.Term {
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
