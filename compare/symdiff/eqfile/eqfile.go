// Package eqfile writes the procedure Eq of a pair (SYMDIFF, CAV 2012, Figure 2) as
// a Boogie file, runs Boogie 2.4.1 on it and reads its answer. Start from Write.
//
//	eqfile.go     File, Task, Write: declarations and axioms
//	procedure.go  the procedure: both bodies, and the assertions
//	run.go        Boogie's answer
//
// Types and expressions are written by package boogiefile.
// Calls are applications of the functions of package vc, as in the condition that
// the engine asks a solver about: it is the same condition by another encoding, with
// control flow left to Boogie.
package eqfile

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/compare/boogiefile"
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
	*boogiefile.Writer
	body strings.Builder
}

// Write writes the procedure Eq of a pair. The error names what Boogie 2.4.1 has
// no words for.
func Write(t Task) (*File, error) {
	if t.Stems[0] == t.Stems[1] {
		t.Stems = [2]string{"v1", "v2"}
	}
	w := &writer{Task: t, Writer: boogiefile.New(t.Programs[0].Ctx)}
	w.FuncName = w.function
	f := &File{Name: t.eqName(), Asserts: map[int]Assertion{}}
	asserts := w.procedure(f.Name)
	axioms := w.axioms()
	declarations := w.Declarations()
	if err := w.Err(); err != nil {
		return nil, err
	}
	var out strings.Builder
	fmt.Fprintf(&out, "// %s of %s and %s: do both versions agree where both end?\n", f.Name, t.Procs[0].Name, t.Procs[1].Name)
	out.WriteString(declarations)
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
	return f, nil
}

func (t *Task) eqName() string {
	old, new := boogiefile.Identifier(t.Procs[0].Name), boogiefile.Identifier(t.Procs[1].Name)
	if old == new {
		return "EQ_" + old
	}
	return fmt.Sprintf("EQ_%s.%s__xx__%s.%s", t.Stems[0], old, t.Stems[1], new)
}

// function is what a function is called: the effects of calls by their version's stem.
func (w *writer) function(f *smtlib.Func) string {
	name := f.Name
	symbol, _ := w.Symbols.Of(f)
	for i, stem := range w.Stems {
		if rest, ok := strings.CutPrefix(name, fmt.Sprintf("v%d.", i+1)); ok && symbol.Procs[i] != "" {
			name = stem + "." + rest
		}
	}
	return name
}

// axioms are those that speak of functions in the file or of the elements of its
// types, directly or by way of others, and that unique constants differ.
func (w *writer) axioms() string {
	var out strings.Builder
	done := map[*smtlib.Term]bool{}
	for n := -1; n != w.Declared() && w.Err() == nil; {
		n = w.Declared()
		for version := range 2 {
			for _, ax := range w.Programs[version].Axioms {
				if !done[ax.Term] && (w.speaksOf(ax.Term) || w.speaksOfTypes(ax.Term)) {
					done[ax.Term] = true
					fmt.Fprintf(&out, "axiom %s;\n", w.Term(ax.Term, nil))
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
		if x.Op() == smtlib.OpApp && w.Named(x.Func()) != "" {
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
			found = found || slices.ContainsFunc(smtlib.DeclaredSorts(b.Sort()), func(s *smtlib.Sort) bool { return w.Named(s) != "" })
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
				fmt.Fprintf(&out, "axiom %s;\n", w.Term(d, nil))
			}
		}
	}
	return out.String()
}

// versionVar is a variable of one version's body.
type versionVar struct {
	version int
	v       *smtlib.Term
}
