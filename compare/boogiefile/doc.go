// Package boogiefile writes Boogie: declarations, expressions, and whole programs of
// the IR. What it writes is read by semdiff and by Boogie 2.4.1. Start from Programs,
// or from Writer for a file of another shape.
//
//	names.go    names that Boogie reads, each given once
//	writer.go   Writer: types, functions, what a file declares
//	term.go     expressions
//	program.go  Programs: two versions as files
//	body.go     a procedure and its body
//
// A file of a program means what the program does: run a procedure of either on the
// same inputs, under functions of the same meaning, and both end alike, with equal
// outputs. Globals and the position on the input tape are parameters and results, and
// loops procedures, as in the IR; the tape of a sort is a function without a body. A
// global that only one version of a procedure takes or gives is in both files: the other
// gives it back as it was, and its callers pass any value where they have none.
package boogiefile
