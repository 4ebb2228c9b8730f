// Package termination proves for which inputs procedures end, and for which they do
// not, on demand: by lexicographic ranking functions (Alias, Darte, Feautrier and
// Gonnord, SAS 2010) and closed recurrence sets (Gupta, Henzinger, Majumdar,
// Rybalchenko and Xu, POPL 2008) of a recursive group's calls of itself.
//
// Start from Analysis: Analyse asks once for each procedure, callees first, and leaves
// what is proven in the table of the analysis; abstraction.KnownTo reads it there, so
// that "the call ends" expands to it. Both kinds of proof consist of queries that have
// no model, whatever the calls in them do beyond what is known; Record is told them.
package termination
