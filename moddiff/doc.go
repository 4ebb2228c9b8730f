// Package moddiff computes difference summaries of two program versions: the
// modular demand-driven difference analysis of Trostanetski, Grumberg and
// Kroening (SAS 2017), "the paper" below. Start from Analyze.
//
//	diffsummarize.go     Algorithm 1, DIFFSUMMARIZE, and the analysis of one pair
//	constprocdiffsum.go  Algorithm 2, CONSTPROCDIFFSUM, step by step
//	spuriousness.go      which path differences are real, and refinement (section 6.2)
//	induction.go         recursive pairs: equality assumed and proven as a group
//	schedule.go          the work set: groups of pairs, several at a time
//	deepen.go            smaller unwinding bounds first
//	reuse.go             what the cache of earlier runs knows
//	finish.go            the four sets completed and made readable
//	reasons.go           why something of a pair is left open
//	contradictions.go    axioms that contradict each other though no difference depends on them
//	options.go           modes, options, what a pair may cost
//	report.go            the answer put together (package result)
//	account.go           counts and remarks
//	matching.go          the matching alone, for semdiff match
//	aliases.go           names of types and functions of the packages below, for callers
//
// It is one engine that stands on the packages below it; package kit says which they
// are and how they fit together.
//
// # Repeatability
//
// A group of mutually recursive pairs is analysed with a state and a solver
// session of its own. What it knows beyond the program is what the analyses of
// its callees found, so its outcome depends on the group and on what it calls
// alone: groups can be analysed in any order and at the same time, and outcomes
// can be kept from run to run under a hash of all that. Terms are ordered by what
// they say (package smtlib), and the solver's limits are counted in resources.
//
// # Soundness
//
// C and T get what holds whatever abstracted calls do, and only what a replay
// confirms; U loses what may differ under some meaning of them, and the rest is
// refined or unknown (package abstraction). What both versions share in a call is
// what is proven of the pair of the callees; within a recursive group it is assumed
// and proven as a whole (induction.go).
package moddiff
