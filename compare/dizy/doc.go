// Package dizy is abstract semantic differencing (Partush, Yahav: Abstract semantic
// differencing for numerical programs, SAS 2013): it over-approximates how two
// versions differ, by abstract interpretation of both together, for all numbers of
// iterations of loops.
//
//	dizy.go         Run and Engine, where to start
//	options.go      domains, partitions, schedules
//	correlating.go  the correlating program: bodies, nodes, links
//	variables.go    places and their variables; what elements say of them
//	ghosts.go       copies of the pair's inputs in states
//	states.go       states of a place, by key
//	template.go     templates that a user gives
//	samples.go      states that runs of both versions pass
//	fixpoint.go     states before and after loops
//	proof.go        these as relations, proven
//	ending.go       the place where both versions have ended
//	delta.go        Delta: the difference, by states
//	unrolled.go     a smaller difference, by the first iterations one by one
//	points.go       how states compare at other points: calls, reads of maps, labels
//	answer.go       what a delta proves of a pair; witnesses
//	propose.go      relations for other engines
//
// # How it goes
//
// The correlating program of a pair is a pair of terms (package vc): bodies are
// acyclic, loops are procedures that call themselves. The calls of loops and recursive
// procedures are left open, and paired as package product pairs them. Such a pair, a
// node, goes on by joint steps, in which each version makes some iterations, or, once
// one version is done, by steps of the other alone. So states before a step are pairs
// of the values with which both versions start an iteration; of a version that is
// done, it is the last one.
//
// A state has a key, which says whether each side has made a step and will make
// another one, and how variables that stand for each other compare (partitioning by
// equivalence, section 6 of the paper; Differs from the paper: numbers that are not
// equal are smaller or larger); and an element (package smtlib/abstract), the smallest
// convex set that was found to hold all values with that key. The fixpoint joins what
// flows from state to state until nothing is new, with widening, and narrows twice. It
// starts from what a few runs of both versions pass, which saves most of the questions.
//
// What loops return is described likewise, by states over the values with which both
// versions start and those that they return. At the end of the pair states have keys
// of the outputs: those in which some output is not equal are the delta (Def. 6), and
// the inputs on which they can come about are what it requires.
//
// Where that holds an input on which runs agree, the first iterations of each loop are
// encoded one by one, and states are for what is behind them: the difference is smaller
// then by inputs on which loops end early, whatever states say of these. Where no text is
// wanted, equations alone are tried before bounds: most equal versions need no others.
//
// # Why it is sound
//
// The fixpoint is not believed. What it found of a node is a relation: two runs which
// start in a state before steps return in a state after them. Package relation proves
// such relations by induction on the length of both runs; those that it does not prove
// are not used. The states at the end of the pair are best abstractions under proven
// relations alone, by answers of the solver that there is no other run; that no two
// runs disagree on inputs outside of the difference is asked once more, without them.
//
// So the difference holds all inputs on which both versions end and disagree. Where
// it does not hold, the versions agree if both end. They differ where no run of both
// agrees and both are proven to end (package termination); such inputs are in C once
// one was replayed. All other differences are single inputs that were replayed.
package dizy
