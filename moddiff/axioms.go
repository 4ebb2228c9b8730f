package moddiff

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"semdiff/smtlib"
	"semdiff/smtlib/solver"
	"semdiff/translate/ir"
)

// axiomSet holds the axioms of both versions, for selection by symbol.
type axiomSet struct {
	terms  []*smtlib.Term
	known  map[*smtlib.Term]bool  // terms, as a set
	funcs  [][]*smtlib.Func       // of each axiom
	byFunc map[*smtlib.Func][]int // axioms that mention a function
	unique map[*smtlib.Func][]int // groups that a constant is in
	groups [][]*smtlib.Term
	// programs know of the lambdas, more of them whenever a body is lowered.
	programs [2]*ir.Program
	// partial is an axiom that may say more of a function.
	partial map[*smtlib.Func]*ir.Partial

	mu         sync.Mutex
	extensions map[string]*extendedAxioms // by axioms and what the condition fixes; under mu
}

type extendedAxioms struct {
	left []*smtlib.Term
	ok   bool
}

// extended are quantifier-free formulas whose models, with t's, extend to
// models of the axioms; ok is false when there are none, or no need of them.
func (s *axiomSet) extended(a *analysis, t *smtlib.Term, axioms []*smtlib.Term) (left []*smtlib.Term, ok bool) {
	spoken := map[*smtlib.Func]bool{}
	key := ""
	for _, ax := range axioms {
		if ax.HasQuantifier() {
			key += fmt.Sprintf("%d ", ax.ID())
		}
		for _, f := range funcsOf(ax) {
			spoken[f] = true
		}
	}
	if key == "" {
		return nil, false
	}
	fixed := map[*smtlib.Func]bool{}
	for _, f := range funcsOf(t) {
		if spoken[f] {
			fixed[f] = true
			key += "\x00" + f.Name
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.extensions[key]
	if e == nil {
		e = &extendedAxioms{}
		e.left, e.ok = extend(a.c, axioms, fixed)
		s.extensions[key] = e
	}
	return e.left, e.ok
}

func newAxiomSet(c *smtlib.Context, sides [2]*side) *axiomSet {
	s := &axiomSet{known: map[*smtlib.Term]bool{}, byFunc: map[*smtlib.Func][]int{}, unique: map[*smtlib.Func][]int{}, partial: map[*smtlib.Func]*ir.Partial{}, extensions: map[string]*extendedAxioms{}}
	for i, side := range sides {
		s.programs[i] = side.prog
		for _, ax := range side.prog.Axioms {
			s.add(ax.Term)
		}
		for k := range side.prog.Partial {
			for _, f := range side.prog.Partial[k].Funcs {
				s.partial[f] = &side.prog.Partial[k]
			}
		}
		for _, g := range side.prog.Unique {
			for _, t := range g {
				if t.Op() == smtlib.OpApp {
					s.unique[t.Func()] = append(s.unique[t.Func()], len(s.groups))
				}
			}
			s.groups = append(s.groups, g)
		}
	}
	return s
}

// add takes an axiom unless it is there.
func (s *axiomSet) add(axiom *smtlib.Term) {
	if s.known[axiom] {
		return
	}
	s.known[axiom] = true
	fs := funcsOf(axiom)
	for _, f := range fs {
		s.byFunc[f] = append(s.byFunc[f], len(s.terms))
	}
	s.terms = append(s.terms, axiom)
	s.funcs = append(s.funcs, fs)
}

// lambda is the axiom that says what f holds if it stands for a lambda; it
// constrains no other function.
func (s *axiomSet) lambda(f *smtlib.Func) *smtlib.Term {
	for _, p := range s.programs {
		if l, ok := p.Lambda(f); ok {
			return l.Axiom
		}
	}
	return nil
}

// funcsOf lists the functions in t in order of first occurrence.
func funcsOf(t *smtlib.Term) []*smtlib.Func {
	var out []*smtlib.Func
	seen := map[*smtlib.Func]bool{}
	smtlib.Visit(t, func(x *smtlib.Term) {
		if x.Op() == smtlib.OpApp && !seen[x.Func()] {
			seen[x.Func()] = true
			out = append(out, x.Func())
		}
	})
	return out
}

// relevant closes the functions of t under the axioms that mention them and
// returns those axioms, and that unique constants among them differ.
func (s *axiomSet) relevant(a *analysis, t *smtlib.Term) []*smtlib.Term {
	if !t.HasApps() {
		return nil
	}
	return s.relevantTo(a, funcsOf(t))
}

// relevantTo is relevant for what mentions the given functions.
func (s *axiomSet) relevantTo(a *analysis, funcs []*smtlib.Func) []*smtlib.Term {
	reached, out := s.closure(funcs)
	inGroup := map[int][]*smtlib.Term{}
	for _, f := range reached {
		for _, g := range s.unique[f] {
			inGroup[g] = append(inGroup[g], a.c.App(f))
		}
	}
	for g := range s.groups {
		if d := a.c.Distinct(inGroup[g]...); !d.IsTrue() && !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}

// closure lists the given functions and those of all axioms that mention any of
// them, and those axioms in their order, those of lambdas by name.
func (s *axiomSet) closure(funcs []*smtlib.Func) (reached []*smtlib.Func, axioms []*smtlib.Term) {
	var chosen []int
	lambdas := map[string]*smtlib.Term{}
	taken := map[int]bool{}
	seen := map[*smtlib.Func]bool{}
	for work := funcs; len(work) > 0; {
		f := work[0]
		work = work[1:]
		if seen[f] {
			continue
		}
		seen[f] = true
		reached = append(reached, f)
		if ax := s.lambda(f); ax != nil {
			lambdas[f.Name] = ax
			work = append(work, funcsOf(ax)...)
		}
		for _, i := range s.byFunc[f] {
			if !taken[i] {
				taken[i] = true
				chosen = append(chosen, i)
				work = append(work, s.funcs[i]...)
			}
		}
	}
	slices.Sort(chosen)
	for _, i := range chosen {
		axioms = append(axioms, s.terms[i])
	}
	for _, name := range slices.Sorted(maps.Keys(lambdas)) {
		axioms = append(axioms, lambdas[name])
	}
	return reached, axioms
}

// incomplete is an axiom that is not there in full and may say more of what t
// depends on; nil when there is none.
func (s *axiomSet) incomplete(t *smtlib.Term) *ir.Partial {
	if len(s.partial) == 0 || !t.HasApps() {
		return nil
	}
	reached, _ := s.closure(funcsOf(t))
	for _, f := range reached {
		if ax := s.partial[f]; ax != nil {
			return ax
		}
	}
	return nil
}

// speaksOf reports whether an axiom mentions f, or f is a unique constant.
func (s *axiomSet) speaksOf(f *smtlib.Func) bool { return len(s.byFunc[f]) > 0 || len(s.unique[f]) > 0 }

// used reports whether axioms (rather than unique constants alone) are among
// what joined a query.
func (s *axiomSet) used(joined []*smtlib.Term) bool {
	return slices.ContainsFunc(joined, func(t *smtlib.Term) bool { return s.known[t] })
}

// consistent asks once in each analysis whether a set of axioms has a model:
// from contradictory ones anything would follow.
func (s *axiomSet) consistent(a *analysis, axioms []*smtlib.Term) bool {
	key := ""
	for _, ax := range axioms {
		key += fmt.Sprintf("%d ", ax.ID())
	}
	known, ok := a.consistency[key]
	if ok {
		return known
	}
	answer := solver.Unknown
	if left, ok := extend(a.c, axioms, map[*smtlib.Func]bool{}); ok {
		answer = a.query(left, a.c.True, thorough).Answer
	}
	if answer != solver.Sat {
		answer = a.query(axioms, a.c.True, thorough).Answer
	}
	switch answer {
	case solver.Unsat:
		a.note("the axioms contradict each other: nothing is proven from them")
	case solver.Unknown:
		a.note("the axioms are assumed to be consistent (the solver cannot tell)")
	}
	a.consistency[key] = answer != solver.Unsat
	return a.consistency[key]
}
