// Package term makes terms of expressions: one for each expression of a
// control-flow graph, when its body is asked for.
//
// Start with Lowerer, which serves one version: it knows the variables and the
// functions that were met. A function with a body is expanded where it is applied; a
// recursive one stays a symbol with its definition as an axiom, and a lambda is a
// symbol that its axiom tells apart. Operations on bits that SMACK's prelude leaves open
// have their values (FixBitOperations). What a type is as a sort, Sorts says.
//
//	type     makes
//	Sorts    sorts of types; datatypes are shared by versions that define them alike
//	Lowerer  terms of expressions
//	Axioms   the axioms, of which those that define a function become definitions
//	Reader   terms of the expressions of one control-flow graph, each once, with names
//	         read as the graph says (cfg.Names)
//
// What has no meaning here becomes a diagnostic at its place (Problems), and its
// term is nil. Every variable of a term is one of those that the graph says the
// expression reads: the same names are looked up in the same tables. Signatures
// rest on that.
package term
