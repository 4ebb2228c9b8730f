package term

import (
	"slices"

	"semdiff/boogie/types"
	"semdiff/translate/ir"
)

// retyped are the constants, functions and procedures without a body that the
// other version declares with other types.
type retyped struct{ consts, funcs, procs map[string]bool }

// FindRetyped finds the constants, functions and procedures without a body that
// old declares under the same name with other types: here they are others, which
// their names tell.
func (l *Lowerer) FindRetyped(old *Lowerer) {
	l.retyped = retyped{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	differ := func(a, b []types.Type) bool {
		if len(a) != len(b) {
			return true
		}
		x, ok := old.List(a)
		y, ok2 := l.List(b)
		return ok && ok2 && !slices.Equal(x, y)
	}
	consts := map[string]*types.Object{}
	for _, o := range old.info.Consts {
		consts[o.Name] = o
	}
	for _, o := range l.info.Consts {
		if p := consts[o.Name]; p != nil {
			l.retyped.consts[o.Name] = differ([]types.Type{p.Type}, []types.Type{o.Type})
		}
	}
	for name, f := range l.info.Funcs {
		if g := old.info.Funcs[name]; g != nil {
			l.retyped.funcs[name] = differ(append(typesOf(g.Params), g.Result), append(typesOf(f.Params), f.Result))
		}
	}
	for name, p := range l.info.Procs {
		if q := old.info.Procs[name]; q != nil && p.Body == nil && q.Body == nil {
			l.retyped.procs[name] = differ(typesOf(q.SpecIns), typesOf(p.SpecIns)) || differ(typesOf(q.SpecOuts), typesOf(p.SpecOuts))
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

// ProcName is what a procedure without a body is called in terms.
func (l *Lowerer) ProcName(name string) string { return renamed(name, l.retyped.procs) }

// renamed is what a declared symbol is called in terms.
func renamed(name string, retyped map[string]bool) string {
	if retyped[name] {
		return name + ir.NewSuffix
	}
	return name
}
