// Package search finds models of easy conjunctions without a solver: it tries the
// models that it found before, and repairs the best of them step by step. Most
// questions of a path by path analysis are of this kind. What it finds is checked
// by evaluation; that it finds nothing says nothing.
//
//	search.go   Search: the models it knows, the walk from a near miss to a model
//	moves.go    the changes of a model that make one term true
//	graph.go    the terms of a query as a flat list
//	eval.go     the value of each term in a model
//	bits.go     bit-vectors
//	value.go    values; arrays
//	model.go    models, and what they are as terms
//
// The walk propagates wanted values from a false conjunct down to its symbols, as
// the local search for bit-vectors of Niemetz, Preiner and Biere (Propagation
// based local search for bit-precise reasoning, FMSD 2017) does. Terms with
// quantifiers, reals, floats, datatypes, or numbers beyond 64 bits have no value
// here.
package search
