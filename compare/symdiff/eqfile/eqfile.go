// Package eqfile writes the procedure Eq of a pair (SYMDIFF, CAV 2012, Figure 2) as
// a Boogie file, runs Boogie 2.4.1 on it and reads its answer. Start from Write.
//
//	eqfile.go     File, Task, Write: declarations and axioms
//	procedure.go  the procedure: both bodies, and the assertions
//	term.go       types and expressions
//	run.go        Boogie's answer
//
// Calls are applications of the functions of package vc, as in the condition that
// the engine asks a solver about: it is the same condition by another encoding, with
// control flow left to Boogie.
package eqfile

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// File is the procedure Eq of a pair as a Boogie file of its own.
type File struct {
	Name string // of the procedure: EQ_f, or EQ_v1.f__xx__v2.g
	Text string
	// Asserts are the lines of the assertions: what each one says.
	Asserts map[int]Assertion
}

// Assertion is one of the assertions at the end of an Eq procedure.
type Assertion struct {
	Kind   AssertionKind
	Output string // of AssertOutput
}

// AssertionKind says what is asserted.
type AssertionKind uint8

// The assertions of an Eq procedure, and the one beside it.
const (
	AssertOutput AssertionKind = iota // if both versions return, an output agrees
	AssertKind                        // if both end, they return, fail or are blocked alike
	AssertEnds                        // both end or neither does
	AssertSame                        // false: the interfaces differ
	AssertFalse                       // must not be proven: the axioms do not contradict each other
)

// Task is what a file is written of.
type Task struct {
	*vc.Pair
	Outputs []vc.Port // that are compared
	// Differences lists those of the interfaces that keep the pair from being equal.
	Differences []string
	Stems       [2]string // name the versions, as SymDiff does by their files
	Programs    [2]*ir.Program
	// Call is the effect of a call as applications of functions, Symbols says what
	// these stand for.
	Call    func(version int, callee *ir.Proc, args []*smtlib.Term) vc.Effect
	Symbols *vc.Symbols
}

// writer writes a Boogie file.
type writer struct {
	Task
	body    strings.Builder
	names   map[any]string // of variables by version, functions, sorts
	taken   map[string]bool
	funcs   []*smtlib.Func
	sorts   []*smtlib.Sort
	types   strings.Builder   // declarations of datatypes
	builtin map[string]string // bit-vector functions: name to declaration
	order   []string          // of builtin
	err     error
}

// Write writes the procedure Eq of a pair. The error names what Boogie 2.4.1 has
// no words for.
func Write(t Task) (*File, error) {
	if t.Stems[0] == t.Stems[1] {
		t.Stems = [2]string{"v1", "v2"}
	}
	w := &writer{Task: t, names: map[any]string{}, taken: map[string]bool{}, builtin: map[string]string{}}
	for _, word := range reserved {
		w.taken[word] = true
	}
	f := &File{Name: t.eqName(), Asserts: map[int]Assertion{}}
	asserts := w.procedure(f.Name)
	axioms := w.axioms()
	var functions strings.Builder
	for _, fn := range w.funcs {
		w.declaration(&functions, fn)
	}
	if w.err != nil {
		return nil, w.err
	}
	var out strings.Builder
	fmt.Fprintf(&out, "// %s of %s and %s: do both versions agree where both end?\n", f.Name, t.Procs[0].Name, t.Procs[1].Name)
	for _, s := range w.sorts {
		fmt.Fprintf(&out, "type %s;\n", w.names[s])
	}
	out.WriteString(w.types.String())
	for _, name := range w.order {
		out.WriteString(w.builtin[name])
	}
	out.WriteString(functions.String())
	out.WriteString(axioms)
	if axioms != "" {
		fmt.Fprintf(&out, "\nprocedure AXIOMS()\n{\n  assert false;\n}\n")
		f.Asserts[strings.Count(out.String(), "\n")-1] = Assertion{Kind: AssertFalse}
	}
	out.WriteByte('\n')
	lines := strings.Count(out.String(), "\n")
	for line, what := range asserts {
		f.Asserts[lines+line] = what
	}
	out.WriteString(w.body.String())
	f.Text = out.String()
	return f, w.err
}

func (t *Task) eqName() string {
	old, new := identifier(t.Procs[0].Name), identifier(t.Procs[1].Name)
	if old == new {
		return "EQ_" + old
	}
	return fmt.Sprintf("EQ_%s.%s__xx__%s.%s", t.Stems[0], old, t.Stems[1], new)
}

