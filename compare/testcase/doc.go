// Package testcase writes the witnesses of differences as small programs that show them
// without this tool: for each version a Boogie file, with what the procedure needs and a
// procedure that sets up the input, calls it and asserts what this version returns; and,
// of a program that SMACK translated, a C file that prints it.
//
// Start from Write. A test says of one input what a replay has shown (package
// moddiff/witness), no more. A witness that fixes functions or drawn values beside the
// inputs, or whose values have no words in the language, has no test; Set.Without counts
// these.
//
//	testcase.go which differences have tests
//	boogie.go   as Boogie
//	c.go        as C
package testcase
