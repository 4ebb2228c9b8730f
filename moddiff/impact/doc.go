// Package impact says which statements, outputs and ends of runs a change can reach:
// the impact sets of Backes, Person, Rungta, Tkachuk (Regression verification using
// impact summaries, SPIN 2013), "the paper" below.
//
//	impact.go   Analyse, where to start; levels and options
//	pair.go     Pair: what is impacted of a pair of procedures or loops, and why
//	match.go    which nodes of the two versions are partners
//	compare.go  what partners differ in, by their texts
//	closure.go  F, what a change reaches; I, what F needs
//	values.go   the terms that nodes come to
//	prove.go    questions to a solver
//	taken.go    when branches are taken
//	returns.go  loops that are seen to end
//
// # How to use it
//
// Pair two versions (package pairing), and ask:
//
//	a := impact.Analyse(p, impact.Options{By: impact.Terms})
//	for _, q := range a.Pairs {    // of other pairs nothing is impacted
//		q.Outputs[i], q.Outcome    // what callers see
//		q.Impacted(version, node)  // F, over the nodes of q.Graphs[version]
//		q.InSlice(version, node)   // I
//		q.Chain(version, node)     // from there back to the change
//	}
//
// # What is computed
//
// Nodes and dependence are those of package depend. Every node of a body gets at most
// one partner in the other version. F is the least set that holds
//
//	changes          nodes without partner, and partners that differ: in their text; in
//	                 the nodes that may have set what they read, or the order of these;
//	                 in the edges that control them; in what may end the run before
//	calls            results and ends of calls, where that output or the outcome of the
//	                 callee's pair is impacted
//	rules 1 and 2    what depends on a node of F by control or data; a result of a call
//	                 on the arguments that this output depends on in either version
//	partners         the partner of a node of F
//
// but nodes that are known to be equal, which are never in F: at the level Terms those
// that come to one term over the inputs and are reached under one condition, in both
// versions; at Solver those of which this is proven. I is F with what it needs by data
// and by controlling edges (rules 4 and 3), and the partners of that.
//
// The paper closes each version once, and applies rule 3 once; then a statement of the
// old version may be missing that only the new one's half shows to be needed. Here both
// are closed in turn until nothing changes.
//
// # What is promised
//
// Run both versions of a pair on the same inputs.
//
//	(1) a node outside F is executed in both runs or in neither, and comes to the same
//	    value; of a result of a call the value is meant where the call returns in both
//	(2) an output outside F is equal if both runs return, also where they are given
//	    other values of inputs on which it depends in neither version (package depend)
//	(3) if the outcome is outside F and one run ends, the other ends alike
//
// A node is executed when the run gets there; an edge when it is taken.
//
// The proof is by induction over the length of the runs, for (3) that of the one that
// ends, and inside over the order of the nodes. In a body, which is acyclic:
//
// A node that is known to be equal satisfies (1) because terms and conditions are exact
// (package vc): functions that stand for calls are shared only where (2) or (3) is
// proven of the callees, by the texts alone within a recursive group.
//
// Any other node n outside F has a partner m, which is no change either. Values: let d
// be what last set a variable that n reads. It is among the nodes that may have, which
// are all outside F and the partners of those that may have set what m reads, so by
// induction the same of them are executed in both runs. The last of them is the same
// too: were it another d', then d' could follow d in the other version and d follow d'
// in this one, which is a difference in order. So n and m read equal values. A result of
// a call has equal arguments as far as the output depends on them in either version, so
// by (2) of the callee for a shorter run it is equal if both return.
//
// Executed: say that this run gets to n, and the other does not get to m. An edge e on
// which the block depends was taken, or all runs pass the block that do not end before.
// e is outside F, so its partner, on which m's block depends, is taken in the other run,
// which passes m unless it ends before, at a node m' that may end the run before m. Then
// m' is outside F, since m depends on it and m would be in F. Its partner n' stands
// before n, by induction is executed in this run, and ends it as well; so this run did
// not get to n.
//
// (2): what last set the output in each run is outside F, and as above the same. Where
// the inputs are not the same, a node agrees in both versions on the first ones by (1),
// and in the new version with itself on both by what depend promises: the output depends
// on all inputs on which the node does. Results of calls are an exception, since a call
// may return in the old version on the first inputs and in the new one on the second
// alone; all other nodes behind it depend on its end. If the output of the callee
// depends on an argument in one version, the argument agrees with itself in that version
// and so in both, and (2) of the callee applies. What is known of an output itself needs
// the same care: it counts as equal if that was shown by terms over inputs alone on which
// it depends; or of other inputs, too, one for each version; or if the outcome is outside
// F: then the new version returns on the first inputs by (3), and agrees with itself.
//
// (3): Let one run end. If it does so without returning, it is at a node that may end it;
// all those are outside F, so by (1) the other run gets to the partner, and ends there
// alike, by (3) of the callee if it is a call, which was shorter. If it returns, all its
// calls do; the other run ends at no node, since the partner would have ended this one,
// and passes finitely many.
//
// Enders and I: what may end the run is in I where the outcome is in F, since the outcome
// depends on all of it. A slice without the rest acts as if what was left out returned:
// by (2) and (3) this changes no answer about outputs where both versions return, and
// where the outcome is outside of F, both versions end alike in the same places.
// Package slice makes slices.
//
// # Levels
//
// F gets smaller from level to level: what is not impacted by the text keeps its partner,
// and what is equal leaves F with all that only it reached. Arguments are an exception
// where all else of the call is impacted: such a call may get another partner.
package impact
