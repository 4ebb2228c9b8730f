// Package crosscheck holds difference summaries against verification conditions,
// other engines and Boogie.
//
//	crosscheck.go  Run: all engines on one task
//	rows.go        what they say of one pair, and where they contradict each other
//	boogie.go      what Boogie says
//	relations.go   relations between calls of both versions, new failures
//
// The answer is a report.Crosscheck.
package crosscheck
