package solver

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"semdiff/smtlib"
)

// Model is what a solver gave as an example. Symbols that the solver did not
// mention are absent: any value does.
type Model struct {
	Vars  map[*smtlib.Term]*smtlib.Term
	Funcs map[*smtlib.Func]*FuncInterp
	// Incomplete holds the symbols whose values could not be read, with the
	// reason. They are absent above, but not any value does.
	Incomplete map[string]string

	elements map[*smtlib.Func]*smtlib.Term // of opaque sorts
	// byZero are the meanings of div, mod and / with the divisor 0.
	byZero map[smtlib.Op]*FuncInterp
}

// FuncInterp is a function as a term over its parameters.
type FuncInterp struct {
	Params []*smtlib.Term
	Body   *smtlib.Term
}

func newModel() *Model {
	return &Model{
		Vars:       map[*smtlib.Term]*smtlib.Term{},
		Funcs:      map[*smtlib.Func]*FuncInterp{},
		Incomplete: map[string]string{},
		elements:   map[*smtlib.Func]*smtlib.Term{},
		byZero:     map[smtlib.Op]*FuncInterp{},
	}
}

// IsElement reports whether t is an element of an opaque sort: an application
// without arguments of a function that has the solver's name for the element.
// Different elements are not equal.
func (m *Model) IsElement(t *smtlib.Term) bool {
	return t.Op() == smtlib.OpApp && m.elements[t.Func()] != nil
}

// AnyElement is an element of an opaque sort that the model mentions, or nil.
func (m *Model) AnyElement(s *smtlib.Sort) *smtlib.Term {
	var first *smtlib.Term
	for f, t := range m.elements {
		if f.Result == s && (first == nil || f.Name < first.Func().Name) {
			first = t
		}
	}
	return first
}

// isAtom reports whether t is a literal or an element.
func (m *Model) isAtom(t *smtlib.Term) bool { return t.IsLiteral() || m.IsElement(t) }

// readModel reads the reply to get-model. scope has the symbols of the query.
func readModel(c *smtlib.Context, scope *smtlib.Scope, reply string) (*Model, error) {
	list, err := smtlib.ReadSexprs(reply)
	if err != nil {
		return nil, err
	}
	if len(list) != 1 || list[0].Kind != smtlib.ListKind || list[0].Head() == "error" {
		return nil, errors.New("no model")
	}
	r := modelReader{c: c, m: newModel(), defs: map[string]*definition{}, query: map[*smtlib.Func]bool{}}
	r.scope = &smtlib.Scope{Sorts: scope.Sorts, Ctors: scope.Ctors, Fields: scope.Fields, Resolve: r.resolve, AsArray: r.asArray, Table: r.table}
	var order []string
	for _, s := range list[0].List {
		switch s.Head() {
		case "define-fun", "define-fun-rec":
			if len(s.List) != 5 || !s.List[1].IsSymbol() || s.List[2].Kind != smtlib.ListKind {
				return nil, errors.New("bad definition in model")
			}
			name := s.List[1].Text
			if r.defs[name] == nil {
				order = append(order, name)
			}
			r.defs[name] = &definition{text: s}
		}
	}
	for _, f := range scope.Funcs {
		if len(f.Params) == 0 {
			r.query[f] = true
		}
	}
	for _, name := range order {
		r.assign(scope, name)
	}
	return r.m, nil
}

// modelReader reads definitions on demand: z3 lets them build on each other in
// any order.
type modelReader struct {
	c     *smtlib.Context
	m     *Model
	scope *smtlib.Scope
	defs  map[string]*definition
	query map[*smtlib.Func]bool // constants of the query
}

type definition struct {
	text  smtlib.Sexpr
	busy  bool
	done  bool
	value *FuncInterp
	err   error
}

// assign puts the definition of a symbol of the query into the model.
func (r *modelReader) assign(scope *smtlib.Scope, name string) {
	v, isVar := scope.Vars[name]
	f, isFunc := scope.Funcs[name]
	op, isDiv := divisions[name]
	if !isVar && !isFunc && !isDiv {
		return
	}
	d, err := r.define(name)
	switch {
	case err != nil:
	case isVar && (len(d.Params) > 0 || d.Body.Sort() != v.Sort()):
		err = errors.New("defined at another sort")
	case isFunc && !fits(d, f):
		err = errors.New("defined at another signature")
	}
	switch {
	case err != nil && isVar:
		r.m.Incomplete[v.Name()] = err.Error()
	case err != nil && isFunc:
		r.m.Incomplete[f.Name] = err.Error()
	case err != nil:
		r.m.Incomplete[name] = err.Error()
	case isVar:
		r.m.Vars[v] = d.Body
	case isFunc:
		r.m.Funcs[f] = d
	case len(d.Params) > 0:
		r.m.byZero[op] = d
	}
}

// divisions are z3's names for division by zero; the first parameter is the
// dividend.
var divisions = map[string]smtlib.Op{
	"div0": smtlib.OpDiv, "mod0": smtlib.OpMod, "/0": smtlib.OpRealDiv,
}

func fits(d *FuncInterp, f *smtlib.Func) bool {
	if len(d.Params) != len(f.Params) || d.Body.Sort() != f.Result {
		return false
	}
	for i, p := range d.Params {
		if p.Sort() != f.Params[i] {
			return false
		}
	}
	return true
}

func (r *modelReader) define(name string) (*FuncInterp, error) {
	d := r.defs[name]
	switch {
	case d == nil:
		return nil, fmt.Errorf("%s is not defined", name)
	case d.done:
		return d.value, d.err
	case d.busy:
		return nil, fmt.Errorf("%s is recursive", name)
	}
	d.busy = true
	d.value, d.err = r.read(d.text)
	d.done = true
	return d.value, d.err
}

