package smtlib

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
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
		scope:  NewScope(),
	}
}

// Scope is the way back from the symbols given so far to what they stand for.
// It grows with n and must not be changed.
func (n *Names) Scope() *Scope { return n.scope }

// Var is the symbol of a variable.
func (n *Names) Var(t *Term) string {
	s, ok := n.vars[t]
	if !ok {
		name := n.unique(t.name, "")
		n.scope.Vars[name] = t
		s = QuoteSymbol(name)
		n.vars[t] = s
	}
	return s
}

// Func is the symbol of a function, the head itself for a builtin one.
func (n *Names) Func(f *Func) string {
	if f.Builtin != "" {
		n.scope.Funcs[f.Builtin] = f
		return f.Builtin
	}
	s, ok := n.funcs[f]
	if !ok {
		name := n.unique(f.Name, "")
		n.scope.Funcs[name] = f
		s = QuoteSymbol(name)
		n.funcs[f] = s
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
	case OpaqueKind:
		name := n.unique(s.Name, "sort ")
		n.scope.Sorts[name] = s
		text = QuoteSymbol(name)
	default:
		text = s.text
	}
	n.sorts[s] = text
	return text
}

// ours are the symbols that the printer itself binds: let and quantifiers.
var ours = regexp.MustCompile(`^\?[0-9]+(\.[0-9]+)?$`)

func (n *Names) unique(name, space string) string {
	base := strings.NewReplacer("|", "_", `\`, "_").Replace(name)
	if n.suffix != "" {
		base = strings.Map(plain, base)
	}
	if base == "" || strings.Contains(".@-+", base[:1]) || n.suffix != "" && base[0] >= '0' && base[0] <= '9' {
		base = "_" + base // "-1" is a number to z3, "@" and "." belong to the solvers
	}
	free := func(s string) bool { return !n.taken[space+s] && !reserved[s] && !theory[s] && !ours.MatchString(s) }
	s := base + n.suffix
	for i := 1; !free(s); i++ {
		s = fmt.Sprintf("%s!%d%s", base, i, n.suffix)
	}
	n.taken[space+s] = true
	return s
}

// plain replaces what is not allowed in a symbol without bars.
func plain(r rune) rune {
	if r < 128 && simpleSymbol("x"+string(r)) {
		return r
	}
	return '_'
}

// theory are symbols, beyond the reserved ones, that z3 or cvc5 define in the
// logic ALL. To put bars around them does not help: |abs| is abs.
var theory = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`implies iff if xor => pi euler sin cos tan asin acos atan sinh cosh tanh asinh
		acosh atanh csc sec cot arcsin arccos arctan arccsc arcsec arccot exp sqrt log ln pow2 iand
		divisible is_int rem int2bv nat2bv bv2nat bv2int bvcomp bvnego bvredor bvredand bvuaddo bvsaddo bvumulo bvsmulo
		bvusubo bvssubo bvsdivo ext_rotate_left ext_rotate_right rotate_left rotate_right repeat zero_extend sign_extend
		bit1 bit0 bvsmul_noovfl bvumul_noovfl bvsmul_noudfl bvsdiv_i bvudiv_i bvsrem_i bvurem_i bvsmod_i
		map union intersection intersect setminus difference complement subset member emptyset insert card singleton
		setunion setintersect setdifference setcomplement setsubset sethascard setmember sethassize as-array array-ext
		default const-array List Pair Set Bag String Seq RegLan RegEx Unicode Tuple Relation FiniteField RoundingMode
		Float16 Float32 Float64 Float128 FloatingPoint
		nil cons head tail first second mk-pair is-nil is-cons is tester update match par fp RNE RNA RTP RTN RTZ
		roundNearestTiesToEven roundNearestTiesToAway roundTowardPositive roundTowardNegative roundTowardZero
		char table.product tuple tuple.select tuple.project tuple.update tuple_select tuple_project tuple_update
		comp sep nil wand pto emp choose lambda declare-codatatype declare-datatypes define-sort get-model
		partial-order linear-order tree-order piecewise-linear-order transitive-closure re str seq set bag rel
		hbi inst-closure HO_APPLY witness ite str.len str.++ distinct forall exists
		lbool int real bool array bv2bool bool2int if_then_else assert-soft minimize maximize`) {
		m[w] = true
	}
	return m
}()

// Decls are the symbols that a set of terms needs declared, each list sorted
// by name.
type Decls struct {
	Sorts []*Sort
	Funcs []*Func
	Vars  []*Term
}

// Collect finds the opaque sorts, functions and free variables of ts.
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
	slices.SortFunc(cl.Sorts, func(a, b *Sort) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(cl.Funcs, func(a, b *Func) int { return strings.Compare(a.Name+signature(a), b.Name+signature(b)) })
	slices.SortFunc(cl.Vars, func(a, b *Term) int { return strings.Compare(a.name+" "+a.sort.text, b.name+" "+b.sort.text) })
	return cl.Decls
}

type collector struct {
	Decls
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
	}
	cl.sorts[s] = true
}

func (cl *collector) function(f *Func) {
	if cl.funcs[f] || f.Builtin != "" {
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
	for _, f := range d.Funcs {
		out = append(out, n.DeclareFunc(f))
	}
	for _, v := range d.Vars {
		out = append(out, n.DeclareVar(v))
	}
	return out
}

// TheoryNames lists the symbols that Names keeps programs from using, sorted.
func TheoryNames() []string {
	return slices.Sorted(maps.Keys(theory))
}
