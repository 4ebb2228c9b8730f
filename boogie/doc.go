// Package boogie reads and writes programs in the Boogie intermediate
// verification language: the syntax tree, its parser, printer, traversal and
// structural equality. Names and types are resolved in boogie/types.
//
//	lexer.go       bytes -> tokens: a participle lexer.Definition
//	preprocess.go  #if ... #endif, before the lexer
//	chunk.go       tokens -> one declaration at a time; axioms and bodies go past participle
//	grammar.go     declarations: struct tags that participle reads
//	specgrammar.go the clauses of specifications
//	civlgrammar.go declarations of concurrent programs
//	parse.go       the entry point and its messages
//	parser.go      what the declarations are made of: attributes, types, bindings
//	expr.go        expressions by precedence climbing
//	stmt.go        statements
//	float.go       which floating-point literals are well-formed
//	labels.go      goto, break and label checks after parsing
//	nodes.go       the syntax tree
//	civl.go        its nodes for concurrent programs
//	attr.go        lookups in attributes, names of operators
//	printer.go     tree -> text that parses to an equal tree; printstmt.go, printexpr.go
//	walk.go        traversal
//	equal.go       structural equality
//	clone.go       copies of trees
//
// The language is Boogie as versions 2.4 and 3.x have it, with CIVL, the layer
// for concurrent programs. Words that became keywords after 2.4 are ordinary
// identifiers except in the places where only the keyword can stand; a backslash
// makes any word a name. What only older versions had (call forall) gets the
// diagnostic "not supported yet: ...".
package boogie
