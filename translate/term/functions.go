package term

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

func (l *Lowerer) applyFunc(e *boogie.CallExpr, args []*smtlib.Term) *smtlib.Term {
	switch decl := l.info.Funcs[e.Func]; {
	case decl.Ctor != nil:
		return l.construct(decl, args, e.Position())
	case decl.Tests != nil:
		return l.ctx.Is(Constructor(args[0].Sort(), decl.Tests.Decl.Name), args[0])
	case decl.Selects != nil:
		k := Constructor(args[0].Sort(), decl.Selects.Ctor.Decl.Name)
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
func (l *Lowerer) function(name string, pos source.Pos) *function {
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
func (l *Lowerer) symbol(f *function, name string, pos source.Pos) *smtlib.Func {
	if f.symbol == nil {
		decl := l.info.Funcs[name]
		params := make([]*smtlib.Sort, len(decl.Params))
		for i, p := range decl.Params {
			params[i] = l.mustSort(p.Type, pos)
		}
		f.symbol = l.ctx.Func(renamed(name, l.retyped.funcs), params, l.mustSort(decl.Result, pos))
	}
	return f.symbol
}

// maxLifted is how many Boolean arguments of a function are tried both ways.
const maxLifted = 2

// applyLifted applies f, which has no body, with Boolean arguments made
// literals: f(b) is f(true) or f(false), about which axioms can say everything.
func (l *Lowerer) applyLifted(f *smtlib.Func, args []*smtlib.Term) *smtlib.Term {
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
