// Package product proves pairs equal by relations between the loops and recursive
// procedures that they call: product programs (Barthe, Crespo, Kunz: Relational
// verification using product programs, FM 2011), with relations that are guessed from
// runs and proven by induction (package relation).
//
//	product.go     Prove, where to start
//	nodes.go       which procedures are related, and what becomes of calls
//	runs.go        both versions run, their activations paired
//	schedules.go   how far bodies are unfolded, guessed from how often loops go round
//	columns.go     the values in these pairs, and equations between them
//	candidates.go  what else may relate them
//	features.go    conditions that hold in both versions alike
//	reads.go       elements of maps that are read; values in another order
//	goals.go       what the pair needs of what its calls return, and is given
//	prune.go       candidates that do not hold are dropped
//	minimal.go     proofs reduced to what they need
//	horn.go        relations that a solver of Horn clauses proposes
//	proposed.go    relations that somebody else does
//	lemmas.go      what loops of one version alone return
//	contexts.go    between which bounds, and with which remainders
//	signs.go       which way what they return changes, by the sign of what they are given
//	encoded.go     what parts of a proof are shown by
//	relations.go   relations that are given, proven without any guess
//	relate.go      Relate: what relates the outputs of a pair that is not equal, for its callers
//	refuted.go     proofs held against runs
//	pointwise.go   what they leave in maps, for each index
//	correlate.go   Correlation: nodes, schedules and products for others
//
// # How it goes
//
// Both versions of the pair at hand run on generated inputs. The activations of loops
// and recursive procedures in these runs are paired, n-th with n-th, as the calls that
// a product of two bodies makes. How often loops go round suggests schedules, which are
// tried in order of fit: how many activations of each version are one step, how many
// come before the first step, and how many more the one version makes where the other
// is done. What holds between inputs and outputs in all pairs of activations are the
// candidates; those that calls, steps or exits do not preserve are dropped
// (Houdini). What is left is handed to the checker, and what the checker has proven
// is used to prove the pair itself.
//
// Where the versions go different ways there is nothing to relate step by step. Then it
// helps what a version does alone: how what a loop returns depends on what it is given,
// between which constants it is and which remainder it has where what it is given is so
// in all calls, which way it changes by the sign of what it is given, and which elements
// of maps it has written with what, as when an array is filled upwards and downwards
// (lemmas, proven by induction on the length of one run).
// The same is asked of procedures that are known to be equal, of which else nothing is
// known but that they return the same.
//
// # Why it is sound
//
// Everything before the checker only guesses. The checker is relation.Prover: a
// relation says that two runs on inputs that satisfy Pre agree in how they end, and
// satisfy Post if they return, and is proven by induction on the length of both runs.
// A product in which a version is unfolded k times is a run like any other, so a
// schedule is no part of what has to be believed: one that skips an activation makes
// the proof fail. A relation is a fact about all pairs of calls; that inputs of a call
// satisfy Pre is nothing that is assumed, but the premise of that fact, so each use
// of it proves its initiation.
//
// Where a condition is given on the inputs of the pair, it is assumed of its own two
// runs alone, and all that is shown of the pair is shown of such inputs.
//
// Where only this is proven the pair is partially equivalent. That the versions end
// alike is a proof of its own, by induction on the runs of the one and of the other
// version (relation.Prover.ProveEnds), or follows from proofs that both end.
package product
