// Package symexec is modular symbolic execution (section 3 of the paper): it computes
// path summaries of a procedure in which calls of others are abstract, and calls of its
// own recursive group, so also the iterations of its loops, are unfolded up to a bound.
//
// Start from Explorer: Explore executes a whole procedure once, ExploreBody one
// activation with nothing unfolded, Refine on demand what a condition reaches and no
// summary covers (section 6.2).
//
// There is one executor of instructions (Steps) and three policies for states: forking,
// one state a path; merging, one state a place, with ITE where control flow joins; and
// that of package concolic, one state a run. Few paths stay apart, since their
// conditions are conjunctions, which are easy to read and to solve; many are merged.
//
// Where the bound on unfolding cuts an exploration short, Close asks for a closed form of
// the procedure, which covers all numbers of activations (package closedform).
//
// A path whose condition is proven unsatisfiable is left out; what a bound leaves out
// is the uncovered part (Def. 7), and stays unknown.
package symexec
