package moddiff

import (
	"encoding/json"
	"fmt"
	"slices"

	"semdiff/internal/source"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// consistent reports whether axioms may have a model: from contradictory ones
// anything would follow.
func (s *axiomSet) consistent(a *analysis, axioms []*smtlib.Term) bool {
	answer := s.satisfiable(a, axioms)
	switch answer {
	case solver.Unsat:
		a.note("the axioms contradict each other: nothing is proven from them")
	case solver.Unknown:
		a.note("the axioms are assumed to be consistent (the solver cannot tell)")
	}
	return answer != solver.Unsat
}

// satisfiable asks once in each analysis whether axioms have a model.
func (s *axiomSet) satisfiable(a *analysis, axioms []*smtlib.Term) solver.Answer {
	key := ""
	for _, ax := range axioms {
		key += fmt.Sprintf("%d ", ax.ID())
	}
	if known, ok := a.consistency[key]; ok {
		return known
	}
	answer := solver.Unknown
	if left, ok := extend(a.c, axioms, map[*smtlib.Func]bool{}); ok {
		answer = a.query(left, a.c.True, thorough).Answer
	}
	if answer != solver.Sat {
		answer = a.query(axioms, a.c.True, thorough).Answer
	}
	a.consistency[key] = answer
	return answer
}

// partsBeside are the axioms, and what is said of unique constants, that are not
// connected with those given, nor the parts with each other.
func (s *axiomSet) partsBeside(a *analysis, given []*smtlib.Term) (parts [][]*smtlib.Term) {
	known := map[*smtlib.Term]bool{}
	for _, t := range given {
		known[t] = true
	}
	for i, t := range s.terms {
		if known[t] || len(s.about[i].funcs)+len(s.about[i].sorts) == 0 {
			continue
		}
		var part []*smtlib.Term
		for _, x := range s.relevantTo(a, s.linksOf(t)) {
			if !known[x] && !slices.Contains(s.at(s.always), x) {
				known[x] = true
				part = append(part, x)
			}
		}
		if !slices.Contains(part, t) { // it is about sorts that nothing limits
			known[t] = true
			part = append(part, t)
		}
		parts = append(parts, part)
	}
	return parts
}

// noteContradictions says which axioms contradict each other though no difference
// that was found depends on them.
func (r *comparison) noteContradictions(s solver.Solver) {
	if len(r.axioms.terms) == 0 || !r.foundDifferences() {
		return
	}
	a := r.newAnalysis(r.tasks, s)
	parts := r.axioms.partsBeside(a, nil)
	for _, i := range r.contradictions(a, parts) {
		r.account.note("the axioms at %s contradict each other; no difference depends on them", listed(r.placesOf(parts[i])))
	}
}

// contradictions are the parts of the axioms without a model, as far as that is
// easy to find out.
func (r *comparison) contradictions(a *analysis, parts [][]*smtlib.Term) (found []int) {
	key := digest("contradictions", r.environment)
	cache := r.opts.Cache
	if cache != nil && json.Unmarshal(cache.get(key), &found) == nil {
		r.account.stats.Queries += len(parts)
		r.account.stats.ReusedQueries += len(parts)
		return found
	}
	found = []int{}
	for i, part := range parts {
		if a.query(part, a.c.True, quick).Answer == solver.Unsat {
			found = append(found, i)
		}
	}
	r.account.stats.Queries += a.stats.Queries
	if text, err := json.Marshal(found); err == nil && cache != nil && !a.hurried {
		cache.put(key, text)
	}
	return found
}

func (r *comparison) foundDifferences() bool {
	a := r.overview(nil)
	return slices.ContainsFunc(r.pairs, func(base *Pair) bool {
		p := a.pair(base)
		return p.summary != nil && len(p.summary.Differences) > 0 || p.entry != nil && len(p.entry.Differences) > 0
	})
}

// placesOf are the positions of axioms.
func (r *comparison) placesOf(axioms []*smtlib.Term) (places []string) {
	for _, s := range r.base {
		for _, ax := range s.prog.Axioms {
			if place := ax.Pos.String(); slices.Contains(axioms, ax.Term) && ax.Pos != (source.Pos{}) && !slices.Contains(places, place) {
				places = append(places, place)
			}
		}
	}
	return places
}
