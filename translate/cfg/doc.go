// Package cfg says what statements mean: it turns the body of every procedure
// into a control-flow graph, and finds from the graphs what callers must know. It
// makes no term of any expression: these stay syntax, with the variables that they
// read beside them.
//
// Start with Graph. Its blocks hold assignments, assumptions, assertions, calls
// and havoc; branches are edges with guards. A statement that means several of
// these is written out here and nowhere else: a call becomes the assertions of the
// preconditions, the call, and the assumptions that callers may make; an update
// m[i] := e becomes m := m[i := e]; what old(g) reads is a variable that is set at
// entry. An expression of a specification is read with other names than one of the
// body, which its Names tell.
//
//	file       turns                       into
//	build      statements                  blocks; specifications are assumed and asserted
//	call       a call                      the same with the callee's specification
//	note       marks and notes             instructions that only traces read
//	guards     gotos                       guarded edges that exclude each other; else a havocked choice
//	prune      the graph                   what the entry reaches, in order; cycles are found
//	initial    variables not set           a havoc at entry
//	determine  havocs that assumptions determine  assignments
//	liveness   a graph                     what is needed at its entry
//	signature  the graphs of all           globals and the tape that each procedure reads and sets,
//	                                       whom it calls, how it may end
//
// Reading the tape is what havoc does: it takes the next elements of an input that
// both versions share, so whoever does it reads and sets the position on the tape,
// the variable Program.Tape. A procedure without a body reads the tape or is a
// function of its inputs (External).
//
// Why a signature holds for the lowered body: the body is made from the graph,
// instruction by instruction, by replacing expressions by terms, and a term has
// no variable that is not in Expr.Reads. Simplifying terms only takes away reads,
// calls and ways to end. The questions about terms that a graph depends on, whether
// the guards of a choice exclude each other (Disjoint) and whether assumptions
// determine a variable (Solvable), are answered once and written into the graph.
package cfg
