package sourcenames

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"semdiff/internal/lazyregexp"
	"semdiff/smtlib"
)

// Writer writes terms over the variables of a pair of procedures or loops in the
// source's names: variables become ones with these names, and elements of memory
// variables that are called a[i].kind. Different terms stay different.
type Writer struct {
	ctx   *smtlib.Context
	names [2]*Names
	procs [2]*Proc
	vars  map[*smtlib.Term]*smtlib.Term
	taken map[string]*smtlib.Term // what has a name
	cells map[*smtlib.Term]*smtlib.Term
	// relates: the terms relate two runs, as x' of the new version, result x at the end and
	// initial x at the beginning.
	relates bool
	// own: the program is the source, and only terms that Name names are called otherwise.
	own bool
}

// NewWriter writes for the pair of that name in the old and the new version; "" is a
// version that has none.
func NewWriter(c *smtlib.Context, names [2]*Names, old, new string) *Writer {
	w := &Writer{
		ctx: c, names: names, vars: map[*smtlib.Term]*smtlib.Term{}, taken: map[string]*smtlib.Term{},
		cells: map[*smtlib.Term]*smtlib.Term{},
	}
	w.procs = [2]*Proc{names[0].Of(old), names[1].Of(new)}
	return w
}

// NewRelationWriter writes terms that relate runs of both versions: variables of the new
// version are primed, "result x" is what x is at the end, "initial x" at the beginning.
func NewRelationWriter(c *smtlib.Context, names [2]*Names, old, new string) *Writer {
	w := NewWriter(c, names, old, new)
	w.relates = true
	return w
}

// NewOwnWriter writes terms in the program's own names, but for those that Name names.
func NewOwnWriter(c *smtlib.Context, names [2]*Names) *Writer {
	w := NewWriter(c, names, "", "")
	w.own = true
	return w
}

// related takes the name of a variable in a relation apart.
func (w *Writer) related(v string) (before, name, prime string) {
	if !w.relates {
		return "", v, ""
	}
	name = v
	for _, mark := range []string{resultMark, initialMark} {
		if rest, ok := strings.CutPrefix(name, mark); ok {
			before, name = mark, rest
		}
	}
	if rest, ok := strings.CutSuffix(name, "'"); ok {
		name, prime = rest, "'"
	}
	return before, plain(name), prime
}

// plain is the name of a variable without the mark of locals that would hide others.
func plain(v string) string {
	return strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(v, "local("), ")"), "@local")
}

// tapePosition is the variable for the position on the input tape.
const tapePosition = "tape:at"

// What stands before a variable that is meant at the end or at the beginning.
const (
	resultMark  = "result "
	initialMark = "initial "
)

// relatedVar is a variable of a relation under the source's name: of its version first.
func (w *Writer) relatedVar(v *smtlib.Term) *smtlib.Term {
	before, name, prime := w.related(v.Name())
	of := *w
	if prime != "" {
		of.names[0], of.names[1] = w.names[1], w.names[0]
		of.procs[0], of.procs[1] = w.procs[1], w.procs[0]
	}
	text := of.name(name)
	if before == "" || text != strings.TrimSpace(resultMark) {
		text = before + text
	}
	for _, try := range []string{text, before + clean(name)} {
		if text = try + prime; w.taken[text] == nil {
			return w.call(v, text)
		}
	}
	for n := 2; w.taken[text] != nil; n++ {
		text = fmt.Sprintf("%s%s_%d%s", before, clean(name), n, prime)
	}
	return w.call(v, text)
}

// Var is a variable under the source's name.
func (w *Writer) Var(v *smtlib.Term) *smtlib.Term {
	if out := w.vars[v]; out != nil {
		return out
	}
	if w.own && v.Name() != tapePosition {
		return v
	}
	if w.relates {
		return w.relatedVar(v)
	}
	name := strings.TrimSuffix(strings.TrimPrefix(v.Name(), "local("), ")")
	text := w.name(name)
	for _, try := range []string{text, clean(name), clean(name) + "_"} {
		if w.taken[try] == nil {
			text = try
			break
		}
	}
	for w.taken[text] != nil {
		text += "'"
	}
	return w.call(v, text)
}

