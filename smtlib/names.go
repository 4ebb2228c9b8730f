package smtlib

import (
	"fmt"
	"slices"
	"strings"

	"regexp"
)

// Names gives every sort, function and variable a symbol of its own. SMT-LIB
// has one name space for functions and variables and no overloading, programs
// have neither restriction. The first to ask for a name gets it, others get
// "!1", "!2" and so on behind it.
type Names struct {
	suffix string
	taken  map[string]bool
	sorts  map[*Sort]string
	vars   map[*Term]string
	funcs  map[*Func]string
	ctors  map[*Constructor]string
	fields map[Selector]string
	scope  *Scope
}

// NewNames returns an empty table for text that people read.
func NewNames() *Names { return NewSuffixedNames("") }

// NewSuffixedNames returns an empty table for talking to solvers. Its symbols
// all end in suffix, so that none can be one that the solver itself defines or
// invents, and need no bars, which solvers do not always print back.
func NewSuffixedNames(suffix string) *Names {
	return &Names{
		suffix: suffix,
		taken:  map[string]bool{},
		sorts:  map[*Sort]string{},
		vars:   map[*Term]string{},
		funcs:  map[*Func]string{},
		ctors:  map[*Constructor]string{},
		fields: map[Selector]string{},
		scope:  NewScope(),
	}
}

// Scope is the way back from the symbols given so far to what they stand for.
// It grows with n and must not be changed.
func (n *Names) Scope() *Scope { return n.scope }

// Var is the symbol of a variable.
func (n *Names) Var(t *Term) string { return symbolOf(n, n.vars, n.scope.Vars, t, t.name) }

// Name is the symbol of a variable without the bars that it may need.
func (n *Names) Name(t *Term) string { return strings.Trim(n.Var(t), "|") }

// Func is the symbol of a function.
func (n *Names) Func(f *Func) string { return symbolOf(n, n.funcs, n.scope.Funcs, f, f.Name) }

// symbolOf is the symbol of what is called name, a new one the first time; back
// leads from names to what they stand for.
func symbolOf[T comparable](n *Names, symbols map[T]string, back map[string]T, x T, name string) string {
	s, ok := symbols[x]
	if !ok {
		name = n.unique(name, "")
		back[name] = x
		s = QuoteSymbol(name)
		symbols[x] = s
	}
	return s
}

// Sort is the text of a sort.
func (n *Names) Sort(s *Sort) string {
	text, ok := n.sorts[s]
	if ok {
		return text
	}
	switch s.Kind {
	case ArrayKind:
		text = "(Array " + n.Sort(s.Index) + " " + n.Sort(s.Elem) + ")"
	case OpaqueKind, DatatypeKind:
		name := n.unique(s.Name, "sort ")
		n.scope.Sorts[name] = s
		text = QuoteSymbol(name)
	default:
		text = s.text
	}
	n.sorts[s] = text
	return text
}

// Ctor is the symbol of a constructor.
func (n *Names) Ctor(k *Constructor) string {
	s, ok := n.ctors[k]
	if !ok {
		// cvc5 does not find a constructor between bars in a tester.
		name := n.unique(strings.Map(plain, k.Name), "")
		n.scope.Ctors[name] = k
		s = QuoteSymbol(name)
		n.ctors[k] = s
	}
	return s
}

// Field is the symbol that selects field i of constructor k.
func (n *Names) Field(k *Constructor, i int) string {
	sel := Selector{k, i}
	s, ok := n.fields[sel]
	if !ok {
		name := n.unique(k.Fields[i].Name, "")
		n.scope.Fields[name] = sel
		s = QuoteSymbol(name)
		n.fields[sel] = s
	}
	return s
}

// ours are the variables of quantifiers.
var ours = regexp.MustCompile(`^\?[0-9]+/[0-9]+$`)

func (n *Names) unique(name, space string) string {
	base := strings.Map(quotable, name)
	if n.suffix != "" {
		base = strings.Map(plain, name)
	}
	if base == "" || strings.Contains(".@-+", base[:1]) || n.suffix != "" && base[0] >= '0' && base[0] <= '9' {
		base = "_" + base // "-1" is a number to z3, "@" and "." belong to the solvers
	}
	if dotted.MatchString(base) {
		base = "_" + base
	}
	free := func(s string) bool { return !n.taken[space+s] && !reserved[s] && !theory[s] && !ours.MatchString(s) }
	s := base + n.suffix
	for i := 1; !free(s); i++ {
		s = fmt.Sprintf("%s!%d%s", base, i, n.suffix)
	}
	n.taken[space+s] = true
	return s
}

// quotable replaces what is not allowed in a symbol between bars.
func quotable(r rune) rune {
	if r < ' ' || r == '|' || r == '\\' {
		return '_'
	}
	return r
}

// plain replaces what is not allowed in a symbol without bars.
func plain(r rune) rune {
	if r < 128 && simpleSymbol("x"+string(r)) {
		return r
	}
	return '_'
}

// theory are symbols, beyond the reserved ones, that z3 or cvc5 define in the
// logic ALL, and the commands. To put bars around them does not help: |abs| is
// abs.
var theory = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`Float128 Float16 Float32 Float64 FloatingPoint RNA RNE RTN RTP RTZ RegEx RegLan Relation RoundingMode Seq Set
		String Tuple Unicode ^ arccos arccot arccsc arcsec arcsin arctan bag block-model bv bvcomp bvnego bvredand
		bvredor bvsaddo bvsdivo bvsmulo bvssubo bvuaddo bvumulo bvusubo char check-sat-assuming cos cot csc
		declare-codatatype declare-datatype declare-datatypes declare-heap declare-pool define-const define-fun-rec
		define-funs-rec echo eqrange exit exp fp get-assertions get-assignment get-info get-model get-option get-proof
		get-unsat-assumptions get-unsat-core get-value int_to_bv is lambda nat2bv pto reset reset-assertions root-obj
		roundNearestTiesToAway roundNearestTiesToEven roundTowardNegative roundTowardPositive roundTowardZero
		sbv_to_int sec sep set-info set-logic set-option sin sqrt tan tuple ubv_to_int update wand`) {
		m[w] = true
	}
	return m
}()

