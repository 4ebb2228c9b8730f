// Package outline makes regions of bodies procedures of their own: hammocks, parts of a
// control-flow graph that are entered at one place and left for one place (Komondoor,
// Horwitz: Semantics-preserving procedure extraction, POPL 2000; for lowered bodies,
// which are acyclic, a part that one node dominates and another postdominates).
//
//	graph.go    Graph: a body with one instruction in each node, dominators, hammocks
//	region.go   Region, and sets of them that do not overlap
//	outline.go  Program: a program in which regions are procedures
//
// A region takes what it reads, and gives back what it sets that some run may need
// behind it: variables that are dead there are no outputs. How it ends otherwise,
// by a failing assertion, a false assumption or not at all, is how its call ends, and a
// position on the tape is an input and an output as everywhere. So a program does the
// same with its regions as procedures. A tail call of a loop is never inside of a region.
package outline
