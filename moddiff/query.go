package moddiff

import (
	"context"
	"slices"
	"time"

	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// check asks whether t is satisfiable together with the axioms that speak of
// its functions. Definite answers without a model are remembered.
func (a *analysis) check(ctx context.Context, t *smtlib.Term, wantModel bool) solver.Result {
	if !wantModel {
		if ans, ok := a.answers[t]; ok {
			return solver.Result{Answer: ans}
		}
	}
	if t.IsFalse() {
		return solver.Result{Answer: solver.Unsat}
	}
	if ctx.Err() != nil {
		return solver.Result{Answer: solver.Unknown, Reason: solver.Cancelled}
	}
	if a.faults >= maxFaults {
		return solver.Result{Answer: solver.Unknown, Reason: solver.Died}
	}
	assertions := a.axioms.relevant(a, t)
	if t.Op() == smtlib.OpAnd {
		assertions = append(assertions, t.Args()...)
	} else {
		assertions = append(assertions, t)
	}
	r := a.solver.Check(ctx, assertions, wantModel)
	a.stats.Queries++
	a.countFaults(r)
	if r.Answer == solver.Unsat && a.axioms.used(a, t) && !a.axiomsConsistent() {
		r = solver.Result{Answer: solver.Unknown, Reason: solver.Incomplete, Detail: "the axioms contradict each other"}
	}
	switch {
	case r.Answer != solver.Unknown:
		a.answers[t] = r.Answer
	case ctx == a.ctx && ctx.Err() == nil: // not a hint, and time is not up
		a.stats.Unknown++
	}
	return r
}

// maxFaults is how many questions in a row a solver may fail to answer, before
// it has ever answered one, until it is not asked any more.
const maxFaults = 4

func (a *analysis) countFaults(r solver.Result) {
	switch {
	case r.Answer != solver.Unknown:
		a.faults = -1 << 30 // it works
	case r.Reason == solver.Died || r.Reason == solver.Garbage || r.Reason == solver.Timeout:
		if a.faults++; a.faults == maxFaults {
			a.note("the solver was given up: it answered none of its first %d questions (%s)", maxFaults, r.Reason)
		}
	}
}

// feasible is false only when t is proven unsatisfiable.
func (a *analysis) feasible(t *smtlib.Term) bool {
	return t.IsTrue() || a.check(a.ctx, t, false).Answer != solver.Unsat
}

// hintTime bounds a question whose answer only saves work or shortens text; to
// go without it is always sound.
const hintTime = 250 * time.Millisecond

// hint is feasible for questions that may be given up early.
func (a *analysis) hint(t *smtlib.Term) bool {
	if ans, ok := a.answers[t]; ok || t.IsLiteral() {
		return ans != solver.Unsat && !t.IsFalse()
	}
	if a.gaveUp[t] {
		return true
	}
	ctx, cancel := context.WithTimeout(a.ctx, hintTime)
	defer cancel()
	r := a.check(ctx, t, false)
	if r.Answer == solver.Unknown {
		a.gaveUp[t] = true
	}
	return r.Answer != solver.Unsat
}

// axiomSet holds the axioms of both versions, for selection by symbol.
type axiomSet struct {
	terms    []*smtlib.Term
	funcs    [][]*smtlib.Func       // of each axiom
	byFunc   map[*smtlib.Func][]int // axioms that mention a function
	unique   map[*smtlib.Func][]int // groups that a constant is in
	groups   [][]*smtlib.Term
	perSide  [2][]*smtlib.Term
	verified int // 0 not asked, 1 consistent, -1 not shown
}

func newAxiomSet(c *smtlib.Context, sides [2]*side) *axiomSet {
	s := &axiomSet{byFunc: map[*smtlib.Func][]int{}, unique: map[*smtlib.Func][]int{}}
	seen := map[*smtlib.Term]bool{}
	for i, side := range sides {
		for _, ax := range side.prog.Axioms {
			s.perSide[i] = append(s.perSide[i], ax.Term)
			if seen[ax.Term] {
				continue
			}
			seen[ax.Term] = true
			fs := funcsOf(ax.Term)
			for _, f := range fs {
				s.byFunc[f] = append(s.byFunc[f], len(s.terms))
			}
			s.terms = append(s.terms, ax.Term)
			s.funcs = append(s.funcs, fs)
		}
		for _, g := range side.prog.Unique {
			s.perSide[i] = append(s.perSide[i], c.Distinct(g...))
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
	if len(s.terms) == 0 && len(s.groups) == 0 || !t.HasApps() {
		return nil
	}
	var chosen []int
	taken := map[int]bool{}
	seen := map[*smtlib.Func]bool{}
	work := funcsOf(t)
	inGroup := map[int][]*smtlib.Term{}
	for len(work) > 0 {
		f := work[0]
		work = work[1:]
		if seen[f] {
			continue
		}
		seen[f] = true
		for _, g := range s.unique[f] {
			inGroup[g] = append(inGroup[g], a.c.App(f))
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
	var out []*smtlib.Term
	for _, i := range chosen {
		out = append(out, s.terms[i])
	}
	for g := range s.groups {
		if d := a.c.Distinct(inGroup[g]...); !d.IsTrue() && !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}

// used reports whether axioms (rather than unique constants alone) joined a query.
func (s *axiomSet) used(a *analysis, t *smtlib.Term) bool {
	return len(s.terms) > 0 && slices.ContainsFunc(s.relevant(a, t), func(x *smtlib.Term) bool { return slices.Contains(s.terms, x) })
}

// axiomsConsistent asks once whether the axioms of each version have a model;
// from contradictory ones anything would follow.
func (a *analysis) axiomsConsistent() bool {
	s := a.axioms
	if s.verified == 0 {
		s.verified = 1
		for i, side := range a.sides {
			r := a.solver.Check(a.ctx, s.perSide[i], false)
			a.stats.Queries++
			switch r.Answer {
			case solver.Unsat:
				s.verified = -1
				a.note("the axioms of %s contradict each other: nothing is proven from them", side.prog.File)
			case solver.Unknown:
				if s.verified > 0 {
					a.note("the axioms of %s are assumed to be consistent (the solver cannot tell)", side.prog.File)
				}
			}
		}
	}
	return s.verified > 0
}
