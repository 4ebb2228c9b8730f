package abstract

import (
	"slices"

	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// Minimal leaves out conditions that the others and given ones imply, those at the
// end of the list first.
func Minimal(c *smtlib.Context, ask Ask, given *smtlib.Term, list []*smtlib.Term) []*smtlib.Term {
	list = slices.Clone(list)
	for i := len(list) - 1; i >= 0; i-- {
		others := slices.Delete(slices.Clone(list), i, i+1)
		if ask(c.And(given, c.And(others...), c.Not(list[i]))).Answer == solver.Unsat {
			list = others
		}
	}
	return list
}
