// Package tools makes other programs columns of a suite run: Boogie, SMT solvers, and
// what a user describes in a file. Start from Tool, a name, a command and what its
// output means; Shipped is the table of those that are known, Read reads a file of more.
//
// A command has placeholders: {old} and {new} are the versions, {eq} is SymDiff's
// procedure Eq of them as a Boogie file, {query} each query of an export in turn. The
// files that are needed are written before, by processes of their own, under the limits
// of the cell; their time does not count.
//
//	tool.go      Tool, Rule; the table of what is shipped
//	read.go      Read: a file of tools
//	column.go    Column: a tool that runs on pairs
//	prepare.go   the files that are written for it
//	query.go     a solver on the queries of an export
package tools
