// Package smtlib is the term language of semdiff: sorted, immutable,
// hash-consed SMT-LIB terms with a cheap simplifier at construction.
//
// Terms live in a Context. Two terms of one Context are equal as terms exactly
// when their pointers are equal, so comparing and memoising cost nothing, and
// every walk is linear in the shared graph, never in the tree.
//
//	term.go     Term, Op, Func: what a term is
//	context.go  Context: interning
//	work.go     counting what is built
//	order.go    the order of terms, which is that of arguments where it is free
//	core.go     Booleans, equality, if-then-else
//	bounds.go   conjunctions of bounds on linear forms
//	arith.go    linear and polynomial arithmetic in a normal form
//	number.go   the numbers it computes with
//	bv.go       bit-vectors
//	array.go    arrays
//	datatype.go datatypes
//	float.go    floating-point numbers, which package ieee computes with
//	quant.go    quantifiers
//	default.go  a default value of each sort
//	rewrite.go  substitution and other bottom-up rewriting
//	names.go    symbols for variables and functions, declarations
//	definitions.go functions that are expanded, read off axioms
//	meaning.go  what terms with a function are simplified to
//	bitoperation.go  what operations on the bits of integers give
//	logic.go    the smallest SMT-LIB logic of terms
//	symbol.go   symbols quoted
//	print.go    SMT-LIB 2.6 text with sharing
//	node.go     terms taken apart and put together as they were, for package wire
//	infix.go    Boogie's syntax, for people
//	sexpr.go    reading S-expressions
//	read.go     S-expressions to terms (models, values); readop.go their operators
//	apply.go    functions of the theories by their text
//
// Whether formulas can be satisfied is for package search, as far as that is easy,
// and for package solver, which starts processes.
package smtlib
