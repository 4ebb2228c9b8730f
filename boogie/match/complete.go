package match

import (
	"slices"

	"semdiff/boogie/types"
)

// original is the name that a declaration of the new version had in its file.
func (r *renaming) original(names map[string]string, name string) string {
	for from, to := range names {
		if to == name {
			return from
		}
	}
	return name
}

// Complete lists what is matched once a matching was applied, by the file or by
// name, but for procedures that have a body in both versions, in the order of
// the old version.
func (a *Applied) Complete(old Version) *File {
	r := a.renaming
	f := &File{}
	pair := func(names map[string]string, name string) Pair {
		return Pair{Name{Name: name}, Name{Name: r.original(names, name)}}
	}
	for _, l := range []struct {
		olds, news []*types.Object
		pairs      *[]Pair
	}{{old.Info.Globals, a.Info.Globals, &f.Globals}, {old.Info.Consts, a.Info.Consts, &f.Constants}} {
		for _, o := range l.olds {
			if slices.ContainsFunc(l.news, func(n *types.Object) bool { return n.Name == o.Name && types.Equal(n.Type, o.Type) }) {
				*l.pairs = append(*l.pairs, pair(r.vars, o.Name))
			}
		}
	}
	new := typeNames(a.Prog)
	for _, name := range sortedNames(typeNames(old.Prog)) {
		if new[name] && typeText(old, name) == typeText(a.Version, name) {
			f.Types = append(f.Types, pair(r.types, name))
		}
	}
	for _, name := range sortedNames(functionNames(old.Info)) {
		o, n := old.Info.Funcs[name], a.Info.Funcs[name]
		if n == nil || o.Ctor != nil || o.Selects != nil || o.Tests != nil {
			continue
		}
		if s, ok := positional(pair(r.funcs, name), functionParameters(o), functionParameters(n)); ok {
			f.Functions = append(f.Functions, s)
		}
	}
	for _, name := range sortedNames(procedureNames(old.Info)) {
		o, n := old.Info.Procs[name], a.Info.Procs[name]
		if n == nil || o.Body != nil || n.Body != nil {
			continue
		}
		if s, ok := positional(pair(r.procs, name), procedureParameters(o), procedureParameters(n)); ok {
			f.Procedures = append(f.Procedures, s)
		}
	}
	return f
}

func sortedNames(m map[string]bool) []string {
	var names []string
	for n := range m {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// positional matches parameters by position; ok tells whether their types fit.
func positional(p Pair, o, n parameters) (s Signature, ok bool) {
	s.Pair = p
	if !o.sameTypes(n) {
		return s, false
	}
	for _, l := range [][2][]parameter{{o.ins, n.ins}, {o.outs, n.outs}} {
		for i := range l[0] {
			s.Params = append(s.Params, Pair{Name{Name: l[0][i].name}, Name{Name: l[1][i].name}})
		}
	}
	return s, true
}

// Variable is what the global variable or constant of the new version with that
// name in its file is called now.
func (a *Applied) Variable(name string) string { return now(a.renaming.vars, name) }

// Function is the same for functions, Type for types.
func (a *Applied) Function(name string) string { return now(a.renaming.funcs, name) }

// Type is what a type of the new version is called now.
func (a *Applied) Type(name string) string { return now(a.renaming.types, name) }

// Variables are the names that renamed variables and constants of the new version have in
// its file, by what they are called now.
func (a *Applied) Variables() map[string]string {
	names := map[string]string{}
	for from, to := range a.renaming.vars {
		names[to] = from
	}
	return names
}

// VariableInFile is the name that a variable or constant of the new version has in
// its file.
func (a *Applied) VariableInFile(name string) string {
	return a.renaming.original(a.renaming.vars, name)
}

func now(names map[string]string, name string) string {
	rename(names, &name)
	return name
}
