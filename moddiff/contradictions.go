package moddiff

import (
	"encoding/json"
	"slices"

	"semdiff/internal/source"
	"semdiff/moddiff/pairing"
	"semdiff/moddiff/query"
	"semdiff/moddiff/result"
	"semdiff/moddiff/store"
	"semdiff/smtlib"
	"semdiff/smtlib/solver"
)

// noteContradictions says which axioms contradict each other though no difference
// that was found depends on them.
func (r *comparison) noteContradictions(s solver.Solver) {
	if r.Axioms.Empty() || !r.foundDifferences() || r.settled != nil && r.settled.by != nil { // slices have the same axioms
		return
	}
	a := r.newAnalysis(nil, r.tasks, s)
	parts := r.Axioms.PartsBeside(nil)
	for _, i := range r.contradictions(a, parts) {
		where := ""
		if places := r.placesOf(parts[i]); len(places) > 0 {
			where = " at " + result.Listed(places)
		}
		r.account.Note("the axioms%s contradict each other; no difference depends on them", where)
	}
}

// contradictions are the parts of the axioms without a model, as far as that is
// easy to find out.
func (r *comparison) contradictions(a *analysis, parts [][]*smtlib.Term) []int {
	cache := r.opts.Cache
	var key store.Key
	if cache != nil {
		key = store.Digest("contradictions", r.keys.Environment)
	}
	var answer struct {
		Found    []int
		ByBounds int
	}
	if cache != nil && json.Unmarshal(cache.Get(key), &answer) == nil {
		r.account.addQueries(&account{Account: query.Account{Queries: len(parts), ByBounds: answer.ByBounds}, reusedQueries: len(parts)})
		return answer.Found
	}
	for i, part := range parts {
		if a.Under(part, a.Ctx.True, query.Quick).Answer == solver.Unsat {
			answer.Found = append(answer.Found, i)
		}
	}
	r.account.AddQueries(a.Account)
	answer.ByBounds = a.ByBounds
	if text, err := json.Marshal(answer); err == nil && cache != nil && !a.Hurried {
		cache.Put(key, text)
	}
	return answer.Found
}

func (r *comparison) foundDifferences() bool {
	state := r.overview()
	return slices.ContainsFunc(r.Pairing.Pairs, func(p *pairing.Pair) bool {
		known := state.OfPair(p)
		return known.Summary != nil && len(known.Summary.Differences) > 0 || known.Entry != nil && len(known.Entry.Differences) > 0
	})
}

// placesOf are the positions of axioms.
func (r *comparison) placesOf(axioms []*smtlib.Term) (places []string) {
	for _, s := range r.Pairing.Versions {
		for _, ax := range s.Prog.Axioms {
			if place := ax.Pos.String(); slices.Contains(axioms, ax.Term) && ax.Pos != (source.Pos{}) && !slices.Contains(places, place) {
				places = append(places, place)
			}
		}
	}
	return places
}
