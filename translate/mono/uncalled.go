package mono

import (
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
)

// addUncalled instantiates the polymorphic procedures that have no instance at
// types of their own, callers before callees.
func (w *instances) addUncalled() {
	for len(w.diags) == 0 {
		todo := w.uncalled()
		if len(todo) == 0 {
			return
		}
		called := map[string]bool{}
		for _, p := range todo {
			for _, callee := range w.calls(p) {
				called[callee] = called[callee] || callee != p
			}
		}
		todo = append(slices.DeleteFunc(slices.Clone(todo), func(p string) bool { return called[p] }), todo[0])
		w.addFresh(todo[0])
		w.close()
	}
}

// uncalled lists the polymorphic procedures with a body that some version has
// no instance of.
func (w *instances) uncalled() []string {
	var out []string
	for _, v := range w.versions {
		for _, d := range v.info.Decls {
			p, ok := d.(*boogie.ProcDecl)
			if ok && v.lacks(w, p.Name) && !slices.Contains(out, p.Name) {
				out = append(out, p.Name)
			}
		}
	}
	return out
}

func (v *version) lacks(w *instances, name string) bool {
	p := v.info.Procs[name]
	return p != nil && p.Body != nil && len(p.TypeParams) > 0 &&
		!slices.ContainsFunc(w.all[symbol{procs, name}], func(in *instance) bool {
			_, ok := v.bind(in)
			return ok
		})
}

// calls lists the procedures that the bodies of p call in any version.
func (w *instances) calls(p string) []string {
	var out []string
	for _, v := range w.versions {
		if v.info.Procs[p] == nil {
			continue
		}
		look := func(n boogie.Node) bool {
			if c, ok := n.(*boogie.CallStmt); ok {
				out = append(out, c.Proc)
			}
			return true
		}
		boogie.Inspect(v.info.Procs[p].Decl, look)
		for _, d := range v.impls[p] {
			boogie.Inspect(d, look)
		}
	}
	return out
}

// addFresh instantiates a procedure at new uninterpreted types named after its
// type parameters.
func (w *instances) addFresh(name string) {
	s := symbol{procs, name}
	for _, v := range w.versions {
		if !v.lacks(w, name) {
			continue
		}
		decl := v.info.Procs[name].Decl
		var args []types.Type
		for _, p := range v.params(s) {
			n := p.Name
			for w.declared[n] {
				n += "'"
			}
			if w.fresh[n] == nil {
				w.fresh[n] = decl
			}
			args = append(args, types.NewCtor(n))
		}
		w.add(s, args, decl.Position()).fresh = true
	}
}

// checkAliases refuses procedures at types of their own where it matters what
// these are: two instances of a polymorphic map may be one.
func (w *instances) checkAliases() {
	groups := map[string][]*instance{}
	for _, in := range w.all[symbol{kind: mapType}] {
		key := typeName(in.args[0])
		for _, other := range groups[key] {
			p := w.freshIn(append(slices.Clone(in.args[1:]), other.args[1:]...))
			if p != nil && w.mayEqual(in.args[1:], other.args[1:]) {
				w.refuse(p, "procedure %s has no instance, and what it does depends on whether %s and %s, at which it uses the map type %s, are the same: not given meaning",
					p.Name, typeNames(in.args[1:]), typeNames(other.args[1:]), key)
			}
		}
		groups[key] = append(groups[key], in)
	}
}

// freshIn is a procedure at types of its own that are part of ts.
func (w *instances) freshIn(ts []types.Type) *boogie.ProcDecl {
	for _, t := range ts {
		switch t := t.(type) {
		case *types.Ctor:
			if p := w.fresh[t.Name]; p != nil {
				return p
			}
			if p := w.freshIn(t.Args); p != nil {
				return p
			}
		case *types.Map:
			if p := w.freshIn(append(slices.Clone(t.Index), t.Result)); p != nil {
				return p
			}
		}
	}
	return nil
}

// mayEqual reports whether types could be equal if the fresh types in them were
// others. It may say so when they cannot.
func (w *instances) mayEqual(as, bs []types.Type) bool {
	for i, a := range as {
		if !w.mayBe(a, bs[i]) {
			return false
		}
	}
	return true
}

func (w *instances) mayBe(a, b types.Type) bool {
	isFresh := func(t types.Type) bool {
		c, ok := t.(*types.Ctor)
		return ok && w.fresh[c.Name] != nil
	}
	if isFresh(a) || isFresh(b) {
		return true
	}
	switch a := a.(type) {
	case *types.Ctor:
		c, ok := b.(*types.Ctor)
		return ok && a.Name == c.Name && len(a.Args) == len(c.Args) && w.mayEqual(a.Args, c.Args)
	case *types.Map:
		m, ok := b.(*types.Map)
		return ok && len(a.Params) == len(m.Params) && len(a.Index) == len(m.Index) &&
			(len(a.Params) > 0 || w.mayEqual(a.Index, m.Index) && w.mayBe(a.Result, m.Result))
	}
	return types.Equal(a, b)
}
