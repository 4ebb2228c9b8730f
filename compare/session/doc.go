// Package session reads the input of a comparison: two versions of a program, and
// the files that say how they correspond. Start from Open.
//
//	source.go    Source: a file, a text or a reader
//	texts.go     the texts of files that are not on disk under their names
//	versions.go  Load: both versions read, checked, matched and lowered
//	proposals.go mutual summaries as relations for the analysis
//	names.go     what the sources of both versions call what they have
//	session.go   Open: the same with a solver that starts meanwhile
//	dispute.go   solvers that contradict each other
//
// Problems of the input are a source.List: one line for each, with its place.
package session
