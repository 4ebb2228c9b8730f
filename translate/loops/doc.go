// Package loops makes the cyclic blocks of a procedure acyclic: every loop becomes a
// procedure that calls itself last.
//
// Start with Extract. A loop is a strongly connected component of blocks that is
// entered at one block, its header. Inside, an edge to the header becomes a call of
// the loop, and an edge out of it a return; outside, the loop becomes one call, behind
// which control goes on where the loop left. So running the call runs the loop: by
// induction over the number of times that a run comes back to the header. Its inputs
// are what is live at the header; its outputs what it sets and what is live behind
// it, and the number of the exit when there are several. A component that is entered
// at several blocks is first split by copying.
//
//	file       does
//	loops      Extract: loops to procedures, outer ones first
//	split      irreducible flow
//	interface  inputs and outputs of loops
//	names      names of loops, and the order of exits, that do not depend on names or order in the source
//	order      components, topological order
//	liveness   which variables are needed at a block
//	prune      Prune drops what no one needs, over a procedure and its loops at once
package loops
