// Package symdiff compares two versions as SymDiff does (Lahiri, Hawblitzel,
// Kawaguchi, Rebêlo: SYMDIFF, CAV 2012): for each matched pair the procedure
// Eq.f1.f2 (Figure 2) runs both bodies on one input and asserts that they agree;
// calls are uninterpreted functions of arguments and globals, which both versions
// share where the pair of the callees is proven equal.
//
//	symdiff.go    Options, Engine: pairs in turn, callees first
//	group.go      recursive groups: the rule PART-EQ
//	pair.go       one pair: what is asked of the solver, and what is answered
//	outputs.go    a verdict for each output
//	compare.go    the condition that two effects agree
//	effect.go     what one activation of a procedure does, as terms
//	calls.go      calls: abstract, shared, inlined
//	refine.go     which callees a counterexample leans on
//	trace.go      counterexamples on different paths
//	mutual.go     mutual summaries: their proof, their use
//	mutualfile.go, mutualbind.go, mutualdefault.go  files of them
//	houdini.go    mutual summaries that nobody wrote
//	assertions.go differential assertion checking
//	crosscheck.go the answers of other engines as obligations
//	boogie.go     Eq procedures as a Boogie file
//	boogieproc.go the bodies in it
//	boogieterm.go the expressions in it
//	boogierun.go  Boogie's answer on that file
//
// # The verification condition
//
// A body is acyclic, so what it does is a term over its inputs: each output, and
// the conditions under which it fails, is blocked or does not end. Values join
// with if-then-else where control flow joins, under the condition relative to the
// nearest dominator; nothing is enumerated path by path, and the terms, which
// share what is equal, grow linearly with the program (a substitution of SSA
// form's names). The pair is partially equivalent when "both end and do not
// agree" has no model, and equivalent when also "one ends and the other does not"
// has none.
//
// # Soundness
//
// An abstract call is an application for each output, one for how the call ends,
// and one for whether it ends. Under the intended meaning, what the callee does,
// the terms describe each version exactly; so what holds under every meaning
// holds. Versions share a function only where a proof says that it can have one
// meaning for both: the outputs and the ends of calls that do end, when the pair
// is partially equivalent; also whether they end, when it is equivalent.
//
// A model of the negated condition is no difference yet: only a run of both
// versions on its input is. Where a body was unrolled to a depth, the call beyond
// it stays abstract.
package symdiff
