package moddiff

import (
	"semdiff/smtlib"
	"semdiff/translate/ir"
)

// End is how a path ends. Diverges is the end of a run that stays in a call
// for ever.
type End uint8

// The ends of a path.
const (
	Normal End = iota
	Fails
	Blocked
	Diverges
)

// String names the end as the reports do.
func (e End) String() string {
	return [...]string{"normal", "fails", "blocked", "does not end"}[e]
}

// PathSummary is (R, T) of a maximal path (Def. 5), over the inputs of its
// procedure. Abstracted calls are applications of uninterpreted functions.
type PathSummary struct {
	R   *smtlib.Term   // reachability condition
	T   []*smtlib.Term // one term for each output; nil unless End is Normal
	End End
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
	// body is the summary of one activation: calls of procedures of the same
	// recursive group are abstract in it. Induction and termination ask for it.
	body  *Summary
	calls []callSite // of body, those that may not return

	termination termination

	mayDiverge, mayFail, mayBlock bool
	symbols                       *symbols
}

// side is one version.
type side struct {
	index int // 0 old, 1 new
	prog  *ir.Program
	graph *ir.CallGraph
	procs map[string]*procState
	// adopt fills procs on demand; nil where all are there.
	adopt func(name string) *procState
}

func newSide(index int, prog *ir.Program) *side {
	s := &side{index: index, prog: prog, graph: ir.NewCallGraph(prog), procs: map[string]*procState{}}
	for _, name := range prog.Order {
		s.procs[name] = &procState{side: s, proc: prog.Procs[name]}
	}
	for _, scc := range s.graph.SCCs { // callees first
		var diverge, fail, block bool
		for _, name := range scc {
			d, f, b := s.mayEnd(name)
			diverge, fail, block = diverge || d || s.graph.Recursive(name), fail || f, block || b
		}
		for _, name := range scc {
			p := s.procs[name]
			p.mayDiverge, p.mayFail, p.mayBlock = diverge, fail, block
		}
	}
	return s
}

// mayEnd tells how the named procedure may end other than normally, by its own
// text and by its callees outside of its recursive group.
func (s *side) mayEnd(name string) (diverge, fail, block bool) {
	c := s.prog.Ctx
	for _, b := range s.prog.Procs[name].Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ir.Assert:
				fail = true
			case *ir.Assume:
				block = true
			case *ir.Call:
				q := s.procs[in.Proc]
				diverge, fail, block = diverge || q.mayDiverge, fail || q.mayFail, block || q.mayBlock
			}
		}
		if len(b.Succs) > 0 {
			guards := make([]*smtlib.Term, len(b.Succs))
			for i, e := range b.Succs {
				guards[i] = e.Cond
			}
			block = block || !c.Or(guards...).IsTrue()
		}
	}
	return diverge, fail, block
}

// sameGroup reports whether two procedures are in one recursive group.
func (s *side) sameGroup(a, b string) bool {
	return s.graph.SCC[a] == s.graph.SCC[b] && s.graph.Recursive(a)
}