// call gives a term a name that none has.
func (w *Writer) call(t *smtlib.Term, text string) *smtlib.Term {
	w.taken[text] = t
	w.vars[t] = w.ctx.Var(text, t.Sort())
	return w.vars[t]
}

// name is what the source calls a variable, of either version.
func (w *Writer) name(v string) string {
	for i, p := range w.procs {
		if p != nil && p.Locals[v] != "" {
			return p.Locals[v]
		}
		if g := w.names[i].Globals[v]; g != "" {
			return g
		}
		if base := monotype(v); base != v && w.names[i].Globals[base] != "" {
			return w.names[i].Globals[base] + v[len(base):]
		}
	}
	for _, n := range w.names {
		if r := n.regions[v]; r != nil {
			return n.regionName(v, r)
		}
	}
	if v == tapePosition {
		return "choices made"
	}
	return clean(v)
}

// Named is what the source calls a variable of that name.
func (w *Writer) Named(variable string) string { return w.name(variable) }

// IsPointer reports whether a variable is known to be the address of something.
func (w *Writer) IsPointer(v *smtlib.Term) bool { return w.pointerRank(v, false) > 1 }

// Name gives a term that the source has no variable for a name; where another term has
// it, one like it.
func (w *Writer) Name(t *smtlib.Term, text string) {
	if w.vars[t] != nil {
		return
	}
	for n, base := 2, text; w.taken[text] != nil; n++ {
		text = fmt.Sprintf("%s (%d)", base, n)
	}
	w.cells[w.call(t, text)] = t
}

// Term writes a term; nil stays nil.
func (w *Writer) Term(t *smtlib.Term) *smtlib.Term {
	if t == nil {
		return nil
	}
	bound := map[*smtlib.Term]bool{}
	smtlib.Visit(t, func(x *smtlib.Term) {
		for _, b := range x.Bound() {
			bound[b] = true
		}
	})
	return w.write(t, map[*smtlib.Term]*smtlib.Term{}, bound)
}

// write writes a term; memo has what was written of it, bound its bound variables.
func (w *Writer) write(t *smtlib.Term, memo map[*smtlib.Term]*smtlib.Term, bound map[*smtlib.Term]bool) *smtlib.Term {
	if out := memo[t]; out != nil {
		return out
	}
	out := w.writeNew(t, memo, bound)
	memo[t] = out
	return out
}

func (w *Writer) writeNew(t *smtlib.Term, memo map[*smtlib.Term]*smtlib.Term, bound map[*smtlib.Term]bool) *smtlib.Term {
	if out := w.vars[t]; out != nil {
		return out
	}
	switch t.Op() {
	case smtlib.OpVar:
		if bound[t] || strings.HasPrefix(t.Name(), "?") {
			return t
		}
		return w.Var(t)
	case smtlib.OpSelect, smtlib.OpApp:
		if w.own {
			break
		}
		if out := w.member(t, memo, bound); out != nil {
			return out
		}
		if out := w.cell(t, memo, bound); out != nil {
			return out
		}
	case smtlib.OpForall, smtlib.OpExists:
		sub := map[*smtlib.Term]*smtlib.Term{}
		smtlib.Visit(t, func(x *smtlib.Term) {
			if x.Op() == smtlib.OpVar && !bound[x] && !strings.HasPrefix(x.Name(), "?") {
				sub[x] = w.Var(x)
			}
		})
		return w.ctx.Substitute(t, sub)
	}
	if len(t.Args()) == 0 && t.Op() != smtlib.OpApp {
		return t
	}
	args := make([]*smtlib.Term, len(t.Args()))
	for i, a := range t.Args() {
		args[i] = w.write(a, memo, bound)
	}
	if t.Op() == smtlib.OpApp && !w.own {
		if out := w.result(t, args, bound); out != nil {
			return out
		}
		f := t.Func()
		if name := w.funcName(f.Name); name != f.Name {
			params := make([]*smtlib.Sort, len(args))
			for i, a := range args {
				params[i] = a.Sort()
			}
			f = w.ctx.Func(name, params, f.Result)
		}
		return w.ctx.App(f, args...)
	}
	return w.ctx.Rebuild(t, args)
}

