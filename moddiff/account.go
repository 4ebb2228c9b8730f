package moddiff

import (
	"slices"
	"time"

	"semdiff/moddiff/query"
)

// account is what an analysis reports about its own work.
type account struct {
	query.Account
	analysed int // pairs
	// reused are the pairs whose answers came from the cache, for which
	// reusedQueries of the queries were asked in an earlier run.
	reused, reusedQueries int
	solverTime            time.Duration
}

// add adds the account of another analysis.
func (n *account) add(m *account) {
	n.Account.Add(&m.Account)
	n.analysed += m.analysed
	n.reused += m.reused
	n.solverTime += m.solverTime
	n.reusedQueries += m.reusedQueries
}

// addQueries adds the counts of questions alone.
func (n *account) addQueries(m *account) {
	n.AddQueries(&m.Account)
	n.solverTime += m.solverTime
	n.reusedQueries += m.reusedQueries
}

// stats are the counts of a run.
func (n *account) stats() Stats {
	return Stats{
		Analysed: n.analysed, Queries: n.Queries, ByBounds: n.ByBounds, Unknown: n.Unknown,
		Reused: n.reused, ReusedQueries: n.reusedQueries, SolverTime: n.solverTime,
	}
}

// work is the account of all analyses together.
func (r *comparison) work() *account {
	all := r.account
	all.Notes = slices.Clip(all.Notes)
	for _, t := range r.tasks {
		all.add(&t.account)
	}
	return &all
}
