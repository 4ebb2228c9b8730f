// Package mutual reads and writes files of mutual summaries (Hawblitzel, Kawaguchi,
// Lahiri, Rebêlo, CADE 2013) in SymDiff's format. Start from File.
//
//	file.go   File: reading, and lowering with the programs
//	bind.go   what the parameters of summaries stand for
//	write.go  a file to start from
//	relations.go  relations as such a file
//
// Read parses a file; Declare adds its functions to the old version, so that they
// are resolved and lowered with it, and Take takes them out of the lowered program;
// Bind then gives relations, which count for nothing until package relation has
// proven them.
package mutual

import (
	"slices"
	"strings"

	"semdiff/boogie"
	"semdiff/boogie/match"
	"semdiff/boogie/types"
	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate"
	"semdiff/translate/ir"
)

// FileName is what a file of mutual summaries is called by default.
const FileName = "ms_symdiff_file.bpl"

// The names of mutual summaries and of their preconditions start with these.
const (
	summaryPrefix      = "MS$"
	preconditionPrefix = "MS_pre_$"
)

// File is a Boogie file of mutual summaries, as SymDiff has them: for
// procedures f and g of the two versions functions of their inputs, old globals,
// changed globals and results:
//
//	function {:inline true} MS$v1.f$v2.g(v1.x: int, v1.h_old: int, v1.h_: int, v1.r: int,
//	    v2.x: int, v2.h_old: int, v2.h_: int, v2.r: int) returns (ret: bool) { v1.r <= v2.r }
//	function {:inline true} MS_pre_$v1.f$v2.g(v1.x: int, v1.h_old: int, v2.x: int, v2.h_old: int)
//	    returns (ret: bool) { v1.x <= v2.x }
//
// A file may hold further functions for them; one without a body may be any
// function. Inputs and results of loops are called in_x and out_x; OK_old and OK_,
// where no global is called OK, are true.
type File struct {
	name      string
	stems     [2]string
	summaries []*written
	others    []*boogie.FuncDecl
	globals   [2]map[string]bool // under the names of the old version
	applied   *match.Applied
	// changed are the functions whose declarations differ between the versions.
	changed map[string]bool
}

// written is one function of the file that is a summary or precondition.
type written struct {
	decl   *boogie.FuncDecl
	splits [][2]string // the procedures that its name may speak of
	pre    bool
	uses   []string // functions that are not the file's
	vars   []*smtlib.Term
	body   *smtlib.Term
}

// Read reads a file of mutual summaries; stems are what it calls the
// versions, beside v1 and v2. The error is a source.List.
func Read(name string, src []byte, stems [2]string) (*File, error) {
	prog, err := boogie.Parse(name, src)
	if err != nil {
		return nil, err
	}
	f := &File{name: name, stems: stems, changed: map[string]bool{}}
	var problems source.List
	for _, d := range prog.Decls {
		fn, ok := d.(*boogie.FuncDecl)
		if !ok {
			problems.Addf(d.Position(), "only functions can stand among mutual summaries")
			continue
		}
		if len(fn.TypeParams) > 0 {
			problems.Addf(d.Position(), "%s is polymorphic: it cannot stand among mutual summaries", fn.Name)
		}
		w := &written{decl: fn}
		rest, ok := strings.CutPrefix(fn.Name, summaryPrefix)
		if !ok {
			rest, w.pre = strings.CutPrefix(fn.Name, preconditionPrefix)
		}
		if !ok && !w.pre {
			f.others = append(f.others, fn)
			continue
		}
		if fn.Body == nil {
			problems.Addf(fn.Position(), "%s has no body", fn.Name)
			continue
		}
		w.splits = f.split(rest)
		if len(w.splits) == 0 {
			problems.Addf(fn.Position(), "%s is not of the form %s%s.PROCEDURE$%s.PROCEDURE", fn.Name, summaryPrefix, stems[0], stems[1])
		}
		if result, ok := fn.Result.Type.(*boogie.NamedType); !ok || result.Name != "bool" {
			problems.Addf(fn.Position(), "%s is no relation: its result is no bool", fn.Name)
		}
		f.summaries = append(f.summaries, w)
	}
	f.refuseRecursion(&problems)
	problems.Sort()
	return f, problems.Err()
}

