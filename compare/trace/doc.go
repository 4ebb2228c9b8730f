// Package trace shows two runs side by side, in terms of the source that the
// programs were translated from, as SymDiff does (CAV 2012, Figure 1): the lines
// that each run passed and the values of expressions there. Start from Lines, which
// makes them of the steps of a replay, and Compare, which aligns two runs as diff(1)
// does. What is shown are replays of package interp: it claims nothing else.
//
//	type     what it is
//	Line     a line of source that a run passed, with values
//	Run      the run of one version: its lines and how it ended
//	Row      what stands side by side
//	Sources  the texts of the source files at hand
//
// Lines are those that the program names ({:sourceloc} of SMACK, {:sourceFile}
// and {:sourceLine} of HAVOC), else those of the Boogie file.
package trace
