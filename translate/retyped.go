package translate

import (
	"slices"

	"semdiff/boogie/types"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// findRetyped finds the constants, functions and procedures without a body that
// old declares under the same name with other types: here they are others, which
// their names tell.
func (l *lowering) findRetyped(old *lowering) {
	l.retyped = map[symbol]bool{}
	differ := func(s symbol, a, b []types.Type) {
		if len(a) != len(b) {
			l.retyped[s] = true
			return
		}
		x, ok := old.sorts(a)
		y, ok2 := l.sorts(b)
		if ok && ok2 && !slices.Equal(x, y) {
			l.retyped[s] = true
		}
	}
	consts := map[string]*types.Object{}
	for _, o := range old.info.Consts {
		consts[o.Name] = o
	}
	for _, o := range l.info.Consts {
		if p := consts[o.Name]; p != nil {
			differ(symbol{constSymbol, o.Name}, []types.Type{p.Type}, []types.Type{o.Type})
		}
	}
	for name, f := range l.info.Funcs {
		if g := old.info.Funcs[name]; g != nil {
			differ(symbol{funcSymbol, name}, append(typesOf(g.Params), g.Result), append(typesOf(f.Params), f.Result))
		}
	}
	for name, p := range l.info.Procs {
		if q := old.info.Procs[name]; q != nil && p.Body == nil && q.Body == nil {
			s := symbol{procSymbol, name}
			differ(s, typesOf(q.SpecIns), typesOf(p.SpecIns))
			differ(s, typesOf(q.SpecOuts), typesOf(p.SpecOuts))
		}
	}
}

func typesOf(objs []*types.Object) []types.Type {
	list := make([]types.Type, len(objs))
	for i, o := range objs {
		list[i] = o.Type
	}
	return list
}

// sorts are those of types; ok is false when one has none.
func (l *lowering) sorts(list []types.Type) (sorts []*smtlib.Sort, ok bool) {
	for _, t := range list {
		s, err := l.sort(t)
		if err != nil {
			return nil, false
		}
		sorts = append(sorts, s)
	}
	return sorts, true
}

// nameOf is what a declared symbol is called in terms.
func (l *lowering) nameOf(kind symbolKind, name string) string {
	if l.retyped[symbol{kind, name}] {
		return name + ir.NewSuffix
	}
	return name
}
