package mono

import (
	"fmt"
	"maps"
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/internal/source"
)

// symbol is something that has instances.
type symbol struct {
	kind kind
	name string
}

type kind int

const (
	funcs   kind = iota
	procs        // and their implementations
	applied      // types with arguments: datatypes and uninterpreted types
	mapType      // polymorphic map types, all under the name "": the first argument is the type itself
)

// instance is a symbol at ground types.
type instance struct {
	symbol
	args []types.Type
	key  string     // identifies it
	at   source.Pos // of the use that was found first
	// fresh is set for a procedure that no one calls, at types of its own. It
	// keeps its name.
	fresh bool
}

func (s symbol) at(args []types.Type) string {
	return fmt.Sprintf("%d %s", s.kind, instanceName(s.name, args))
}

// maxSize bounds the types of instances, maxInstances their number. Only
// polymorphic recursion gets there.
const (
	maxSize      = 100
	maxInstances = 5000
)

// instances holds the instances of all versions together.
type instances struct {
	versions  []*version
	known     map[string]*instance
	all       map[symbol][]*instance // in order of discovery
	ofMap     map[string][]*instance // of polymorphic map types, by the name of the type
	queue     []*instance
	ground    map[string]bool             // types that were seen
	parts     map[string][]component      // of types, see expand
	declared  map[string]bool             // names of types in any version, polymorphic or not
	fresh     map[string]*boogie.ProcDecl // types made for uncalled procedures, by name
	binders   []*binder
	met       map[string]*binder // by binderKey
	residuals map[string]int     // see rest
	diags     source.List
	budget    int             // how many instances there may be for quantifiers to add more
	largest   int             // the size of the largest type at which code uses anything
	told      map[symbol]bool // a diagnostic says that it has instances without end
}

func newWorld() *instances {
	return &instances{
		known: map[string]*instance{}, all: map[symbol][]*instance{}, ofMap: map[string][]*instance{}, ground: map[string]bool{},
		parts: map[string][]component{}, declared: map[string]bool{}, fresh: map[string]*boogie.ProcDecl{},
		met: map[string]*binder{}, residuals: map[string]int{}, told: map[symbol]bool{},
	}
}

// version is one of the programs.
type version struct {
	prog   *boogie.Program
	info   *types.Info
	impls  map[string][]*boogie.ImplDecl
	quants map[*boogie.QuantExpr]*overTypes // see over
	kept   map[*boogie.QuantExpr]bool       // those of which only the instances are kept, see implied
	order  map[symbol][]int                 // places of type parameters, see params
	digest *digest
	absent map[string]bool // types that only other versions have, see withTypesOf
	wanted map[string]bool // those of them that are needed
}

func newVersion(v Version) *version {
	out := &version{
		prog: v.Prog, info: v.Info, impls: map[string][]*boogie.ImplDecl{},
		quants: map[*boogie.QuantExpr]*overTypes{}, kept: map[*boogie.QuantExpr]bool{}, order: map[symbol][]int{}, wanted: map[string]bool{},
	}
	for _, d := range v.Info.Decls {
		if impl, ok := d.(*boogie.ImplDecl); ok {
			out.impls[impl.Name] = append(out.impls[impl.Name], impl)
		}
	}
	for _, a := range v.Info.Axioms {
		for _, q := range out.implied(a.Expr) {
			out.kept[q] = true
		}
	}
	return out
}

// params are the type parameters of a function, procedure or datatype, in the
// order of their instances' arguments: that in which the signature uses them,
// so that it does not matter how a version declares them.
func (v *version) params(s symbol) []*types.Var {
	var declared []*types.Var
	var signature []types.Type
	add := func(objs []*types.Object) {
		for _, o := range objs {
			signature = append(signature, o.Type)
		}
	}
	switch s.kind {
	case funcs:
		f := v.info.Funcs[s.name]
		if f == nil {
			return nil
		}
		declared = f.TypeParams
		add(f.Params)
		signature = append(signature, f.Result)
	case procs:
		p := v.info.Procs[s.name]
		if p == nil {
			return nil
		}
		declared = p.TypeParams
		add(p.SpecIns)
		add(p.SpecOuts)
	case applied:
		if d := v.info.Datatypes[s.name]; d != nil {
			return d.TypeParams
		}
		return nil
	}
	if len(declared) < 2 || s.kind == funcs && v.info.Funcs[s.name].Ctor != nil {
		return declared
	}
	if v.order[s] == nil {
		v.order[s] = byOccurrence(declared, signature)
	}
	out := make([]*types.Var, len(declared))
	for i, k := range v.order[s] {
		out[i] = declared[k]
	}
	return out
}