// refuseRecursion reports functions that reach themselves: the axioms that would
// say what they mean could contradict each other.
func (f *File) refuseRecursion(problems *source.List) {
	decls := slices.Clone(f.others)
	for _, w := range f.summaries {
		decls = append(decls, w.decl)
	}
	var order []string
	calls := map[string][]string{}
	for _, fn := range decls {
		order = append(order, fn.Name)
	}
	for _, fn := range decls {
		boogie.Inspect(fn.Body, func(n boogie.Node) bool {
			if call, ok := n.(*boogie.CallExpr); ok {
				for _, name := range []string{call.Func, f.unprefixed(call.Func)} {
					if slices.Contains(order, name) && !slices.Contains(calls[fn.Name], name) {
						calls[fn.Name] = append(calls[fn.Name], name)
					}
				}
			}
			return true
		})
	}
	g := ir.GraphOf(order, calls)
	for _, fn := range decls {
		if g.Recursive(fn.Name) {
			problems.Addf(fn.Position(), "%s calls itself: it cannot stand among mutual summaries", fn.Name)
		}
	}
}

func (f *File) unprefixed(name string) string {
	_, rest := f.cut(name)
	return rest
}

// prefixes are what may stand before a name of a version.
func (f *File) prefixes(version int) []string {
	list := []string{f.stems[version] + ".", "_" + f.stems[version] + "."}
	for _, std := range []string{[...]string{"v1.", "v2."}[version], [...]string{"_v1.", "_v2."}[version]} {
		other := strings.TrimLeft(std, "_")
		if other != f.stems[1-version]+"." {
			list = append(list, std)
		}
	}
	return list
}

// cut takes the version off a name; version is -1 where it has none.
func (f *File) cut(name string) (version int, rest string) {
	version, longest := -1, ""
	for i := range 2 {
		for _, prefix := range f.prefixes(i) {
			if strings.HasPrefix(name, prefix) && len(prefix) > len(longest) {
				version, longest = i, prefix
			}
		}
	}
	return version, name[len(longest):]
}

// split finds the procedures in v1.f$v2.g: names may hold dollars and dots.
func (f *File) split(name string) (list [][2]string) {
	version, rest := f.cut(name)
	if version != 0 {
		return nil
	}
	for i := range rest {
		if rest[i] != '$' {
			continue
		}
		if version, second := f.cut(rest[i+1:]); version == 1 {
			list = append(list, [2]string{rest[:i], second})
		}
	}
	return list
}

// Declare adds the functions of the file to the old version, each summary with a
// procedure that computes it, so that they are lowered with it; Take takes the
// procedures out again. The new version is the one under the names of the old one.
// The error is a source.List.
func (f *File) Declare(old translate.Source, applied *match.Applied) (translate.Source, error) {
	f.applied = applied
	for i, info := range []*types.Info{old.Info, applied.Info} {
		f.globals[i] = map[string]bool{}
		for _, g := range info.Globals {
			f.globals[i][g.Name] = true
		}
	}
	a := &addition{f: f, old: old, new: translate.Source(applied.Version), added: map[string]bool{}}
	for _, fn := range f.others {
		a.added[fn.Name] = true
	}
	for _, fn := range f.others {
		a.function(fn)
	}
	for _, w := range f.summaries {
		w.uses = a.function(w.decl)
		a.decls = append(a.decls, wrapper(w.decl))
	}
	prog := &boogie.Program{File: old.Prog.File, Decls: slices.Concat(old.Prog.Decls, a.decls)}
	info, problems := types.Check(prog)
	if err := problems.Err(); err != nil {
		return translate.Source{}, err
	}
	return translate.Source{Prog: prog, Info: info}, nil
}

// wrapper is a procedure that returns what a function does.
func wrapper(fn *boogie.FuncDecl) *boogie.ProcDecl {
	at := fn.Pos
	p := &boogie.ProcDecl{Pos: at, Name: fn.Name, TypeParams: fn.TypeParams}
	call := &boogie.CallExpr{Pos: at, Func: fn.Name}
	for _, param := range fn.Params {
		p.Ins = append(p.Ins, &boogie.Binding{Pos: at, Names: []*boogie.Name{{Pos: at, Name: param.Name}}, Type: param.Type})
		call.Args = append(call.Args, &boogie.IdentExpr{Pos: at, Name: param.Name})
	}
	const result = "$holds"
	p.Outs = []*boogie.Binding{{Pos: at, Names: []*boogie.Name{{Pos: at, Name: result}}, Type: fn.Result.Type}}
	p.Body = &boogie.Body{Pos: at, End: at.At, Stmts: []boogie.Stmt{
		&boogie.AssignStmt{Pos: at, Lhs: []boogie.Expr{&boogie.IdentExpr{Pos: at, Name: result}}, Rhs: []boogie.Expr{call}},
	}}
	return p
}

