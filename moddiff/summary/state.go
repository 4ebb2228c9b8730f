package summary

import (
	"slices"

	"semdiff/moddiff/pairing"
	"semdiff/moddiff/reason"
	"semdiff/moddiff/relation"
	"semdiff/smtlib"
)

// Proc is what an analysis knows of a procedure of one version.
type Proc struct {
	Summary Summary
	// Explored is set once the whole procedure was executed symbolically, up to
	// the bounds; before, Summary holds what was asked for on demand.
	Explored bool
	// Bounded is set when an exploration stopped at a bound.
	Bounded bool
	Gaps    reason.List // why Summary is not full
	// Body is the summary of one activation: calls of procedures of the same
	// recursive group are abstract in it. Induction and termination ask for it.
	Body  *Summary
	Calls []Call // of Body, those that may not return

	// Results are terms over the inputs for outputs that are known wherever it returns,
	// nil for others; none at all when nothing is known, or Summary is full.
	Results     []*smtlib.Term
	Closed      bool   // Summary is a closed form
	ClosedClaim string // that says so, where Summary is a closed form and evidence is asked for

	Termination Termination
	MayDiverge  bool // not proven to end on all inputs
}

// Termination is what is proven of whether a procedure ends: conditions over
// its inputs, without abstract applications, that exclude each other. What
// neither holds is open. A run that fails or is blocked has ended.
type Termination struct {
	Analysed    bool         // the question was asked
	Ends, Loops *smtlib.Term // nil stands for false
	// The claims that say so, where evidence is asked for.
	EndsClaim, LoopsClaim string
}

// isKnown reports whether anything is known of a procedure beyond its text.
func (p *Proc) isKnown() bool {
	return p.Explored || len(p.Summary.Paths) > 0 || p.Results != nil || p.Body != nil || p.Termination.Analysed
}

// morePrecise reports whether p says more of a procedure than q does.
func (p *Proc) morePrecise(q *Proc) bool {
	switch {
	case p.Summary.Full != q.Summary.Full:
		return p.Summary.Full
	case len(p.Summary.Paths) != len(q.Summary.Paths):
		return len(p.Summary.Paths) > len(q.Summary.Paths)
	case (p.Results != nil) != (q.Results != nil):
		return p.Results != nil
	case p.Termination.Analysed != q.Termination.Analysed:
		return p.Termination.Analysed
	}
	return p.Body != nil && q.Body == nil
}

// Equality is what callers of a pair may rely on.
type Equality struct {
	Equal   bool // U is everything: full equivalence (Def. 8)
	Partial bool // partially equivalent everywhere (Def. 8)
	// AssumeEqual and AssumePartial are the same as induction hypotheses, set during
	// an inductive proof only.
	AssumeEqual, AssumePartial bool
}

// Assumed reports whether there is an induction hypothesis.
func (e Equality) Assumed() bool { return e.AssumeEqual || e.AssumePartial }

// Pair is what an analysis knows of a pair.
type Pair struct {
	Equality
	Summary *DiffSummary // what callers rely on
	// Entry and EntryEquality are the answer for the pair as an entry, where the
	// position on the input tape is not observed.
	Entry         *DiffSummary
	EntryEquality Equality
	// The claims that callers rest on, when they are not of the pair's name.
	UnchangedClaim, PartialClaim string
}

// IsUnchanged reports whether a pair is equal without having been analysed.
func (p *Pair) IsUnchanged() bool { return p.Summary == nil && p.Equal }

// Knowledge is what analyses found out, for the analyses of the callers: Diff and Sum
// of Algorithm 1. It never changes once it is made.
type Knowledge struct {
	Procs map[*pairing.Proc]*Proc
	Pairs map[*pairing.Pair]*Pair
	// Relations are proven of runs of both versions, beside that pairs are equal.
	Relations []Related
}

// Related is a relation that is proven of runs of both versions.
type Related struct {
	*relation.Relation
	// Claim is what the names of the claims begin with that say so, where evidence is
	// asked for: SUBJECT/relation-N.
	Claim string
}

