// Package horn solves constrained Horn clauses: implications over unknown
// predicates, as the conditions that an invariant of a loop, or a relation between
// the loops of two programs, has to meet (Bjørner, Gurfinkel, McMillan, Rybalchenko:
// Horn clause solvers for program verification, 2015).
//
//	system.go     System, Clause: where to start; what they say in SMT-LIB
//	normal.go     the form that solvers take: shared terms named, conclusions split
//	abstract.go   terms that solvers dislike become free choices
//	solve.go      a solver asked, its model read back
//
// A model of a System gives each predicate a definition under which all clauses are
// valid. Solvers are not believed: the definition is a proposal, to be checked clause
// by clause with ordinary queries (System.Valid).
//
// Solvers are strict about form: z3's Spacer takes a clause only as one prenex
// quantifier over an implication whose conclusion is an application or false,
// without let and without quantifiers inside.
package horn
