package report

import (
	"encoding/json"
	"io"
	"math"
	"time"

	"semdiff/compare/engine"
)

// Schema names the form of the JSON answer: fields may be added, never renamed.
const Schema = "semdiff/1"

// Answer is an outcome as data. It is the JSON answer.
type Answer struct {
	Schema   string   `json:"schema"`
	Old      string   `json:"old"`
	New      string   `json:"new"`
	Entry    []string `json:"entry"`
	Engine   string   `json:"engine"`
	Verdict  string   `json:"verdict"`
	Headline string   `json:"headline"` // the first line of the text answer
	Complete bool     `json:"complete"` // nothing is left open
	// InterfaceDiffers is set when Interface counts anything.
	InterfaceDiffers bool        `json:"interface_differs"`
	Interface        Interface   `json:"interface"`
	Procedures       []Procedure `json:"procedures"`
	Notes            []string    `json:"notes"` // what was not shown, bounds that mattered, assumptions
	Stats            Stats       `json:"stats"`
}

// Interface counts procedures that one version has alone, and those whose
// parameters or results differ in number or type.
type Interface struct {
	Added            int `json:"added"`
	Removed          int `json:"removed"`
	SignatureChanged int `json:"signature_changed"`
}

// Stats counts the work of a run.
type Stats struct {
	Procedures int     `json:"procedures"`
	Analysed   int     `json:"analysed"`
	Skipped    int     `json:"skipped"`
	Queries    int     `json:"queries"`
	Undecided  int     `json:"undecided_queries"`
	ByBounds   int     `json:"refuted_by_bounds"` // of queries
	SolverMS   float64 `json:"solver_ms"`
	// Cache is set when some of the answers came from the cache: Queries counts theirs too.
	Cache  *CacheStats `json:"cache,omitempty"`
	TimeMS float64     `json:"time_ms"`
}

// CacheStats counts what came from the cache.
type CacheStats struct {
	Pairs   int `json:"pairs"`
	Queries int `json:"queries"`
}

// NewAnswer is an outcome as data.
func NewAnswer(o *engine.Outcome) *Answer {
	r := o.Result
	view, text := overviewOf(o), textsOf(r)
	a := &Answer{
		Schema: Schema, Old: r.Old, New: r.New, Entry: r.Entry, Engine: o.Engine, Verdict: r.Verdict.String(),
		Complete: r.Complete, Notes: r.Notes, Procedures: []Procedure{},
		Headline: view.Headline(), InterfaceDiffers: r.Interface.Differs(),
		Interface: Interface{r.Interface.Added, r.Interface.Removed, r.Interface.Changed},
		Stats: Stats{
			Procedures: r.Stats.Procedures, Analysed: r.Stats.Analysed, Skipped: r.Stats.Procedures - r.Stats.Analysed,
			Queries: r.Stats.Queries, Undecided: r.Stats.Unknown, ByBounds: r.Stats.ByBounds, SolverMS: Milliseconds(r.Stats.SolverTime), TimeMS: Milliseconds(r.Stats.Time),
		},
	}
	if r.Stats.Reused > 0 {
		a.Stats.Cache = &CacheStats{Pairs: r.Stats.Reused, Queries: r.Stats.ReusedQueries}
	}
	if a.Notes == nil {
		a.Notes = []string{}
	}
	for i, p := range r.Pairs {
		a.Procedures = append(a.Procedures, procedureOf(r, text, p, view.list[i]))
	}
	a.addSource(o)
	shown := []Procedure{}
	for i, p := range r.Pairs {
		if o.Shown(p) {
			shown = append(shown, a.Procedures[i])
		}
	}
	a.Procedures = shown
	a.limit(maxAnswer)
	return a
}

// WriteJSON writes the answer as JSON.
func WriteJSON(w io.Writer, o *engine.Outcome) error { return writeJSON(w, NewAnswer(o)) }

func writeJSON(w io.Writer, answer any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(answer)
}

// Milliseconds is a time as answers have it.
func Milliseconds(d time.Duration) float64 { return math.Round(d.Seconds()*1e5) / 100 }
