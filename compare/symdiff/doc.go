// Package symdiff compares two versions as SymDiff does (Lahiri, Hawblitzel,
// Kawaguchi, Rebêlo: SYMDIFF, CAV 2012). For each matched pair the procedure
// Eq.f1.f2 (Figure 2) runs both bodies on one input and asserts that they agree;
// calls are uninterpreted functions of arguments and globals, which both versions
// share where the pair of the callees is proven equal.
//
//	symdiff.go          Engine; Prove and what it returns: where to start
//	options.go          Options, Mode: what becomes of calls
//	run.go, prove.go    the state of a run; assumptions, notes, the second pass
//	group.go            one recursive group: the rule PART-EQ
//	answer.go           one pair: as its callers see it, and as the user does
//	attempt.go          what is asked of the solver; outputs.go: for each output
//	condition.go        the assertion, with what relations say of calls
//	calls.go            which calls are inlined, what is known of the others
//	knowledge.go        what is proven of pairs
//	refine.go           which callees a counterexample depends on
//	reason.go           why an answer is unknown
//	relations.go        mutual summaries: when they are tried, what became of them
//	assertions.go       differential assertion checking
//	crosscheck.go       the answers of other engines as obligations
//	contradictions.go   answers that cannot stand together
//	counterexamples.go  counterexamples on different paths
//	files.go            Eq procedures for Boogie (package eqfile), files of mutual summaries (package mutual)
//	versions.go         matched pairs and the solver: all that comes from moddiff
//
// # One pair, step by step
//
// Prove goes through the pairs, callees first (prove.go). A pair that no change
// reaches is equal. For any other the encoder (calls.go) makes a condition (package
// vc): both bodies as terms over the same inputs, with one decision for each call:
//
//   - its function is the pair's where the callees are proven equal, else that of
//     the version (mode modular);
//   - or the callee's body is inlined: always, where it is not proven equal, where
//     the versions of it differ, or once a counterexample depends on it (the other
//     modes).
//
// The pair is partially equivalent when "both end and do not agree" has no model,
// and equivalent when also "one ends and the other does not" has none (attempt.go).
// From a model come inputs, on which both versions are run: if they differ there,
// the pair is different; if not, mode refine inlines what the model depends on and
// asks again. What is proven goes into the knowledge that callers are encoded with.
//
// Members of a recursive group are tried together under the assumption that their
// calls of each other agree (group.go). Relations weaker or stronger than equality,
// written by the user or found, hold of calls in each condition once they are
// proven (relations.go, package relation).
//
// # Soundness
//
// Package vc says why a condition without a model is a proof. Versions share a
// function only where a proof says that it can have one meaning for both: the
// outputs and the ends of calls that do end, when the pair is partially equivalent;
// also whether they end, when it is equivalent.
//
// A model of the negated condition is no difference yet: only a run of both
// versions on its input is. Where a body was unwound to a depth, the call beyond
// it stays abstract. A body without meaning (its pair is unchanged, or the program
// would have been refused) is never inlined.
package symdiff
