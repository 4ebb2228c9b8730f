// Package moddiff computes difference summaries (C, U) of two program versions
// (Def. 9 and 10), and T, which under-approximates where exactly one version ends: the
// modular demand-driven difference analysis of Trostanetski, Grumberg and
// Kroening (SAS 2017), "the paper" below. Start from Analyze, which lists the lines
// of Algorithm 1, and constProcDiffSum, which lists those of Algorithm 2.
//
//	diffsummarize.go     Algorithm 1, DIFFSUMMARIZE, and the analysis of one pair
//	constprocdiffsum.go  Algorithm 2, CONSTPROCDIFFSUM, step by step
//	spuriousness.go      which path differences are real, and refinement (section 6.2)
//	induction.go         recursive pairs: equality assumed and proven as a group
//	proofs.go            pairs that stay open: relations between their loops (package product)
//	slices.go            what a change does not reach is settled; slices of the rest are compared
//	dropped.go           slices without what may end a run, for what they show more
//	lift.go              answers for slices as answers for the whole versions
//	dropped.go           slices without ends of runs, which show more of U
//	sliceevidence.go     evidence about slices, with claims of what the change does not reach
//	conditions.go        proofs by relations for some of the inputs alone
//	proposals.go         relations that the user proposes: proven, then used
//	related.go           relations between calls of a pair that differs, found when a caller needs them
//	clients.go           entries that did not change, shown equal by somebody else
//	schedule.go          the work set: groups of pairs, several at a time
//	verdictfirst.go      the entries' verdict before any set is complete
//	openruns.go          runs that choose what is open, beside the comparison
//	asentries.go         undecided procedures below the entries, compared as entries
//	deepen.go            smaller unwinding bounds first
//	reuse.go             what the cache of earlier runs knows
//	finish.go            the four sets completed and made readable
//	closedloops.go       what counted loops return, said of pairs that call them
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
// A condition is in C or T if it implies a path difference whatever abstracted calls
// do, and if a replay confirms the difference on one of its inputs. U excludes all
// inputs that may differ under some meaning of these calls, or that summaries do not
// cover (Def. 7). All other inputs are refined or unknown (package abstraction). Both
// versions share the functions for a call only as far as the pair of the callees is
// proven equal; within a recursive group that is assumed, and proven for the group as
// a whole (induction.go).
//
// What a ClientProver says is taken for proven: that entries which did not change are
// equal. Package compare/clever says why it is.
//
// What no change reaches is the same (package impact): callers share such outputs of a
// callee one by one, and pairs of which an output or the end may differ are compared as
// slices (package slice) that have all of these, and all that may end a run, so that C,
// U and T are those of the whole pair. Differences are replayed on the whole versions.
package moddiff
