// Package concolic runs both versions of a pair.
//
// Tests runs them on boundary values, the constants of the program and their
// neighbours, and random values, before any solver is asked. Fuzz runs them where something
// is left unknown, on models of that, on all small numbers, and on inputs changed at
// random, keeping those that take new paths. FuzzOpen does so where runs depend on what both
// versions leave open, and chooses that, too; what it finds holds of all inputs that lead to
// the same runs. Follow runs them on inputs that the solver finds, and follows the runs
// symbolically through all calls, with nothing abstract (concolic execution; for two
// versions: Palikareva, Kuchta and Cadar, Shadow of a Doubt, ICSE 2016). Two runs are an
// exact pair of path summaries, whatever lies between the pair and the change: they add to
// C and U, and prove nothing about what no run has reached.
//
// Cover follows runs until they have covered all inputs, which proves the pair equal.
//
// Start from Runner.
package concolic
