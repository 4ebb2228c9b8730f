package translate

import (
	"semdiff/boogie/types"
	"semdiff/smtlib"
	"semdiff/translate/ir"
	"semdiff/translate/mono"
)

// lowerPartial hands on which functions the axioms left out may speak of, used
// or not: the other version may use them.
func (l *lowering) lowerPartial() {
	for _, p := range l.partial {
		out := ir.Partial{Pos: p.Pos, Text: p.Text, Funcs: l.uninterpreted(p)}
		if len(out.Funcs) > 0 {
			l.out.Partial = append(l.out.Partial, out)
		}
	}
}

func (l *lowering) uninterpreted(p mono.Partial) []*smtlib.Func {
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
			if s, err := l.sort(o.Type); o.Name == name && err == nil {
				out = append(out, l.constSymbol(o, s).Func())
			}
		}
	}
	return out
}

// declaredSymbol is the symbol of a function without a body, nil when its
// signature has no meaning, so that nothing uses it.
func (l *lowering) declaredSymbol(name string) *smtlib.Func {
	decl := l.info.Funcs[name]
	signature := []types.Type{decl.Result}
	for _, p := range decl.Params {
		signature = append(signature, p.Type)
	}
	for _, t := range signature {
		if _, err := l.sort(t); err != nil {
			return nil
		}
	}
	return l.symbol(l.function(name, decl.Decl.Position()), name, decl.Decl.Position())
}
