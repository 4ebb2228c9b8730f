// Package query asks a solver about terms under the axioms of two versions.
//
//	Session    questions, with what each may cost; answers remembered
//	Axioms     the axioms of both versions, and which of them a question needs
//	Separate   functions that the versions say different things of told apart
//	Extension  models of quantified axioms by choice of interpretations
//
// Start from Session. An answer unsat means that no model of the axioms is one of
// the term; it is unknown where the axioms contradict each other, or where the
// proof depends on how many elements a sort has that only one version says
// something of. An answer sat answers to every axiom that is connected with the
// term; models of the others can be combined with the one found (see Axioms).
package query
