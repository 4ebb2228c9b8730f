package query

import (
	"fmt"
	"slices"
)

// Account is what an analysis reports about its own work: counts, remarks for the
// user, and which bounds left something out.
type Account struct {
	Queries   int // questions to the solver
	ByBounds  int // of these, refuted by bounds on terms and not by a solver
	Unknown   int // those that are not known to be answered in any run
	Notes     []string
	Unwound   bool // the unwinding bound left something out
	Truncated bool // so did the bounds on paths
	Hurried   bool // time, or a fault of the solver, made the answer less than it could be
}

// Note adds a remark, unless it is there.
func (n *Account) Note(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if !slices.Contains(n.Notes, s) {
		n.Notes = append(n.Notes, s)
	}
}

// Add adds the account of another analysis.
func (n *Account) Add(m *Account) {
	for _, s := range m.Notes {
		n.Note("%s", s)
	}
	n.Queries += m.Queries
	n.ByBounds += m.ByBounds
	n.Unknown += m.Unknown
	n.Unwound, n.Truncated, n.Hurried = n.Unwound || m.Unwound, n.Truncated || m.Truncated, n.Hurried || m.Hurried
}

// AddQueries adds the counts of questions alone.
func (n *Account) AddQueries(m *Account) {
	n.Queries += m.Queries
	n.ByBounds += m.ByBounds
}