// result writes what a procedure without a body returns as a call: f[globals]:0(x, g) is
// f(x). nil where t is something else.
func (w *Writer) result(t *smtlib.Term, args []*smtlib.Term, bound map[*smtlib.Term]bool) *smtlib.Term {
	name, place, ok := strings.Cut(t.Func().Name, ":")
	if !ok || mentions(t, bound) {
		return nil
	}
	name, _, _ = strings.Cut(name, "[")
	for _, n := range w.names {
		p := n.Procs[name]
		if p == nil || len(p.formals) > len(args) {
			continue
		}
		parts := make([]string, len(p.formals))
		for i := range p.formals {
			parts[i] = smtlib.Infix(args[i])
		}
		text := n.called(name) + "(" + strings.Join(parts, ", ") + ")"
		if k, err := strconv.Atoi(place); err != nil {
			text = clean(place) + " after " + text
		} else if len(p.results) > 1 && k < len(p.results) {
			text = clean(p.results[k]) + " of " + text
		}
		w.Name(t, text) // numbered where it is called twice with the same arguments, in other states
		return w.vars[t]
	}
	return nil
}

// funcName is what people read for a function or a constant of either version.
func (w *Writer) funcName(name string) string {
	for _, n := range w.names {
		if text := cmp.Or(n.Globals[name], n.heap.member[name]); text != "" {
			return text
		}
	}
	return FuncName(name)
}

// FuncName is what people read for a function.
func FuncName(name string) string {
	if strings.Contains(name, "$") {
		return clean(name)
	}
	return name
}

// Cell is the element of memory that a variable of the source's names stands for, in
// the program's; nil for other variables.
func (w *Writer) Cell(written *smtlib.Term) *smtlib.Term { return w.cells[written] }

// Text writes a text in which variables have the names of one version; those of the
// other version are primed, or each is called old.x and new.x.
func (w *Writer) Text(s string) string {
	return identifier.ReplaceAllStringFunc(s, func(word string) string {
		name, primed := strings.CutSuffix(word, "'")
		text := w.variable(name, primed)
		for v, mark := range []string{"old.", "new."} {
			if rest, ok := strings.CutPrefix(name, mark); ok && text == "" {
				if text = w.variable(rest, v == 1); text == "" && strings.Contains(rest, "$") {
					text = clean(rest)
				}
				if text != "" {
					text = mark + text
				}
			}
		}
		if text == "" {
			word := strings.TrimRight(name, ".")
			text = w.procName(word) + name[len(word):]
		}
		if primed {
			text += "'"
		}
		return text
	})
}

// variable is what people read for a variable of either version, preferably the one that
// is meant; "" where that is not known.
func (w *Writer) variable(name string, ofNew bool) (text string) {
	for i, p := range w.procs {
		if ofNew != (i == 1) && text != "" {
			continue
		}
		if p != nil && p.Locals[name] != "" {
			text = p.Locals[name]
		} else if g := w.names[i].Globals[name]; g != "" {
			text = g
		} else if r := w.names[i].regions[name]; r != nil {
			text = w.names[i].regionName(name, r)
		}
	}
	return text
}

// procName is what people read for a procedure or function of either version.
func (w *Writer) procName(name string) string {
	for _, n := range w.names {
		if p := n.Procs[name]; p != nil && p.Name != "" {
			return p.Name
		}
		if proc, at, ok := n.Loop(name); ok {
			return fmt.Sprintf("%s (loop at line %d)", n.ProcName(proc), at.Line)
		}
	}
	return FuncName(name)
}

// called is what a call of a procedure is written as.
func (n *Names) called(name string) string {
	if p := n.Procs[name]; p != nil && p.Callee != "" {
		return p.Callee
	}
	return name
}

// identifier are names in Boogie's syntax, primed or not.
var identifier = lazyregexp.New(`[$A-Za-z_][A-Za-z0-9_.$#~^]*'?`)

// Plain writes a text about a program in the names of its globals.
func Plain(names [2]*Names, s string) string {
	w := &Writer{names: names}
	return w.Text(s)
}
