package certificate

// ClaimName is what a claim is called, or what its name begins with.
type ClaimName = string

// The names of claims.
const (
	Changed    ClaimName = "changed"
	Unchanged  ClaimName = "unchanged"
	Terminates ClaimName = "termination_changed"
	Blocked    ClaimName = "blocked_changed"
	Partial    ClaimName = "partially_equivalent"
	Disjoint   ClaimName = "disjoint"
	Cover      ClaimName = "cover"
	Witness    ClaimName = "witness"
	Ends       ClaimName = "ends"
	Loops      ClaimName = "loops"
	Closed     ClaimName = "closed"
	Relation   ClaimName = "relation"
	Lemma      ClaimName = "lemma"
	Consistent ClaimName = "consistent"
	Same       ClaimName = "same"
	Needs      ClaimName = "needs"

	ContextOld  ClaimName = "context-old" // and -new, with a number for each call
	ContextNew  ClaimName = "context-new"
	Assumes     ClaimName = "assumes"
	ComposedOld ClaimName = "composed-old"
	ComposedNew ClaimName = "composed-new"
)

// Axioms is the subject of claims about axioms.
const Axioms = "axioms"

// Region, with a number, ends the subject of claims about some of the inputs of a pair.
const Region = "region"

// For, with the name of a pair, ends the subject of claims about relations between calls
// of a pair that this other pair makes.
const For = "for"

// ClaimWords describes a kind of claim.
type ClaimWords struct {
	Name  ClaimName
	Shown string // how its names look
	Means string // what its query shows
}

// AllClaims is the table of the claims.
func AllClaims() []ClaimWords {
	return []ClaimWords{
		{Changed, "changed", "on no input of the set the versions agree, or one of them does not end"},
		{Unchanged, "unchanged", "on no input of the set the versions disagree, or exactly one of them ends; of loops and recursion: one activation of each version agrees if its calls do"},
		{Terminates, "termination_changed", "on no input of the set both versions end, or neither"},
		{Blocked, "blocked_changed", "on no input of changed both versions are blocked by an assumption, or neither"},
		{Partial, "partially_equivalent", "on no input on which both versions end they disagree; of loops and recursion: as above"},
		{Disjoint, "disjoint", "the sets exclude each other"},
		{Cover, "cover", "the sets leave no input out"},
		{Witness, "witness-N", "the input of a difference, by value, is in the set, and the versions differ on it (sat)"},
		{Ends, "old-ends, new-ends", "the steps of a ranking function"},
		{Loops, "old-loops, new-loops", "the steps of a recurrence set"},
		{Closed, "old-closed, new-closed", "the steps by which a loop does what its closed form says"},
		{Relation, "relation-N-step, relation-N-exit, relation-N-old-ends, relation-N-new-ends", "a relation holds of two runs, one of each version, if it does of the shorter ones that they call: where one goes on, where none does; and one ends if the other does"},
		{Lemma, "lemma-N", "what a run of one version returns satisfies a condition, if what it calls does"},
		{Consistent, "axioms/consistent-...", "the axioms have a model (sat)"},
		{Same, "same-OUTPUT, same-outcome", "the change reaches neither the output nor what it depends on: on no input on which both versions return it differs; the outcome: both versions end alike (no query where summaries do not tell)"},
		{Needs, "needs-OUTPUT, needs-outcome", "an output, or how a run ends, depends in both versions on the inputs alone that a shared function takes (no query)"},
		{ContextOld, "context-old-N", "of a region, loop or procedure on the way to one: the old version makes no call of it where its context does not hold, if the caller's does"},
		{ContextNew, "context-new-N", "the same of the new version"},
		{Assumes, "assumes", "where the context of a region holds, what assumes it is blocked only where the region is"},
		{ComposedOld, "composed-old", "a body of the old version does what it does with its regions as procedures"},
		{ComposedNew, "composed-new", "so does that of the new version"},
	}
}

// ProofName names a kind of argument.
type ProofName = string

// The kinds of proofs.
const (
	BySummaries    ProofName = "summaries"
	ByInduction    ProofName = "induction over calls"
	ByBodies       ProofName = "bodies"
	BySameEnding   ProofName = "same ending"
	ByEvaluation   ProofName = "evaluation"
	ByRanking      ProofName = "ranking function"
	ByRecurrence   ProofName = "recurrence set"
	ByClosedForm   ProofName = "closed form"
	ByRunInduction ProofName = "induction over runs"
	ByRelations    ProofName = "relations"
	ByPartial      ProofName = "summaries and partial equivalence"
	ByRegions      ProofName = "summaries and regions"
	ByModel        ProofName = "model"
	ByText         ProofName = "text"
	ByRuns         ProofName = "runs"
	ByDependence   ProofName = "dependence"
	ByContexts     ProofName = "contexts"
	ByOutlining    ProofName = "outlining"
)

// ProofWords describes a kind of proof.
type ProofWords struct {
	Proof ProofName
	Means string
}

// AllProofs is the table of the kinds of proofs.
func AllProofs() []ProofWords {
	return []ProofWords{
		{BySummaries, "by what both versions do, as their path summaries have it"},
		{ByInduction, "by one activation of each version, whose calls agree as claimed; with all claims of the group"},
		{ByBodies, "the same of a pair that does not call itself"},
		{BySameEnding, "both versions end, or neither does, and where they end they agree"},
		{ByEvaluation, "by what both versions do on one input"},
		{ByRanking, "a measure that each step makes smaller, and that is bounded below"},
		{ByRecurrence, "a set of states that is never left"},
		{ByClosedForm, "by induction on iterations: the state after any number of them, how many there are, or that there is no last"},
		{ByRunInduction, "by one run of each version, or of one, whose calls are shorter runs; with all claims of the kind about the pair"},
		{ByRelations, "by what both versions call on related inputs, which relations then relate"},
		{ByPartial, "by what both versions do, where they agree if both end"},
		{ByRegions, "by what both versions do, where they agree on some of the inputs as claims about region-N of the pair say"},
		{ByContexts, "by what one activation of the caller calls, with everything that calls give left open; with all claims of the kind"},
		{ByOutlining, "by the texts with and without regions as procedures"},
		{ByModel, "values and functions under which it holds"},
		{ByText, "the texts are the same (no query)"},
		{ByRuns, "runs of both versions (no query)"},
		{ByDependence, "data and control dependence, in both versions (no query)"},
	}
}