// param is a parameter of a FuncInterp.
func param(c *smtlib.Context, i int, s *smtlib.Sort) *smtlib.Term {
	return c.Var(fmt.Sprintf("?x%d", i), s)
}

// read reads (define-fun name ((x S) ...) S body).
func (r *modelReader) read(s smtlib.Sexpr) (*FuncInterp, error) {
	params := map[string]*smtlib.Term{}
	interp := &FuncInterp{}
	for i, p := range s.List[2].List {
		if p.Kind != smtlib.ListKind || len(p.List) != 2 || !p.List[0].IsSymbol() {
			return nil, errors.New("bad parameter")
		}
		sort, err := r.c.ReadSort(r.scope, p.List[1])
		if err != nil {
			return nil, err
		}
		v := param(r.c, i, sort)
		params[p.List[0].Text] = v
		interp.Params = append(interp.Params, v)
	}
	sort, err := r.c.ReadSort(r.scope, s.List[3])
	if err != nil {
		return nil, err
	}
	body, err := r.c.ReadTerm(r.scope.With(params), s.List[4])
	if err != nil {
		return nil, err
	}
	if sort == r.c.Real && body.Sort() == r.c.Int {
		body = r.c.ToReal(body)
	}
	if body.Sort() != sort {
		return nil, fmt.Errorf("body is %s, want %s", body.Sort(), sort)
	}
	interp.Body = body
	return interp, nil
}

// element is an element of an opaque sort. A constant of the query may be what an earlier
// model called an element of the same name: this one has another name then.
func (r *modelReader) element(name string, sort *smtlib.Sort) *smtlib.Term {
	f := r.c.Func(name, nil, sort)
	if r.m.elements[f] == nil {
		for r.query[f] {
			f = r.c.Func(f.Name+"'", nil, sort)
		}
		r.m.elements[f] = r.c.App(f)
	}
	return r.m.elements[f]
}

// resolve expands what other definitions define, and knows elements.
func (r *modelReader) resolve(name string, sort *smtlib.Sort, args []*smtlib.Term) (*smtlib.Term, error) {
	if r.defs[name] == nil {
		if len(args) > 0 {
			return nil, nil
		}
		if sort != nil && sort.Kind == smtlib.OpaqueKind { // cvc5: (as @T_0 T)
			return r.element(name, sort), nil
		}
		// z3 does not declare all elements, but names them after the sort.
		if i := strings.LastIndex(name, "!val!"); i > 0 && r.scope.Sorts[name[:i]] != nil {
			return r.element(name, r.scope.Sorts[name[:i]]), nil
		}
		return nil, nil
	}
	d, err := r.define(name)
	if err != nil {
		return nil, err
	}
	if len(args) != len(d.Params) {
		return nil, fmt.Errorf("%d arguments, want %d", len(args), len(d.Params))
	}
	sub := map[*smtlib.Term]*smtlib.Term{}
	for i, p := range d.Params {
		if args[i].Sort() != p.Sort() {
			return nil, fmt.Errorf("argument %d is %s, want %s", i+1, args[i].Sort(), p.Sort())
		}
		sub[p] = args[i]
	}
	return r.c.Substitute(d.Body, sub), nil
}

// asArray turns a function of one parameter into an array term.
func (r *modelReader) asArray(name string) (*smtlib.Term, error) {
	d, err := r.define(name)
	if err != nil {
		return nil, err
	}
	if len(d.Params) != 1 {
		return nil, errors.New("array with several indices")
	}
	return r.table(d.Params[0], d.Body)
}

// table is the array that has body at each index p. The body must tell finitely
// many points apart.
func (r *modelReader) table(p, body *smtlib.Term) (*smtlib.Term, error) {
	atoms := map[*smtlib.Term]*smtlib.Term{} // (= p v) to v
	var order []*smtlib.Term
	smtlib.Visit(body, func(t *smtlib.Term) {
		if t.Op() != smtlib.OpEq {
			return
		}
		for i, x := range t.Args() {
			v := t.Args()[1-i]
			if x == p && r.closed(v) {
				atoms[t] = v
				order = append(order, t)
				return
			}
		}
	})
	at := func(point *smtlib.Term) *smtlib.Term {
		sub := map[*smtlib.Term]*smtlib.Term{}
		for a, v := range atoms {
			sub[a] = r.c.BoolVal(v == point)
		}
		if point != nil {
			sub[p] = point
		}
		return r.c.Substitute(body, sub)
	}
	// Substitution does not rebuild through a replaced atom, so p is left only
	// where the value depends on it otherwise.
	if p.Sort() == r.c.Bool {
		order = nil
		arr := r.c.ConstArray(r.c.Array(p.Sort(), body.Sort()), at(r.c.False))
		return r.c.Store(arr, r.c.True, at(r.c.True)), nil
	}
	rest := at(nil)
	if mentions(rest, p) {
		return nil, errors.New("an array that is no finite table")
	}
	arr := r.c.ConstArray(r.c.Array(p.Sort(), body.Sort()), rest)
	for _, a := range order {
		arr = r.c.Store(arr, atoms[a], at(atoms[a]))
	}
	return arr, nil
}

// closed reports whether v is a value, so that different ones are not equal.
func (r *modelReader) closed(v *smtlib.Term) bool {
	return r.m.isAtom(v) || v.Op() == smtlib.OpConstruct && !slices.ContainsFunc(v.Args(), func(a *smtlib.Term) bool { return !r.closed(a) })
}

func mentions(t, x *smtlib.Term) bool {
	found := false
	smtlib.Visit(t, func(y *smtlib.Term) { found = found || y == x })
	return found
}
