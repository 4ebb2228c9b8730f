package mono

import (
	"fmt"
	"maps"
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
)

// Version is one version of a program, as types.Check accepted it.
type Version struct {
	Prog *boogie.Program
	Info *types.Info
	// OverTypes is set when there were axioms over types. The program has them at
	// the types that the versions use.
	OverTypes bool
	// Partial lists the axioms of which the program says less than was written.
	Partial []Partial
}

// Partial is an axiom or another binder over types that the instances in the
// program do not exhaust: it may say more of the functions and constants
// listed, which are those of the monomorphic program.
type Partial struct {
	Pos    source.Pos
	Text   string // as written, and what identifies all that its meaning depends on
	Funcs  []string
	Consts []string
}

// Instantiate makes versions of one program monomorphic. The instances are
// those that any of them uses, with the same names in all. A version without
// polymorphism is handed back as it is. The error is a source.List that names
// each construct for which there is no finite set of instances.
func Instantiate(versions ...Version) ([]Version, error) {
	w := newWorld()
	inWorld := make([]*version, len(versions)) // nil for one that is monomorphic
	for i, v := range versions {
		maps.Copy(w.declared, declaredTypes(v))
		if polymorphic(v.Info) {
			more, absent := withTypesOf(v, versions)
			if w.refuseLarge(more); len(w.diags) > 0 {
				break
			}
			inWorld[i] = newVersion(more)
			inWorld[i].absent = absent
			w.versions = append(w.versions, inWorld[i])
		}
	}
	if len(w.versions) > 0 && len(w.diags) == 0 {
		w.collect()
	}
	out := slices.Clone(versions)
	for i, v := range inWorld {
		if v != nil && len(w.diags) == 0 {
			out[i] = w.monomorphic(v)
		}
	}
	if len(w.diags) > 0 {
		w.diags.Sort()
		return nil, w.diags
	}
	return out, nil
}

// maxNamed bounds the sizes of types in polymorphic programs.
const maxNamed = 10000

// refuseLarge refuses types that are too large to be written out: they are parts
// of names here. Synonyms may stand for such types as long as nothing has them.
func (w *instances) refuseLarge(v Version) {
	check := func(n boogie.Node, ts ...types.Type) {
		for _, t := range ts {
			if err := types.Within(t, maxNamed); err != nil {
				w.refuse(n, "%v", err)
			}
		}
	}
	for _, d := range v.Info.Decls {
		if _, ok := d.(*boogie.TypeDecl); ok {
			continue
		}
		boogie.Inspect(d, func(n boogie.Node) bool {
			switch n := n.(type) {
			case *boogie.Attr:
				return false
			case boogie.Type:
				check(n, v.Info.Written[n])
				return false
			case boogie.Expr:
				check(n, v.Info.Types[n])
			}
			check(n, v.Info.TypeArgs[n]...)
			return true
		})
	}
}

// monomorphic writes a version at the instances found. The result counts only
// when there are no diagnostics.
func (w *instances) monomorphic(v *version) Version {
	prog, residuals := w.program(v)
	for _, n := range slices.Sorted(maps.Keys(v.wanted)) {
		w.refuseAt(source.Pos{File: v.prog.File}, "an instance at type %s of the other version is needed here, where names are in the way of its declaration: not given meaning", n)
	}
	if len(w.diags) > 0 {
		return Version{}
	}
	info := mustCheck(prog)
	return Version{Prog: prog, Info: info, OverTypes: len(v.kept) > 0, Partial: append(w.partial(v, info), residuals.partial()...)}
}

// mustCheck checks a program made here.
func mustCheck(p *boogie.Program) *types.Info {
	info, problems := types.Check(p)
	if err := problems.Err(); err != nil {
		panic(fmt.Sprintf("mono: a program made here is not well-typed: %v", err))
	}
	return info
}

// withTypesOf declares in v the types that only other versions have: instances
// at these types exist in all versions. A datatype whose constructors have
// names that functions of v have is uninterpreted there. When v cannot have
// these types, since names in it are in the way, they are absent.
func withTypesOf(v Version, versions []Version) (more Version, absent map[string]bool) {
	has := declaredTypes(v)
	var decls []boogie.Decl
	for _, other := range versions {
		for _, d := range other.Info.Decls {
			switch d := d.(type) {
			case *boogie.TypeDecl:
				for _, def := range d.Defs {
					if !has[def.Name] {
						decls = append(decls, &boogie.TypeDecl{Pos: d.Pos, Defs: []*boogie.TypeDef{def}})
					}
				}
			case *boogie.DatatypeDecl:
				taken := func(c *boogie.Constructor) bool { return v.Info.Funcs[c.Name] != nil }
				switch {
				case has[d.Name]:
				case slices.ContainsFunc(d.Ctors, taken):
					def := &boogie.TypeDef{Pos: d.Pos, Name: d.Name, Params: d.TypeParams}
					decls = append(decls, &boogie.TypeDecl{Pos: d.Pos, Defs: []*boogie.TypeDef{def}})
				default:
					decls = append(decls, d)
				}
			}
		}
		for n := range declaredTypes(other) {
			has[n] = true
		}
	}
	if len(decls) == 0 {
		return v, nil
	}
	prog := &boogie.Program{File: v.Prog.File, Decls: slices.Concat(v.Info.Decls, decls)}
	info, problems := types.Check(prog)
	if len(problems) > 0 {
		for n := range declaredTypes(v) {
			delete(has, n)
		}
		return v, has
	}
	return Version{Prog: prog, Info: info}, nil
}

// declaredTypes are the names of the types that a version declares.
func declaredTypes(v Version) map[string]bool {
	names := map[string]bool{}
	for _, d := range v.Info.Decls {
		switch d := d.(type) {
		case *boogie.TypeDecl:
			for _, def := range d.Defs {
				names[def.Name] = true
			}
		case *boogie.DatatypeDecl:
			names[d.Name] = true
		}
	}
	return names
}

// polymorphic reports whether anything in a program has type parameters, but
// for uninterpreted types, whose arguments are part of their names. Programs
// with threads have no meaning, polymorphic or not.
func polymorphic(info *types.Info) bool {
	if len(info.Concurrent) > 0 {
		return false
	}
	if len(info.TypeArgs) > 0 || len(info.TypeVars) > 0 {
		return true
	}
	for _, f := range info.Funcs {
		if len(f.TypeParams) > 0 {
			return true
		}
	}
	for _, p := range info.Procs {
		if len(p.TypeParams) > 0 {
			return true
		}
	}
	for _, d := range info.Datatypes {
		if len(d.TypeParams) > 0 {
			return true
		}
	}
	for _, t := range info.Written {
		if m, ok := t.(*types.Map); ok && len(m.Params) > 0 {
			return true
		}
	}
	return false
}
