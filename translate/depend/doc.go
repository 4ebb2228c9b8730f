// Package depend says what depends on what in one program.
//
//	graph.go    Graph, where to start: the nodes of a procedure, and what each depends on
//	reaching.go which definitions may be read at a place
//	control.go  which edges decide whether a block is run
//	program.go  Program: graphs of all procedures, and calls between them
//	inputs.go   which inputs each output and the outcome depend on
//
// # Nodes
//
// A node is an input; a part of an instruction; an edge between blocks that is not
// the only one; an output; or the outcome, which stands for how the run ends: it
// returns, fails, is blocked, or does not end. The parts of an assignment are its
// variables, one by one. Those of a call are its arguments, its results, and its
// end: whether it returns, and how it ends if not. A block whose guards may all be
// false has a node Stuck.
//
// # Dependence
//
// A node depends by data on the nodes that may have set what it reads last (reaching
// definitions; a store reads its map), the results and the end of a call on the
// arguments that these outputs and the outcome of the callee depend on, the outcome
// on everything that may end a run. It depends by control on the edges that decide
// whether its block is passed (Ferrante, Ottenstein, Warren: The program dependence
// graph and its use in optimization, TOPLAS 1987), and on all that may end the run
// before it: assertions, assumptions, ends of calls that may not return (Ranganath
// et al.: A new foundation for control dependence and slicing for modern program
// structures, TOPLAS 2007, call it termination-sensitive). Outputs do not depend by
// control: they say something of runs that return.
//
// # What follows
//
// Two runs of a procedure whose inputs agree on those that a node depends on execute
// it both or neither, with equal values; the same holds of an output if both return,
// and of the outcome: if one run ends, so does the other, alike.
//
// Bodies are acyclic. Say that a node agrees if both runs execute it or neither does,
// and it comes to the same value in both. By induction over the nodes in their order,
// inside an induction over the length of the runs: the sources of data that were
// executed are the same in both runs, all agree, and the last of them gave the value.
// A block is reached if an edge on which it depends was taken, or all runs pass it,
// unless something before it ended the run; all of that agrees. A call has the same
// arguments as far as its result depends on them, and is part of a shorter run of its
// callee. If a run ends without returning, it ends at a node that may end it; that
// one agrees, and everything before it does. The least fixpoint over a recursive
// group is enough, since every run that ends has finitely many calls.
package depend
