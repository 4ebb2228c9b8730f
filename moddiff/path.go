package moddiff

import (
	"slices"

	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// PathSummary is (R, T) of a maximal path (Def. 5), over the inputs of its
// procedure. Abstracted calls are applications of uninterpreted functions.
type PathSummary struct {
	R   *smtlib.Term   // reachability condition
	T   []*smtlib.Term // one term for each output; nil unless End is ir.Normal
	End ir.Outcome
	// merged is set where it stands for several paths of one end.
	merged bool
	// ends is set where it stands for paths of which it is known only that they
	// end; End and T mean nothing then.
	ends bool
}

// Summary is a procedure summary (Def. 6): path summaries with disjoint
// reachability conditions.
type Summary struct {
	Paths []*PathSummary
	// Full means that the uncovered part (Def. 7) is empty.
	Full bool
	seen map[*smtlib.Term]bool
}

// add appends a path unless its condition is there; it reports whether it was new.
func (s *Summary) add(p *PathSummary) bool {
	if s.seen == nil {
		s.seen = map[*smtlib.Term]bool{}
		for _, q := range s.Paths {
			s.seen[q.R] = true
		}
	}
	if s.seen[p.R] {
		return false
	}
	s.seen[p.R] = true
	s.Paths = append(s.Paths, p)
	return true
}

// procState is what the analysis knows of one procedure of one version.
type procState struct {
	side    *side
	proc    *ir.Proc
	pair    *Pair // nil when it has no partner
	summary Summary
	// explored is set once the whole procedure was executed symbolically, up to
	// the bounds; before, summary holds what demand asked for.
	explored bool
	// bounded is set when an exploration stopped at a bound.
	bounded bool
	gaps    reasons // why summary is not full
	// body is the summary of one activation: calls of procedures of the same
	// recursive group are abstract in it. Induction and termination ask for it.
	body  *Summary
	calls []callSite // of body, those that may not return

	termination termination

	mayDiverge, mayFail, mayBlock bool
	symbols                       *symbols

	loading *loading
	grouped bool // it is known how it may end
}

// sameGroup reports whether two procedures are in one recursive group.
func (s *side) sameGroup(a, b *procState) bool {
	members, recursive := s.groupOf(a)
	return recursive && slices.Contains(members, b)
}
