// Package summary holds what analyses find out, as data: path summaries and summaries
// of procedures (Path, Summary: Def. 5-7 of the paper), the condition under which two
// paths differ (PathDifference, Compare: Def. 11), difference summaries (DiffSummary:
// Def. 9 and 10) with differences and their witnesses, and what callers may rely on
// (Equality: Def. 8).
//
// Start from Table, the state of one analysis: Of and OfPair give what it knows of a
// procedure and of a pair, beginning with the Knowledge of the analyses of the
// callees. Knowledge never changes once it is made, so analyses of different groups
// share it and go on at the same time.
//
// Conditions and terms of a procedure are over its inputs; those of a pair are over
// the union of both versions' inputs, as package pairing lists them. Path summaries may hold
// abstract applications (package abstraction); difference summaries never do.
package summary
