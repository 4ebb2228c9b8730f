package boogiefile

import (
	"fmt"
	"strings"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Writer writes the expressions of a file and declares what they speak of.
type Writer struct {
	// FuncName is what a function is to be called; nil for its own name.
	FuncName func(*smtlib.Func) string
	// Lambda says which functions stand for lambda expressions, which are written in
	// their place; nil for none.
	Lambda func(*smtlib.Func) (ir.Lambda, bool)
	// Arrows writes x->f and x is C for fields and constructors, which Boogie 3 has in
	// place of functions.
	Arrows bool

	ctx      *smtlib.Context
	global   *names // of what is declared
	local    *names // in this place of the file
	declared map[any]bool
	funcs    []*smtlib.Func
	sorts    []*smtlib.Sort
	unique   map[*smtlib.Func]bool
	types    strings.Builder // declarations of datatypes
	builtin  []string        // declarations of bit-vector functions
	err      error
}

// New makes the writer of a file.
func New(c *smtlib.Context) *Writer { return newWriter(c, fileNames()) }

func newWriter(c *smtlib.Context, n *names) *Writer {
	return &Writer{ctx: c, global: n, local: n, declared: map[any]bool{}, unique: map[*smtlib.Func]bool{}}
}

// Name is the name of x in this place of the file, made from text when it has none.
func (w *Writer) Name(x any, text string) string { return w.local.name(x, text) }

// Named is the name that x has; "" for none.
func (w *Writer) Named(x any) string { return w.local.find(x) }

// Declared is how many functions and types the file speaks of so far.
func (w *Writer) Declared() int { return len(w.funcs) + len(w.sorts) }

// BuiltIn declares the functions of the bit-vector theory that the file speaks of.
func (w *Writer) BuiltIn() []string { return w.builtin }

// Err says what there are no words for; what was written means nothing then.
func (w *Writer) Err() error { return w.err }

// refuse records what cannot be written.
func (w *Writer) refuse(format string, args ...any) string {
	if w.err == nil {
		w.err = fmt.Errorf(format+": Boogie 2.4.1 has no words for it", args...)
	}
	return "?"
}

// declare reports whether x is spoken of for the first time.
func (w *Writer) declare(x any) bool {
	first := !w.declared[x]
	w.declared[x] = true
	return first
}

// Sort is the Boogie type of a sort.
func (w *Writer) Sort(s *smtlib.Sort) string {
	switch s.Kind {
	case smtlib.BoolKind:
		return "bool"
	case smtlib.IntKind:
		return "int"
	case smtlib.RealKind:
		return "real"
	case smtlib.BVKind:
		return fmt.Sprintf("bv%d", s.Width)
	case smtlib.ArrayKind:
		return fmt.Sprintf("[%s]%s", w.Sort(s.Index), w.Sort(s.Elem))
	case smtlib.OpaqueKind:
		if w.declare(s) {
			w.sorts = append(w.sorts, s)
		}
		return w.global.name(s, s.Name)
	case smtlib.DatatypeKind:
		return w.datatype(s)
	}
	return w.refuse("type %s", s)
}

// datatype declares a datatype as Boogie 2.4.1 has them: constructors are
// functions; f#C(x) is the field f of C(...), is#C(x) tells whether C made x.
func (w *Writer) datatype(s *smtlib.Sort) string {
	name := w.global.name(s, s.Name)
	if !w.declare(s) {
		return name
	}
	var text strings.Builder
	fmt.Fprintf(&text, "type {:datatype} %s;\n", name)
	for _, k := range s.Ctors {
		ctor := w.global.name(k, k.Name)
		w.global.name([2]any{k, "is"}, "is#"+ctor)
		var fields []string
		for i, f := range k.Fields {
			fields = append(fields, w.field(k, i)+": "+w.Sort(f.Sort))
		}
		fmt.Fprintf(&text, "function {:constructor} %s(%s): %s;\n", ctor, strings.Join(fields, ", "), name)
	}
	w.types.WriteString(text.String())
	return name
}

// field is the name of a field, to which the selector adds the constructor.
func (w *Writer) field(k *smtlib.Constructor, i int) string {
	end := "#" + w.global.find(k)
	if s := w.global.find([2]any{k, i}); s != "" {
		return strings.TrimSuffix(s, end)
	}
	base := Identifier(k.Fields[i].Name)
	for w.global.isTaken(base + end) {
		base += "'"
	}
	w.global.set([2]any{k, i}, base+end)
	return base
}

// function is the name of a function, which is then declared.
func (w *Writer) function(f *smtlib.Func) string {
	if w.declare(f) {
		w.funcs = append(w.funcs, f)
	}
	name := f.Name
	if w.FuncName != nil {
		name = w.FuncName(f)
	}
	return w.global.name(f, name)
}

// Declarations declares all that the file speaks of.
func (w *Writer) Declarations() string {
	var functions, out strings.Builder
	for _, f := range w.funcs {
		w.declaration(&functions, f)
	}
	for _, s := range w.sorts {
		fmt.Fprintf(&out, "type %s;\n", w.global.find(s))
	}
	out.WriteString(w.types.String())
	for _, text := range w.builtin {
		out.WriteString(text)
	}
	out.WriteString(functions.String())
	return out.String()
}

func (w *Writer) declaration(out *strings.Builder, f *smtlib.Func) {
	if len(f.Params) == 0 {
		word := "const"
		if w.unique[f] {
			word = "const unique"
		}
		fmt.Fprintf(out, "%s %s: %s;\n", word, w.global.find(f), w.Sort(f.Result))
		return
	}
	params := make([]string, len(f.Params))
	for i, s := range f.Params {
		params[i] = w.Sort(s)
	}
	fmt.Fprintf(out, "function %s(%s) returns (%s);\n", w.global.find(f), strings.Join(params, ", "), w.Sort(f.Result))
}
