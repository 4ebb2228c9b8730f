package translate

import (
	"semdiff/boogie"
	"semdiff/boogie/types"
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
}

func (l *lowering) applyFunc(e *boogie.CallExpr, args []*smtlib.Term) *smtlib.Term {
	f := l.function(e.Func, e.Position())
	switch {
	case f.builtin != "":
		return l.applyBuiltin(f, args, e.Position())
	case f.lowering || f.body == nil:
		return l.ctx.App(l.symbol(f, e.Func, e.Position()), args...)
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
	l.funcs[name] = f
	if len(decl.Decl.TypeParams) > 0 {
		panic(unsupported{pos, "polymorphic function " + name + " is not given meaning yet"})
	}
	for _, attr := range []string{"builtin", "bvbuiltin"} {
		if a := boogie.FindAttr(decl.Decl.Attrs, attr); a != nil {
			f.builtin, _ = a.StringArg()
		}
	}
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
	l.out.Axioms = append(l.out.Axioms, ir.Axiom{
		Term: l.ctx.Forall(f.params, l.ctx.Eq(use, body), [][]*smtlib.Term{{use}}),
		Pos:  decl.Decl.Position(),
	})
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
		f.symbol = l.ctx.Func(name, params, l.mustSort(decl.Result, pos))
	}
	return f.symbol
}

// applyBuiltin applies a function that stands for one of SMT-LIB's.
func (l *lowering) applyBuiltin(f *function, args []*smtlib.Term, pos source.Pos) *smtlib.Term {
	c := l.ctx
	arith := len(args) == 2 && args[0].Sort().IsArith()
	switch {
	case f.builtin == "div" && arith:
		return c.IntDiv(args[0], args[1])
	case f.builtin == "mod" && arith:
		return c.Mod(args[0], args[1])
	case f.builtin == "+" && arith:
		return c.Add(args...)
	case f.builtin == "-" && arith:
		return c.Sub(args[0], args[1])
	case f.builtin == "*" && arith:
		return c.Mul(args[0], args[1])
	case smtlib.IsBVOp(f.builtin) && len(args) > 0 && args[0].Sort().Kind == smtlib.BVKind:
		return c.BVOp(f.builtin, args...)
	}
	panic(unsupported{pos, "SMT-LIB function " + f.builtin + " is not given meaning yet"})
}

// lowerAxioms lowers the axioms of the program. An axiom that fixes a constant
// to a literal becomes its value everywhere, so all are lowered again until no
// more constant is found.
func (l *lowering) lowerAxioms() {
	objects := map[*smtlib.Term]*types.Object{}
	for _, o := range l.info.Consts {
		if s, err := l.sort(o.Type); err == nil { // else an error only where it is used
			objects[l.constSymbol(o, s)] = o
		}
	}
	var axioms []ir.Axiom
	for changed := true; changed && len(l.diags) == 0; {
		changed = false
		axioms = nil
		l.funcs = map[string]*function{}
		l.out.Axioms, l.out.Lambdas = nil, map[*smtlib.Func]ir.Lambda{}
		for _, a := range l.info.Axioms {
			t := l.expr(a.Expr, scope{})
			if t == nil || t.IsTrue() {
				continue
			}
			if t.IsFalse() {
				l.diags.Addf(a.Position(), "this axiom is false: together with those before it, every program has this property")
			}
			axioms = append(axioms, ir.Axiom{Term: t, Pos: a.Position()})
			k, v := l.definition(t)
			if o := objects[k]; o != nil && l.consts[o] == nil {
				l.consts[o] = v
				changed = true
			}
		}
	}
	l.out.Axioms = append(l.out.Axioms, axioms...)
	l.lowerUnique()
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
		if groups[s] == nil {
			order = append(order, s)
		}
		groups[s] = append(groups[s], l.constant(o, o.Decl.Position()))
	}
	for _, s := range order {
		l.out.Unique = append(l.out.Unique, groups[s])
	}
}

// definition reads an axiom as constant = literal.
func (l *lowering) definition(t *smtlib.Term) (constant, value *smtlib.Term) {
	isConst := func(t *smtlib.Term) bool { return t.Op() == smtlib.OpApp && len(t.Args()) == 0 }
	switch {
	case isConst(t):
		return t, l.ctx.True
	case t.Op() == smtlib.OpNot && isConst(t.Args()[0]):
		return t.Args()[0], l.ctx.False
	case t.Op() == smtlib.OpEq && isConst(t.Args()[0]) && t.Args()[1].IsLiteral():
		return t.Args()[0], t.Args()[1]
	case t.Op() == smtlib.OpEq && isConst(t.Args()[1]) && t.Args()[0].IsLiteral():
		return t.Args()[1], t.Args()[0]
	}
	return nil, nil
}
