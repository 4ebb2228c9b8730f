package summary

import (
	"semdiff/moddiff/pairing"
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// Path is the path summary (R, T) of a maximal path (Def. 5), over the inputs of
// its procedure. Abstracted calls are applications of uninterpreted functions.
type Path struct {
	R   *smtlib.Term   // reachability condition
	T   []*smtlib.Term // one term for each output; nil unless End is ir.Normal
	End ir.Outcome
	// Merged is set where it stands for several paths of one end.
	Merged bool
	// Ends is set for a path of which no more is known than that it ends; End and T
	// mean nothing then.
	Ends bool
}

// Over is the path over other variables.
func (p *Path) Over(s *smtlib.Subst) *Path {
	q := *p
	q.R, q.T = s.Apply(p.R), nil
	for _, t := range p.T {
		q.T = append(q.T, s.Apply(t))
	}
	return &q
}

// Summary is a procedure summary (Def. 6): path summaries with disjoint
// reachability conditions.
type Summary struct {
	Paths []*Path
	// Full means that the uncovered part (Def. 7) is empty.
	Full bool
	seen map[*smtlib.Term]bool
}

// Add appends a path unless its condition is there; it reports whether it was new.
func (s *Summary) Add(p *Path) bool {
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

// Call is a call that one activation of a procedure may make.
type Call struct {
	Caller, Callee *pairing.Proc
	Reached        *smtlib.Term   // over the caller's inputs, with calls abstract
	Args           []*smtlib.Term // likewise
}
