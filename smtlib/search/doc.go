// Package search decides easy conjunctions without a solver. It tries the models
// that it found before or was told of, and repairs the best of them step by step; what it
// finds is checked by evaluation. And it computes bounds on all terms: where they contradict
// each other there is no model. Most questions of a path by path analysis are of
// this kind. That it finds nothing says nothing.
//
//	search.go   Search: the models it knows, the walk from a near miss to a model
//	learn.go    Learn: models that others found
//	propagation.go  bounds on terms by interval propagation, upwards and downwards
//	intervals.go    arithmetic of intervals
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
