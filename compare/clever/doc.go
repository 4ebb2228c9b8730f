// Package clever tells whether a change of a library reaches a client that did not change:
// client-specific equivalence by impact boundaries (Feng, Mora, Hui, Chechik: Scaling
// Client-Specific Equivalence Checking via Impact Boundary Search, ASE 2020), "2clever".
// Start from Run.
//
//	clever.go      Run, and what it answers
//	candidates.go  regions around calls of what changed
//	probe.go       runs of both versions from the client, which refute candidates
//	changed.go     inputs from these runs on which changed procedures differ
//	contexts.go    what holds whenever a run comes to a region
//	regions.go     the outlined versions compared
//	boundaries.go  the smallest proven region around each call
//	proposals.go   relations of the user's
//	relations.go   what a boundary needs of the results of what changed
//	shrink.go      a smaller input of an affected client
//	via.go         the call through which a difference gets into a client
//	evidence.go    the claims that make an answer checkable
//	prover.go      the search in the service of difference summaries
//	engine.go      the engine
//
// # How it goes
//
// Calls of pairs that a change may affect, in bodies that did not change, are the sites.
// Around each of them regions that are entered and left at one place are candidates: the
// call, what follows up to the last use of its results, what encloses that. Runs of both
// versions from the client give states at the entries of these; where the two versions of
// a region, run on one of them, leave it in different states it is no boundary. The others
// become procedures of both versions (package outline), inner ones called by outer ones,
// and package moddiff compares what comes of it, callees first: the first region around a
// call that is proven equal settles it, since all that holds it is then the same text that
// calls equal procedures.
//
// A region need be equal only where the client can come to it. Its context is a condition
// on its inputs that holds in both versions at once: what a call of any callee returns is
// left open, so it holds whatever changed ones do; at loops and recursive procedures it is
// an inductive invariant, the largest subset of candidates that every call in the programs
// satisfies (Houdini). It becomes an assumption at the entry of the region, in both
// versions, which never blocks a run of the client.
//
// # Differences from the paper
//
// Variables that are dead behind a region are not compared (the paper's Figure 3 needs
// that). A region may end in other ways than by its exit: how it ends is an output. The
// activation of a loop is a candidate by the way loops are lowered, as procedures that
// call themselves last, of which moddiff proves equality by induction; so recursion is
// allowed, too. Where no region is a boundary, the client is compared as a whole.
//
// # Why it is sound
//
// A program with regions outlined does what it did. The contexts hold of all runs of the
// client: each was proven to hold at each call under the contexts of the callers alone,
// with everything else left open, and the client itself has none; so by induction on the
// length of a run no assumption blocks it. Thus the client of the outlined versions is the
// client; the proof of moddiff is a proof about it. A difference counts after its replay
// on the versions as they are.
package clever
