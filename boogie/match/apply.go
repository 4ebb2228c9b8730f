package match

import (
	"maps"
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
)

// Version is one version of a program with what its names stand for.
type Version struct {
	Prog *boogie.Program
	Info *types.Info
}

// Applied is the new version under the names of the old one.
type Applied struct {
	Version
	// Procedures are the matched procedures that have a body in both versions.
	// The parameters have the names of the implementations, in the new version
	// as renamed.
	Procedures []Signature

	renaming *renaming
}

// Apply checks a matching against both versions and renames what the new
// version declares to what it is matched with, in place. The error is a
// source.List: about names that a version does not declare, names matched
// twice, and types that do not fit.
func Apply(f *File, old, new Version) (*Applied, error) {
	a := &application{file: f, old: old, new: new, renaming: newRenaming()}
	for _, step := range []func(){a.find, a.makeWay, a.rename, a.fit} {
		step()
		if a.problems.Sort(); len(a.problems) > 0 {
			return nil, a.problems
		}
	}
	return &Applied{Version: a.new, Procedures: a.procedures, renaming: a.renaming}, nil
}

type application struct {
	file       *File
	old, new   Version
	renaming   *renaming
	procedures []Signature
	problems   source.List
}

// find checks that all names are declared and matched once, and collects what
// is renamed.
func (a *application) find() {
	variables := func(objs []*types.Object) map[string]bool {
		m := map[string]bool{}
		for _, o := range objs {
			m[o.Name] = true
		}
		return m
	}
	a.pairs("global variable", a.file.Globals, variables(a.old.Info.Globals), variables(a.new.Info.Globals), a.renaming.vars)
	a.pairs("constant", a.file.Constants, variables(a.old.Info.Consts), variables(a.new.Info.Consts), a.renaming.vars)
	a.pairs("type", a.file.Types, typeNames(a.old.Prog), typeNames(a.new.Prog), a.renaming.types)
	a.pairs("function", pairsOf(a.file.Functions), functionNames(a.old.Info), functionNames(a.new.Info), a.renaming.funcs)

	external := map[string]string{}
	all := pairsOf(a.file.Procedures)
	a.pairs("procedure", all, procedureNames(a.old.Info), procedureNames(a.new.Info), map[string]string{})
	for _, p := range all {
		o, n := a.old.Info.Procs[p.Old.Name], a.new.Info.Procs[p.New.Name]
		switch {
		case o == nil || n == nil:
		case o.Body == nil && n.Body == nil:
			external[p.New.Name] = p.Old.Name
		case (o.Body == nil) != (n.Body == nil) && p.Old.Name != p.New.Name:
			a.problems.Addf(p.Old.At, "procedures %s and %s cannot be matched: only one of them has a body", p.Old.Name, p.New.Name)
		}
	}
	a.renaming.procs = external
}

// pairs checks one list of pairs.
func (a *application) pairs(what string, list []Pair, old, new map[string]bool, names map[string]string) {
	var matched [2]map[string]bool
	for i, declared := range []map[string]bool{old, new} {
		matched[i] = map[string]bool{}
		for _, p := range list {
			n, file := p.Old, a.old.Prog.File
			if i == 1 {
				n, file = p.New, a.new.Prog.File
			}
			switch {
			case !declared[n.Name]:
				a.problems.Addf(n.At, "%s is not a %s of %s", n.Name, what, file)
			case matched[i][n.Name]:
				a.problems.Addf(n.At, "%s %s is matched twice", what, n.Name)
			}
			matched[i][n.Name] = true
		}
	}
	for _, p := range list {
		names[p.New.Name] = p.Old.Name
	}
}

func pairsOf(list []Signature) []Pair {
	pairs := make([]Pair, len(list))
	for i, s := range list {
		pairs[i] = s.Pair
	}
	return pairs
}

func typeNames(p *boogie.Program) map[string]bool {
	m := map[string]bool{}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *boogie.TypeDecl:
			for _, def := range d.Defs {
				m[def.Name] = true
			}
		case *boogie.DatatypeDecl:
			m[d.Name] = true
		}
	}
	return m
}

func functionNames(info *types.Info) map[string]bool {
	m := map[string]bool{}
	for name := range info.Funcs {
		m[name] = true
	}
	return m
}

func procedureNames(info *types.Info) map[string]bool {
	m := map[string]bool{}
	for name := range info.Procs {
		m[name] = true
	}
	return m
}

// makeWay renames declarations of the new version that have, unmatched, a name
// that others get, and leaves alone what keeps its name.
func (a *application) makeWay() {
	r := a.renaming
	variables := map[string]bool{}
	for _, o := range slices.Concat(a.new.Info.Globals, a.new.Info.Consts) {
		variables[o.Name] = true
	}
	makeWay(r.vars, variables)
	makeWay(r.funcs, functionNames(a.new.Info))
	makeWay(r.types, typeNames(a.new.Prog))
	makeWay(r.procs, procedureNames(a.new.Info))
	for _, s := range a.file.Functions {
		if s.Old.Name != s.New.Name {
			a.plainFunction(s.Old, a.old)
			a.plainFunction(s.New, a.new)
			if a.new.Info.Funcs[s.Old.Name] != nil {
				a.plainFunction(Name{s.Old.Name, s.Old.At}, a.new)
			}
		}
	}
	for _, s := range a.file.Procedures {
		if other := a.new.Info.Procs[s.Old.Name]; other != nil && other.Body != nil && r.procs[s.New.Name] == s.Old.Name {
			a.problems.Addf(s.Old.At, "procedure %s cannot stand for %s, which has no body: %s has another one of this name with a body",
				s.New.Name, s.Old.Name, a.new.Prog.File)
		}
	}
}

// rename renames the new version and checks its types again.
func (a *application) rename() {
	if a.renaming.isEmpty() {
		return
	}
	a.renaming.freeLocals()
	a.renaming.apply(a.new.Prog, a.new.Info)
	a.new.Info, a.problems = types.Check(a.new.Prog)
}

func makeWay(names map[string]string, declared map[string]bool) {
	for _, to := range slices.Collect(maps.Values(names)) {
		if _, renamed := names[to]; declared[to] && !renamed {
			names[to] = to + "@v2" // no Boogie name holds an @
		}
	}
	maps.DeleteFunc(names, func(from, to string) bool { return from == to })
}

// plainFunction reports a function that belongs to a datatype: its name is part
// of the datatype.
func (a *application) plainFunction(n Name, v Version) {
	if f := v.Info.Funcs[n.Name]; f.Ctor != nil || f.Selects != nil || f.Tests != nil {
		a.problems.Addf(n.At, "function %s of %s belongs to a datatype and cannot be matched under another name", n.Name, v.Prog.File)
	}
}