// addition collects what is declared beside the old version.
type addition struct {
	f        *File
	old, new translate.Source
	decls    []boogie.Decl
	added    map[string]bool
}

// function declares a function of the file, with names as the old version has
// them. It returns the functions of the versions that it uses.
func (a *addition) function(fn *boogie.FuncDecl) (uses []string) {
	bound := map[string]bool{}
	for _, p := range fn.Params {
		bound[p.Name] = true
	}
	boogie.Inspect(fn, func(n boogie.Node) bool {
		switch n := n.(type) {
		case *boogie.QuantExpr:
			for _, b := range n.Bound {
				for _, name := range b.Names {
					bound[name.Name] = true
				}
			}
		case *boogie.LetVar:
			bound[n.Name.Name] = true
		}
		return true
	})
	boogie.Inspect(fn, func(n boogie.Node) bool {
		switch n := n.(type) {
		case *boogie.IdentExpr:
			if !bound[n.Name] {
				n.Name = a.renamed(n.Name, a.f.applied.Variable)
			}
		case *boogie.NamedType:
			n.Name = a.renamed(n.Name, a.f.applied.Type)
		case *boogie.CallExpr:
			n.Func = a.renamed(n.Func, a.f.applied.Function)
			if !a.added[n.Func] {
				uses = append(uses, n.Func)
				a.use(n.Func)
			}
		}
		return true
	})
	a.decls = append(a.decls, fn)
	return uses
}

// renamed is a name of a version as it is in the old one.
func (a *addition) renamed(name string, now func(string) string) string {
	version, rest := a.f.cut(name)
	if version == 1 {
		return now(rest)
	}
	return rest
}

// use finds out whether a function, and what it uses, is the same in both
// versions, and declares it if the new version alone has it.
func (a *addition) use(name string) {
	if _, known := a.f.changed[name]; known {
		return
	}
	a.f.changed[name] = false
	old, new := a.old.Info.Funcs[name], a.new.Info.Funcs[name]
	if new != nil && old == nil && new.Ctor == nil && new.Selects == nil && new.Tests == nil {
		a.added[name] = true
		a.decls = append(a.decls, new.Decl)
	}
	if old != nil && new != nil && !boogie.Equal(old.Decl, new.Decl) {
		a.f.changed[name] = true
	}
	for _, fn := range []*types.Func{old, new} {
		if fn == nil || fn.Decl.Body == nil {
			continue
		}
		boogie.Inspect(fn.Decl.Body, func(n boogie.Node) bool {
			if call, ok := n.(*boogie.CallExpr); ok {
				a.use(call.Func)
				a.f.changed[name] = a.f.changed[name] || a.f.changed[call.Func]
			}
			return true
		})
	}
}

// Take takes the procedures that Declare added out of the lowered old version.
// The error names what has no meaning.
func (f *File) Take(old *ir.Program) error {
	names := map[string]bool{}
	for _, w := range f.summaries {
		if err := old.Load(w.decl.Name); err != nil {
			return err
		}
		names[w.decl.Name] = true
		proc := old.Procs[w.decl.Name]
		w.vars = proc.Inputs
		for _, b := range proc.Blocks {
			for _, in := range b.Instrs {
				if set, ok := in.(*ir.Assign); ok && slices.Contains(set.Vars, proc.Outputs[0]) {
					w.body = set.Exprs[slices.Index(set.Vars, proc.Outputs[0])]
				}
			}
		}
		delete(old.Procs, w.decl.Name)
	}
	old.Order = slices.DeleteFunc(old.Order, func(name string) bool { return names[name] })
	old.Declared = slices.DeleteFunc(old.Declared, func(d ir.Declared) bool { return names[d.Name] })
	return nil
}
