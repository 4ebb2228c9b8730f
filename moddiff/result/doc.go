// Package result is the answer of an engine for two programs: a row for each pair,
// and for each procedure that is compared with none, a verdict, counts and notes.
//
// Start from New, which makes a Result of what an engine found of each pair (an
// Answer: a verdict and the difference summary that it rests on), and Result.Close,
// which fills in what the work came to. The words of verdicts and statuses are a
// table (AllVerdicts, AllStatuses).
package result
