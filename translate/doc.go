// Package translate lowers a resolved Boogie program to the IR (package ir).
//
//	package     does
//	mono        makes both versions monomorphic together
//	cfg         says what statements mean: control-flow graphs, and what each procedure
//	            takes, gives back and may do, found from these
//	term        expressions, functions and axioms to terms
//	loops       loops to tail-recursive procedures; what no one needs is dropped
//	translate   puts these together; which procedures are the same in both versions
//
// Start with LowerPair. A procedure with several implementations becomes one that
// calls any of them (implementations). Then all procedures get their control-flow
// graph and their interface, without a term for any statement; same finds those
// that have the same text and meaning in both versions. The body of a procedure is
// lowered when it is asked for, on its own, by a table of passes (body):
//
//	terms     blocks of the graph to blocks of the IR; globals and the tape as inputs and
//	          outputs, procedures without a body as functions
//	loops     natural loops to tail-recursive procedures
//	order     blocks in topological order
//	liveness  what no one needs is dropped
//	notes     what only traces read is put beside the instructions
//
// Semantics are Boogie's: simultaneous assignment, Euclidean div and mod,
// mathematical integers, where clauses assumed at entry and after havoc. The ==
// of floats is identity; their operators round to nearest even. A field of
// another constructor is some value that depends on the term only. What guides
// a prover alone (hide, reveal, push, pop, triggers beyond patterns, weights)
// means nothing.
package translate