// Join unites what several analyses found. Of a procedure that two of them explored,
// each for its own needs, it takes the more precise summary.
func Join(all ...*Knowledge) *Knowledge {
	k := &Knowledge{Procs: map[*pairing.Proc]*Proc{}, Pairs: map[*pairing.Pair]*Pair{}}
	for _, l := range all {
		for key, p := range l.Procs {
			if q := k.Procs[key]; q == nil || p.morePrecise(q) {
				k.Procs[key] = p
			}
		}
		for key, p := range l.Pairs {
			k.Pairs[key] = p // only one analysis is about it
		}
		for _, rel := range l.Relations {
			if !slices.Contains(k.Relations, rel) {
				k.Relations = append(k.Relations, rel)
			}
		}
	}
	return k
}

// Table is the state of one analysis: what it knows of procedures and pairs. It
// starts with what the analyses of the callees found. It is not safe for
// concurrent use.
type Table struct {
	known *Knowledge
	procs map[*pairing.Proc]*Proc
	pairs map[*pairing.Pair]*Pair
	// Relations are proven: those that the analyses of the callees found, and more.
	Relations []Related
}

// NewRelations are those that the table did not start with.
func (t *Table) NewRelations() []Related { return t.Relations[len(t.known.Relations):] }

// NewTable starts with what the analyses of the callees found.
func NewTable(known *Knowledge) *Table {
	return &Table{known: known, procs: map[*pairing.Proc]*Proc{}, pairs: map[*pairing.Pair]*Pair{}, Relations: slices.Clip(known.Relations)}
}

// Of is the entry of a procedure, empty at first (lines 11 and 15 of Algorithm 1). The
// analysis may change it: it is a copy of what callees found.
func (t *Table) Of(p *pairing.Proc) *Proc {
	if s := t.procs[p]; s != nil {
		return s
	}
	s := &Proc{MayDiverge: p.MayEnd.Diverge}
	if known := t.known.Procs[p]; known != nil {
		again := *known
		again.Summary = Summary{Paths: slices.Clip(known.Summary.Paths), Full: known.Summary.Full}
		again.Gaps = slices.Clip(known.Gaps)
		s = &again
	}
	t.procs[p] = s
	return s
}

// OfPair is the entry of a pair. At first it is equal where no change affects it, and
// nothing is known of it otherwise (lines 9-16 of Algorithm 1).
func (t *Table) OfPair(p *pairing.Pair) *Pair {
	if s := t.pairs[p]; s != nil {
		return s
	}
	equal := !p.Affected && !p.Modified // line 14
	s := &Pair{Equality: Equality{Equal: equal, Partial: equal}}
	if known := t.known.Pairs[p]; known != nil {
		again := *known
		s = &again
	}
	t.pairs[p] = s
	return s
}

// News are the procedures of which the table knows more than it started with.
func (t *Table) News() (procs []*pairing.Proc) {
	for p, s := range t.procs {
		if before := t.known.Procs[p]; s.isKnown() && (before == nil || s.morePrecise(before) || before.MayDiverge != s.MayDiverge) {
			procs = append(procs, p)
		}
	}
	return procs
}

// Knowledge is all that is in the table, with what it started with.
func (t *Table) Knowledge() *Knowledge {
	own := &Knowledge{Procs: map[*pairing.Proc]*Proc{}, Pairs: map[*pairing.Pair]*Pair{}, Relations: t.Relations}
	for p, s := range t.pairs {
		if s.Summary != nil || s.Equality != (Equality{}) {
			own.Pairs[p] = s
		}
	}
	for p, s := range t.procs {
		if s.isKnown() {
			own.Procs[p] = s
		}
	}
	return Join(t.known, own)
}

// Freeze returns a function that takes the summaries back to what they are now.
// What is known of termination stays.
func (t *Table) Freeze() (restore func()) {
	kept := map[*pairing.Proc]Proc{}
	for p, s := range t.procs {
		q := *s
		q.Summary = Summary{Paths: slices.Clone(s.Summary.Paths), Full: s.Summary.Full}
		kept[p] = q
	}
	return func() {
		for p, s := range t.procs {
			q, before := kept[p]
			if !before {
				if known := t.known.Procs[p]; known != nil {
					q = *known
					q.Summary = Summary{Paths: slices.Clip(known.Summary.Paths), Full: known.Summary.Full}
				}
			}
			s.Summary, s.Explored, s.Bounded = q.Summary, q.Explored, q.Bounded
		}
	}
}