// identifier turns a name into one that Boogie reads.
func identifier(name string) string {
	var sb strings.Builder
	for i, c := range name {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', strings.ContainsRune("_.$#'`^~?", c):
			sb.WriteRune(c)
		case c >= '0' && c <= '9' && i > 0:
			sb.WriteRune(c)
		default:
			sb.WriteByte('#')
		}
	}
	return sb.String()
}

// reserved are words that are no names.
var reserved = strings.Fields(`assert assume async axiom bool break bv call cast complete const div else ensures exists
	false finite forall free function goto havoc if implementation int invariant lambda mod modifies old par par
	procedure real requires return returns then true type unique var where while yield AXIOMS`)

// name is the name of x in the file, made from text when it has none.
func (w *writer) name(x any, text string) string {
	if s, ok := w.names[x]; ok {
		return s
	}
	base := identifier(text)
	s := base
	for n := 2; w.taken[s]; n++ {
		s = fmt.Sprintf("%s#%d", base, n)
	}
	w.taken[s] = true
	w.names[x] = s
	return s
}

// function is the name of a function, which is then declared.
func (w *writer) function(f *smtlib.Func) string {
	if _, known := w.names[f]; !known {
		w.funcs = append(w.funcs, f)
	}
	name := f.Name
	symbol, _ := w.Symbols.Of(f)
	for i, stem := range w.Stems {
		if rest, ok := strings.CutPrefix(name, fmt.Sprintf("v%d.", i+1)); ok && symbol.Procs[i] != "" {
			name = stem + "." + rest
		}
	}
	return w.name(f, name)
}

func (w *writer) declaration(out *strings.Builder, f *smtlib.Func) {
	if len(f.Params) == 0 {
		fmt.Fprintf(out, "const %s: %s;\n", w.names[f], w.sort(f.Result))
		return
	}
	params := make([]string, len(f.Params))
	for i, s := range f.Params {
		params[i] = w.sort(s)
	}
	fmt.Fprintf(out, "function %s(%s) returns (%s);\n", w.names[f], strings.Join(params, ", "), w.sort(f.Result))
}

// axioms are those that speak of functions in the file or of the elements of its
// types, directly or by way of others, and that unique constants differ.
func (w *writer) axioms() string {
	var out strings.Builder
	done := map[*smtlib.Term]bool{}
	for n := -1; n != len(w.funcs)+len(w.sorts) && w.err == nil; {
		n = len(w.funcs) + len(w.sorts)
		for version := range 2 {
			for _, ax := range w.Programs[version].Axioms {
				if !done[ax.Term] && (w.speaksOf(ax.Term) || w.speaksOfTypes(ax.Term)) {
					done[ax.Term] = true
					fmt.Fprintf(&out, "axiom %s;\n", w.term(ax.Term))
				}
			}
		}
	}
	for version := range 2 {
		for _, group := range w.Programs[version].Unique {
			out.WriteString(w.distinct(group, done))
		}
	}
	return out.String()
}

func (w *writer) speaksOf(t *smtlib.Term) (found bool) {
	smtlib.Visit(t, func(x *smtlib.Term) {
		if x.Op() == smtlib.OpApp && w.names[x.Func()] != "" {
			found = true
		}
	})
	return found
}

// speaksOfTypes reports whether t says something of all elements of a declared
// type in the file, or of no function at all.
func (w *writer) speaksOfTypes(t *smtlib.Term) (found bool) {
	if !t.HasApps() {
		return true
	}
	smtlib.Visit(t, func(x *smtlib.Term) {
		for _, b := range x.Bound() {
			found = found || slices.ContainsFunc(smtlib.DeclaredSorts(b.Sort()), func(s *smtlib.Sort) bool { return w.names[s] != "" })
		}
	})
	return found
}

func (w *writer) distinct(group []*smtlib.Term, done map[*smtlib.Term]bool) string {
	var out strings.Builder
	var used []*smtlib.Term
	for _, t := range group {
		if w.speaksOf(t) {
			used = append(used, t)
		}
	}
	for i, x := range used {
		for _, y := range used[:i] {
			if d := w.Programs[0].Ctx.Not(w.Programs[0].Ctx.Eq(x, y)); !done[d] {
				done[d] = true
				fmt.Fprintf(&out, "axiom %s;\n", w.term(d))
			}
		}
	}
	return out.String()
}

// refuse records what cannot be written.
func (w *writer) refuse(format string, args ...any) string {
	if w.err == nil {
		w.err = fmt.Errorf(format+": Boogie 2.4.1 has no words for it", args...)
	}
	return "?"
}

// versionVar is a variable of one version's body.
type versionVar struct {
	version int
	v       *smtlib.Term
}

// variables are those that a body reads or sets.
func variables(p *ir.Proc) []*smtlib.Term {
	var list []*smtlib.Term
	seen := map[*smtlib.Term]bool{}
	add := func(v *smtlib.Term) {
		if v != nil && !seen[v] {
			seen[v] = true
			list = append(list, v)
		}
	}
	for _, v := range slices.Concat(p.Inputs, p.Outputs) {
		add(v)
	}
	for _, b := range p.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ir.Assign:
				for _, v := range in.Vars {
					add(v)
				}
			case *ir.Call:
				for _, v := range in.Outs {
					add(v)
				}
			}
		}
	}
	return list
}
