package moddiff

import (
	"encoding/json"
	"slices"

	"semdiff/internal/source"
	"semdiff/moddiff/query"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// noteContradictions says which axioms contradict each other though no difference
// that was found depends on them.
func (r *comparison) noteContradictions(s solver.Solver) {
	if r.axioms.Empty() || !r.foundDifferences() {
		return
	}
	a := r.newAnalysis(r.tasks, s)
	parts := r.axioms.PartsBeside(nil)
	for _, i := range r.contradictions(a, parts) {
		where := ""
		if places := r.placesOf(parts[i]); len(places) > 0 {
			where = " at " + listed(places)
		}
		r.account.note("the axioms%s contradict each other; no difference depends on them", where)
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
		if a.session.Under(a.ctx, part, a.c.True, query.Quick).Answer == solver.Unsat {
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