// byOccurrence lists the places of params in the order in which ts use them.
func byOccurrence(params []*types.Var, ts []types.Type) []int {
	var out []int
	for _, t := range ts {
		for _, v := range types.FreeVars(t) {
			if i := slices.Index(params, v); i >= 0 && !slices.Contains(out, i) {
				out = append(out, i)
			}
		}
	}
	for i := range params { // what nothing uses
		if !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	return out
}

// args are the type arguments of a use, in the order of params; nil when s has
// no type parameters.
func (v *version) args(s symbol, n boogie.Node, sub subst) []types.Type {
	given := v.info.TypeArgs[n]
	if len(given) == 0 {
		return nil
	}
	out := make([]types.Type, len(given))
	v.params(s)
	for i := range given {
		k := i
		if order := v.order[s]; order != nil {
			k = order[i]
		}
		out[i] = types.Substitute(given[k], sub)
	}
	return out
}

type subst = map[*types.Var]types.Type

// bind is the substitution of an instance; ok is false when the version has
// nothing of that kind.
func (v *version) bind(in *instance) (sub subst, ok bool) {
	params := v.params(in.symbol)
	if len(params) != len(in.args) {
		return nil, false
	}
	sub = subst{}
	for i, p := range params {
		sub[p] = in.args[i]
	}
	return sub, true
}

// collect finds all instances: those that monomorphic code uses, those that
// these use in turn, those of the axioms that speak of them, and at last those
// of procedures that no one calls.
func (w *instances) collect() {
	for _, v := range w.versions {
		w.roots(v)
	}
	w.drain()
	w.budget = 2*len(w.known) + 100
	for _, in := range w.known {
		for _, t := range in.args {
			w.largest = max(w.largest, types.Size(t))
		}
	}
	w.close()
	w.addUncalled()
	w.checkAliases()
	w.checkComponents()
}

// close adds what the instances use until there is no more.
func (w *instances) close() {
	for {
		w.drain()
		before := len(w.known)
		for i := 0; i < len(w.binders) && len(w.diags) == 0; i++ { // the list may grow
			w.binders[i].walkInstances()
		}
		if len(w.known) == before || len(w.diags) > 0 {
			return
		}
	}
}

// roots walks what has no type parameters.
func (w *instances) roots(v *version) {
	at := &walker{w: w, v: v}
	for _, d := range v.info.Decls {
		switch d := d.(type) {
		case *boogie.TypeDecl:
		case *boogie.DatatypeDecl:
			if len(d.TypeParams) == 0 {
				at.walk(d)
			}
		case *boogie.FuncDecl:
			if len(d.TypeParams) == 0 {
				at.walk(d)
			}
		case *boogie.ProcDecl:
			if len(d.TypeParams) == 0 {
				at.walk(d)
			}
		case *boogie.ImplDecl:
			if len(d.TypeParams) == 0 {
				at.walk(d)
			}
		default:
			at.walk(d)
		}
	}
}

// drain walks the instances found and not walked yet.
func (w *instances) drain() {
	for len(w.queue) > 0 && len(w.diags) == 0 {
		in := w.queue[0]
		w.queue = w.queue[1:]
		for _, v := range w.versions {
			if sub, ok := v.bind(in); ok {
				w.walkInstance(v, in, sub)
			}
		}
	}
}

func (w *instances) walkInstance(v *version, in *instance, sub subst) {
	at := &walker{w: w, v: v, sub: sub}
	switch in.kind {
	case funcs:
		f := v.info.Funcs[in.name]
		for _, o := range f.Params {
			at.typ(o.Type)
		}
		at.typ(f.Result)
		at.walk(f.Decl.Body)
	case procs:
		at.walk(v.info.Procs[in.name].Decl)
		for _, d := range v.impls[in.name] {
			at.walk(d)
		}
	case applied:
		for _, c := range v.info.Datatypes[in.name].Ctors {
			for _, o := range c.Func.Params {
				w.typ(types.Substitute(o.Type, sub))
			}
		}
	}
}

// add notes an instance.
func (w *instances) add(s symbol, args []types.Type, at source.Pos) *instance {
	key := s.at(args)
	if in := w.known[key]; in != nil {
		return in
	}
	in := &instance{symbol: s, args: args, key: key, at: at}
	if len(w.known) >= maxInstances || slices.ContainsFunc(args, func(t types.Type) bool { return types.Size(t) > maxSize }) {
		if s.kind == applied && !w.isData(s.name) {
			return in // who uses it has instances without end, too
		}
		if !w.told[s] && len(w.diags) == 0 {
			w.told[s] = true
			w.diags.Addf(w.placeOf(s, at), "polymorphic recursion instantiates without end: %s", shortened(instanceName(s.name, args)))
		}
		return in
	}
	for _, t := range args {
		w.typ(t)
	}
	w.known[key] = in
	w.all[s] = append(w.all[s], in)
	w.queue = append(w.queue, in)
	if s.kind == mapType {
		m := args[0].(*types.Map)
		w.ofMap[typeName(m)] = append(w.ofMap[typeName(m)], in)
		_, index, result := instantiate(m, args[1:])
		for _, t := range append(index, result) {
			w.typ(t)
		}
	}
	return in
}

// isData reports whether a type is a datatype in any version.
func (w *instances) isData(name string) bool {
	return slices.ContainsFunc(w.versions, func(v *version) bool { return v.info.Datatypes[name] != nil })
}

// placeOf is at, or the declaration of a datatype when that is no place.
func (w *instances) placeOf(s symbol, at source.Pos) source.Pos {
	for _, v := range w.versions {
		if d := v.info.Datatypes[s.name]; !at.IsValid() && s.kind == applied && d != nil {
			return d.Decl.Position()
		}
	}
	return at
}

func shortened(s string) string {
	if len(s) > 60 {
		return s[:60] + "..."
	}
	return s
}

// instantiate is a polymorphic map type at arguments.
func instantiate(m *types.Map, args []types.Type) (sub subst, index []types.Type, result types.Type) {
	sub = subst{}
	for i, p := range m.Params {
		sub[p] = args[i]
	}
	for _, ix := range m.Index {
		index = append(index, types.Substitute(ix, sub))
	}
	return sub, index, types.Substitute(m.Result, sub)
}

// typ notes the types with arguments that are part of a ground type.
func (w *instances) typ(t types.Type) {
	switch t := t.(type) {
	case *types.Ctor:
		if len(t.Args) > 0 && len(types.FreeVars(t)) == 0 {
			key := typeName(t)
			if !w.ground[key] {
				w.ground[key] = true
				w.add(symbol{applied, t.Name}, t.Args, source.Pos{})
			}
		}
	case *types.Map:
		for _, ix := range t.Index {
			w.typ(ix)
		}
		w.typ(t.Result)
	}
}

// walker visits code at ground types.
type walker struct {
	w     *instances
	v     *version
	sub   subst
	below bool // in an instance of a binder over types
}

// with is a substitution with more variables.
func with(sub, more subst) subst {
	out := maps.Clone(sub)
	if out == nil {
		out = subst{}
	}
	maps.Copy(out, more)
	return out
}

func (a *walker) typ(t types.Type) {
	switch t.(type) {
	case nil, types.Basic, types.BV:
		return
	}
	a.w.typ(types.Substitute(t, a.sub))
}

// walk notes what n uses.
func (a *walker) walk(n boogie.Node) {
	info := a.v.info
	boogie.Inspect(n, func(n boogie.Node) bool {
		switch n := n.(type) {
		case *boogie.Attr:
			return false
		case boogie.Type:
			a.typ(info.Written[n])
			return false
		case *boogie.CallExpr:
			f := info.Funcs[n.Func]
			if args := a.v.args(symbol{funcs, n.Func}, n, a.sub); len(args) > 0 && f.Ctor == nil {
				a.w.add(symbol{funcs, n.Func}, args, n.Position())
			}
		case *boogie.CallStmt:
			if args := a.v.args(symbol{procs, n.Proc}, n, a.sub); len(args) > 0 {
				a.w.add(symbol{procs, n.Proc}, args, n.Position())
			}
		case *boogie.SelectExpr:
			a.access(n, n.Map)
		case *boogie.StoreExpr:
			a.access(n, n.Map)
		case *boogie.QuantExpr:
			if a.v.over(n) != nil {
				a.later(n)
				a.typ(info.Types[n])
				return false
			}
		}
		if e, ok := n.(boogie.Expr); ok {
			a.typ(info.Types[e])
		}
		return true
	})
}

// access notes the instance of a polymorphic map that n reads or changes.
func (a *walker) access(n boogie.Node, m boogie.Expr) {
	given := a.v.info.TypeArgs[n]
	if len(given) == 0 {
		return
	}
	args := []types.Type{types.Substitute(a.v.info.Types[m], a.sub)}
	for _, t := range given {
		args = append(args, types.Substitute(t, a.sub))
	}
	a.w.add(symbol{kind: mapType}, args, n.Position())
}

// refuse reports a construct once, at however many types it is met.
func (w *instances) refuse(n boogie.Node, format string, args ...any) {
	w.refuseAt(n.Position(), format, args...)
}

func (w *instances) refuseAt(at source.Pos, format string, args ...any) {
	d := source.Diagnostic{Pos: at, Message: fmt.Sprintf(format, args...)}
	if !slices.Contains(w.diags, d) {
		w.diags = append(w.diags, d)
	}
}
