package term

import (
	"slices"
	"strings"

	"semdiff/boogie/types"
	"semdiff/smtlib"
)

// datatype is the sort of a datatype. Versions share it when its definition
// and those that it builds on are the same in both.
func (l *Sorts) datatype(t *types.Ctor) (*smtlib.Sort, error) {
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
func (l *Sorts) definitions(t types.Type, defs map[string]string) error {
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
func (l *Sorts) smallest(s *smtlib.Sort) int {
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
