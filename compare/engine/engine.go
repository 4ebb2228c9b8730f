// Package engine is the common vocabulary of the engines that compare two
// versions of a program. All answer the same question with the same types, those of
// package moddiff/result, so that a table can hold them beside each other, and
// answers that exclude each other are found (Contradict).
//
// Start from Engine, an interface with two methods; Summaries is ModDiff as one.
// The sets in an Outcome under-approximate those of the paper (SAS 2017, Def. 9):
// each engine says in its own comment why.
package engine

import (
	"context"
	"slices"

	"semdiff/moddiff"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
	"semdiff/translate/sourcenames"
)

// Task is what engines are asked: two versions, lowered in one Context, and what
// is matched in them beside what has one name.
type Task struct {
	Old, New *ir.Program
	Entry    string // "" means main, or else every root of the call graph
	Match    []moddiff.Matched
	Solver   solver.Solver // of the versions' Context; one engine at a time uses it
}

// Engine compares two versions.
type Engine interface {
	// Name is the name in reports, that of the engine's row in package engines.
	Name() string
	// Compare is an anytime algorithm: when ctx ends, the outcome holds what was
	// found so far. The error is about the task: a missing entry, or a matching
	// that does not fit.
	Compare(ctx context.Context, t Task) (*Outcome, error)
}

// Verdict is the answer for a pair, or for a run.
type Verdict = moddiff.Verdict

// The verdicts.
const (
	Unknown             = moddiff.Unknown
	Equivalent          = moddiff.Equivalent
	PartiallyEquivalent = moddiff.PartiallyEquivalent
	Different           = moddiff.Different
)

// Outcome is what an engine found: an answer for every pair with the counts of
// its work. Engines that only prove equivalence fill the set of unchanged inputs
// of a pair, or nothing.
type Outcome struct {
	Engine string
	*moddiff.Result
	// Outputs are the verdicts of single outputs, by the name of the pair, where
	// the engine gives them.
	Outputs map[string][]OutputVerdict
	// Names are what the source of each version calls what it has; nil for nothing.
	Names [2]*sourcenames.Names
	// Only says which pairs a reader asked to be shown; nil for all.
	Only func(*moddiff.PairResult) bool
}

// Shown reports whether a pair is to be shown.
func (o *Outcome) Shown(p *moddiff.PairResult) bool { return o.Only == nil || o.Only(p) }

// OutputVerdict is the answer for one output of a pair: a result or a global
// that it modifies. It is about runs that return normally in both versions.
type OutputVerdict struct {
	Output  string
	Verdict Verdict
}

// Pair is the answer for the pair of that name, nil when there is none.
func (o *Outcome) Pair(name string) *moddiff.PairResult {
	for _, p := range o.Pairs {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Counterpart is the answer for the pair that p, of another engine on the same
// task, is about; nil when there is none. Engines may leave out loops of
// procedures that they call unchanged.
func (o *Outcome) Counterpart(p *moddiff.PairResult) *moddiff.PairResult {
	for _, q := range o.Pairs {
		if q.Old == p.Old && q.New == p.New {
			return q
		}
	}
	return nil
}

// Contradict reports whether the answers of two engines for one pair cannot stand
// together: one proves that the versions agree, the other has an input on which
// a run of both has shown that they do not.
func Contradict(p, q *moddiff.PairResult) bool { return refutes(p, q) || refutes(q, p) }

// refutes reports whether an input that p shows contradicts what is proven in q.
func refutes(p, q *moddiff.PairResult) bool {
	if p.Summary == nil || q.Verdict != Equivalent && q.Verdict != PartiallyEquivalent {
		return false
	}
	leavesOut := q.Summary != nil && slices.ContainsFunc(q.Summary.Differences, (*moddiff.Difference).Blocked)
	return slices.ContainsFunc(p.Summary.Differences, func(d *moddiff.Difference) bool {
		return (q.Verdict == Equivalent || !d.Termination) && !(leavesOut && d.Blocked())
	})
}
