package term

import (
	"fmt"
	"strings"

	"semdiff/internal/source"
	"semdiff/smtlib"
)

// applyBuiltin applies a function that stands for one of SMT-LIB's, or for one
// of the combinators of maps that Boogie has beside those.
func (l *Lowerer) applyBuiltin(f *function, args []*smtlib.Term, pos source.Pos) *smtlib.Term {
	var t *smtlib.Term
	var err error
	switch op, pointwise := mapOps[f.builtin]; {
	case f.builtin == "MapConst" && len(args) == 1:
		t = l.constMap(f.result, args[0])
	case pointwise && len(args) > 0:
		t, err = l.pointwise(op, args)
	default:
		t, err = l.ctx.Apply(f.builtin, args)
	}
	if err == nil && (t == nil || t.Sort() != f.result) {
		err = fmt.Errorf("it does not give %s", smtlib.BoogieType(f.result))
	}
	if err != nil {
		panic(unsupported{pos, fmt.Sprintf("SMT-LIB function %s is not given meaning: %v", f.builtin, err)})
	}
	return t
}

// constMap is the map of sort s that holds v everywhere, nil when v does not
// fit.
func (l *Lowerer) constMap(s *smtlib.Sort, v *smtlib.Term) *smtlib.Term {
	if s.Kind != smtlib.ArrayKind {
		return nil
	}
	if s.Elem != v.Sort() { // a map of several arguments
		if v = l.constMap(s.Elem, v); v == nil {
			return nil
		}
	}
	return l.ctx.ConstArray(s, v)
}

// mapOps are the functions that combinators of maps apply at each index.
var mapOps = map[string]string{
	"MapAdd": "+", "MapSub": "-", "MapMul": "*", "MapDiv": "div", "MapMod": "mod",
	"MapEq": "=", "MapGt": ">", "MapGe": ">=", "MapLt": "<", "MapLe": "<=",
	"MapAnd": "and", "MapOr": "or", "MapNot": "not", "MapImp": "=>", "MapIff": "=", "MapIte": "ite",
}

// pointwise is the map that holds op of what args hold at each index.
func (l *Lowerer) pointwise(op string, args []*smtlib.Term) (*smtlib.Term, error) {
	c := l.ctx
	for _, a := range args {
		if a.Sort().Kind != smtlib.ArrayKind || a.Sort().Index != args[0].Sort().Index {
			return nil, fmt.Errorf("maps over different indices")
		}
	}
	// The function that stands for the map takes the maps as its arguments.
	index := c.Fresh("?index", args[0].Sort().Index)
	sub := map[*smtlib.Term]*smtlib.Term{}
	values := make([]*smtlib.Term, len(args))
	for i, a := range args {
		p := c.Fresh("?map", a.Sort())
		sub[p] = a
		values[i] = c.Select(p, index)
	}
	body, err := c.Apply(op, values)
	if err != nil {
		return nil, fmt.Errorf("%s", strings.TrimSpace(err.Error()))
	}
	return c.Substitute(l.lambda([]*smtlib.Term{index}, body), sub), nil
}
