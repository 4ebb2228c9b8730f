// Package boogie reads and writes programs in the Boogie intermediate
// verification language: the syntax tree, its parser, printer, traversal and
// structural equality. Names and types are resolved in boogie/types.
//
//	lexer.go       bytes -> tokens: a participle lexer.Definition
//	preprocess.go  #if ... #endif, before the lexer
//	chunk.go       tokens -> one declaration at a time; bodies go past participle
//	grammar.go     declarations: struct tags that participle reads
//	parse.go       the entry point and its messages
//	parser.go      what the declarations are made of: attributes, types, bindings
//	expr.go        expressions by precedence climbing
//	stmt.go        statements
//	float.go       which floating-point literals are well-formed
//	labels.go      goto, break and label checks after parsing
//	nodes.go       the syntax tree
//	attr.go        lookups in attributes, names of operators
//	printer.go     tree -> text that parses to an equal tree
//	walk.go        traversal
//	equal.go       structural equality
//
// The language is sequential Boogie as versions 2.4 and 3.x have it. Words that
// became keywords after 2.4 are ordinary identifiers here except in the places
// where only the keyword can stand. Constructs of the language that are not
// read yet get the diagnostic "not supported yet: ...".
package boogie
