package product

import (
	"slices"

	"semdiff/moddiff/relation"
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
	"semdiff/translate/interp"
	"semdiff/translate/ir"
)

// goals guesses what the pair needs: that both versions agree, written over the inputs
// and outputs of the calls of this node alone, as far as what both versions do behind
// the calls depends on nothing else.
func (g *guesses) goals() {
	x, c := g.x, g.x.c
	e, k := x.encoder(nil)
	tops := e.Both(vc.PairOf(x.pair))
	agrees := c.Not(vc.Agree(c, tops, x.outputs).Differ())
	for _, runs := range k.related.InOrder(g.n.names()) {
		sub := map[*smtlib.Term]*smtlib.Term{}
		for _, col := range g.columns {
			run := runs[col.slot.Version]
			of := run.Args
			if col.slot.Kind == relation.Output {
				of = run.Outputs
			}
			if t := of[col.slot.Index]; t.Op() == smtlib.OpVar && sub[t] == nil {
				sub[t] = col.v
			}
		}
		for _, run := range runs {
			for _, v := range smtlib.Collect(run.Ends[ir.Normal]).Vars {
				if sub[v] == nil && v.Sort() == c.Int {
					sub[v] = c.IntVal(int64(ir.Normal))
				}
			}
		}
		for _, t := range smtlib.Conjuncts(c.Substitute(agrees, sub)) {
			g.addIfSo(t)
		}
	}
}

// addIfSo adds a condition that is over the columns and holds in all samples.
func (g *guesses) addIfSo(t *smtlib.Term) {
	if t.HasQuantifier() || slices.ContainsFunc(smtlib.Collect(t).Vars, func(v *smtlib.Term) bool { return !g.isColumn(v) }) {
		return
	}
	if col := g.evaluated(t); col != nil && !slices.ContainsFunc(col.values, func(v interp.Value) bool { return !v.IsTrue() }) {
		g.add(t)
	}
}

func (g *guesses) isColumn(v *smtlib.Term) bool {
	return slices.ContainsFunc(g.columns, func(col *column) bool { return col.v == v })
}

// givens guesses that what is given of the inputs of the pair goes on to hold of the
// variables of those names.
func (g *guesses) givens() {
	x := g.x
	for v := range g.n.procs {
		sub := map[*smtlib.Term]*smtlib.Term{}
		for _, in := range x.pair.Inputs {
			i := in.Index(v)
			if i < 0 {
				continue
			}
			name := relation.Declared(x.pair.Proc(v).Inputs[i])
			for _, col := range g.columns {
				if col.slot.Version == v && col.slot.Kind == relation.Input && relation.Declared(g.declared(col)) == name && col.v.Sort() == in.Var.Sort() {
					sub[in.Var] = col.v
				}
			}
		}
		for _, t := range smtlib.Conjuncts(x.given) {
			g.addIfSo(x.c.Substitute(t, sub))
		}
	}
}
