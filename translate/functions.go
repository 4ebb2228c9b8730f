package translate

import (
	"slices"

	"semdiff/boogie"
	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// function is a Boogie function as lowered on first use.
type function struct {
	lowering bool // its body is being lowered: a use now is recursive
	params   []*smtlib.Term
	body     *smtlib.Term // nil when the function is uninterpreted
	symbol   *smtlib.Func // of an uninterpreted or recursive function
	builtin  string
	result   *smtlib.Sort // of a builtin
}

func (l *lowering) applyFunc(e *boogie.CallExpr, args []*smtlib.Term) *smtlib.Term {
	switch decl := l.info.Funcs[e.Func]; {
	case decl.Ctor != nil:
		return l.construct(decl, args, e.Position())
	case decl.Tests != nil:
		return l.ctx.Is(constructor(args[0].Sort(), decl.Tests.Decl.Name), args[0])
	case decl.Selects != nil:
		k := constructor(args[0].Sort(), decl.Selects.Ctor.Decl.Name)
		return l.ctx.Field(k, decl.Selects.Field, args[0])
	}
	f := l.function(e.Func, e.Position())
	switch {
	case f.builtin != "":
		return l.applyBuiltin(f, args, e.Position())
	case f.lowering || f.body == nil:
		return l.applyLifted(l.symbol(f, e.Func, e.Position()), args)
	}
	sub := make(map[*smtlib.Term]*smtlib.Term, len(args))
	for i, p := range f.params {
		sub[p] = args[i]
	}
	return l.ctx.Substitute(f.body, sub)
}

// function lowers the named function once. Bodies are expanded; a recursive
// function stays uninterpreted with its definition as an axiom.
func (l *lowering) function(name string, pos source.Pos) *function {
	if f, ok := l.funcs[name]; ok {
		return f
	}
	decl := l.info.Funcs[name]
	f := &function{}
	for _, attr := range []string{"builtin", "bvbuiltin"} {
		if a := boogie.FindAttr(decl.Decl.Attrs, attr); a != nil {
			f.builtin, _ = a.StringArg()
		}
	}
	if f.builtin != "" {
		f.result = l.mustSort(decl.Result, pos)
	}
	l.funcs[name] = f
	l.met = append(l.met, name)
	if f.builtin != "" || decl.Decl.Body == nil {
		return f
	}
	if decl.IllSorted {
		panic(unsupported{pos, "function " + name + " has a body of another width than its result, which is not given meaning yet"})
	}
	for _, p := range decl.Params {
		v := l.ctx.Fresh("?"+p.Name, l.mustSort(p.Type, p.Decl.Position()))
		l.vars[p] = v
		f.params = append(f.params, v)
	}
	f.lowering = true
	body := l.term(decl.Decl.Body, scope{})
	f.lowering = false
	if f.symbol == nil {
		f.body = body
		return f
	}
	use := l.ctx.App(f.symbol, f.params...)
	axiom := l.ctx.Forall(f.params, l.ctx.Eq(use, body), [][]*smtlib.Term{{use}})
	isKnown := func(a ir.Axiom) bool { return a.Term == axiom }
	if !slices.ContainsFunc(l.out.Axioms, isKnown) { // f may have been forgotten, see try
		l.out.Axioms = append(l.out.Axioms, ir.Axiom{Term: axiom, Pos: decl.Decl.Position()})
	}
	return f
}

// symbol is the uninterpreted function of f.
func (l *lowering) symbol(f *function, name string, pos source.Pos) *smtlib.Func {
	if f.symbol == nil {
		decl := l.info.Funcs[name]
		params := make([]*smtlib.Sort, len(decl.Params))
		for i, p := range decl.Params {
			params[i] = l.mustSort(p.Type, pos)
		}
		f.symbol = l.ctx.Func(l.nameOf(funcSymbol, name), params, l.mustSort(decl.Result, pos))
	}
	return f.symbol
}

// maxLifted is how many Boolean arguments of a function are tried both ways.
const maxLifted = 2

// applyLifted applies f, which has no body, with Boolean arguments made
// literals: f(b) is f(true) or f(false), about which axioms can say everything.
func (l *lowering) applyLifted(f *smtlib.Func, args []*smtlib.Term) *smtlib.Term {
	c := l.ctx
	var open []int
	for i, a := range args {
		if a.Sort() == c.Bool && !a.IsLiteral() {
			open = append(open, i)
		}
	}
	if len(open) == 0 || len(open) > maxLifted {
		return l.defs.Apply(f, args...)
	}
	yes, no := slices.Clone(args), slices.Clone(args)
	yes[open[0]], no[open[0]] = c.True, c.False
	return c.Ite(args[open[0]], l.applyLifted(f, yes), l.applyLifted(f, no))
}

// lowerAxioms lowers the axioms of the program twice: first to find those that
// are definitions, then with these in force.
func (l *lowering) lowerAxioms() {
	written := l.loweredAxioms()
	var terms []*smtlib.Term
	for _, a := range written {
		terms = append(terms, a.Term)
	}
	if len(l.diags) > 0 {
		return
	}
	l.defs = smtlib.FindDefinitions(l.ctx, terms, l.isPlain)
	axioms := l.loweredAxioms()
	for _, a := range axioms {
		if a.Term.IsFalse() {
			l.diags.Addf(a.Pos, "this axiom is false: together with those before it, every program has this property")
		}
	}
	l.out.Axioms = append(l.out.Axioms, axioms...)
	apps, equations := l.defs.Points(l.toLiterals)
	for i, eq := range equations {
		at := slices.IndexFunc(written, func(a ir.Axiom) bool { return occurs(apps[i], a.Term) })
		l.out.Axioms = append(l.out.Axioms, ir.Axiom{Term: eq, Pos: written[at].Pos})
	}
	l.lowerUnique()
}

// toLiterals reports whether all applications of f have literals as arguments.
func (l *lowering) toLiterals(f *smtlib.Func) bool {
	return len(f.Params) <= maxLifted && !slices.ContainsFunc(f.Params, func(s *smtlib.Sort) bool { return s != l.ctx.Bool })
}

func occurs(x, t *smtlib.Term) (found bool) {
	smtlib.Visit(t, func(s *smtlib.Term) { found = found || s == x })
	return found
}

// lowerRecursive lowers the recursive functions that procedures mention, and those
// that these use: what axioms say of functions must be known before any body is
// lowered. One that has no meaning is reported where it is used.
func (l *lowering) lowerRecursive() {
	for _, d := range l.info.Decls {
		if f, ok := d.(*boogie.FuncDecl); ok && l.mentioned[f.Name] && f.Body != nil {
			l.quietly(func() { l.function(f.Name, f.Position()) })
		}
	}
}

// loweredAxioms lowers the program's axioms from scratch.
func (l *lowering) loweredAxioms() (axioms []ir.Axiom) {
	l.funcs, l.met = map[string]*function{}, nil
	l.out.Axioms = nil
	l.out.ForgetLambdas()
	for _, a := range l.info.Axioms {
		if t := l.expr(a.Expr, scope{}); t != nil && !t.IsTrue() {
			axioms = append(axioms, ir.Axiom{Term: t, Pos: a.Position()})
		}
	}
	return axioms
}

// isPlain reports whether f is a constant or a function without a body of which
// the axioms that are there say all.
func (l *lowering) isPlain(f *smtlib.Func) bool {
	if _, lambda := l.out.Lambda(f); lambda {
		return false
	}
	for _, p := range l.partial {
		if slices.Contains(p.Funcs, f.Name) || slices.Contains(p.Consts, f.Name) {
			return false
		}
	}
	decl := l.info.Funcs[f.Name]
	return decl == nil || decl.Decl.Body == nil
}

// lowerUnique groups the unique constants by their sorts.
func (l *lowering) lowerUnique() {
	groups := map[*smtlib.Sort][]*smtlib.Term{}
	var order []*smtlib.Sort
	for _, o := range l.info.Consts {
		s, err := l.sort(o.Type)
		if !o.Unique || err != nil {
			continue
		}
		if _, predeclared := l.rounding(o); predeclared {
			continue // it is not apart from the program's own
		}
		if groups[s] == nil {
			order = append(order, s)
		}
		groups[s] = append(groups[s], l.constant(o, o.Decl.Position()))
	}
	for _, s := range order {
		l.out.Unique = append(l.out.Unique, groups[s])
	}
}
