package term

import (
	"slices"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/smtlib"
	"semdiff/translate/ir"
	"semdiff/translate/mono"
)

// Axioms lowers what a program says of its functions and constants.
type Axioms struct {
	*Lowerer
	Partial []mono.Partial // what the program says beside its axioms
}

// Lower lowers the axioms of the program twice: first to find those that
// are definitions, then with these in force.
func (l *Axioms) Lower() {
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
func (l *Axioms) toLiterals(f *smtlib.Func) bool {
	return len(f.Params) <= maxLifted && !slices.ContainsFunc(f.Params, func(s *smtlib.Sort) bool { return s != l.ctx.Bool })
}

func occurs(x, t *smtlib.Term) (found bool) {
	smtlib.Visit(t, func(s *smtlib.Term) { found = found || s == x })
	return found
}

// LowerRecursive lowers the recursive functions that are mentioned in procedures, and those
// that these use: what axioms say of functions must be known before any body is
// lowered. One that has no meaning is reported where it is used.
func (l *Axioms) LowerRecursive(mentioned map[string]bool) {
	for _, d := range l.info.Decls {
		if f, ok := d.(*boogie.FuncDecl); ok && mentioned[f.Name] && f.Body != nil {
			l.quietly(func() { l.function(f.Name, f.Position()) })
		}
	}
}

// loweredAxioms lowers the program's axioms from scratch.
func (l *Axioms) loweredAxioms() (axioms []ir.Axiom) {
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
func (l *Axioms) isPlain(f *smtlib.Func) bool {
	if _, lambda := l.out.Lambda(f); lambda {
		return false
	}
	for _, p := range l.Partial {
		if slices.Contains(p.Funcs, f.Name) || slices.Contains(p.Consts, f.Name) {
			return false
		}
	}
	decl := l.info.Funcs[f.Name]
	return decl == nil || decl.Decl.Body == nil
}

// lowerUnique groups the unique constants by their sorts.
func (l *Axioms) lowerUnique() {
	groups := map[*smtlib.Sort][]*smtlib.Term{}
	var order []*smtlib.Sort
	for _, o := range l.info.Consts {
		s, err := l.Sort(o.Type)
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

// LowerPartial hands on which functions the axioms left out may speak of, used
// or not: the other version may use them.
func (l *Axioms) LowerPartial() {
	for _, p := range l.Partial {
		out := ir.Partial{Pos: p.Pos, Text: p.Text, Funcs: l.uninterpreted(p)}
		if len(out.Funcs) > 0 {
			l.out.Partial = append(l.out.Partial, out)
		}
	}
}

func (l *Axioms) uninterpreted(p mono.Partial) []*smtlib.Func {
	var out []*smtlib.Func
	for _, name := range p.Funcs {
		if l.info.Funcs[name].Decl.Body == nil {
			if f := l.declaredSymbol(name); f != nil {
				out = append(out, f)
			}
		} else if f := l.funcs[name]; f != nil && f.symbol != nil { // recursive
			out = append(out, f.symbol)
		}
	}
	for _, o := range l.info.Consts {
		for _, name := range p.Consts {
			if s, err := l.Sort(o.Type); o.Name == name && err == nil {
				out = append(out, l.constSymbol(o, s).Func())
			}
		}
	}
	return out
}

// declaredSymbol is the symbol of a function without a body, nil when its
// signature has no meaning, so that nothing uses it.
func (l *Axioms) declaredSymbol(name string) *smtlib.Func {
	decl := l.info.Funcs[name]
	signature := []types.Type{decl.Result}
	for _, p := range decl.Params {
		signature = append(signature, p.Type)
	}
	for _, t := range signature {
		if _, err := l.Sort(t); err != nil {
			return nil
		}
	}
	return l.symbol(l.function(name, decl.Decl.Position()), name, decl.Decl.Position())
}
