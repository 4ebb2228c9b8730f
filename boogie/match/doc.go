// Package match reads, writes and applies matching files: which declarations of
// two versions of a program stand for each other, in the syntax of SymDiff's
// configuration files.
//
//	file.go     File, Parse and Print
//	apply.go    Apply: the names checked and the new version renamed
//	fit.go      whether what is matched has fitting types
//	rename.go   renaming in a syntax tree
//	complete.go Complete: what is matched, to print
//
// Declarations that a file does not mention are matched by name. What is
// matched means the same: the two versions share the values of a global at
// entry, the values of a constant, the meaning of a function without a
// definition and of a procedure without a body, and the elements of a type. So
// the new version's names are replaced by the old ones in the syntax tree,
// before types are checked and the program is lowered: whatever is derived from
// names later, such as sorts or the functions that stand for procedures without
// a body, is then derived from the same ones. What had such a name without being
// matched, a local variable or an unmatched declaration, is renamed first.
// Procedures with a body keep their names; which are compared is an option of
// the analysis.
//
// To call two constants or functions the same claims nothing about their axioms
// and definitions: where these differ, the analysis keeps them apart.
package match