// dotted are whole families of solver symbols.
var dotted = regexp.MustCompile(`^(str|seq|re|set|bag|rel|fp|tuple|table|char|int|real|sep)\.`)

// Decls are the symbols that a set of terms needs declared, each list sorted
// by name, but for the datatypes: a group of those defined by each other comes
// after those that it builds on.
type Decls struct {
	Sorts     []*Sort
	Datatypes [][]*Sort
	Funcs     []*Func
	Vars      []*Term
}

// Collect finds the opaque sorts, datatypes, functions and free variables of ts.
func Collect(ts ...*Term) Decls {
	cl := collector{sorts: map[*Sort]bool{}, funcs: map[*Func]bool{}}
	bound := map[*Term]bool{}
	VisitAll(ts, func(t *Term) {
		for _, b := range t.bound {
			bound[b] = true
			cl.sort(b.sort)
		}
	})
	VisitAll(ts, func(t *Term) {
		cl.sort(t.sort)
		switch {
		case t.op == OpVar && !bound[t]:
			cl.Vars = append(cl.Vars, t)
		case t.op == OpApp:
			cl.function(t.fn)
		}
	})
	slices.SortFunc(cl.data, func(a, b *Sort) int { return strings.Compare(a.text, b.text) })
	cl.Datatypes = DatatypeGroups(cl.data...)
	slices.SortFunc(cl.Sorts, func(a, b *Sort) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(cl.Funcs, func(a, b *Func) int { return strings.Compare(a.Name+signature(a), b.Name+signature(b)) })
	slices.SortFunc(cl.Vars, func(a, b *Term) int { return strings.Compare(a.name+" "+a.sort.text, b.name+" "+b.sort.text) })
	return cl.Decls
}

type collector struct {
	Decls
	data  []*Sort // datatypes
	sorts map[*Sort]bool
	funcs map[*Func]bool
}

func (cl *collector) sort(s *Sort) {
	switch {
	case s == nil || cl.sorts[s]:
		return
	case s.Kind == ArrayKind:
		cl.sort(s.Index)
		cl.sort(s.Elem)
	case s.Kind == OpaqueKind:
		cl.Sorts = append(cl.Sorts, s)
	case s.Kind == DatatypeKind:
		cl.sorts[s] = true
		cl.data = append(cl.data, s)
		for _, k := range s.Ctors {
			for _, f := range k.Fields {
				cl.sort(f.Sort)
			}
		}
	}
	cl.sorts[s] = true
}

func (cl *collector) function(f *Func) {
	if cl.funcs[f] {
		return
	}
	cl.funcs[f] = true
	cl.Funcs = append(cl.Funcs, f)
	for _, p := range f.Params {
		cl.sort(p)
	}
	cl.sort(f.Result)
}

func signature(f *Func) string {
	var sb strings.Builder
	for _, p := range f.Params {
		sb.WriteString(" " + p.text)
	}
	return sb.String() + " " + f.Result.text
}

// DeclareSort is the command that declares an opaque sort.
func (n *Names) DeclareSort(s *Sort) string { return "(declare-sort " + n.Sort(s) + " 0)" }

// DeclareDatatypes is the command that declares datatypes defined by each
// other.
func (n *Names) DeclareDatatypes(group []*Sort) string {
	heads, bodies := make([]string, len(group)), make([]string, len(group))
	for i, s := range group {
		heads[i] = "(" + n.Sort(s) + " 0)"
		for _, k := range s.Ctors {
			n.Ctor(k)
			for j := range k.Fields {
				n.Field(k, j)
			}
		}
	}
	for i, s := range group {
		var ctors []string
		for _, k := range s.Ctors {
			text := "(" + n.Ctor(k)
			for j, f := range k.Fields {
				text += " (" + n.Field(k, j) + " " + n.Sort(f.Sort) + ")"
			}
			ctors = append(ctors, text+")")
		}
		bodies[i] = "(" + strings.Join(ctors, " ") + ")"
	}
	return "(declare-datatypes (" + strings.Join(heads, " ") + ") (" + strings.Join(bodies, " ") + "))"
}

// DeclareFunc is the command that declares a function.
func (n *Names) DeclareFunc(f *Func) string {
	params := make([]string, len(f.Params))
	for i, p := range f.Params {
		params[i] = n.Sort(p)
	}
	return "(declare-fun " + n.Func(f) + " (" + strings.Join(params, " ") + ") " + n.Sort(f.Result) + ")"
}

// DeclareVar is the command that declares a variable.
func (n *Names) DeclareVar(t *Term) string {
	return "(declare-fun " + n.Var(t) + " () " + n.Sort(t.sort) + ")"
}

// Declare are the commands that declare d, sorts first.
func (n *Names) Declare(d Decls) []string {
	var out []string
	for _, s := range d.Sorts {
		out = append(out, n.DeclareSort(s))
	}
	for _, g := range d.Datatypes {
		out = append(out, n.DeclareDatatypes(g))
	}
	for _, f := range d.Funcs {
		out = append(out, n.DeclareFunc(f))
	}
	for _, v := range d.Vars {
		out = append(out, n.DeclareVar(v))
	}
	return out
}
