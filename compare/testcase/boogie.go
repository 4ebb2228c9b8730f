package testcase

import (
	"fmt"
	"slices"
	"strings"

	"semdiff/boogie"
	"semdiff/internal/lazyregexp"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// harness is the procedure of a test.
const harness = "semdiff.test"

// boogie writes the test as Boogie; false where it has none.
func (t *test) boogie() (string, bool) {
	if t.decl == nil || t.needsFunctions() {
		return "", false
	}
	kept, globals := t.needed()
	var body, head strings.Builder
	var args, outs []string
	place := 0
	for _, b := range t.decl.Ins {
		for _, name := range b.Names {
			v, ok := t.argument(place, name.Name)
			text, ok2 := t.value(v, ok)
			if !ok2 {
				return "", false
			}
			args = append(args, text)
			place++
		}
	}
	for _, g := range globals {
		if v, ok := t.inputs[g]; ok {
			text, ok := t.value(v, true)
			if !ok {
				return "", false
			}
			fmt.Fprintf(&body, "  %s := %s;\n", g, text)
		}
	}
	for _, b := range t.decl.Outs {
		for _, name := range b.Names {
			fmt.Fprintf(&head, "  var %s: %s;\n", name.Name, boogie.TypeString(b.Type))
			outs = append(outs, name.Name)
		}
	}
	result := ""
	if len(outs) > 0 {
		result = strings.Join(outs, ", ") + " := "
	}
	fmt.Fprintf(&body, "  call %s%s(%s);\n", result, t.proc, strings.Join(args, ", "))
	if t.behaves.End != ir.Normal {
		fmt.Fprintf(&body, "  // not reached: %s\n", t.ends())
	}
	for _, c := range t.diff.Cells {
		value := c.OldValue
		if t.version == 1 {
			value = c.NewValue
		}
		index, text := "", ""
		ok := t.behaves.End == ir.Normal
		for _, i := range c.At {
			at, known := t.value(i, true)
			index, ok = index+"["+at+"]", ok && known
		}
		if text, ok = t.value(value, ok); ok {
			fmt.Fprintf(&body, "  assert %s%s == %s;\n", t.pair.Outputs[c.Output].Name(), index, text)
		}
	}
	for _, i := range t.differing() {
		if text, ok := t.value(t.behaves.Values[i], true); ok && t.pair.Outputs[i].Sort().Kind != smtlib.ArrayKind {
			fmt.Fprintf(&body, "  assert %s == %s;\n", t.pair.Outputs[i].Name(), text)
		}
	}
	modifies := ""
	if len(globals) > 0 {
		modifies = "modifies " + strings.Join(globals, ", ") + ";\n"
	}
	var out strings.Builder
	fmt.Fprintf(&out, "// %s\n// semdiff run FILE --proc %s\nprocedure %s()\n%s{\n%s%s}\n\n", t.title(), harness, harness, modifies, head.String(), body.String())
	if err := boogie.Print(&out, &boogie.Program{File: "test", Decls: kept}); err != nil {
		return "", false
	}
	return out.String(), true
}

// value writes a value as an expression.
func (t *test) value(v interp.Value, ok bool) (string, bool) {
	if !ok || v.Sort() == nil {
		return "", false
	}
	term, ok := v.Term(t.ctx)
	if !ok {
		return "", false
	}
	return t.literal(term)
}

func (t *test) literal(term *smtlib.Term) (string, bool) {
	switch term.Op() {
	case smtlib.OpStore:
		m, ok := t.literal(term.Args()[0])
		i, ok2 := t.literal(term.Args()[1])
		x, ok3 := t.literal(term.Args()[2])
		return m + "[" + i + " := " + x + "]", ok && ok2 && ok3
	case smtlib.OpConstArray:
		x, ok := t.literal(term.Args()[0])
		return "(lambda semdiff.i: " + smtlib.BoogieType(term.Sort().Index) + " :: " + x + ")", ok
	case smtlib.OpApp: // an element of a type that nothing defines
		return "", false
	}
	return smtlib.Infix(term), term.IsLiteral()
}

// word are names in Boogie.
var word = lazyregexp.New(`[A-Za-z_.$#'~^\\?` + "`" + `][A-Za-z0-9_.$#'~^\\?` + "`" + `]*`)

// entry is a declaration of a program.
type entry struct {
	decl               boogie.Decl
	declares, mentions []string
	calls              []string // procedures
	procedure          bool
}

// entriesOf are the declarations of a program.
func entriesOf(p *boogie.Program) (entries []*entry) {
	for _, d := range p.Decls {
		var text strings.Builder
		if err := boogie.Print(&text, &boogie.Program{Decls: []boogie.Decl{d}}); err != nil {
			continue
		}
		e := &entry{decl: d, declares: declared(d), mentions: word.FindAllString(text.String(), -1)}
		switch d := d.(type) {
		case *boogie.ProcDecl:
			e.procedure, e.calls = true, called(d.Body)
		case *boogie.ImplDecl:
			e.procedure, e.calls = true, called(d.Body)
		}
		entries = append(entries, e)
	}
	return entries
}

func called(body *boogie.Body) (procs []string) {
	if body == nil {
		return nil
	}
	for _, s := range body.Stmts {
		boogie.Inspect(s, func(n boogie.Node) bool {
			if c, ok := n.(*boogie.CallStmt); ok {
				procs = append(procs, c.Proc)
			}
			return true
		})
	}
	return procs
}

// needed are the declarations that a run of the procedure may need, in source order, and
// the globals among them: what it mentions, with the axioms that may limit that.
func (t *test) needed() (kept []boogie.Decl, globals []string) {
	entries := entriesOf(t.versions.Programs[t.version])
	procs, others := map[string][]*entry{}, map[string][]*entry{}
	defined := map[string]bool{}
	for _, e := range entries {
		if f, ok := e.decl.(*boogie.FuncDecl); ok {
			defined[f.Name] = f.Body != nil
		}
		for _, name := range e.declares {
			if e.procedure {
				procs[name] = append(procs[name], e)
			} else {
				others[name] = append(others[name], e)
			}
		}
	}
	for _, e := range entries {
		if _, ok := e.decl.(*boogie.AxiomDecl); !ok {
			continue
		}
		for _, name := range e.mentions {
			if len(others[name]) > 0 && !defined[name] {
				others[name] = append(others[name], e)
			}
		}
	}
	keep := map[*entry]bool{}
	var add func(list []*entry)
	add = func(list []*entry) {
		for _, e := range list {
			if keep[e] {
				continue
			}
			keep[e] = true
			for _, name := range e.mentions {
				add(others[name])
			}
			for _, name := range e.calls {
				add(procs[name])
			}
		}
	}
	add(procs[t.proc])
	for name := range t.inputs {
		add(others[name])
	}
	for _, e := range entries {
		if !keep[e] {
			continue
		}
		kept = append(kept, e.decl)
		if _, ok := e.decl.(*boogie.VarDecl); ok {
			globals = append(globals, e.declares...)
		}
	}
	slices.Sort(globals)
	return kept, globals
}

// declared are the names that a declaration declares.
func declared(d boogie.Decl) (names []string) {
	add := func(list []*boogie.Name) {
		for _, n := range list {
			names = append(names, n.Name)
		}
	}
	switch d := d.(type) {
	case *boogie.TypeDecl:
		for _, def := range d.Defs {
			names = append(names, def.Name)
		}
	case *boogie.DatatypeDecl:
		names = append(names, d.Name)
		for _, c := range d.Ctors {
			names = append(names, c.Name)
		}
	case *boogie.ConstDecl:
		add(d.Names)
	case *boogie.FuncDecl:
		names = append(names, d.Name)
	case *boogie.VarDecl:
		for _, b := range d.Vars {
			add(b.Names)
		}
	case *boogie.ProcDecl:
		names = append(names, d.Name)
	case *boogie.ImplDecl:
		names = append(names, d.Name)
	}
	return names
}
