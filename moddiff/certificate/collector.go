package certificate

import (
	"maps"
	"slices"
)

// Collector collects the claims of an analysis.
type Collector struct {
	claims    []*Claim
	known     map[string]bool
	Summaries map[string][]*Definition
}

// NewCollector has collected nothing.
func NewCollector() *Collector {
	return &Collector{known: map[string]bool{}, Summaries: map[string][]*Definition{}}
}

// Add records a claim, unless one with its ID is there.
func (e *Collector) Add(cl Claim) (id string) {
	cl.ID = cl.Subject + "/" + cl.Name
	if !e.known[cl.ID] {
		e.known[cl.ID] = true
		slices.Sort(cl.RestsOn)
		cl.RestsOn = slices.Compact(cl.RestsOn)
		e.claims = append(e.claims, &cl)
	}
	return cl.ID
}

// Has reports whether a claim is there.
func (e *Collector) Has(id string) bool { return e.known[id] }

// Join adds the claims of another analysis that are not there yet.
func (e *Collector) Join(other *Collector) {
	for _, cl := range other.claims {
		e.Add(*cl)
	}
	maps.Copy(e.Summaries, other.Summaries)
}

// Evidence is all that was collected.
func (e *Collector) Evidence() *Evidence { return &Evidence{Claims: e.claims, Summaries: e.Summaries} }
