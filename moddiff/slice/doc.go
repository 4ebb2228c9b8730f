// Package slice makes, of two versions, programs without what no change reaches: the
// impact summaries of Backes, Person, Rungta, Tkachuk (Regression verification using
// impact summaries, SPIN 2013) are the path summaries of these.
//
//	slice.go    Make, where to start: Slices, two programs and what is left of interfaces
//	closure.go  what is kept
//	body.go     what is kept of a body
//
// # What is kept
//
// Of each pair of procedures the outputs that are impacted, and the outcome if it is
// (package impact: outside F nothing is); with Options.Ends the outcome of all. With
// these all that they need in the same version, in callees and callers: what set what
// is read, the branches that decide, of a call the outputs of the callee that are read,
// and its outcome where the end of the call is kept. A procedure has one slice for all
// of its calls. Inputs and outputs that nobody needs leave interfaces, in both versions
// of a pair alike; loops that nothing kept calls are gone, unless whether they end is
// impacted and the partner is kept. Procedures that no change reaches stay whole.
//
// A branch of which nothing is kept does not fork: what is behind its sides is the
// same. Were it not, something kept would be passed on one side only; that depends on
// the branch, or on one behind it, and the first such branch on the way is kept.
//
// What is kept lies in I of package impact, but that a callee's slice serves all calls.
//
// # What is promised
//
// Run the slice of a procedure and the whole of it on the same inputs, as far as the
// slice has them.
//
//	(1) if the whole returns, so does the slice, with equal outputs as far as it has them
//	(2) with Options.Ends the slice ends if and only if the whole does, alike
//
// By induction over the length of the run of the whole, and inside over the order of
// the nodes: all that a kept node reads was set by kept nodes, which by induction set
// the same, and the branches on which its block depends are kept, so it is passed in
// both runs, unless one ends before. A dropped node that may end the run did not end
// the run of the whole if that returns, which is (1); with Ends all nodes are kept at
// which it may end, and what is dropped returns, so the runs end at the same node:
// (2). A slice that does not end takes a kept call for ever, and so does the whole.
//
// With the theorem of package impact it follows for a pair, where slices of both
// versions were compared on all outputs of the slices:
//
//	U      Let both slices end and agree, or neither end. If the outcome is in F, all
//	       that may end the run is kept, and (2) holds of this pair: the whole versions
//	       end as the slices do, with outputs that are equal in the slices or outside
//	       F. If it is not in F, both versions end alike. If they return, so do both
//	       slices, by (1), and agree. So the input is in U.
//	C, T   With Ends, by (2), the slices are in C and T where the versions are, since
//	       no output outside F tells them apart. Without, they say nothing, unless what
//	       was dropped is known to return.
//
// The paper's formula 3, that constraints of impacted and of other statements can be
// chosen independently, is not used: it fails where a branch is needed that also
// decides about a statement which is not impacted, as in its Figure 4. A slice keeps
// such a branch, drops the statement, and is a program that can be run.
package slice
