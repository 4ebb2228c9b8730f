package relation

import (
	"semdiff/moddiff/vc"
	"semdiff/smtlib"
)

// MaxPairs is the largest number of pairs of calls for which relations are assumed in
// one condition.
const MaxPairs = 2_000

// Calls are runs of procedures by version.
type Calls [2][]*vc.Activation

// With adds the runs that made the calls.
func (calls Calls) With(tops [2]*vc.Activation) (all Calls) {
	for i := range calls {
		all[i] = append([]*vc.Activation{tops[i]}, calls[i]...)
	}
	return all
}

// of are the calls of two procedures.
func (calls Calls) of(procs [2]string) (list Calls) {
	for i := range calls {
		for _, a := range calls[i] {
			if a.Proc == procs[i] {
				list[i] = append(list[i], a)
			}
		}
	}
	return list
}

// InOrder pairs the n-th calls of two procedures.
func (calls Calls) InOrder(procs [2]string) (list [][2]*vc.Activation) {
	of := calls.of(procs)
	for i := range min(len(of[0]), len(of[1])) {
		list = append(list, [2]*vc.Activation{of[0][i], of[1][i]})
	}
	return list
}

// each visits all pairs of calls of two procedures, up to the budget; it reports
// whether that was all.
func (calls Calls) each(procs [2]string, budget *int, visit func([2]*vc.Activation)) bool {
	of := calls.of(procs)
	for _, x := range of[0] {
		for _, y := range of[1] {
			if *budget == 0 {
				return false
			}
			*budget--
			visit([2]*vc.Activation{x, y})
		}
	}
	return true
}

// Facts are what relations say of all pairs of calls; whole tells that none was
// left out because of MaxPairs.
func Facts(c *smtlib.Context, calls Calls, relations []*Relation) (t *smtlib.Term, whole bool) {
	var list []*smtlib.Term
	budget := MaxPairs
	whole = true
	for _, rel := range relations {
		whole = calls.each(rel.Procs, &budget, func(runs [2]*vc.Activation) { list = append(list, rel.At(c, runs)) }) && whole
	}
	return c.And(list...), whole
}

// Product is a run of each of two procedures on inputs of their own, and the
// calls that they make.
type Product struct {
	Tops  [2]*vc.Activation
	Calls Calls
	Open  Calls // those that are not inlined, where others are
}

// Shorter are the pairs of runs of which at least one is a call that those of
// the product make.
func (p *Product) Shorter() []Calls {
	return []Calls{
		p.Calls,
		{p.Calls[0], {p.Tops[1]}},
		{{p.Tops[0]}, p.Calls[1]},
	}
}
