package boogiefile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Programs writes two versions, in which functions, types and procedures of one name are
// the same: they have one name in both files. The error says of which version something
// has no meaning, or Boogie no words for it.
func Programs(versions [2]*ir.Program) (texts [2]string, err error) {
	shared := fileNames()
	var writers [2]*programWriter
	for i, p := range versions {
		w := &programWriter{Writer: newWriter(p.Ctx, shared), prog: p, versions: versions}
		w.Lambda = p.Lambda
		writers[i] = w
		if err := w.collect(); err != nil {
			return texts, fmt.Errorf("%s: %w", p.File, err)
		}
	}
	for i, w := range writers {
		if texts[i], err = w.file(); err != nil {
			return texts, fmt.Errorf("%s: %w", w.prog.File, err)
		}
	}
	return texts, nil
}

// programWriter writes a version.
type programWriter struct {
	*Writer
	prog     *ir.Program
	versions [2]*ir.Program
	procs    []*ir.Proc
	out      strings.Builder
}

// procName has the name of a procedure or loop.
type procName string

// collect finds the procedures, and names all that is declared before any variable
// gets a name.
func (w *programWriter) collect() error {
	if w.prog.OverTypes || len(w.prog.Partial) > 0 {
		return errors.New("axioms over types: a file would have them at some types only")
	}
	for _, name := range w.prog.Order {
		if err := w.prog.Load(name); err != nil {
			return fmt.Errorf("procedure %s: %w", name, err)
		}
		p := w.prog.Procs[name]
		w.procs = append(append(w.procs, p), p.Loops...)
	}
	seen := map[*smtlib.Func]bool{}
	for _, p := range w.procs {
		w.global.name(procName(p.Name), p.Name)
		ir.Terms(p, func(t *smtlib.Term) { w.collectNode(t, seen) })
		for _, v := range Variables(p) {
			w.Sort(v.Sort())
		}
	}
	for _, group := range w.prog.Unique {
		for _, t := range group {
			w.collectNode(t, seen)
			w.unique[t.Func()] = true
		}
	}
	for _, a := range w.prog.Axioms {
		w.collectAll(a.Term, seen)
	}
	return w.err
}

func (w *programWriter) collectAll(t *smtlib.Term, seen map[*smtlib.Func]bool) {
	smtlib.Visit(t, func(x *smtlib.Term) { w.collectNode(x, seen) })
}

func (w *programWriter) collectNode(t *smtlib.Term, seen map[*smtlib.Func]bool) {
	w.Sort(t.Sort())
	for _, v := range t.Bound() {
		w.Sort(v.Sort())
	}
	if t.Op() != smtlib.OpApp || seen[t.Func()] {
		return
	}
	f := t.Func()
	seen[f] = true
	if l, ok := w.Lambda(f); ok {
		w.collectAll(l.Body, seen)
		return
	}
	w.function(f)
	for _, s := range slices.Concat(f.Params, []*smtlib.Sort{f.Result}) {
		w.Sort(s)
	}
}

// file is the text of the version.
func (w *programWriter) file() (string, error) {
	var axioms strings.Builder
	for _, a := range w.prog.Axioms {
		fmt.Fprintf(&axioms, "axiom %s;\n", w.Term(a.Term, nil))
	}
	for _, p := range w.procs {
		w.procedure(p)
		if w.err != nil {
			return "", fmt.Errorf("procedure %s: %w", p.Name, w.err)
		}
	}
	declarations := w.Declarations()
	return declarations + axioms.String() + w.out.String(), w.err
}

// Variables are those that a body reads or sets, inputs and outputs first.
func Variables(p *ir.Proc) []*smtlib.Term {
	var list []*smtlib.Term
	seen := map[*smtlib.Term]bool{}
	add := func(vars []*smtlib.Term) {
		for _, v := range vars {
			if v != nil && !seen[v] {
				seen[v] = true
				list = append(list, v)
			}
		}
	}
	add(p.Inputs)
	add(p.Outputs)
	for _, b := range p.Blocks {
		for _, in := range b.Instrs {
			add(ir.Defs(in))
		}
	}
	return list
}
