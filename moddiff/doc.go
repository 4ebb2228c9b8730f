// Package moddiff computes difference summaries of two program versions: the
// modular demand-driven difference analysis of Trostanetski, Grumberg and
// Kroening (SAS 2017), "the paper" below.
//
//	analysis.go     Analyze: Algorithm 1, DIFFSUMMARIZE; the analysis of one pair
//	deepen.go       smaller unwinding bounds first
//	comparison.go   what the analyses of one run share; the entries
//	schedule.go     the work set: groups of pairs, several at a time
//	knowledge.go    what analyses know of procedures, for those of the callers
//	cache.go        the same from run to run: keys
//	saved.go        and its form in files
//	report.go       the answer put together
//	declared.go     procedures that only one version has, signatures that changed
//	versions.go     what other engines start from: pairs, axioms, replays
//	match.go        which procedures and loops are compared
//	matchrenamed.go procedures whose names changed
//	align.go        which inputs and outputs of a pair correspond
//	pairing.go      pairs and their interfaces, modified and affected pairs
//	side.go         one version: procedures, their groups, how they may end
//	load.go         bodies lowered when they are needed
//	path.go         PathSummary and Summary (Def. 5-7)
//	symexec.go      modular symbolic execution (section 3), unwinding
//	merge.go        the same with state merging, where there are many paths
//	reach.go        where control flow parts and joins again
//	abstraction.go  UF_g1, UF_g2, UF_g1g2 (section 6.1)
//	budget.go       how long walks over terms go on
//	expand.go       calls replaced by what the summaries know (equation 2)
//	defined.go      what holds whatever the abstracted calls do
//	diff.go         Algorithm 2, CONSTPROCDIFFSUM
//	induction.go    recursive pairs: equality assumed and proven as a group
//	termination.go  for which inputs procedures end, for which not, on demand
//	termination_ranking.go     ranking functions
//	termination_recurrence.go  recurrence sets
//	refine.go       refinement on demand (section 6.2)
//	concrete.go     both versions run on test inputs before any solver is asked
//	follow.go       runs of both versions followed through all calls
//	witness.go      concrete inputs, replayed by the interpreter
//	cells.go        where maps differ
//	finish.go       the four sets and the differences made readable
//	session.go      questions of an analysis to the solver (package query)
//	contradictions.go  axioms that contradict each other though no difference depends on them
//	evidence.go     claims that make an answer checkable, on demand (package certificate)
//	evidence_runs.go summaries that reach as far as the inputs of differences
//	vocabulary.go   summaries as functions that are defined step by step
//	reason.go       why something is unknown: kinds and words
//	reasons.go      the reasons of a pair, from what the analysis left open
//	result.go       DiffSummary, Verdict: what comes out
//
// # Matching
//
// Procedures are paired as the options say, then by name, then by what they do
// where that leaves no doubt; loops follow their procedures. A wrong pair costs
// precision and is never a wrong answer: pairs are compared as functions of the
// union of their inputs, what is reported of a pair is about its two procedures,
// and a caller's calls are told apart unless the pair of the callees is proven
// equal, input by input and output by output as they were paired. Calls pass
// arguments by position, so the parameters of a pair correspond by position too,
// unless the options say otherwise or one version has more of them; at a call,
// each version's arguments stand where that version has them. Globals, constants,
// functions and types are those of one name: what was renamed is given one name
// before programs are lowered (package boogie/match).
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
// # Abstraction and soundness
//
// A call of g in version i is a set of applications of uninterpreted functions
// of its inputs: one for each output, one for the kind of outcome, and one
// that says whether the call ends. Under the intended meaning, where each
// stands for what g really does, the path summaries of a caller describe it
// exactly; so a formula that is unsatisfiable under every meaning describes no
// input. What is known of g (its path summaries) replaces its applications
// case by case. Where U(g1, g2) is everything, both versions share their
// symbols.
//
// A formula that still holds abstract applications is never reported: C and T
// get what it implies whatever they mean (definedness, defined.go), U loses
// what it may hold under some meaning, and the rest is refined or unknown.
//
// # Runs that are followed
//
// Where path summaries show no difference, or nothing that is the same, both
// versions are run on inputs that the solver finds, and the runs are followed
// through all calls, with nothing abstract: two runs are an exact pair of path
// summaries, whatever lies between the pair and the change. They add to C and U,
// and prove nothing about what no run has reached.
package moddiff
