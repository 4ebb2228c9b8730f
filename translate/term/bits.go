package term

import (
	"strings"

	"semdiff/boogie"
	"semdiff/boogie/types"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// FixBitOperations gives the operations on bits their meaning, in all versions, where
// the prelude of SMACK declares them and no axiom says anything else. It comes before
// any axiom is lowered, and returns the functions that have a meaning then: where
// their arguments are known and their value does not depend on how a negative number
// is written in bits.
func FixBitOperations(versions []*Lowerer) []*smtlib.Func {
	fixed := map[string][]*smtlib.Func{}
	refused := map[string]bool{}
	for _, l := range versions {
		for name, f := range l.info.Funcs {
			if smtlib.BitOperationNamed(name) != nil {
				_, sort, _ := strings.Cut(name, ".")
				if !l.declaresBits(f) || !l.isSmackPrelude(sort) {
					refused[name] = true
					continue
				}
				fixed[name] = append(fixed[name], l.ctx.Func(renamed(name, l.retyped.funcs), []*smtlib.Sort{l.ctx.Int, l.ctx.Int}, l.ctx.Int))
			}
		}
	}
	evaluate := func(name string) {
		for _, f := range fixed[name] {
			if refused[name] {
				f.Evaluate(nil)
			} else {
				f.Evaluate(bitValue(versions[0].ctx, smtlib.BitOperationNamed(name)))
			}
		}
	}
	for name := range fixed {
		evaluate(name)
	}
	for changed := true; changed; {
		changed = false
		for _, l := range versions {
			for _, name := range l.doubted(fixed) {
				changed = changed || !refused[name]
				refused[name] = true
				evaluate(name)
			}
		}
	}
	var out []*smtlib.Func
	for name, fs := range fixed {
		if !refused[name] {
			evaluate(name)
			out = append(out, fs...)
		}
	}
	return out
}

// declaresBits reports whether a function takes two integers and gives one, and has no
// meaning of its own.
func (l *Lowerer) declaresBits(f *types.Func) bool {
	ok := len(f.Params) == 2 && f.Decl.Body == nil && boogie.FindAttr(f.Decl.Attrs, "builtin") == nil && boogie.FindAttr(f.Decl.Attrs, "bvbuiltin") == nil
	return ok && types.Key(f.Result) == types.Key(types.Int) && types.Key(f.Params[0].Type) == types.Key(types.Int) &&
		types.Key(f.Params[1].Type) == types.Key(types.Int)
}

// isSmackPrelude reports whether the program has the sum of SMACK's prelude for a type.
func (l *Lowerer) isSmackPrelude(of string) bool {
	f := l.info.Funcs["$add."+of]
	if f == nil || len(f.Params) != 2 {
		return false
	}
	sum, ok := f.Decl.Body.(*boogie.BinaryExpr)
	if !ok || sum.Op != boogie.Add {
		return false
	}
	is := func(e boogie.Expr, o *types.Object) bool {
		id, ok := e.(*boogie.IdentExpr)
		return ok && l.info.Objects[id] == o
	}
	return is(sum.X, f.Params[0]) && is(sum.Y, f.Params[1])
}

// doubted are those of the functions of which an axiom says something that does not
// follow from their meaning.
func (l *Lowerer) doubted(fixed map[string][]*smtlib.Func) []string {
	var out []string
	for _, a := range l.info.Axioms {
		var named []string
		boogie.Inspect(a.Expr, func(n boogie.Node) bool {
			if call, ok := n.(*boogie.CallExpr); ok && fixed[call.Func] != nil {
				named = append(named, call.Func)
			}
			return true
		})
		if len(named) == 0 {
			continue
		}
		var t *smtlib.Term
		scratch := New(l.ctx, l.info, &ir.Program{Ctx: l.ctx})
		scratch.retyped = l.retyped
		scratch.DeclareGlobals()
		scratch.quietly(func() { t = scratch.expr(a.Expr, scope{}) })
		if t == nil || !t.IsTrue() {
			out = append(out, named...)
		}
	}
	return out
}

// bitValue is an operation as the meaning of a function.
func bitValue(c *smtlib.Context, operation smtlib.BitOperation) func([]*smtlib.Term) *smtlib.Term {
	return func(args []*smtlib.Term) *smtlib.Term {
		if n := operation(args[0].Num().Num(), args[1].Num().Num()); n != nil {
			return c.BigInt(n)
		}
		return nil
	}
}
