// Package crosscheck holds difference summaries (SAS 2017, Def. 10) against the
// verification conditions of SymDiff (CAV 2012), other engines and Boogie: it asks
// whether each set of a summary holds as a condition of its own, and looks for
// answers that cannot all be right (engine.Contradict). It proves nothing itself.
//
//	crosscheck.go  Run, where to start: all engines on one task
//	rows.go        their answers for one pair, and where these contradict each other
//	boogie.go      the answers of Boogie
//	relations.go   relations between calls of both versions, new failures
//
// The answer is a report.Crosscheck.
package crosscheck
