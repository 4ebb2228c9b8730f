// Package result is the answer of an engine for two programs: a row for each pair,
// and for each procedure that is compared with none, a verdict, counts and notes.
//
// Start from New, which makes a Result of an Answer for each pair (a verdict and the
// difference summary that it rests on), and Result.Close, which fills in counts and
// notes. The words of verdicts and statuses are a table (AllVerdicts, AllStatuses).
//
// The verdict of a Result is the worst of its entries; it proves nothing itself. An
// engine answers Different for a replayed difference, Equivalent where U (SAS 2017,
// Def. 10) is proven to hold every input, PartiallyEquivalent where partial
// equivalence (Def. 8) is proven, and Unknown otherwise.
package result
