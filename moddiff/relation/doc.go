// Package relation proves relations between runs of two versions: mutual
// summaries (Hawblitzel, Kawaguchi, Lahiri, Rebêlo: Towards modularly comparing
// programs using automated theorem provers, CADE 2013) and claims about assertions
// (Lahiri, McMillan, Sharma, Hawblitzel: Differential assertion checking, FSE
// 2013).
//
//	relation.go    Relation, Predicate: what they say of two runs
//	facts.go       what they say of the calls in a condition
//	prover.go      Prover, where to start: relations and claims by induction
//	ends.go        that runs end alike
//	lemma.go       what holds of runs of one version alone
//	candidates.go  equal inputs; what may relate variables that stand for each other
//	find.go        relations found by dropping candidates (Houdini)
//	horn.go        preconditions proposed by a solver of Horn clauses
//
// A Relation says that two runs, one of a procedure of each version, which start in
// related inputs and both return have related outputs. The procedures need not be a
// matched pair, and the inputs not equal. Once proven, it holds of each two calls of
// them in any condition: Facts says so as a term.
//
// The Prover encodes one run of each procedure on inputs of their own (a product,
// package vc), assumes all relations at hand of the calls made, and asks whether the
// conclusion can be wrong. What is left of a set of candidates when this is repeated
// (package houdini) is proven by induction on the length of both runs; see
// Prover.Prove. From that nothing follows for runs that do not end: that one run ends
// if the other does is a proof of its own, by induction on one of them; see
// Prover.ProveEnds.
package relation
